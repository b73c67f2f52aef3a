package org.reactivempi.core.collective.plan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.transport.engine.port.EngineException.UnreadableException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * A plan under way: the end of each step begins the steps that have waited for it. Only for the progress thread.
 *
 * <p>Once a step has failed, the rest of the plan is still run, with a {@link Mark} in place of all data that would be sent, and
 * without anything being computed: so each rank that depends on this one hears of the failure, none waits for what never
 * comes, and the operations after this one are not disturbed. Where ranks are cut off, the caller hears of it before that end, because a rank
 * that lives may have given the communicator up, and never come:
 *
 * <pre>
 *  runs --rank lost--&gt; waits for what uses the caller's memory --onCutOff--&gt; runs on without it --onEnded
 *   |                                                                          ^
 *   +--all other ends----------------------------------------------------------+
 * </pre>
 * It may be started again once it has ended, and then does the same with the same objects.
 */
public final class PlanRun {

    /** What a run is made for. */
    public interface Owner {

        /**
         * It has failed, since ranks are cut off, and what its caller has given is not used any more. The end follows, which may
         * take as long as ranks that live don't do their part.
         */
        void onCutOff(MpiException failure);

        /**
         * All steps have ended.
         *
         * @param failure the first that one of them met, or null
         */
        void onEnded(@Nullable MpiException failure);

        /** What the operation is called in errors, with its number. */
        String inWords();

        /** Whether its end is told to the program at once, and not by a signal of its own. */
        default boolean tellsProgram() {
            return false;
        }

        /** Whether the calling thread waits for it. */
        default boolean isWaitedFor() {
            return false;
        }
    }

    private static final Payload[] NO_SLOTS = {};

    private final Plan plan;
    private final OperationContext at;
    private final int tag;
    private final Memory memory;
    private Payload[] slots;
    private final Transfer.@Nullable Reducing reducing;
    private final Owner owner;
    private @Nullable Waits waits;

    private final Transfer transfer = new Transfer();
    private final Runnable beginning = this::beginFirst;
    private final int[] waitsFor;
    /** Steps that may begin: a ring, as long as the plan, since each of them stands in it once. */
    private final int[] ready;

    private int firstReady;
    private int readyCount;
    private int ended;
    private boolean working;
    private @Nullable MpiException failure;
    /** Where that was, which may be another rank than the one that has told of it. */
    private int failedRank;
    /** Messages under way that use the caller's memory, by their steps. */
    private final @Nullable Object[] using;
    /** Messages of the runs before, by their steps, which are sent and received again. */
    private final @Nullable Object[] kept;

    private int usingCount;
    private boolean givenUp;
    private boolean told;

    /**
     * A plan that has not begun.
     *
     * @param tag of all its messages; no other operation of this context may have it
     * @param memory what its caller sends and receives
     * @param reducer what it reduces with, if it does
     * @param owner is told of its end
     */
    public PlanRun(Plan plan, OperationContext at, int tag, Memory memory, Op.@Nullable Reducer reducer, Owner owner) {
        this.plan = plan;
        this.at = at;
        this.tag = tag;
        this.memory = memory;
        this.slots = NO_SLOTS;
        this.reducing = reducer == null ? null : new Transfer.Reducing(reducer);
        this.owner = owner;
        this.waitsFor = new int[plan.steps()];
        this.ready = new int[plan.steps()];
        this.using = new Object[plan.steps()];
        this.kept = new Object[plan.steps()];
    }

    /**
     * Begins all that waits for nothing; the end may come before this returns. It must not be under way.
     *
     * @param before what has failed already, so that nothing but marks is sent; or null
     * @param hears for whom it waits this time, if anybody wants to know
     */
    public void start(@Nullable MpiException before, @Nullable Waits hears) {
        waits = hears;
        plan.copyDependencies(waitsFor);
        firstReady = 0;
        ended = 0;
        failure = before;
        failedRank = at.rank();
        givenUp = false;
        told = false;
        makeSlots();
        at.engine().messages().step(beginning);
    }

    private void makeSlots() {
        if (slots != NO_SLOTS && memory.isLasting(plan)) {
            return;
        }
        Arrays.fill(kept, null);
        try {
            slots = memory.of(plan, reducing);
        } catch (Throwable noMemory) {
            slots = NO_SLOTS;
            noteFailure(noMemory);
        }
    }

    private void beginFirst() {
        for (int step = 0; step < plan.steps(); step++) {
            if (waitsFor[step] == 0) {
                append(step);
            }
        }
        work();
    }

    private void append(int step) {
        ready[(firstReady + readyCount++) % ready.length] = step;
    }

    private void released(int step) {
        if (--waitsFor[step] == 0) {
            append(step);
        }
    }

