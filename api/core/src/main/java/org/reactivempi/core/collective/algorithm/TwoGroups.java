package org.reactivempi.core.collective.algorithm;

import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;
import org.reactivempi.core.collective.plan.PlanCache;

/**
 * Collective operations of two groups, as plans of all ranks of both; the first ranks are those of one group. Each of them is made of
 * operations of one group, by the algorithms that run there.
 *
 * <p>A broadcast is one of the root and the other group. Rank 0 of each group speaks for it where one message can take the place of many:
 *
 * <pre>
 *  reduce     the group reduces to its speaker  --&gt;  root
 *  allreduce  the group reduces to its speaker  &lt;--&gt;  speaker of the other group;  each broadcasts what it has got
 * </pre>
 *
 * <p>What is long is in pieces, one for each rank, so that all links carry some of it:
 *
 * <pre>
 *  allreduce  each rank of the group has a piece of what it reduces  &lt;--&gt;  the ranks of the other group that are to have these bytes
 *             each rank gives its group the piece that it has got
 * </pre>
 * The number of pieces is that of the ranks of a group, so the pieces of the two groups overlap as they like.
 */
public final class TwoGroups {

    private static final int SPEAKER = 0;
    private static final String BY_SPEAKERS = "speakers";
    private static final String IN_PIECES = "pieces";
    private static final String DIRECT = "direct";

    private final int rank;
    private final int ownFirst;
    private final int ownSize;
    private final int farSize;
    private final Plans plans;
    /** Of what is equally long on all ranks that know of it. */
    private final PlanCache<Key> cache = new PlanCache<>();

    /** What a plan depends on, besides the groups and this rank. */
    private record Key(String operation, int root, long sent, long received, int elementBytes, boolean commutative) {

        private Key(String operation, int root, long bytes) {
            this(operation, root, bytes, bytes, 0, false);
        }
    }

    /**
     * No plans yet.
     *
     * @param rank this one, in both groups
     * @param size of both groups
     * @param ownFirst the first rank of this one's group
     * @param ownSize how many ranks that has
     * @param plans those of one group
     */
    public TwoGroups(int rank, int size, int ownFirst, int ownSize, Plans plans) {
        this.rank = rank;
        this.ownFirst = ownFirst;
        this.ownSize = ownSize;
        this.farSize = size - ownSize;
        this.plans = plans;
    }

    /** How many ranks the other group has. */
    public int farSize() {
        return farSize;
    }

    /** How many ranks this one's group has. */
    public int ownSize() {
        return ownSize;
    }

    /** This rank in its group. */
    public int own() {
        return rank - ownFirst;
    }

    /** This rank among those of both groups. */
    public int rank() {
        return rank;
    }

    /** A rank of the other group, among those of both. */
    public int far(int rankThere) {
        return ownFirst == 0 ? ownSize + rankThere : rankThere;
    }

    private boolean isSpeaker() {
        return own() == SPEAKER;
    }

    /** This rank among those of its group. */
    private Member member() {
        return new Member(own(), ownSize);
    }

    private int[] group() {
        return IntStream.range(ownFirst, ownFirst + ownSize).toArray();
    }

    private Plan made(String algorithm, Consumer<PlanBuilder> steps) {
        PlanBuilder plan = new PlanBuilder(rank, ownSize + farSize);
        steps.accept(plan);
        return plan.build(algorithm);
    }

    private Plan known(Key key, String algorithm, Consumer<PlanBuilder> steps) {
        return cache.get(key, unknown -> made(algorithm, steps));
    }

    /** Nothing is to be done here: another rank of the group is the root. */
    public Plan nothing() {
        return known(new Key("nothing", 0, 0), "idle", plan -> {});
    }

    /** All ranks of both groups have come. */
    public Plan barrier() {
        return plans.of(Task.of(Barriers.BARRIER, new Member(rank, ownSize + farSize), 0, 0, false));
    }

