package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** Where a vector stands while it is reduced again and again: what is being sent is not what is being written. */
final class Turns {

    private final PlanBuilder plan;
    private final long lengthBytes;
    private final int other;
    private int slot;
    private int left;

    /**
     * A vector that is in its first slot.
     *
     * @param own that slot
     * @param reductions how often it is reduced
     */
    Turns(PlanBuilder plan, int own, int reductions, long lengthBytes) {
        this.plan = plan;
        this.lengthBytes = lengthBytes;
        this.slot = own;
        this.left = reductions;
        this.other = reductions > 1 || own == Plan.RECEIVE && reductions > 0 ? plan.scratch(lengthBytes) : own;
    }

    /** Sends it as it is now. */
    void send(int peer) {
        plan.send(peer, slot, 0, lengthBytes);
    }

    /** In turns, so that the last result stands where the caller wants it, unless that is what the first one is made of. */
    void receive(int peer, boolean first) {
        left--;
        boolean begins = slot != Plan.RECEIVE && slot != other;
        int next = begins ? left % 2 == 0 ? Plan.RECEIVE : other : slot == Plan.RECEIVE ? other : Plan.RECEIVE;
        plan.receiveAndReduce(peer, new Range(slot, 0, lengthBytes), next, 0, first);
        slot = next;
    }

    /** It is where the caller wants it. */
    void end() {
        plan.copy(slot, 0, Plan.RECEIVE, 0, lengthBytes);
    }
}
