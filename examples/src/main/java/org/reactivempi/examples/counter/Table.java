package org.reactivempi.examples.counter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What rank 0 has in memory for all ranks: numbers, one after the other, and which of them is what. */
final class Table {

    /** How many tickets have been drawn. */
    static final int TICKET = 0;

    /** How many primes have been found. */
    static final int PRIMES = 1;

    private static final int FIRST_RANK = 2;

    private final int ranks;
    private final int pieces;
    private final long[] numbers;

    Table(int ranks, int pieces) {
        this.ranks = ranks;
        this.pieces = pieces;
        this.numbers = new long[piece(ranks, pieces)];
    }

    /** Where the number of pieces that a rank has done is. */
    static int rank(int rank) {
        return FIRST_RANK + rank;
    }

    /** Where it is counted how often a piece was done. */
    static int piece(int ranks, int piece) {
        return FIRST_RANK + ranks + piece;
    }

    /** The memory itself. */
    long[] numbers() {
        return numbers;
    }

    long primes() {
        return numbers[PRIMES];
    }

    /** How many pieces each rank has done. */
    long[] shares() {
        return Arrays.copyOfRange(numbers, rank(0), rank(ranks));
    }

    /** What is wrong in the end: nothing if each piece was done once, and each rank has stopped at its first ticket without a piece. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        for (int piece = 0; piece < pieces; piece++) {
            long times = numbers[piece(ranks, piece)];
            if (times != 1) {
                wrong.add("piece " + piece + " was done " + times + " times");
            }
        }
        long done = Arrays.stream(shares()).sum();
        if (done != pieces) {
            wrong.add("the ranks have done " + done + " pieces, and there are " + pieces);
        }
        if (numbers[TICKET] != pieces + ranks) {
            wrong.add(numbers[TICKET] + " tickets were drawn, and not " + (pieces + ranks));
        }
        return wrong;
    }
}