    /** The root gives the other group its data. */
    public Plan bcastFromHere(long bytes) {
        return known(new Key("bcast", rank, bytes), DIRECT, plan -> bcastFromHere(plan, plans.of(ofRoot(bytes))));
    }

    /** The same by steps that don't depend on the length. */
    public Plan bcastOfAnyLengthFromHere(long bytes) {
        return made(DIRECT, plan -> bcastFromHere(plan, ofAnyLength(ofRoot(bytes))));
    }

    private Task ofRoot(long bytes) {
        return Task.of(Broadcasts.BCAST, new Member(0, farSize + 1), 0, bytes, false);
    }

    private void bcastFromHere(PlanBuilder plan, Plan part) {
        int[] rootAndGroup = IntStream.rangeClosed(0, farSize)
                .map(i -> i == 0 ? rank : far(i - 1))
                .toArray();
        plan.include(part, rootAndGroup, Plan.SEND, Plan.RECEIVE);
    }

    /** This group gets the data of a root in the other one. */
    public Plan bcastFromThere(int root, long bytes) {
        return known(
                new Key("bcast", far(root), bytes),
                DIRECT,
                plan -> bcastFromThere(plan, root, plans.of(afterRoot(bytes))));
    }

    /** The same by steps that don't depend on the length. */
    public Plan bcastOfAnyLengthFromThere(int root, long bytes) {
        return made(DIRECT, plan -> bcastFromThere(plan, root, ofAnyLength(afterRoot(bytes))));
    }

    private Task afterRoot(long bytes) {
        return Task.of(Broadcasts.BCAST, new Member(own() + 1, ownSize + 1), 0, bytes, false);
    }

    private static Plan ofAnyLength(Task bcast) {
        return Broadcasts.BCAST.plan(Broadcasts.OF_ANY_LENGTH, bcast);
    }

    private void bcastFromThere(PlanBuilder plan, int root, Plan part) {
        int[] rootAndGroup = IntStream.rangeClosed(0, ownSize)
                .map(i -> i == 0 ? far(root) : ownFirst + i - 1)
                .toArray();
        plan.include(part, rootAndGroup, Plan.SEND, Plan.RECEIVE);
    }

    /** The group's part in its own slots. */
    private void within(PlanBuilder plan, Task task, int send, int receive) {
        plan.include(plans.of(task), group(), send, receive);
    }

    private void spread(PlanBuilder plan, int slot, long bytes) {
        within(plan, Task.of(Broadcasts.BCAST, member(), SPEAKER, bytes, false), Plan.SEND, slot);
    }

    /** Whether the blocks of a group and a root in the other one go by the speaker, as those of one group would go by other ranks. */
    private boolean isBySpeaker(Algorithms operation, int groupSize, long block) {
        Task first = Task.of(operation, new Member(SPEAKER, groupSize), SPEAKER, block, false);
        return !plans.of(first).algorithm().equals(DIRECT);
    }

    /** The root gets equal blocks of all ranks of the other group. */
    public Plan gatherHere(long block) {
        if (!isBySpeaker(Gathers.GATHER, farSize, block)) {
            return gatherHere(equal(farSize, block));
        }
        return known(
                new Key("gather", rank, block),
                BY_SPEAKERS,
                plan -> plan.receive(far(SPEAKER), Plan.RECEIVE, 0, farSize * block));
    }

    /** This rank gives the root in the other group its block, which is as long as all others. */
    public Plan gatherThere(int root, long block) {
        if (!isBySpeaker(Gathers.GATHER, ownSize, block)) {
            return gatherBlockThere(root, block);
        }
        return known(new Key("gather", far(root), block), BY_SPEAKERS, plan -> {
            int collected = collected(plan, block);
            if (isSpeaker()) {
                plan.send(far(root), collected, 0, ownSize * block);
            }
        });
    }

    /** The slot in which the speaker has the blocks of its group. */
    private int collected(PlanBuilder plan, long block) {
        int slot = plan.scratch(isSpeaker() ? ownSize * block : 0);
        within(plan, Task.of(Gathers.GATHER, member(), SPEAKER, block, false), Plan.SEND, slot);
        return slot;
    }

