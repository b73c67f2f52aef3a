package org.reactivempi.transport.sim;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** A fault that was asked for: what breaks, where and when. */
public sealed interface Fault {

    /** The ranks that it names. */
    Set<Integer> ranks();

    /**
     * A connection breaks after so many bytes of one of its directions; the ends hear of it at different times.
     *
     * @param from the rank that sends them
     * @param to the rank that receives them
     * @param nth which connection between the two, from 0
     * @param atByte how many arrive, 0 or more
     */
    record Cut(int from, int to, long nth, long atByte) implements Fault {

        /** Checks the numbers. */
        public Cut {
            if (from == to || from < 0 || to < 0 || nth < 0 || atByte < 0) {
                throw new IllegalArgumentException("cut of connection " + nth + " from rank " + from + " to rank " + to
                        + " at byte " + atByte + ": two ranks, and numbers from 0 on");
            }
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(from, to);
        }
    }

    /**
     * A rank acts no more.
     *
     * @param rank which one
     * @param atNanos when, 0 or more
     */
    record Kill(int rank, long atNanos) implements Fault {

        /** Checks the numbers. */
        public Kill {
            check("kill", rank, atNanos, 1);
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    /**
     * A rank acts no more once so many batches have come to it.
     *
     * @param rank which one
     * @param arrivals how many, 0 or more; the next one finds nobody
     */
    record KillAfter(int rank, long arrivals) implements Fault {

        /** Checks the numbers. */
        public KillAfter {
            check("kill", rank, arrivals, 1);
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    /**
     * A rank vanishes with its host, as when that loses its power: it acts no more, and nothing tells the others.
     *
     * @param rank which one
     * @param atNanos when, 0 or more
     */
    record Vanish(int rank, long atNanos) implements Fault {

        /** Checks the numbers. */
        public Vanish {
            check("vanishing", rank, atNanos, 1);
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    /**
     * A rank vanishes with its host once so many batches have come to it.
     *
     * @param rank which one
     * @param arrivals how many, 0 or more; the next one finds nobody
     */
    record VanishAfter(int rank, long arrivals) implements Fault {

        /** Checks the numbers. */
        public VanishAfter {
            check("vanishing", rank, arrivals, 1);
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    /**
     * The first process of a rank starts later than those of others; in a job of which ranks come and go.
     *
     * @param rank which one
     * @param atNanos when, 0 or more
     */
    record Start(int rank, long atNanos) implements Fault {

        /** Checks the numbers. */
        public Start {
            check("start", rank, atNanos, 1);
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    /**
     * Another process of a rank starts, whether the one before has been killed or lives; in a job of which ranks come and go.
     *
     * @param rank which one
     * @param atNanos when, 0 or more
     */
    record Return(int rank, long atNanos) implements Fault {

        /** Checks the numbers. */
        public Return {
            check("return", rank, atNanos, 1);
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    /**
     * Another process of a rank starts once so many batches have come to the rank.
     *
     * @param rank which one
     * @param arrivals how many, 0 or more; the process that gets the next one lives, unless it is killed just then
     */
    record ReturnAfter(int rank, long arrivals) implements Fault {

        /** Checks the numbers. */
        public ReturnAfter {
            check("return", rank, arrivals, 1);
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    /**
     * Another process of a rank starts some time after each kill of the rank, and after the rank has vanished.
     *
     * @param rank which one
     * @param awayNanos how long after it, 0 or more
     */
    record ReturnAfterKill(int rank, long awayNanos) implements Fault {

        /** Checks the numbers. */
        public ReturnAfterKill {
            check("return", rank, awayNanos, 1);
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    /**
     * A rank does nothing for a time, while its clock goes on.
     *
     * @param rank which one
     * @param atNanos when that begins, 0 or more
     * @param forNanos how long, above 0
     */
    record Stop(int rank, long atNanos, long forNanos) implements Fault {

        /** Checks the numbers. */
        public Stop {
            check("stop", rank, atNanos, forNanos);
        }

        @Override
        public Set<Integer> ranks() {
            return Set.of(rank);
        }
    }

    /**
     * Nothing passes between some ranks and all others for a time.
     *
     * @param side the ones, one or more
     * @param atNanos when that begins, 0 or more
     * @param forNanos how long, above 0
     */
    record Split(Set<Integer> side, long atNanos, long forNanos) implements Fault {

        /** Checks the numbers. */
        public Split {
            side = Collections.unmodifiableSortedSet(new TreeSet<>(side));
            if (side.isEmpty()) {
                throw new IllegalArgumentException("split without a rank on one side");
            }
            side.forEach(rank -> check("split", rank, atNanos, forNanos));
        }

        @Override
        public Set<Integer> ranks() {
            return side;
        }

        boolean divides(int one, int other) {
            return side.contains(one) != side.contains(other);
        }
    }

    private static void check(String what, int rank, long at, long length) {
        if (rank < 0 || at < 0 || length <= 0) {
            throw new IllegalArgumentException(what + " of rank " + rank + " at " + at + " for " + length
                    + ": a rank from 0 on, at 0 or later, for more than 0");
        }
    }
}
