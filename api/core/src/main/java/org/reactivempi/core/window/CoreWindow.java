package org.reactivempi.core.window;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Assertion;
import org.reactivempi.AttributeMap;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorHandler;
import org.reactivempi.Group;
import org.reactivempi.LockType;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.Place;
import org.reactivempi.RevokedException;
import org.reactivempi.Runs;
import org.reactivempi.SendBuffer;
import org.reactivempi.Window;
import org.reactivempi.WindowAtomics;
import org.reactivempi.WindowHints;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.CoreErrors;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;
import org.reactivempi.transport.engine.port.EngineWindows.Kind;
import org.reactivempi.transport.engine.port.EngineWindows.OwnWindow;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;
import reactor.core.publisher.Mono;

/** A window of this rank: says whether a call is right, and has the engine do it. */
class CoreWindow implements Window {

    private static final Set<Assertion> OF_FENCE =
            EnumSet.of(Assertion.NO_PRECEDE, Assertion.NO_SUCCEED, Assertion.NO_STORE, Assertion.NO_PUT);
    private static final Set<Assertion> OF_POST = EnumSet.of(Assertion.NO_CHECK, Assertion.NO_STORE, Assertion.NO_PUT);

    /**
     * What all ranks have said of a window when it was made.
     *
     * @param flavor its kind
     * @param sizes how much memory each rank has
     * @param units what the displacements of each rank count
     * @param hints of this rank
     */
    record Shape(Flavor flavor, long[] sizes, int[] units, WindowHints hints) {}

    /**
     * This rank's memory in it.
     *
     * @param buffer what its user sees
     * @param segment the same where it is of the library; else null
     */
    record OwnMemory(Buffer buffer, @Nullable ByteBuffer segment) {}

    private final Engine engine;
    private final WindowCommunicator.Maker parent;
    private final WindowCommunicator communicator;
    private final Shape shape;
    private final OwnMemory memory;
    private final OwnWindow own;
    private final Epochs epochs;
    private final CoreErrors<Window> errors;
    private final AttributeMap attributes;
    private final WindowAtomics<Long> longs = new CoreAtomics<>(this, LongCell::new, 0L);
    private final WindowAtomics<Integer> ints = new CoreAtomics<>(this, IntCell::new, 0);
    private final AtomicBoolean freed = new AtomicBoolean();

    /** This rank's end of one, which the engine knows as {@code own}. On the progress thread. */
    CoreWindow(
            Engine engine,
            WindowCommunicator.Maker parent,
            WindowCommunicator communicator,
            Shape shape,
            OwnMemory memory,
            OwnWindow own) {
        this.engine = engine;
        this.parent = parent;
        this.communicator = communicator;
        this.shape = shape;
        this.memory = memory;
        this.own = own;
        this.epochs = new Epochs(shape.hints().noLocks(), this::label);
        this.errors = new CoreErrors<>(this, engine, this::exists, this::label, ErrorHandler.RETURN);
        this.attributes = new AttributeMap(this::exists);
    }

    private record LongCell(long[] memory) implements CoreAtomics.Cell<Long> {

        LongCell(long value) {
            this(new long[] {value});
        }

        @Override
        public Buffer buffer() {
            return Buffers.of(memory);
        }

        @Override
        public Long value() {
            return memory[0];
        }
    }

    private record IntCell(int[] memory) implements CoreAtomics.Cell<Integer> {

        IntCell(int value) {
            this(new int[] {value});
        }

        @Override
        public Buffer buffer() {
            return Buffers.of(memory);
        }

        @Override
        public Integer value() {
            return memory[0];
        }
    }

    Engine engine() {
        return engine;
    }

    OwnWindow own() {
        return own;
    }

    /** What people know it by. */
    String label() {
        return label(communicator);
    }

    /** As long as it has no name, it is called by how it was made. */
    static String label(WindowCommunicator communicator) {
        EngineCommunicator state = communicator.state();
        return state.name().isEmpty() ? state.label() : "window " + state.label();
    }

    private void exists() {
        if (freed.get()) {
            throw new MpiException(ErrorClass.WIN, "the window is freed");
        }
    }

    /** Throws if nothing can be done with it any more. */
    final void usable() {
        exists();
        if (isRevoked()) {
            throw new RevokedException("the communicator of the window is revoked", null);
        }
    }

