package mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.reactivempi.Assertion;
import org.reactivempi.Communicator;
import org.reactivempi.DynamicWindow;
import org.reactivempi.LockType;
import org.reactivempi.Place;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.Windows;
import reactor.core.publisher.Mono;

/**
 * What a {@link Win} is, apart from its calls: the core's window, which a freed one has not, and the memory that the program knows it by.
 *
 * <p>The program waits for no operation that has no request. One that can't begin fails in its call; what goes wrong with it later is
 * kept here, and fails the next call that ends or flushes an epoch at its target.
 */
abstract class WinHandle extends Handle {

    /** Null when it is freed. */
    private Window core;

    /** What {@link MPI#WIN_BASE} gives; null without memory. */
    private final Buffer base;

    /** Where attached memory is, by the buffer that the program has attached. */
    private final Map<Buffer, Long> attached = Collections.synchronizedMap(new IdentityHashMap<>());

    /** The first error at each target that the program has not heard of. */
    private final Map<Integer, MPIException> unheard = new ConcurrentHashMap<>();

    /** A window, and the memory that the program sees. */
    record Made(Window core, Buffer base) {}

    /** Makes a window; the errors of that are the communicator's. */
    WinHandle(CommHandle comm, Supplier<Made> making, Object... arguments) {
        try {
            Made made = making.get();
            this.core = made.core();
            this.base = made.base();
        } catch (RuntimeException e) {
            throw Errors.raise(comm, e, "new Win", arguments);
        }
    }

    static Made created(Buffer base, int size, int dispUnit, Info info, CommHandle comm) {
        Windows windows = windows(comm, info, Kind.of(base), dispUnit);
        return new Made(windows.create(UserMemory.first(base, size)).block(), base);
    }

    /** The buffer that is given says of what type the memory is. Java can't make it refer to other memory: {@link MPI#WIN_BASE} does. */
    static Made allocated(int size, int dispUnit, Info info, CommHandle comm, Buffer typed, int flavor) {
        Kind kind = Kind.of(typed);
        Windows windows = windows(comm, info, kind, dispUnit);
        if (flavor != Win.FLAVOR_PRIVATE && flavor != Win.FLAVOR_SHARED) {
            throw new MPIException(
                    Codes.ERR_ARG, "flavor " + flavor + " is neither Win.FLAVOR_PRIVATE nor Win.FLAVOR_SHARED");
        }
        long bytes = (long) size * kind.unitBytes();
        if (bytes > Window.MOST_SEGMENT_BYTES) {
            throw new MPIException(
                    Codes.ERR_SIZE,
                    size + " elements of " + kind.unitBytes() + " bytes are more than one buffer shows, "
                            + Window.MOST_SEGMENT_BYTES + " bytes; org.reactivempi.Windows has longer windows");
        }
        Window window = flavor == Win.FLAVOR_SHARED
                ? windows.allocateShared(bytes).block()
                : windows.allocate(bytes).block();
        ByteBuffer memory = window.segment(window.rank()).orElseGet(() -> ByteBuffer.allocate(0));
        return new Made(window, kind.view(memory));
    }

    static Made dynamic(Info info, CommHandle comm) {
        return new Made(windows(comm, info, Kind.BYTE, 1).createDynamic().block(), null);
    }

    /** The memory of a rank, as a buffer of the class of this rank's. */
    final Buffer sharedMemory(int rank) {
        Window window = live();
        ByteBuffer memory = window.segment(rank)
                .orElseThrow(() -> new MPIException(
                        Codes.ERR_RMA_SHARED, "rank " + rank + " has no memory in common with this one in " + label()));
        return Kind.of(base).view(memory);
    }

    private static Windows windows(CommHandle comm, Info info, Kind kind, int dispUnit) {
        if (comm == null) {
            throw new MPIException(Codes.ERR_COMM, "the communicator is a Java null");
        }
        if (!(comm.live() instanceof Communicator oneGroup)) {
            throw new MPIException(
                    Codes.ERR_COMM, comm.label() + " has two groups; a window is of a communicator of one");
        }
        WindowHints hints =
                WindowHints.of(Info.given(info)).displacementUnit(Math.multiplyExact(dispUnit, kind.unitBytes()));
        return oneGroup.windows().with(hints);
    }