    /** Begins what may begin. What ends meanwhile adds to it, and doesn't begin it by itself: the stack stays flat. */
    private void work() {
        if (working) {
            return;
        }
        working = true;
        while (readyCount > 0) {
            int step = ready[firstReady];
            firstReady = (firstReady + 1) % ready.length;
            readyCount--;
            begin(step);
            int next = plan.nextOfPeer(step);
            if (next != Plan.NONE) {
                released(next);
            }
        }
        working = false;
        if (failure != null && !givenUp && isCutOff(failure)) {
            giveUp();
        }
        if (givenUp && !told && usingCount == 0 && failure != null) {
            told = true;
            owner.onCutOff(failure);
        }
        if (ended == plan.steps()) {
            ended = -1;
            store();
            if (failure != null) {
                // Some of them may have been taken back, or stand for marks.
                Arrays.fill(kept, null);
            }
            owner.onEnded(failure);
        }
    }

    /** What has come becomes what the caller wants; not where it has failed, and its caller may have the memory back. */
    private void store() {
        if (failure == null) {
            try {
                memory.received(plan, slots);
            } catch (Throwable refused) {
                noteFailure(refused);
            }
        }
    }

    private static boolean isCutOff(MpiException failure) {
        return switch (failure.errorClass()) {
            case PROC_FAILED, REVOKED, SESSION -> true;
            default -> false;
        };
    }

    /** Takes back what has not met its counterpart; each begins again without the caller's memory once it has been taken back. */
    private void giveUp() {
        givenUp = true;
        for (Object operation : using) {
            if (operation instanceof Outgoing send) {
                at.engine().messages().withdraw(send);
            } else if (operation instanceof Incoming receive) {
                at.engine().messages().withdraw(receive);
            }
        }
    }

    /**
     * Which ranks it waits for.
     *
     * @return ranks whose message is expected and has not come, as far as the caller's memory is used; in ascending order
     */
    public BitSet awaited() {
        BitSet ranks = new BitSet();
        for (int step = 0; step < using.length; step++) {
            if (using[step] instanceof Incoming) {
                ranks.set(plan.peer(step));
            }
        }
        return ranks;
    }

    /** The messages that have not come, or have not been taken, each with its two ranks, as far as the caller's memory is used. */
    public List<String> underWay() {
        return IntStream.range(0, using.length)
                .filter(step -> using[step] != null)
                .mapToObj(step -> using[step] instanceof Incoming
                        ? plan.peer(step) + " -> " + at.rank()
                        : at.rank() + " -> " + plan.peer(step))
                .distinct()
                .toList();
    }

    /** In which parts of a plan that is made of others it waits for them; empty where it is not, or waits for nobody. */
    public List<String> awaitedIn() {
        return IntStream.range(0, using.length)
                .filter(step -> using[step] instanceof Incoming)
                .mapToObj(plan::part)
                .filter(part -> !part.isEmpty())
                .distinct()
                .toList();
    }

    private void uses(int step, Object operation) {
        if (!givenUp) {
            using[step] = operation;
            usingCount++;
        }
    }

    private void usesNoMore(int step) {
        if (using[step] != null) {
            using[step] = null;
            usingCount--;
        }
    }

    private void begin(int step) {
        switch (plan.kind(step)) {
            case SEND -> {
                Sending send = sending(step);
                uses(step, send);
                at.engine().messages().send(send);
            }
            case RECEIVE, RECEIVE_AND_REDUCE, RECEIVE_AND_REDUCE_LEFT -> {
                Receiving receive = receiving(step);
                uses(step, receive);
                at.engine().messages().receive(receive);
            }
            case COPY, REDUCE -> {
                compute(step);
                end(step);
            }
        }
    }

    /** Whether the end of a step runs no code of the program, but that of the calling thread. */
    private boolean isQuiet() {
        return !owner.tellsProgram() && (reducing == null || !reducing.isUsers()) || owner.isWaitedFor();
    }

    private Sending sending(int step) {
        if (failure == null && kept[step] instanceof Sending again) {
            return again.again();
        }
        Sending send = new Sending(step);
        kept[step] = send;
        return send;
    }

    private Receiving receiving(int step) {
        if (failure == null && kept[step] instanceof Receiving again) {
            return again.again();
        }
        Receiving receive = new Receiving(step);
        kept[step] = receive;
        return receive;
    }

    private void end(int step) {
        usesNoMore(step);
        ended++;
        for (int i = plan.firstDependant(step); i < plan.firstDependant(step + 1); i++) {
            released(plan.dependant(i));
        }
    }

    private void beginAgain(int step) {
        usesNoMore(step);
        begin(step);
        work();
    }

    private void endAndWork(int step) {
        end(step);
        work();
    }

