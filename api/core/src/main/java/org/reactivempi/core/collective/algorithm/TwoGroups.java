package org.reactivempi.core.collective.algorithm;

import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * Collective operations of two groups, as plans of all ranks of both; the first ranks are those of one group. Rank 0 of each group
 * speaks for it where one message can take the place of many:
 *
 * <pre>
 *  reduce    the group reduces to its speaker  --&gt;  root
 *  bcast     root  --&gt;  speaker of the other group, which has it broadcast there
 * </pre>
 *
 * @param rank this one, in both groups
 * @param size of both groups
 * @param ownFirst the first rank of this one's group
 * @param ownSize how many ranks that has
 */
public record TwoGroups(int rank, int size, int ownFirst, int ownSize) {

    private static final int SPEAKER = 0;

    /** How many ranks the other group has. */
    public int farSize() {
        return size - ownSize;
    }

    /** This rank in its group. */
    public int own() {
        return rank - ownFirst;
    }

    private int far(int rankThere) {
        return ownFirst == 0 ? ownSize + rankThere : rankThere;
    }

    private boolean isSpeaker() {
        return own() == SPEAKER;
    }

    private PlanBuilder plan() {
        return new PlanBuilder(rank, size);
    }

    /** This rank among those of its group. */
    private Member member() {
        return new Member(own(), ownSize);
    }

    private int[] group() {
        return IntStream.range(ownFirst, ownFirst + ownSize).toArray();
    }

    /** Nothing is to be done here: another rank of the group is the root. */
    public Plan nothing() {
        return plan().build("idle");
    }

    /** All ranks of both groups have come. */
    public Plan barrier() {
        return Barriers.BARRIER.plan(Task.of(Barriers.BARRIER, new Member(rank, size), 0, 0, false));
    }

    /** The root gives the other group its data: by its speaker. */
    public Plan bcastFromHere(long bytes) {
        PlanBuilder plan = plan();
        plan.send(far(SPEAKER), Plan.RECEIVE, 0, bytes);
        return plan.build("speakers");
    }

    /** This group gets the data of a root in the other one. */
    public Plan bcastFromThere(int root, long bytes) {
        return bcastFromThere(root, bytes, Broadcasts.BCAST::plan);
    }

    /** The same by steps that don't depend on the length. */
    public Plan bcastOfAnyLengthFromThere(int root, long bytes) {
        return bcastFromThere(root, bytes, task -> Broadcasts.BCAST.plan(Broadcasts.OF_ANY_LENGTH, task));
    }

    private Plan bcastFromThere(int root, long bytes, Function<Task, Plan> spreading) {
        PlanBuilder plan = plan();
        if (isSpeaker()) {
            plan.receive(far(root), Plan.RECEIVE, 0, bytes);
        }
        spread(plan, Plan.RECEIVE, bytes, spreading);
        return plan.build("speakers");
    }

    private void spread(PlanBuilder plan, int slot, long bytes) {
        spread(plan, slot, bytes, Broadcasts.BCAST::plan);
    }

    private void spread(PlanBuilder plan, int slot, long bytes, Function<Task, Plan> spreading) {
        Task spread = Task.of(Broadcasts.BCAST, member(), SPEAKER, bytes, false);
        plan.include(spreading.apply(spread), group(), Plan.SEND, slot);
    }

    /** The root gets a block of each rank of the other group. */
    public Plan gatherHere(long[] blocks) {
        PlanBuilder plan = plan();
        Neighbors.Parts room = Neighbors.Parts.inTurn(blocks);
        for (int other = 0; other < farSize(); other++) {
            plan.receive(far(other), Plan.RECEIVE, room.from()[other], blocks[other]);
        }
        return plan.build("direct");
    }

    /** This rank gives the root in the other group its block. */
    public Plan gatherThere(int root, long bytes) {
        PlanBuilder plan = plan();
        plan.send(far(root), Plan.SEND, 0, bytes);
        return plan.build("direct");
    }

    /** The root gives each rank of the other group a block. */
    public Plan scatterFromHere(long[] blocks) {
        PlanBuilder plan = plan();
        Neighbors.Parts given = Neighbors.Parts.inTurn(blocks);
        for (int other = 0; other < farSize(); other++) {
            plan.send(far(other), Plan.SEND, given.from()[other], blocks[other]);
        }
        return plan.build("direct");
    }