    /** The core's window; throws where MPI may not be called, and when it is freed. */
    final Window live() {
        Job.check();
        Window made = core;
        if (made == null) {
            throw new MPIException(Codes.ERR_WIN, "the window is null: it has been freed");
        }
        return made;
    }

    @Override
    final String label() {
        return core == null ? "a freed window" : core.name().isEmpty() ? "a window without a name" : core.name();
    }

    final String text() {
        return core == null ? "null window" : label() + core.group();
    }

    final MPIException failed(Throwable error, String call, Object... arguments) {
        return Errors.raise(this, error, call, arguments);
    }

    final void release() {
        Window freed = live();
        freed.free().block();
        core = null;
        attached.clear();
        raiseUnheard();
    }

    // Memory that is attached.

    private DynamicWindow dynamic() {
        if (live() instanceof DynamicWindow window) {
            return window;
        }
        throw new MPIException(Codes.ERR_RMA_FLAVOR, "this is for a window that new Win(info, comm) has made");
    }

    final void attachMemory(Buffer memory, int size) {
        DynamicWindow window = dynamic();
        attached.put(memory, window.attach(UserMemory.first(memory, size)).block());
    }

    final void detachMemory(Buffer memory) {
        DynamicWindow window = dynamic();
        window.detach(addressOf(memory)).block();
        attached.remove(memory);
    }

    /** Where attached memory begins, as a displacement for other ranks. */
    final long addressOf(Buffer memory) {
        dynamic();
        Long address = attached.get(memory);
        if (address == null) {
            throw new MPIException(
                    Codes.ERR_RMA_ATTACH, "the buffer is not attached: it must be the very one that attach was given");
        }
        return address;
    }

    // Operations.

    private static Place place(int displacement, int count, Datatype type) {
        if (type == null) {
            throw new MPIException(Codes.ERR_TYPE, "the datatype at the target is null");
        }
        if (type.isObject()) {
            throw new MPIException(Codes.ERR_TYPE, "this call is not there for " + type);
        }
        return Place.at(displacement).as(type.core(), count);
    }

    final Mono<Void> putting(
            Buffer origin, int orgCount, Datatype orgType, int target, int disp, int count, Datatype type) {
        return live().put(UserMemory.of(origin, orgCount, orgType), target, place(disp, count, type));
    }

    final Mono<Void> getting(
            Buffer origin, int orgCount, Datatype orgType, int target, int disp, int count, Datatype type) {
        return live().get(UserMemory.of(origin, orgCount, orgType), target, place(disp, count, type));
    }

    final Mono<Void> accumulating(
            Buffer origin, int orgCount, Datatype orgType, int target, int disp, int count, Datatype type, Op op) {
        Window window = live();
        org.reactivempi.Op applied = Op.given(op).atTarget(type);
        return window.accumulate(UserMemory.of(origin, orgCount, orgType), target, place(disp, count, type), applied);
    }

    final Mono<Void> getAccumulating(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            Buffer result,
            int resultCount,
            Datatype resultType,
            int target,
            int disp,
            int count,
            Datatype type,
            Op op) {
        Window window = live();
        org.reactivempi.Op applied = Op.given(op).atTarget(type);
        return window.getAccumulate(
                operand(origin, orgCount, orgType, applied),
                UserMemory.of(result, resultCount, resultType),
                target,
                place(disp, count, type),
                applied);
    }

    /** What is not read may be anything, as null is. */
    private static org.reactivempi.Buffer operand(Buffer origin, int count, Datatype type, org.reactivempi.Op applied) {
        return applied == org.reactivempi.Op.NO_OP
                ? org.reactivempi.Buffer.empty()
                : UserMemory.of(origin, count, type);
    }

    final Mono<Void> fetching(Buffer origin, Buffer result, Datatype type, int target, int disp, Op op) {
        Window window = live();
        org.reactivempi.Op applied = Op.given(op).atTarget(type);
        return window.fetchAndOp(
                operand(origin, 1, type, applied), UserMemory.of(result, 1, type), target, disp, applied);
    }

