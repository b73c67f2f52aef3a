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

    private final CommunicatorState communicator;
    private final BitSet told = new BitSet();

    /** Told by a member, which may be this one; or by none. */
    Revocation(CommunicatorState communicator, int from) {
        this.communicator = communicator;
        told.set(communicator.rank());
        if (from >= 0) {
            told.set(from);
        }
    }

    /** Tells those that don't know of it from here, when it comes and when a member is lost. */
    void spread() {
        int size = communicator.size();
        BitSet passed = new BitSet();
        Queue<Integer> through = new ArrayDeque<>();
        passed.set(communicator.rank());
        through.add(communicator.rank());
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
        if (communicator.hasFailed(member)) {
            through.add(member);
        } else if (!told.get(member) && !communicator.isGone(member)) {
            told.set(member);
            communicator.tellRevoked(member);
        }
    }
}
