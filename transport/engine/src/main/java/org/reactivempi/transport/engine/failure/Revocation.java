package org.reactivempi.transport.engine.failure;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;

/**
 * The news that a communicator is revoked, as one member passes it on: to the members at distances 1, 2, 4 and so on in both directions,
 * in a ring of all, and where one of them has failed, to its neighbours. All that live hear of it as long as one that knows of it lives.
 *
 * <p>Each member has twice as many neighbours as the size has bits, so that the news has many ways around those that have failed
 * unnoticed.
 */
final class Revocation {

    /** The members, as one of them sees them. */
    interface Members {

        /** Whether one has failed, other than by coming to its end in order. */
        boolean hasFailed(int member);

        /** Whether one takes part in nothing any more. */
        boolean isGone(int member);

        void tell(int member);
    }

    private final int size;
    private final int self;
    private final Members members;
    private final BitSet told = new BitSet();

    /** Of {@code size} members, as {@code self} passes it on, which {@code teller} has told; a negative one is none. */
    Revocation(int size, int self, int teller, Members members) {
        this.size = size;
        this.self = self;
        this.members = members;
        told.set(self);
        if (teller >= 0) {
            told.set(teller);
        }
    }

    /** Tells those that don't know of it from here, when it comes and when a member is lost. */
    void spread() {
        BitSet passed = new BitSet();
        Queue<Integer> through = new ArrayDeque<>();
        passed.set(self);
        through.add(self);
        while (!through.isEmpty()) {
            int member = through.remove();
            for (int distance = 1; distance < size; distance <<= 1) {
                for (int near : new int[] {(member + distance) % size, (member + size - distance) % size}) {
                    if (!passed.get(near)) {
                        passed.set(near);
                        tell(near, through);
                    }
                }
            }
        }
    }

    /** Who has come to its end in order has passed it on. */
    private void tell(int member, Queue<Integer> through) {
        if (members.hasFailed(member)) {
            through.add(member);
        } else if (!told.get(member) && !members.isGone(member)) {
            told.set(member);
            members.tell(member);
        }
    }
}