    /** This rank gets its block of the root in the other group. */
    public Plan scatterFromThere(int root, long bytes) {
        PlanBuilder plan = plan();
        plan.receive(far(root), Plan.RECEIVE, 0, bytes);
        return plan.build("direct");
    }

    /** Each rank gets the data of all ranks of the other group, all equally long: the speakers collect, exchange and spread it. */
    public Plan allgather(long bytes, long block) {
        PlanBuilder plan = plan();
        long all = ownSize * bytes;
        int collected = plan.scratch(isSpeaker() ? all : 0);
        Task collect = Task.of(Gathers.GATHER, member(), SPEAKER, bytes, false);
        plan.include(Gathers.GATHER.plan(collect), group(), Plan.SEND, collected);
        exchange(plan, collected, all, Plan.RECEIVE, farSize() * block);
        spread(plan, Plan.RECEIVE, farSize() * block);
        return plan.build("speakers");
    }

    private void exchange(PlanBuilder plan, int slot, long bytes, int room, long roomBytes) {
        if (isSpeaker()) {
            plan.receive(far(SPEAKER), room, 0, roomBytes);
            plan.send(far(SPEAKER), slot, 0, bytes);
        }
    }

    /** Each rank gives each rank of the other group a block: its own data, or one for each. */
    public Plan alltoall(Neighbors.Parts sent, long[] received) {
        PlanBuilder plan = plan();
        Neighbors.Parts room = Neighbors.Parts.inTurn(received);
        for (int i = 0; i < farSize(); i++) {
            // Each begins with another one.
            int other = (own() + i) % farSize();
            plan.receive(far(other), Plan.RECEIVE, room.from()[other], received[other]);
        }
        for (int i = 0; i < farSize(); i++) {
            int other = (own() + i) % farSize();
            plan.send(far(other), Plan.SEND, sent.from()[other], sent.lengthBytes()[other]);
        }
        return plan.build("direct");
    }

    /** The root gets what the other group has reduced. */
    public Plan reduceHere(long bytes) {
        PlanBuilder plan = plan();
        plan.receive(far(SPEAKER), Plan.RECEIVE, 0, bytes);
        return plan.build("speakers");
    }

    /** This group reduces for the root in the other one. */
    public Plan reduceThere(int root, long bytes, int element, boolean commutative) {
        PlanBuilder plan = plan();
        int reduced = reduced(plan, bytes, element, commutative);
        if (isSpeaker()) {
            plan.send(far(root), reduced, 0, bytes);
        }
        return plan.build("speakers");
    }

    /** The slot in which the speaker has what the group has reduced. */
    private int reduced(PlanBuilder plan, long bytes, int element, boolean commutative) {
        int slot = plan.scratch(isSpeaker() ? bytes : 0);
        Task reduce = Task.reducing(Reductions.REDUCE, member(), SPEAKER, bytes, element, commutative, false);
        plan.include(Reductions.REDUCE.plan(reduce), group(), Plan.SEND, slot);
        return slot;
    }

    /** Each rank gets what the other group has reduced. */
    public Plan allreduce(long bytes, int element, boolean commutative) {
        PlanBuilder plan = plan();
        int reduced = reduced(plan, bytes, element, commutative);
        exchange(plan, reduced, bytes, Plan.RECEIVE, bytes);
        spread(plan, Plan.RECEIVE, bytes);
        return plan.build("speakers");
    }

    /** Each rank gets a block of what the other group has reduced. */
    public Plan reduceScatter(long[] blocks, long bytes, int element, boolean commutative) {
        PlanBuilder plan = plan();
        int reduced = reduced(plan, bytes, element, commutative);
        long all = LongStream.of(blocks).sum();
        int others = plan.scratch(isSpeaker() ? all : 0);
        exchange(plan, reduced, bytes, others, all);
        Task scatter = Task.ofBlocks(Gathers.SCATTER, member(), SPEAKER, blocks, false);
        plan.include(Gathers.SCATTER.plan(scatter), group(), others, Plan.RECEIVE);
        return plan.build("speakers");
    }
}