    /** The root gets a block of each rank of the other group. */
    public Plan gatherHere(long[] blocks) {
        long[] starts = Places.of(blocks);
        return made(DIRECT, plan -> {
            for (int other = 0; other < farSize; other++) {
                plan.receive(far(other), Plan.RECEIVE, starts[other], blocks[other]);
            }
        });
    }

    /** This rank gives the root in the other group its block, whatever the others give. */
    public Plan gatherBlockThere(int root, long bytes) {
        return known(new Key("gatherv", far(root), bytes), DIRECT, plan -> plan.send(far(root), Plan.SEND, 0, bytes));
    }

    /** The root gives all ranks of the other group equal blocks. */
    public Plan scatterFromHere(long block) {
        if (!isBySpeaker(Gathers.SCATTER, farSize, block)) {
            return scatterFromHere(equal(farSize, block));
        }
        return known(
                new Key("scatter", rank, block),
                BY_SPEAKERS,
                plan -> plan.send(far(SPEAKER), Plan.SEND, 0, farSize * block));
    }

    /** This rank gets its block of the root in the other group, which is as long as all others. */
    public Plan scatterFromThere(int root, long block) {
        if (!isBySpeaker(Gathers.SCATTER, ownSize, block)) {
            return scatterBlockFromThere(root, block);
        }
        return known(new Key("scatter", far(root), block), BY_SPEAKERS, plan -> {
            int all = plan.scratch(isSpeaker() ? ownSize * block : 0);
            if (isSpeaker()) {
                plan.receive(far(root), all, 0, ownSize * block);
            }
            within(plan, Task.of(Gathers.SCATTER, member(), SPEAKER, block, false), all, Plan.RECEIVE);
        });
    }

    /** The root gives each rank of the other group a block. */
    public Plan scatterFromHere(long[] blocks) {
        long[] starts = Places.of(blocks);
        return made(DIRECT, plan -> {
            for (int other = 0; other < farSize; other++) {
                plan.send(far(other), Plan.SEND, starts[other], blocks[other]);
            }
        });
    }

    /** This rank gets its block of the root in the other group, whatever the others get. */
    public Plan scatterBlockFromThere(int root, long bytes) {
        return known(
                new Key("scatterv", far(root), bytes), DIRECT, plan -> plan.receive(far(root), Plan.RECEIVE, 0, bytes));
    }

    /** Each rank gets the data of all ranks of the other group, all equally long. */
    public Plan allgather(long bytes, long block) {
        Key key = new Key("allgather", 0, bytes, block, 0, false);
        long given = ownSize * bytes;
        long gathered = farSize * block;
        if (isInPieces(Math.max(given, gathered))) {
            return known(key, IN_PIECES, plan -> allgatherInPieces(plan, bytes, block));
        }
        return known(key, BY_SPEAKERS, plan -> {
            exchange(plan, collected(plan, bytes), given, Plan.RECEIVE, gathered);
            spread(plan, Plan.RECEIVE, gathered);
        });
    }

    private void allgatherInPieces(PlanBuilder plan, long bytes, long block) {
        long[] wanted = Places.pieces(farSize * block, ownSize, Places.ELEMENT_BYTES);
        long[] wantedThere = Places.pieces(ownSize * bytes, farSize, Places.ELEMENT_BYTES);
        receive(plan, new Piece(Plan.RECEIVE, 0, wanted, own()), Places.equal(farSize, block), this::far);
        send(plan, Piece.alone(Plan.SEND, Places.equal(ownSize, bytes), own()), wantedThere, this::far);
        share(plan, wanted);
    }

    /** Each rank of the group has a piece of what all of it are to have, at its place. */
    private void share(PlanBuilder plan, long[] starts) {
        Task task = Task.ofBlocks(Allgathers.ALLGATHER, member(), 0, lengths(starts), true);
        within(plan, task, Plan.RECEIVE, Plan.RECEIVE);
    }

