package org.reactivempi.core.collective;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Status;
import org.reactivempi.core.collective.plan.Memory;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanRun;
import org.reactivempi.core.collective.plan.Waits;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.HeldMono;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.CoreSubscriber;

/**
 * A collective operation with its arguments bound: each subscription takes part in one. As a persistent one it has a number from its
 * making, and all its starts have that number.
 */
public final class CollectiveMono extends OperationMono<Void> {

    /** In place of a number: each subscription takes one when it starts. */
    private static final int AT_START = Integer.MIN_VALUE;

    private final CollectiveContext communicator;
    private final String name;
    private final Runnable usable;
    private final Supplier<Part> parts;
    /** Where the program has called it; null where that is not known, or nobody compares what ranks do. */
    private final @Nullable String place;

    /**
     * What a rank does.
     *
     * @param call gives what all ranks have to do alike
     * @param reducer what it reduces with, if it does; for this part alone
     * @param edges by which a rank tells its neighbors what it does, and hears of them what they do, where it has nothing to do with all other
     *     ranks; null where all ranks compare what they do
     * @param rest gives what follows in the same operation when this has ended, well or not; must not throw; null where nothing follows
     */
    public record Part(
            Supplier<Call> call,
            Plan plan,
            Memory memory,
            Op.@Nullable Reducer reducer,
            @Nullable Edges edges,
            @Nullable Supplier<Part> rest) {

        /** One that is all of an operation. */
        public Part(
                Supplier<Call> call, Plan plan, Memory memory, Op.@Nullable Reducer reducer, @Nullable Edges edges) {
            this(call, plan, memory, reducer, edges, null);
        }
    }

    /**
     * An operation that is not subscribed.
     *
     * @param name what it is called in descriptions and errors
     * @param usable throws if the communicator takes no operations any more; asked at each start
     * @param parts gives what this rank does, or throws what is wrong with its arguments; asked at each subscription, and once for
     *     a persistent request
     */
    public CollectiveMono(CollectiveContext communicator, String name, Runnable usable, Supplier<Part> parts) {
        this.communicator = communicator;
        this.name = name;
        this.usable = usable;
        this.parts = parts;
        this.place = communicator.placeHere();
    }

    /**
     * This operation and another one of the communicator as a single one, with one number: no operation comes between them on any rank.
     *
     * @param both what they are called
     * @param other gives the other one when this one has ended, well or not; what this rank has to do in it must be free of errors
     * @return an operation that is not subscribed
     */
    public CollectiveMono then(String both, Supplier<CollectiveMono> other) {
        return new CollectiveMono(communicator, both, usable, () -> {
            Part first = parts.get();
            return new Part(
                    () -> first.call().get().named(both),
                    first.plan(),
                    first.memory(),
                    first.reducer(),
                    first.edges(),
                    () -> other.get().parts.get());
        });
    }

    @Override
    protected Engine engine() {
        return communicator.at.engine();
    }

    @Override
    protected ErrorListener errors() {
        return communicator.users();
    }

    @Override
    protected String inWords() {
        return communicator.inWords(name);
    }

    private Part part() {
        usable.run();
        try {
            return parts.get();
        } catch (MpiException wrong) {
            throw wrong.errorClass() == ErrorClass.TYPE && place != null
                    ? new MpiException(ErrorClass.TYPE, name + ": " + wrong.getMessage() + ", at " + place)
                    : wrong;
        }
    }

    @Override
    public void subscribe(CoreSubscriber<? super Void> subscriber) {
        Part part;
        try {
            part = part();
        } catch (RuntimeException wrong) {
            errors().refuse(subscriber, wrong);
            return;
        }
        Memory memory = part.memory();
        new LocalMono<Void>(engine(), errors(), this::inWords, () -> new Running<>(part, AT_START, null, () -> {}))
                .subscribe(HeldMono.holding(subscriber, errors(), memory.send(), memory.receive()));
    }

    @Override
    public PersistentOperation persistent() {
        Starts starts = new Starts(communicator.persistentNumber());
        return new HeldStarts(LocalMono.persistent(engine(), errors(), this::inWords, starts::check, starts), starts);
    }

    /** Starts whose memory, where it belongs to another library, is held from the call that starts each of them. */
    private final class HeldStarts implements PersistentOperation, PersistentOperation.Owner {

