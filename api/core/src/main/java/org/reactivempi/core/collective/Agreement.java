package org.reactivempi.core.collective;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.algorithm.Task;
import org.reactivempi.core.collective.plan.Memory;
import org.reactivempi.core.collective.plan.PlanRun;
import org.reactivempi.core.collective.plan.Waits;
import org.reactivempi.transport.channel.OnProgressThread;
import reactor.core.publisher.Mono;

/**
 * All ranks tell each other what they do under a number, before anything else of it is done: so each knows of any difference, and
 * all that differ fail alike.
 *
 * <p>This is an allreduce of two {@link Call}s for each group of ranks that have heard of each other: what its lowest rank does, and what the
 * lowest one does that does something else, if there is any.
 */
@OnProgressThread
final class Agreement implements PlanRun.Owner {

    private static final int LENGTH_BYTES = 2 * Call.LENGTH_BYTES;
    /** In place of the second rank: there is no difference. */
    private static final int NOBODY = -1;

    private final CollectiveContext communicator;
    private final int number;
    private final Call own;
    private final @Nullable Waits waits;
    private final @Nullable Edges edges;
    /** What the ranks have told. */
    private final byte[] found;

    private @Nullable Listener listener;
    private @Nullable PlanRun run;

    /** Is told of it. */
    interface Listener {

        /** It can't be reached, since ranks are lost or the communicator is revoked; the end comes later. */
        void onCutOff(MpiException failure);

        /**
         * It has ended.
         *
         * @param failure what has kept ranks from telling each other; null if nothing has
         * @param difference between what they do; null if none is known
         */
        void onEnded(@Nullable MpiException failure, @Nullable MpiException difference);

        /** Whether it passes that on to the program at once. */
        boolean tellsProgram();
    }

    /** {@code edges} is how neighbors tell each other; null where all ranks do. */
    Agreement(CollectiveContext communicator, int number, Call own, @Nullable Waits waits, @Nullable Edges edges) {
        this.edges = edges;
        this.found = new byte[edges == null ? LENGTH_BYTES : edges.sources() * Call.LENGTH_BYTES];
        this.communicator = communicator;
        this.number = number;
        this.own = own;
        this.waits = waits;
    }

    /** Begins; ends at once where ranks don't compare what they do, or where there is only one. */
    void ask(Listener whoWantsToKnow) {
        if (!communicator.isChecked()) {
            whoWantsToKnow.onEnded(null, null);
            return;
        }
        listener = whoWantsToKnow;
        run = edges == null ? amongAll() : along(edges);
        run.start(null, waits);
    }

    private PlanRun along(Edges edges) {
        byte[] told = new byte[Call.LENGTH_BYTES];
        own.encode(communicator.at.rank(), ByteBuffer.wrap(told).order(ByteOrder.LITTLE_ENDIAN));
        return new PlanRun(
                edges.plan(),
                communicator.at,
                Collective.checkTag(number),
                Memory.of(Buffers.of(told), Buffers.of(found)),
                null,
                this);
    }