    private void noteFailure(Throwable why) {
        noteFailure(why, "", at.rank());
    }

    private void noteFailure(Throwable why, String inWords, int rank) {
        if (failure == null) {
            failure = ContractFailures.of(why, at.ranks(), inWords);
            failedRank = rank;
        }
    }

    private void compute(int step) {
        if (failure != null) {
            return;
        }
        try {
            if (plan.kind(step) == Plan.Kind.COPY) {
                transfer.copy(slots, plan.left(step), plan.result(step), plan.pieces(step));
            } else {
                reducing().reduceAll(slots, plan.left(step), plan.right(step), plan.result(step));
            }
        } catch (Throwable e) {
            noteFailure(e);
        }
    }

    private Transfer.Reducing reducing() {
        return Objects.requireNonNull(reducing, "a plan that reduces has an operation");
    }

    /** What this rank knows of a failure elsewhere. */
    private MpiException heard(Mark mark, int from, int step) {
        if (mark.errorClass() == ErrorClass.PROC_FAILED) {
            int lost = at.ranks().heard(mark.rank());
            Group.Process process = at.ranks().ofOtherJob(lost);
            String who = process == null
                    ? "rank " + lost + " of the world"
                    : "rank " + process.rank() + " of the job " + process.job() + ", which is rank " + lost + " here,";
            return new ProcessFailedException(
                    lost,
                    at.ranks().rankOf(lost),
                    null,
                    null,
                    inPart(step) + ": " + who + " was lost, as rank "
                            + at.ranks().inWords(from) + " says",
                    null);
        }
        return new MpiException(
                mark.errorClass(),
                inPart(step) + " has failed on rank " + at.ranks().inWords(mark.rank()));
    }

    /** The operation, and the part of its plan that a step belongs to. */
    private String inPart(int step) {
        String part = plan.part(step);
        return owner.inWords() + (part.isEmpty() ? "" : ", in " + part);
    }

    /** A message of the plan, or the mark in its place. */
    private final class Sending extends Outgoing.Owned {

        private final int step;
        private final byte @Nullable [] mark;

        Sending(int step) {
            this(
                    step,
                    failure == null
                            ? null
                            : Mark.of(failure, failedRank, at.ranks())
                                    .encode(plan.left(step).lengthBytes()));
        }

        private Sending(int step, byte @Nullable [] mark) {
            super(
                    at.context(),
                    at.rank(),
                    at.ranks().worldRank(plan.peer(step)),
                    tag,
                    SendMode.STANDARD,
                    mark == null ? plan.left(step).lengthBytes() : mark.length);
            this.step = step;
            this.mark = mark;
        }

        /** The same once more; it has ended well. */
        Sending again() {
            reset();
            return this;
        }

        @Override
        public boolean isPart() {
            return true;
        }

        @Override
        protected boolean isQuiet() {
            return PlanRun.this.isQuiet();
        }

        @Override
        public byte @Nullable [] signature() {
            return waits == null ? null : waits.note();
        }

        @Override
        public @Nullable ByteBuffer directMemory() {
            return mark == null ? Transfer.directMemory(slots, plan.left(step)) : null;
        }

        @Override
        public @Nullable ByteBuffer directMemory(long position, int most) {
            if (mark != null) {
                return null;
            }
            Range range = plan.left(step);
            return slots[range.slot()].directMemory(
                    range.from() + position, (int) Math.min(most, range.lengthBytes() - position));
        }

        @Override
        public void copyTo(long position, ByteBuffer target) {
            if (mark == null) {
                Range range = plan.left(step);
                slots[range.slot()].copyTo(range.from() + position, target);
            } else {
                target.put(mark, (int) position, target.remaining());
            }
        }

        /** Ranks of one JVM read it where it is. */
        @Override
        protected boolean isLendable() {
            return mark == null && slots[plan.left(step).slot()].hasLongBlocks();
        }

        @Override
        public boolean copyTo(Incoming receive, long position, long lengthBytes) {
            Range range = plan.left(step);
            return mark == null
                    && receive instanceof Receiving other
                    && other.copyFrom(slots[range.slot()], range.from() + position, position, lengthBytes);
        }

        @Override
        protected void onDone() {
            endAndWork(step);
        }

        @Override
        protected void onCancelled() {
            beginAgain(step);
        }

        @Override
        protected void onFailed(Throwable why) {
            noteFailure(why, plan.part(step), at.rank());
            endAndWork(step);
        }
    }

    /** Of no interest where nobody wants to know for whom it waits. */
    private long nowNanos() {
        Waits hears = waits;
        return hears == null ? 0 : hears.nowNanos();
    }

    /** A message of the plan that comes, which may be a mark, or of a wrong length. */
    private final class Receiving extends Incoming.Owned {