        private final PersistentOperation operation;
        private final Starts starts;
        private PersistentOperation.@Nullable Owner owner;
        private @Nullable Memory held;

        HeldStarts(PersistentOperation operation, Starts starts) {
            this.operation = operation;
            this.starts = starts;
        }

        @Override
        public void start(PersistentOperation.Owner whoStarts) {
            owner = whoStarts;
            held = starts.retained();
            operation.start(this);
        }

        @Override
        public void cancel() {
            operation.cancel();
        }

        @Override
        public void onCompleted(Status status) {
            released().onCompleted(status);
        }

        @Override
        public void onFailed(Throwable error) {
            released().onFailed(error);
        }

        @Override
        public void onCancelled() {
            released().onCancelled();
        }

        private PersistentOperation.Owner released() {
            Memory memory = held;
            held = null;
            if (memory != null) {
                memory.release();
            }
            return Objects.requireNonNull(owner, "ended without having been started");
        }
    }

    /**
     * All starts of a persistent request: what this rank does is found out by the first one, and done with the same objects by all. A
     * start after one that was cancelled, and goes on by itself, waits for its end: both work on the same memory.
     */
    private final class Starts implements LocalMono.Work<Status> {

        private final int number;
        private @Nullable Part part;
        private @Nullable Running<Status> running;
        /** How many starts wait. Only the last of them has an owner that is told. */
        private int waiting;

        private @Nullable Owner<Status> lastWaiting;

        Starts(int number) {
            this.number = number;
        }

        void check() {
            usable.run();
            if (part == null) {
                part = parts.get();
            }
        }

        /** What this rank works on, retained; null where that is found wrong, which the start finds as well. */
        @Nullable
        Memory retained() {
            try {
                check();
                Memory memory = Objects.requireNonNull(part).memory();
                memory.retain();
                return memory;
            } catch (RuntimeException wrong) {
                return null;
            }
        }

        @Override
        public void start(Owner<Status> owner) {
            Running<Status> own = running;
            if (own == null) {
                own = new Running<>(Objects.requireNonNull(part), number, Status.empty(), this::next);
                running = own;
            }
            if (!own.isUnderWay()) {
                own.start(owner);
                return;
            }
            waiting++;
            MpiException cut = own.cutOff();
            if (cut == null) {
                lastWaiting = owner;
            } else {
                owner.fail(cut);
            }
        }

        private void next() {
            if (waiting == 0) {
                return;
            }
            waiting--;
            Owner<Status> owner = waiting == 0 ? lastWaiting : null;
            if (waiting == 0) {
                lastWaiting = null;
            }
            try {
                Objects.requireNonNull(running).start(owner);
            } catch (RuntimeException wrong) {
                if (owner != null) {
                    owner.fail(wrong);
                }
            }
        }

        @Override
        public boolean concernsOthers() {
            return true;
        }

        @Override
        public boolean forget(Owner<Status> owner) {
            if (lastWaiting != null) {
                lastWaiting = null;
                return true;
            }
            return running != null && running.forget(owner);
        }
    }

    /**
     * One of them under way. A subscriber that cancels hears nothing more; the operation goes on to its end, so that the other ranks
     * are not left alone, and the memory is in use until then.
     */
    private final class Running<T> extends Participation<T> implements PlanRun.Owner, Agreement.Listener {

        private final Part first;
        private final int number;
        private final @Nullable T result;
        private final Runnable next;
        private final boolean watched = engine().isWatched();
        private @Nullable Waits waits;
        private @Nullable Agreement agreement;
        private @Nullable PlanRun run;
        /** What it does now. */
        private Part part;

        private int started;
        private boolean underWay;
        private @Nullable MpiException cutOff;

        /** {@code next} is run after each end. */
        Running(Part part, int number, @Nullable T result, Runnable next) {
            super(CollectiveMono.this.communicator);
            this.first = part;
            this.part = part;
            this.number = number;
            this.result = result;
            this.next = next;
        }

        boolean isUnderWay() {
            return underWay;
        }

        /** Why its caller has been told that it has failed, though it goes on; null where that is not so. */
        @Nullable
        MpiException cutOff() {
            return cutOff;
        }