    private static long[] lengths(long[] starts) {
        return IntStream.range(0, starts.length - 1)
                .mapToLong(i -> Places.length(starts, i))
                .toArray();
    }

    private static long[] equal(int count, long block) {
        return lengths(Places.equal(count, block));
    }

    private boolean isInPieces(long bytes) {
        return ownSize + farSize > 2 && bytes > Limits.SPLIT_BYTES;
    }

    private void exchange(PlanBuilder plan, int slot, long bytes, int room, long roomBytes) {
        if (isSpeaker()) {
            plan.receive(far(SPEAKER), room, 0, roomBytes);
            plan.send(far(SPEAKER), slot, 0, bytes);
        }
    }

    /**
     * A rank's piece of a vector that some ranks have or want in pieces.
     *
     * @param slot where it stands
     * @param at which place of the slot is the vector's beginning
     * @param starts where the piece of each rank begins, and where the last one ends
     * @param owner whose piece it is
     */
    private record Piece(int slot, long at, long[] starts, int owner) {

        /** One that stands at the slot's beginning. */
        static Piece alone(int slot, long[] starts, int owner) {
            return new Piece(slot, -starts[owner], starts, owner);
        }

        long from(long[] others, int other) {
            return Math.max(starts[owner], others[other]);
        }

        /** How many bytes it has in common with a piece of the same vector that is cut in another way. */
        long common(long[] others, int other) {
            return Math.max(0, Math.min(starts[owner + 1], others[other + 1]) - from(others, other));
        }
    }

    /** What others want of it goes to them. */
    private void send(PlanBuilder plan, Piece held, long[] wanted, IntUnaryOperator ranks) {
        for (int other = 0; other < wanted.length - 1; other++) {
            if (held.common(wanted, other) > 0 && ranks.applyAsInt(other) != rank) {
                plan.send(
                        ranks.applyAsInt(other),
                        held.slot(),
                        held.at() + held.from(wanted, other),
                        held.common(wanted, other));
            }
        }
    }

    /** It comes from the ranks that hold some of it. */
    private void receive(PlanBuilder plan, Piece wanted, long[] held, IntUnaryOperator ranks) {
        for (int other = 0; other < held.length - 1; other++) {
            if (wanted.common(held, other) > 0 && ranks.applyAsInt(other) != rank) {
                plan.receive(
                        ranks.applyAsInt(other),
                        wanted.slot(),
                        wanted.at() + wanted.from(held, other),
                        wanted.common(held, other));
            }
        }
    }

    /** Each rank gives each rank of the other group a block: its own data, or one for each. */
    public Plan alltoall(Neighbors.Parts sent, long[] received) {
        long[] starts = Places.of(received);
        int[] partners = partners();
        return made(
                DIRECT,
                plan -> Alltoalls.inWindows(
                        plan,
                        farSize,
                        i -> plan.receive(far(partners[i]), Plan.RECEIVE, starts[partners[i]], received[partners[i]]),
                        i -> plan.send(
                                far(partners[i]),
                                Plan.SEND,
                                sent.from()[partners[i]],
                                sent.lengthBytes()[partners[i]])));
    }

    /** With whom this rank exchanges something, one after the other: two ranks meet in the round that is the sum of their numbers. */
    private int[] partners() {
        int rounds = Math.max(ownSize, farSize);
        return IntStream.range(0, rounds)
                .map(round -> Math.floorMod(round - own(), rounds))
                .filter(other -> other < farSize)
                .toArray();
    }

    /** The root gets what the other group has reduced. */
    public Plan reduceHere(long bytes) {
        return known(
                new Key("reduce", rank, bytes),
                BY_SPEAKERS,
                plan -> plan.receive(far(SPEAKER), Plan.RECEIVE, 0, bytes));
    }