    private PlanRun amongAll() {
        ByteBuffer both = ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN);
        own.encode(communicator.at.rank(), both);
        both.putInt(NOBODY);
        return new PlanRun(
                communicator.agreement(member -> Reductions.ALLREDUCE.plan(
                        Task.reducing(Reductions.ALLREDUCE, member, 0, LENGTH_BYTES, LENGTH_BYTES, false, true))),
                communicator.at,
                Collective.checkTag(number),
                Memory.of(Buffer.inPlace(), Buffers.of(found)),
                new Comparison(),
                this);
    }

    /**
     * The same for what meets lost ranks itself.
     *
     * @return completes unless the ranks do different things
     */
    Mono<Void> reached() {
        return Mono.create(sink -> ask(new Listener() {
            @Override
            public void onCutOff(MpiException failure) {
                sink.success();
            }

            @Override
            public void onEnded(@Nullable MpiException failure, @Nullable MpiException difference) {
                if (difference == null) {
                    sink.success();
                } else {
                    sink.error(difference);
                }
            }

            @Override
            public boolean tellsProgram() {
                return true;
            }
        }));
    }

    @Override
    public void onCutOff(MpiException failure) {
        listener().onCutOff(failure);
    }

    @Override
    public void onEnded(@Nullable MpiException failure) {
        listener().onEnded(failure, failure == null ? difference() : null);
    }

    @Override
    public boolean tellsProgram() {
        return listener().tellsProgram();
    }

    @Override
    public String inWords() {
        return own.name() + ", " + communicator.numberInWords(number);
    }

    /** The ranks that it knows nothing of yet, and waits for. */
    BitSet awaited() {
        PlanRun asked = run;
        return asked == null ? new BitSet() : asked.awaited();
    }

    /** The messages that it waits for, as {@link PlanRun#underWay} says them. */
    List<String> underWay() {
        PlanRun asked = run;
        return asked == null ? List.of() : asked.underWay();
    }

    private Listener listener() {
        return Objects.requireNonNull(listener, "asked before it has ended");
    }

    private @Nullable MpiException difference() {
        return edges == null ? differenceAmongAll() : differenceFromNeighbors();
    }

    /** The first neighbor that does something else; places of nobody are empty. */
    private @Nullable MpiException differenceFromNeighbors() {
        ByteBuffer all = ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < found.length; at += Call.LENGTH_BYTES) {
            Call theirs = Call.decode(all, at);
            if (!theirs.name().isEmpty() && own.difference(theirs) != null) {
                return different(own.difference(theirs), communicator.at.rank(), own, all.getInt(at), theirs);
            }
        }
        return null;
    }

    private @Nullable MpiException differenceAmongAll() {
        ByteBuffer both = ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN);
        int other = both.getInt(Call.LENGTH_BYTES);
        if (other == NOBODY) {
            return null;
        }
        Call first = Call.decode(both, 0);
        Call second = Call.decode(both, Call.LENGTH_BYTES);
        return different(first.difference(second), both.getInt(0), first, other, second);
    }

    private MpiException different(@Nullable ErrorClass in, int rank, Call call, int otherRank, Call otherCall) {
        return new MpiException(
                Objects.requireNonNullElse(in, ErrorClass.OTHER),
                own.name() + ": ranks do different things as " + communicator.numberInWords(number) + ": rank "
                        + inWords(rank) + " " + call.inWords(this::inWords) + "; rank " + inWords(otherRank) + " "
                        + otherCall.inWords(this::inWords));
    }

    private String inWords(int rank) {
        return communicator.at.ranks().inWords(rank);
    }

    /**
     * Of two groups of ranks: what the lowest rank of the left one does, and the lowest one that does something else. A rank whose elements
     * go with any type differs from none in that: the lowest rank with a type stands for such ones.
     */
    private static final class Comparison implements Op.Reducer {

        @Override
        public int elementBytes() {
            return LENGTH_BYTES;
        }

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right) {
            if (left.getInt(Call.LENGTH_BYTES) != NOBODY) {
                right.put(0, left, 0, LENGTH_BYTES);
                return;
            }
            Call first = Call.decode(left, 0);
            Call next = Call.decode(right, 0);
            boolean isRightKnown = right.getInt(Call.LENGTH_BYTES) != NOBODY;
            if (first.difference(next) != null) {
                right.put(Call.LENGTH_BYTES, right, 0, Call.LENGTH_BYTES);
                right.put(0, left, 0, Call.LENGTH_BYTES);
            } else if (!isRightKnown
                    ? first.saysAsMuchAs(next)
                    : first.difference(Call.decode(right, Call.LENGTH_BYTES)) != null) {
                right.put(0, left, 0, Call.LENGTH_BYTES);
            }
        }
    }
}