        private final int step;
        private final Range result;
        private final @Nullable Arrival arrival;
        private final boolean discards = failure != null;
        private long sinceNanos = nowNanos();
        private byte @Nullable [] mark;
        private byte @Nullable [] note;

        Receiving(int step) {
            super(at.context(), plan.peer(step), tag, at.ranks().worldRank(plan.peer(step)));
            this.step = step;
            this.result = plan.result(step);
            this.arrival = discards || plan.kind(step) == Plan.Kind.RECEIVE
                    ? null
                    : new Arrival(
                            reducing(),
                            slots,
                            plan.left(step),
                            result,
                            plan.kind(step) == Plan.Kind.RECEIVE_AND_REDUCE_LEFT);
        }

        /** The same once more; it has ended well. */
        Receiving again() {
            reset();
            sinceNanos = nowNanos();
            note = null;
            return this;
        }

        @Override
        public boolean isPart() {
            return true;
        }

        @Override
        protected boolean isQuiet() {
            return PlanRun.this.isQuiet();
        }

        @Override
        public void onSignature(byte[] signature) {
            note = signature;
        }

        @Override
        protected long room(long lengthBytes) {
            if (discards) {
                return lengthBytes;
            }
            if (lengthBytes != result.lengthBytes() && lengthBytes <= Mark.MOST_BYTES) {
                mark = new byte[(int) lengthBytes];
                return lengthBytes;
            }
            return result.lengthBytes();
        }

        @Override
        public @Nullable ByteBuffer directMemory() {
            try {
                return mark == null && arrival == null && !discards ? Transfer.directMemory(slots, result) : null;
            } catch (Throwable thrown) {
                // A copy says what is wrong.
                return null;
            }
        }

        @Override
        protected void copyFrom(long position, ByteBuffer source) {
            if (mark != null) {
                source.get(mark, (int) position, source.remaining());
            } else if (discards) {
                source.position(source.limit());
            } else if (arrival != null && failure != null) {
                source.position(source.limit());
            } else {
                try {
                    if (arrival == null) {
                        slots[result.slot()].copyFrom(result.from() + position, source);
                    } else {
                        arrival.take(position, source);
                    }
                } catch (Throwable e) {
                    source.position(source.limit());
                    noteFailure(e);
                }
            }
        }

        /** A part of a message whose sender's memory is in this JVM; false if it has to come as all others. */
        private boolean copyFrom(Payload source, long from, long position, long lengthBytes) {
            if (mark != null || discards || failure != null) {
                return false;
            }
            if (arrival != null) {
                return reduce(arrival, source, from, position, lengthBytes);
            }
            try {
                return source.copyTo(from, slots[result.slot()], result.from() + position, lengthBytes);
            } catch (Throwable thrown) {
                // Two copies, one of each memory, say which of the two is wrong.
                return false;
            }
        }

        private boolean reduce(Arrival into, Payload source, long from, long position, long lengthBytes) {
            try {
                return into.take(position, source, from, lengthBytes);
            } catch (Throwable thrown) {
                noteFailure(thrown);
                return true;
            }
        }

        @Override
        protected void onReceived(int source, int tag, long lengthBytes) {
            if (waits != null) {
                waits.ended(sinceNanos, peer(), note);
            }
            Mark marked = mark == null ? null : Mark.decode(mark);
            if (marked != null) {
                noteFailure(heard(marked, source, step), "", marked.rank());
            } else if (!discards && lengthBytes != result.lengthBytes()) {
                noteFailure(wrongLength(source, lengthBytes));
            }
            reduceKept();
            endAndWork(step);
        }

        /** What an operation of the program's reduces has only been kept until now. */
        private void reduceKept() {
            if (arrival != null) {
                try {
                    arrival.end(failure == null);
                } catch (Throwable e) {
                    noteFailure(e);
                }
            }
        }

        @Override
        protected void onTruncated(int source, int tag, long lengthBytes) {
            noteFailure(wrongLength(source, lengthBytes));
            endAndWork(step);
        }

        private MpiException wrongLength(int source, long lengthBytes) {
            return new MpiException(
                    lengthBytes > result.lengthBytes() ? ErrorClass.TRUNCATE : ErrorClass.COUNT,
                    inPart(step) + ": " + lengthBytes + " bytes came from rank "
                            + at.ranks().inWords(source) + ", rank "
                            + at.ranks().inWords(at.rank())
                            + " expected " + result.lengthBytes());
        }

        @Override
        protected void onCancelled() {
            beginAgain(step);
        }

        @Override
        protected void onFailed(Throwable why) {
            noteFailure(why, plan.part(step), why instanceof UnreadableException ? plan.peer(step) : at.rank());
            endAndWork(step);
        }
    }
}