    /** This group reduces for the root in the other one. */
    public Plan reduceThere(int root, long bytes, int element, boolean commutative) {
        return known(new Key("reduce", far(root), bytes, 0, element, commutative), BY_SPEAKERS, plan -> {
            int reduced = reduced(plan, bytes, element, commutative);
            if (isSpeaker()) {
                plan.send(far(root), reduced, 0, bytes);
            }
        });
    }

    /** The slot in which the speaker has what the group has reduced. */
    private int reduced(PlanBuilder plan, long bytes, int element, boolean commutative) {
        int slot = plan.scratch(isSpeaker() ? bytes : 0);
        Task reduce = Task.reducing(Reductions.REDUCE, member(), SPEAKER, bytes, element, commutative, false);
        within(plan, reduce, Plan.SEND, slot);
        return slot;
    }

    /** Each rank gets what the other group has reduced. */
    public Plan allreduce(long bytes, int element, boolean commutative) {
        Key key = new Key("allreduce", 0, bytes, bytes, element, commutative);
        if (isReducedInPieces(bytes)) {
            long[] pieces = Places.pieces(bytes, ownSize, element);
            return known(key, IN_PIECES, plan -> {
                crossing(plan, bytes, element, commutative, new Piece(Plan.RECEIVE, 0, pieces, own()));
                share(plan, pieces);
            });
        }
        return known(key, BY_SPEAKERS, plan -> {
            exchange(plan, reduced(plan, bytes, element, commutative), bytes, Plan.RECEIVE, bytes);
            spread(plan, Plan.RECEIVE, bytes);
        });
    }

    /** Where bits depend on the values alone, they don't on the length either. */
    private boolean isReducedInPieces(long bytes) {
        return isInPieces(bytes) && !plans.areReproducible();
    }

    /** Each rank has a piece of what its group has reduced, which goes to the other group, and gets one of what that has. */
    private void crossing(PlanBuilder plan, long bytes, int element, boolean commutative, Piece wanted) {
        long[] pieces = Places.pieces(bytes, ownSize, element);
        long[] piecesThere = Places.pieces(bytes, farSize, element);
        int reduced = plan.scratch(Places.length(pieces, own()));
        Task task = Task.ofBlocks(Reductions.REDUCE_SCATTER, member(), 0, lengths(pieces), false)
                .reducing(commutative);
        within(plan, task, Plan.SEND, reduced);
        receive(plan, wanted, piecesThere, this::far);
        send(plan, Piece.alone(reduced, pieces, own()), piecesThere, this::far);
    }

    /** Each rank gets a block of what the other group has reduced. */
    public Plan reduceScatter(long[] blocks, long bytes, int element, boolean commutative) {
        long all = LongStream.of(blocks).sum();
        if (isReducedInPieces(Math.max(all, bytes))) {
            return made(IN_PIECES, plan -> reduceScatterInPieces(plan, Places.of(blocks), all, element, commutative));
        }
        return made(BY_SPEAKERS, plan -> {
            int reduced = reduced(plan, bytes, element, commutative);
            int others = plan.scratch(isSpeaker() ? all : 0);
            exchange(plan, reduced, bytes, others, all);
            within(plan, Task.ofBlocks(Gathers.SCATTER, member(), SPEAKER, blocks, false), others, Plan.RECEIVE);
        });
    }

    /** The other group doesn't know the blocks of this one: its pieces come, and are given to the ranks whose blocks they are. */
    private void reduceScatterInPieces(PlanBuilder plan, long[] blocks, long bytes, int element, boolean commutative) {
        long[] pieces = Places.pieces(bytes, ownSize, element);
        Piece came = Piece.alone(plan.scratch(Places.length(pieces, own())), pieces, own());
        crossing(plan, bytes, element, commutative, came);
        Piece block = Piece.alone(Plan.RECEIVE, blocks, own());
        receive(plan, block, pieces, other -> ownFirst + other);
        send(plan, came, blocks, other -> ownFirst + other);
        plan.copy(
                came.slot(),
                came.at() + came.from(blocks, own()),
                Plan.RECEIVE,
                block.at() + came.from(blocks, own()),
                came.common(blocks, own()));
    }
}