    /** An error of the contract. */
    MpiException error(Throwable failure, String call) {
        if (failure instanceof RefusedException refused) {
            return new MpiException(refusedAs(refused.code()), call + ": " + refused.getMessage());
        }
        MpiException known = ContractFailures.of(failure, parent.ranks(), failure instanceof MpiException ? "" : call);
        return failure instanceof MpiException ? ContractFailures.in(call, known) : known;
    }

    /** What a peer says may be any number. */
    private static ErrorClass refusedAs(int code) {
        ErrorClass[] classes = ErrorClass.values();
        if (code == 0) {
            return ErrorClass.WIN;
        }
        return code > 0 && code <= classes.length ? classes[code - 1] : ErrorClass.OTHER;
    }

    String inWords(String call, int target) {
        String where = target == Mpi.PROC_NULL
                ? "no process"
                : target < 0 || target >= size()
                        ? Integer.toString(target)
                        : parent.ranks().inWords(target);
        return call + "(target " + where + ", " + label() + ")";
    }

    private String inWords(String call) {
        return call + "(" + label() + ")";
    }

    // Operations.

    <T> Mono<T> call(String call, int target, Supplier<Arguments<T>> arguments) {
        return new WindowCall<>(this, () -> inWords(call, target), () -> {
            usable();
            Checks.target(target, size());
            return arguments.get();
        });
    }

    /** An operation begins; on the progress thread. */
    void begins(String call, int target) {
        exists();
        epochs.operation(call, target);
    }

    /** Where displacement 0 of the first element is at a target. */
    private long base(int target, long displacement, Runs layout) {
        if (target == Mpi.PROC_NULL || layout.lengthBytes() == 0) {
            return 0;
        }
        try {
            long base = Math.multiplyExact(displacement, shape.units()[target]);
            long low = Math.addExact(base, layout.low());
            long high = Math.addExact(base, layout.high());
            if (flavor() == Flavor.DYNAMIC || low >= 0 && high <= shape.sizes()[target]) {
                return base;
            }
            throw outside(target, "bytes " + low + " to " + (high - 1));
        } catch (ArithmeticException overflow) {
            throw outside(target, "displacement " + displacement);
        }
    }

    private MpiException outside(int target, String what) {
        long size = shape.sizes()[target];
        return new MpiException(
                ErrorClass.RMA_RANGE,
                what
                        + (size == 0
                                ? ": target " + target + " has no memory"
                                : ": the memory of target " + target + " has bytes 0 to " + (size - 1)));
    }

    @Override
    public Mono<Void> put(SendBuffer data, int target, Place place) {
        return call("put", target, () -> {
            Payload from = Checks.buffer(data, false);
            Runs layout = Checks.layout(place, from);
            return new Arguments<>(
                    Kind.PUT, from, null, target, base(target, place.displacement(), layout), layout, 0, 0, null, NONE);
        });
    }

    @Override
    public Mono<Void> get(Buffer room, int target, Place place) {
        return call("get", target, () -> {
            Payload to = Checks.buffer(room, true);
            Runs layout = Checks.layout(place, to);
            return new Arguments<>(
                    Kind.GET, null, to, target, base(target, place.displacement(), layout), layout, 0, 0, null, NONE);
        });
    }

    @Override
    public Mono<Void> accumulate(SendBuffer data, int target, Place place, Op op) {
        return call("accumulate", target, () -> {
            Payload from = Checks.buffer(data, false);
            Runs layout = Checks.layout(place, from);
            int element = Checks.element(place, from);
            if (op == Op.NO_OP) {
                throw new MpiException(ErrorClass.OP, "accumulate can't do nothing: NO_OP is for getAccumulate");
            }
            int number = Elements.op(op, element);
            return new Arguments<>(
                    Kind.ACCUMULATE,
                    from,
                    null,
                    target,
                    base(target, place.displacement(), layout),
                    layout,
                    element,
                    number,
                    null,
                    NONE);
        });
    }

    @Override
    public Mono<Void> getAccumulate(SendBuffer data, Buffer before, int target, Place place, Op op) {
        return call("getAccumulate", target, () -> fetched(data, before, target, place, op, NONE));
    }