    final Mono<Void> swapping(Buffer origin, Buffer compare, Buffer result, Datatype type, int target, int disp) {
        return live().compareAndSwap(
                        UserMemory.of(origin, 1, type),
                        UserMemory.of(compare, 1, type),
                        UserMemory.of(result, 1, type),
                        target,
                        disp);
    }

    /** Starts an operation that nobody waits for. */
    final void begin(String call, int target, Mono<Void> operation) {
        org.reactivempi.Request begun = org.reactivempi.Request.start(operation);
        if (begun.test().isEmpty()) {
            begun.completion()
                    .subscribe(
                            done -> {},
                            error -> unheard.putIfAbsent(
                                    target,
                                    new MPIException(
                                            ErrorCodes.of(error),
                                            call + " at rank " + target + ": " + error.getMessage(),
                                            error)));
        }
    }

    // Epochs.

    /** Waits for what ends or flushes an epoch; fails if an operation has, at any target. */
    final void finish(Mono<Void> call) {
        call.block();
        raiseUnheard();
    }

    /** The same for one target. */
    final void finish(int target, Mono<Void> call) {
        call.block();
        raiseUnheard(target);
    }

    private void raiseUnheard() {
        for (Integer target : unheard.keySet()) {
            raiseUnheard(target);
        }
    }

    private void raiseUnheard(int target) {
        MPIException error = unheard.remove(target);
        if (error != null) {
            throw error;
        }
    }

    static Assertion[] assertions(int mode) {
        List<Assertion> given = new ArrayList<>();
        int rest = mode;
        for (Assertion each : Assertion.values()) {
            int bit = bit(each);
            if ((rest & bit) != 0) {
                given.add(each);
                rest -= bit;
            }
        }
        if (rest != 0) {
            throw new MPIException(Codes.ERR_ASSERT, "of assertion " + mode + " nobody knows " + rest);
        }
        return given.toArray(Assertion[]::new);
    }

    private static int bit(Assertion assertion) {
        return switch (assertion) {
            case NO_PRECEDE -> Codes.MODE_NOPRECEDE;
            case NO_SUCCEED -> Codes.MODE_NOSUCCEED;
            case NO_STORE -> Codes.MODE_NOSTORE;
            case NO_PUT -> Codes.MODE_NOPUT;
            case NO_CHECK -> Codes.MODE_NOCHECK;
        };
    }

    static LockType lockType(int type) {
        return switch (type) {
            case Codes.LOCK_EXCLUSIVE -> LockType.EXCLUSIVE;
            case Codes.LOCK_SHARED -> LockType.SHARED;
            default ->
                throw new MPIException(
                        Codes.ERR_LOCKTYPE, "lock type " + type + " is neither MPI.LOCK_EXCLUSIVE nor MPI.LOCK_SHARED");
        };
    }

    // Hints and attributes.

    /** Only looks whether hints have values that there are: what they promise is used where the window is made. */
    final void hint(Info info) {
        live();
        WindowHints.of(Info.given(info));
    }

    /** What is not said is as MPI has it by default; the alignment is what the library has. */
    final Info hints() {
        WindowHints used = live().hints();
        WindowHints byDefault = WindowHints.create()
                .noLocks(false)
                .sameSize(false)
                .sameDisplacementUnit(false)
                .accumulateGranularity(0)
                .minimumAlignment(used.minimumAlignment())
                .with(org.reactivempi.Info.create()
                        .with("accumulate_ordering", "rar,raw,war,waw")
                        .with("accumulate_ops", "same_op_no_op"));
        return new Info(byDefault.toInfo().with(used.toInfo()));
    }

    final Object attribute(int keyval) {
        Window window = live();
        return switch (keyval) {
            case Codes.WIN_BASE -> base;
            case Codes.WIN_SIZE -> Math.toIntExact(window.size(window.rank()));
            case Codes.WIN_DISP_UNIT -> window.displacementUnit(window.rank());
            default -> Attributes.get(window.attributes(), keyval);
        };
    }
}