        @Override
        public void start(@Nullable Owner<T> owner) {
            if (part != first) {
                part = first;
                run = null;
            }
            Call call = communicator.isChecked() ? part.call().get().at(place) : null;
            part.memory().retain();
            begin(owner);
            underWay = true;
            started = number == AT_START ? communicator.nextNumber() : number;
            waits = !watched
                    ? null
                    : new Waits(communicator.at.engine().platform().ticker());
            if (call != null) {
                agreement = new Agreement(
                        communicator, started, number == AT_START ? call : call.asPersistent(), waits, part.edges());
                agreement.ask(this);
            } else {
                onEnded(null, null);
            }
        }

        /** Where ranks are lost, this one still does its part, for the ranks that have not noticed. */
        @Override
        public void onEnded(@Nullable MpiException failure, @Nullable MpiException difference) {
            agreement = null;
            if (difference != null && part.edges() == null) {
                // All ranks have seen it: none of them goes on.
                part.memory().release();
                ended(difference, difference);
                return;
            }
            PlanRun own = run == null ? made() : run;
            // Neighbors that have seen no difference count on this rank.
            own.start(difference == null ? failure : difference, waits);
        }

        private PlanRun made() {
            PlanRun made = new PlanRun(
                    part.plan(), communicator.at, Collective.tag(started), part.memory(), part.reducer(), this);
            run = made;
            return made;
        }

        @Override
        public void onCutOff(MpiException failure) {
            cutOff = failure;
            Owner<T> owner = takeOwner();
            if (owner != null) {
                owner.fail(failure);
            }
        }

        @Override
        public void onEnded(@Nullable MpiException failure) {
            MpiException misused = part.memory().release();
            MpiException told = failure == null ? misused : failure;
            Supplier<Part> rest = part.rest();
            if (rest != null) {
                part = rest.get();
                part.memory().retain();
                made().start(told, waits);
                return;
            }
            ended(failure, told);
        }

        /** It is over: for this rank's engine with {@code failure}, for who has called it with {@code told}. */
        private void ended(@Nullable MpiException failure, @Nullable MpiException told) {
            underWay = false;
            cutOff = null;
            Owner<T> owner = takeOwner();
            report(failure == null);
            end(failure == null);
            if (owner != null) {
                if (told == null) {
                    owner.complete(result);
                } else {
                    owner.fail(told);
                }
            }
            next.run();
        }

        /** By the signal of its owner. */
        @Override
        public boolean tellsProgram() {
            return false;
        }

        private void report(boolean well) {
            Waits known = waits;
            if (watched && known != null) {
                long bytes = part.memory().send().lengthBytes();
                engine().ended(new CollectiveReport(
                        name,
                        communicator.at.context(),
                        started,
                        part.plan().algorithm(),
                        bytes > 0 ? bytes : part.memory().receive().lengthBytes(),
                        known.startNanos(),
                        known.nowNanos(),
                        known.longestNanos(),
                        known.awaited(),
                        well));
            }
        }

        @Override
        public String inWords() {
            return name + ", " + communicator.numberInWords(started);
        }

        private String inWords(BitSet ranks) {
            return ranks.stream().mapToObj(communicator.at.ranks()::inWords).collect(Collectors.joining(", "));
        }

        private BitSet awaited() {
            PlanRun plan = run;
            Agreement before = agreement;
            return before != null ? before.awaited() : plan != null ? plan.awaited() : new BitSet();
        }

        /** In which parts of its plan it waits, where that is made of several. */
        private String awaitedIn() {
            PlanRun plan = run;
            if (agreement != null || plan == null || plan.awaitedIn().isEmpty()) {
                return "";
            }
            return " in " + String.join(" and ", plan.awaitedIn());
        }

        /** Of neighbors: along which edges it waits for the other end, which may not know of them. */
        private String edges() {
            PlanRun plan = run;
            Agreement before = agreement;
            List<String> edges = part.edges() == null || before == null && plan == null
                    ? List.of()
                    : before != null
                            ? before.underWay()
                            : Objects.requireNonNull(plan).underWay();
            return edges.isEmpty() ? "" : ", waits along the edges " + String.join(", ", edges);
        }

        @Override
        public String toString() {
            BitSet awaited = awaited();
            return communicator.inWords(name) + ", " + CollectiveContext.shortNumber(started)
                    + (awaited.isEmpty() ? "" : ", not heard from rank " + inWords(awaited) + awaitedIn())
                    + edges() + waited();
        }
    }
}
