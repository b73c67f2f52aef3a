package org.reactivempi.examples.service;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.reactivempi.Tags;
import org.reactivempi.examples.counter.Primes;

/**
 * A question of a client: which of these numbers are primes? It is answered by a stream with the primes of one piece after the other.
 *
 * @param first 1 or more
 * @param last before {@code first}, if there are none
 */
record Numbers(int first, int last) {

    static final int TAG = Tags.of("primes");

    /** How many numbers a piece has; the last one may be shorter. */
    static final int PIECE = 1000;

    /** What {@link #question} has made. */
    static Numbers of(int[] question) {
        if (question.length != 2 || question[0] < 1) {
            throw new IllegalArgumentException("not the first and the last number: " + Arrays.toString(question));
        }
        return new Numbers(question[0], question[1]);
    }

    int[] question() {
        return new int[] {first, last};
    }

    private long count() {
        return Math.max(0, (long) last - first + 1);
    }

    /** One of so many parts, which are equally long up to one number. */
    Numbers part(int index, int parts) {
        return new Numbers(begin(index, parts), begin(index + 1, parts) - 1);
    }

    private int begin(int index, int parts) {
        return (int) (first + count() * index / parts);
    }

    int pieces() {
        return (int) ((count() + PIECE - 1) / PIECE);
    }

    Numbers piece(int index) {
        int begin = first + index * PIECE;
        return new Numbers(begin, (int) Math.min(last, begin + PIECE - 1L));
    }

    /** Those that are primes, by trial of all divisors. */
    int[] primes() {
        return IntStream.rangeClosed(first, last).filter(Primes::isPrime).toArray();
    }

    /** The same by the sieve of Eratosthenes, to check the others. */
    int[] sieve() {
        BitSet left = new BitSet();
        left.set(0, Math.toIntExact(count()));
        if (first == 1) {
            left.clear(0);
        }
        for (long factor = 2; factor * factor <= last; factor++) {
            long multiple = Math.max(factor * factor, (first + factor - 1) / factor * factor);
            for (; multiple <= last; multiple += factor) {
                left.clear((int) (multiple - first));
            }
        }
        return left.stream().map(place -> first + place).toArray();
    }

    @Override
    public String toString() {
        return first + " to " + last;
    }
}
