package org.reactivempi.core.collective.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * A barrier: in round k each rank tells the one 2^k after it, and hears from the one 2^k before it; after log2(p) rounds each has heard,
 * directly or not, from all.
 */
public final class Dissemination {

    private Dissemination() {}

    /** The barrier of one rank. */
    public static Plan barrier(int rank, int size) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        List<Integer> heard = new ArrayList<>();
        for (int distance = 1; distance < size; distance <<= 1) {
            heard.forEach(plan::after);
            plan.send((rank + distance) % size, Plan.SEND, 0, 0);
            heard.add(plan.receive((rank + size - distance) % size, Plan.RECEIVE, 0, 0));
        }
        return plan.build("dissemination");
    }
}