    private <T> Arguments<T> fetched(
            SendBuffer data, Buffer before, int target, Place place, Op op, Supplier<@Nullable T> result) {
        Payload to = Checks.buffer(before, true);
        Runs layout = Checks.layout(place, to);
        int element = Checks.element(place, to);
        int number = Elements.op(op, element);
        Payload from = null;
        if (op != Op.NO_OP) {
            from = Checks.buffer(data, false);
            if (element > 0 && Elements.of(from.datatype()) != element) {
                throw new MpiException(
                        ErrorClass.TYPE,
                        "elements of " + from.datatype() + " and of " + to.datatype() + " can't be combined");
            }
            if (from.lengthBytes() != to.lengthBytes()) {
                throw new MpiException(
                        ErrorClass.TRUNCATE,
                        "the origin has " + from.lengthBytes() + " bytes, the room for what was there "
                                + to.lengthBytes());
            }
            Checks.apart(from, to);
        }
        return new Arguments<>(
                Kind.GET_ACCUMULATE,
                from,
                to,
                target,
                base(target, place.displacement(), layout),
                layout,
                element,
                number,
                null,
                result);
    }

    @Override
    public Mono<Void> fetchAndOp(SendBuffer value, Buffer before, int target, long displacement, Op op) {
        return call("fetchAndOp", target, () -> fetching(value, before, target, displacement, op, NONE));
    }

    <T> Arguments<T> fetching(
            SendBuffer value, Buffer before, int target, long displacement, Op op, Supplier<@Nullable T> result) {
        Payload room = Checks.one(before, true);
        if (op != Op.NO_OP) {
            Checks.sameType(Checks.one(value, false), room);
        }
        return fetched(value, before, target, Place.at(displacement), op, result);
    }

    @Override
    public Mono<Void> compareAndSwap(
            SendBuffer value, SendBuffer expected, Buffer before, int target, long displacement) {
        return call("compareAndSwap", target, () -> swapping(value, expected, before, target, displacement, NONE));
    }

    <T> Arguments<T> swapping(
            SendBuffer value,
            SendBuffer expected,
            Buffer before,
            int target,
            long displacement,
            Supplier<@Nullable T> result) {
        Payload to = Checks.one(before, true);
        Payload becomes = Checks.one(value, false);
        Payload is = Checks.one(expected, false);
        Checks.sameType(becomes, to);
        Checks.sameType(is, to);
        Checks.compared(to);
        Checks.apart(becomes, to);
        Checks.apart(is, to);
        Runs layout = Checks.layout(Place.at(displacement), to);
        return new Arguments<>(
                Kind.COMPARE_AND_SWAP,
                null,
                to,
                target,
                base(target, displacement, layout),
                layout,
                Elements.of(to.datatype()),
                0,
                new Arguments.Swap(Arguments.bits(is), Arguments.bits(becomes)),
                result);
    }

    private static final Supplier<@Nullable Void> NONE = () -> null;

    @Override
    public WindowAtomics<Long> longs() {
        return longs;
    }

    @Override
    public WindowAtomics<Integer> ints() {
        return ints;
    }

    // Epochs.

    /** A call that the engine ends. */
    private Mono<Void> synchronization(String name, Runnable check, Consumer<Ended> start) {
        return new LocalMono<>(engine, errors, () -> name, () -> {
            usable();
            check.run();
            return new Synchronizing(start);
        });
    }

    /** Whether its communicator, or that which it was made of, is revoked. */
    private boolean isRevoked() {
        return communicator.state().isRevoked() || parent.isRevoked();
    }

    /** One such call: takes effect also where nobody waits for its end any more. */
    private final class Synchronizing implements LocalMono.Work<Void>, Ended {

        private final Consumer<Ended> begin;
        private @Nullable Owner<Void> owner;
        private boolean over;

        Synchronizing(Consumer<Ended> begin) {
            this.begin = begin;
        }

        @Override
        public void start(Owner<Void> waiting) {
            exists();
            owner = waiting;
            begin.accept(this);
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            Owner<Void> waiting = owner;
            owner = null;
            over = true;
            if (waiting != null) {
                end(waiting, failure);
            }
        }

        @Override
        public boolean isWaitedFor() {
            return owner != null;
        }

        @Override
        public boolean forget(Owner<Void> forgotten) {
            owner = null;
            return !over;
        }

        @Override
        public boolean concernsOthers() {
            return true;
        }
    }

    /** What begins an access: now, or when the epoch is over that is ending. */
    private Consumer<Ended> beginning(Consumer<Ended> begin) {
        return told -> epochs.afterEnd(() -> {
            try {
                begin.accept(told);
            } catch (RuntimeException wrong) {
                told.ended(wrong);
            }
        });
    }

    /** The same end, after something else. */
    private static Ended after(Ended told, Ended first) {
        return new Ended() {
            @Override
            public void ended(@Nullable Throwable failure) {
                first.ended(failure);
                told.ended(failure);
            }

            @Override
            public boolean isWaitedFor() {
                return told.isWaitedFor();
            }
        };
    }

