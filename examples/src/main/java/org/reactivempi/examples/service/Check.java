package org.reactivempi.examples.service;

import java.util.Arrays;
import org.reactivempi.ExitException;

/** Compares what a rank of the service answers with what it should. */
final class Check {

    private static final int FAILED = 1;

    private final int rank;
    private final Numbers numbers;
    private int pieces;

    /** Of an answer that has not begun: the primes of these numbers. */
    Check(int rank, Numbers numbers) {
        this.rank = rank;
        this.numbers = numbers;
    }

    /** The next piece has come; gives how many primes it has. */
    int piece(int[] primes) {
        if (pieces == numbers.pieces()) {
            throw wrong("more than it was asked for");
        }
        Numbers piece = numbers.piece(pieces++);
        if (!Arrays.equals(primes, piece.sieve())) {
            throw wrong("wrong primes of " + piece);
        }
        return primes.length;
    }

    /** No more pieces come. */
    void end() {
        if (pieces < numbers.pieces()) {
            throw wrong("nothing from " + numbers.piece(pieces).first() + " on");
        }
    }

    private ExitException wrong(String what) {
        return new ExitException(
                FAILED, "client: rank " + rank + " of the service, asked for primes of " + numbers + ", gives " + what);
    }
}
