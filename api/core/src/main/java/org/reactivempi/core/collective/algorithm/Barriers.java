package org.reactivempi.core.collective.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** Barriers: no rank ends one before it has heard, directly or not, from all. */
public final class Barriers {

    /** Without data. */
    public static final Algorithms BARRIER = Algorithms.of(
            "barrier",
            Algorithm.of("leaders", Leaders::barrier).needs(Condition.HOSTS).when(Condition.ROWS::isMet),
            Algorithm.of("dissemination", Barriers::dissemination));

    private Barriers() {}

    /** In round k each rank tells the one 2^k after it, and hears from the one 2^k before it; after log2(p) rounds each has heard from all. */
    static void dissemination(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        int size = plan.size();
        List<Integer> heard = new ArrayList<>();
        for (int distance = 1; distance < size; distance <<= 1) {
            heard.forEach(plan::after);
            plan.send((rank + distance) % size, Plan.SEND, 0, 0);
            heard.add(plan.receive((rank + size - distance) % size, Plan.RECEIVE, 0, 0));
        }
    }

    /** The half of a barrier that ends on a rank when all ranks of its branch of the binomial tree from rank 0 have come to {@link #told}. */
    public static Plan heard(Member member) {
        PlanBuilder plan = new PlanBuilder(member.rank(), member.size());
        new Binomial(plan, 0).hear();
        return plan.build(Binomial.NAME);
    }

    /** The other half, which tells the next rank on the way to rank 0. */
    public static Plan told(Member member) {
        PlanBuilder plan = new PlanBuilder(member.rank(), member.size());
        new Binomial(plan, 0).tell();
        return plan.build(Binomial.NAME);
    }
}