    /** Where the others can't be met: the failure of this rank's part, if there was one before, else why they can't. */
    private static Throwable metOthers(@Nullable Throwable earlier, Throwable failure) {
        Throwable first = failure;
        while (first instanceof MpiException && first.getCause() != null) {
            first = first.getCause();
        }
        return earlier == null ? first : earlier;
    }

    private void end(LocalMono.Work.Owner<?> owner, @Nullable Throwable failure) {
        if (failure == null) {
            owner.complete(null);
        } else if (failure instanceof RefusedException refused) {
            owner.fail(new MpiException(refusedAs(refused.code()), String.valueOf(refused.getMessage())));
        } else {
            owner.fail(ContractFailures.of(failure, parent.ranks(), ""));
        }
    }

    @Override
    public Mono<Void> fence(Assertion... assertions) {
        Assertion[] given = assertions.clone();
        return synchronization(inWords("fence"), () -> Checks.assertions("fence", OF_FENCE, given), beginning(told -> {
            Set<Assertion> said = Checks.assertions("fence", OF_FENCE, given);
            epochs.fence(said.contains(Assertion.NO_SUCCEED));
            Ended all = own.part(told);
            // A failure of an operation is told when the others have been met: they wait for this rank.
            own.flush(EngineWindows.ALL, failure -> meet("fence", failure, all));
        }));
    }

    /** Hears when all ranks have come to the same. */
    private void meet(String call, @Nullable Throwable earlier, Ended told) {
        communicator
                .allGather(call, 0)
                .subscribe(all -> {}, failed -> told.ended(metOthers(earlier, failed)), () -> told.ended(earlier));
    }

    private int[] members(@Nullable Group group, String what) {
        if (group == null) {
            throw new MpiException(ErrorClass.GROUP, "the group of " + what + " is null");
        }
        int[] found = group.translate(IntStream.range(0, group.size()).toArray(), communicator.group());
        for (int rank = 0; rank < found.length; rank++) {
            if (found[rank] == Mpi.UNDEFINED) {
                throw new MpiException(
                        ErrorClass.GROUP, "rank " + rank + " of the group of " + what + " is no rank of the window");
            }
        }
        return found;
    }

    @Override
    public Mono<Void> post(Group origins, Assertion... assertions) {
        return synchronization(
                inWords("post"),
                () -> {
                    Checks.assertions("post", OF_POST, assertions);
                    members(origins, "origins");
                },
                told -> {
                    epochs.post();
                    own.post(members(origins, "origins"));
                    told.ended(null);
                });
    }

    @Override
    public Mono<Void> start(Group targets, Assertion... assertions) {
        return synchronization(
                inWords("start"),
                () -> {
                    Checks.assertions("start", Checks.OF_ACCESS, assertions);
                    members(targets, "targets");
                },
                beginning(told -> {
                    int[] members = members(targets, "targets");
                    BitSet set = new BitSet();
                    IntStream.of(members).forEach(set::set);
                    epochs.start(set);
                    own.access(members);
                    told.ended(null);
                }));
    }

    @Override
    public Mono<Void> complete() {
        return synchronization(inWords("complete"), () -> {}, told -> {
            epochs.complete();
            own.complete(after(told, failure -> epochs.ended()));
        });
    }

    @Override
    public Mono<Void> waitFor() {
        return synchronization(inWords("waitFor"), () -> {}, told -> {
            epochs.waitFor("waitFor");
            epochs.waits();
            own.awaitCompletes(after(told, failure -> epochs.exposed()));
        });
    }

    @Override
    public Mono<Boolean> test() {
        return new LocalMono<>(engine, errors, () -> inWords("test"), () -> {
            usable();
            return owner -> {
                exists();
                epochs.waitFor("test");
                if (!own.haveCompleted()) {
                    owner.complete(false);
                    return;
                }
                own.awaitCompletes(failure -> {
                    epochs.exposed();
                    if (failure == null) {
                        owner.complete(true);
                    } else {
                        end(owner, failure);
                    }
                });
            };
        });
    }

    @Override
    public Mono<Void> lock(LockType type, int target, Assertion... assertions) {
        return new LockCall(this, type, target, assertions);
    }

    /** A lock is wanted. */
    void locks(int target, boolean exclusive, boolean assumed, Ended held) {
        exists();
        beginning(told -> lock(target, exclusive, assumed, told)).accept(held);
    }

    private void lock(int target, boolean exclusive, boolean assumed, Ended held) {
        epochs.lock(target);
        if (target == Mpi.PROC_NULL) {
            held.ended(null);
        } else if (assumed) {
            own.assumeLock(target);
            held.ended(null);
        } else {
            own.lock(target, exclusive, after(held, failure -> {
                if (failure != null) {
                    epochs.notLocked(target);
                }
            }));
        }
    }

    /** One that is wanted is not wanted any more; false if it is held. */
    boolean withdraws(int target) {
        boolean isWithdrawn = target != Mpi.PROC_NULL && own.withdrawLock(target);
        if (isWithdrawn) {
            epochs.notLocked(target);
        }
        return isWithdrawn;
    }

    /** One that is held is given back, and nobody waits for that. */
    void giveUp(int target) {
        epochs.unlock(target);
        if (target == Mpi.PROC_NULL) {
            epochs.unlocked(target);
        } else {
            own.unlock(target, failure -> epochs.unlocked(target));
        }
    }

    @Override
    public Mono<Void> unlock(int target) {
        return synchronization(inWords("unlock", target), () -> Checks.target(target, size()), told -> {
            epochs.unlock(target);
            if (target == Mpi.PROC_NULL) {
                epochs.unlocked(target);
                told.ended(null);
            } else {
                own.unlock(target, after(told, failure -> epochs.unlocked(target)));
            }
        });
    }

    @Override
    public Mono<Void> lockAll(Assertion... assertions) {
        return synchronization(
                inWords("lockAll"),
                () -> Checks.assertions("lockAll", Checks.OF_ACCESS, assertions),
                beginning(told -> {
                    epochs.lockAll();
                    boolean assumed = Checks.assertions("lockAll", Checks.OF_ACCESS, assertions)
                            .contains(Assertion.NO_CHECK);
                    own.lockAll(assumed, after(told, failure -> {
                        if (failure != null) {
                            epochs.notLockedAll();
                        }
                    }));
                }));
    }

    @Override
    public Mono<Void> unlockAll() {
        return synchronization(inWords("unlockAll"), () -> {}, told -> {
            epochs.unlockAll();
            own.unlock(EngineWindows.ALL, after(told, failure -> epochs.ended()));
        });
    }

    @Override
    public Mono<Void> flush(int target) {
        return flush("flush", target, own::flush);
    }

    @Override
    public Mono<Void> flushLocal(int target) {
        return flush("flushLocal", target, own::flushLocal);
    }

    private Mono<Void> flush(String call, int target, BiConsumer<Integer, Ended> flushing) {
        return synchronization(inWords(call, target), () -> Checks.target(target, size()), told -> {
            epochs.passive(call, target);
            if (target == Mpi.PROC_NULL) {
                told.ended(null);
            } else {
                flushing.accept(target, told);
            }
        });
    }

    @Override
    public Mono<Void> flushAll() {
        return flushAll("flushAll", own::flush);
    }

    @Override
    public Mono<Void> flushLocalAll() {
        return flushAll("flushLocalAll", own::flushLocal);
    }

    private Mono<Void> flushAll(String call, BiConsumer<Integer, Ended> flushing) {
        return synchronization(inWords(call), () -> {}, told -> {
            epochs.passive(call, Mpi.PROC_NULL);
            flushing.accept(EngineWindows.ALL, told);
        });
    }

    @Override
    public Mono<Void> sync() {
        return synchronization(inWords("sync"), VarHandle::fullFence, told -> {
            epochs.passive("sync", Mpi.PROC_NULL);
            VarHandle.fullFence();
            told.ended(null);
        });
    }

    // Epochs that end by themselves.

    @Override
    public <T> Mono<T> locked(LockType type, int target, Function<? super Window, ? extends Mono<T>> body) {
        return within("locked", lock(type, target), body, unlock(target));
    }

    @Override
    public <T> Mono<T> lockedAll(Function<? super Window, ? extends Mono<T>> body) {
        return within("lockedAll", lockAll(), body, unlockAll());
    }

    @Override
    public <T> Mono<T> fenced(Function<? super Window, ? extends Mono<T>> body) {
        return within("fenced", fence(), body, fence(Assertion.NO_SUCCEED));
    }

    @Override
    public <T> Mono<T> accessed(Group targets, Function<? super Window, ? extends Mono<T>> body) {
        return within("accessed", start(targets), body, complete());
    }

    @Override
    public <T> Mono<T> exposed(Group origins, Function<? super Window, ? extends Mono<T>> body) {
        return within("exposed", post(origins), body, waitFor());
    }

    private <T> Mono<T> within(
            String call, Mono<Void> begin, Function<? super Window, ? extends Mono<T>> body, Mono<Void> end) {
        Objects.requireNonNull(body, "body");
        return OperationMono.of(
                engine,
                errors,
                inWords(call),
                Mono.usingWhen(begin.thenReturn(this), body, w -> end, (w, failed) -> ending(end, failed), w -> end));
    }

    /** Where the body has failed and the end of the epoch fails as well, the body's failure is told. */
    private static Mono<Void> ending(Mono<Void> end, Throwable failed) {
        return end.onErrorResume(more -> {
            if (more != failed) {
                failed.addSuppressed(more);
            }
            return Mono.empty();
        });
    }

    // The window.

    @Override
    public Buffer memory() {
        return memory.buffer();
    }

    @Override
    public Optional<ByteBuffer> segment(int rank) {
        exists();
        checkRank(rank);
        ByteBuffer segment = memory.segment();
        return rank != rank() || segment == null
                ? Optional.empty()
                : Optional.of(segment.duplicate().order(ByteOrder.LITTLE_ENDIAN));
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new MpiException(ErrorClass.RANK, "rank " + rank + " is outside 0.." + (size() - 1));
        }
    }

    @Override
    public long size(int rank) {
        checkRank(rank);
        return shape.sizes()[rank];
    }

    @Override
    public int displacementUnit(int rank) {
        checkRank(rank);
        return shape.units()[rank];
    }

    @Override
    public Flavor flavor() {
        return shape.flavor();
    }

    @Override
    public int rank() {
        return communicator.group().rank().orElse(Mpi.UNDEFINED);
    }

    @Override
    public int size() {
        return communicator.members().size();
    }

    @Override
    public Group group() {
        return communicator.group();
    }

    @Override
    public WindowHints hints() {
        return shape.hints();
    }

    @Override
    public String name() {
        return communicator.state().name();
    }

    @Override
    public void setName(String name) {
        exists();
        if (name == null || name.length() > Mpi.MAX_OBJECT_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "a window's name has 0 to " + Mpi.MAX_OBJECT_NAME
                            + " characters, none of them a control character");
        }
        communicator.state().name(name);
    }

    @Override
    public AttributeMap attributes() {
        return attributes;
    }

    @Override
    public CoreErrors<Window> errors() {
        return errors;
    }

    @Override
    public Mono<Void> free() {
        return new LocalMono<>(engine, errors, () -> inWords("free"), () -> {
            exists();
            endAttributes();
            return new Synchronizing(beginning(this::free));
        });
    }

    /** One that is revoked has no further use for its other ranks. */
    private void free(Ended told) {
        boolean isRevoked = isRevoked();
        if (!isRevoked) {
            epochs.free();
        }
        if (!freed.compareAndSet(false, true)) {
            throw new MpiException(ErrorClass.WIN, "the window is freed");
        }
        Ended all = own.part(told);
        own.flush(EngineWindows.ALL, failure -> {
            if (isRevoked) {
                release();
                endCommunicator(all);
            } else if (shape.hints().noLocks()) {
                release();
                all.ended(null);
                endCommunicator(ended -> {});
            } else {
                meet("free", null, failed -> freedByAll(failed, all));
            }
        });
    }

    private void freedByAll(@Nullable Throwable failed, Ended told) {
        release();
        if (failed == null) {
            endCommunicator(told);
        } else {
            communicator.abandon();
            told.ended(failed);
        }
    }

    /** On the thread that frees, since it is code of users; inside of an epoch, nothing is freed. */
    private void endAttributes() {
        if (isRevoked() || !epochs.isBusy()) {
            attributes.end();
        }
    }

    private void endCommunicator(Ended told) {
        communicator
                .free()
                .subscribe(
                        none -> {},
                        failed -> {
                            communicator.abandon();
                            told.ended(metOthers(null, failed));
                        },
                        () -> told.ended(null));
    }

    /** Nobody accesses this rank's memory any more; on the progress thread. */
    private void release() {
        own.remove(new RefusedException(0, "the window is freed"));
        released();
    }

    /** The memory is its owner's again. */
    void released() {
        Payload.of(memory.buffer()).release();
    }

    @Override
    public String toString() {
        return "Window[" + label() + ", " + flavor() + ", rank=" + rank() + ", size=" + size() + "]";
    }
}
