package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.DynamicWindow;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Window;
import org.reactivempi.Window.Flavor;
import org.reactivempi.WindowHints;
import org.reactivempi.Windows;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.window.CoreWindow.OwnMemory;
import org.reactivempi.core.window.WindowState.Shape;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.OwnWindow;
import reactor.core.publisher.Mono;

/** Makes windows of a communicator. */
public final class CoreWindows implements Windows {

    /** What a rank says when it makes one: its kind, its unit, and the size of its memory in two numbers. */
    private static final int WIDTH = 4;

    /** In place of a kind: this rank has no memory for it. */
    private static final int NO_MEMORY = 0xff;

    private static final int KIND = 0xff;
    private static final int SAME_SIZE = 0x100;
    private static final int SAME_UNIT = 0x200;

    /** The same for all kinds, so that ranks which make different ones find out by what they say. */
    private static final String CALL = "window";

    private static final long MOST_BYTES = Integer.MAX_VALUE - 2 * WindowHints.MOST_ALIGNMENT;

    private final Engine engine;
    private final WindowCommunicator.Maker parent;
    private final WindowHints hints;

    /** Those of a communicator, without hints. */
    public CoreWindows(Engine engine, WindowCommunicator.Maker parent) {
        this(engine, parent, WindowHints.create());
    }

    private CoreWindows(Engine engine, WindowCommunicator.Maker parent, WindowHints hints) {
        this.engine = engine;
        this.parent = parent;
        this.hints = hints;
    }

    @Override
    public Windows with(WindowHints said) {
        if (said == null) {
            throw new MpiException(ErrorClass.INFO, "the hints are null");
        }
        return new CoreWindows(engine, parent, said);
    }

    /** What this rank brings. */
    private record Wanted(Flavor flavor, int unit, long bytes, Supplier<OwnMemory> memory) {}

    @Override
    public Mono<Window> allocate(long bytes) {
        return allocate(bytes, Datatype.BYTE);
    }

    @Override
    public Mono<Window> allocate(long count, Datatype type) {
        return make("allocate", () -> allocated(count, type)).cast(Window.class);
    }

    private Wanted allocated(long count, @Nullable Datatype type) {
        if (type == null) {
            throw new MpiException(ErrorClass.TYPE, "the type of the window's elements is null");
        }
        long extent = type.extentBytes();
        if (count < 0 || extent < 0) {
            throw new MpiException(ErrorClass.SIZE, "a window of " + count + " elements of " + type);
        }
        if (extent > 0 && count > MOST_BYTES / extent) {
            throw new MpiException(
                    ErrorClass.SIZE,
                    count + " elements of " + extent + " bytes are more than " + MOST_BYTES + " bytes");
        }
        long bytes = count * extent;
        return new Wanted(Flavor.ALLOCATE, unit(extent), bytes, () -> {
            ByteBuffer segment = room((int) bytes);
            return new OwnMemory(Buffers.of(segment), segment);
        });
    }

    private ByteBuffer room(int bytes) {
        int alignment = hints.minimumAlignment();
        // An aligned slice ends at a multiple as well.
        return ByteBuffer.allocateDirect(bytes + 2 * alignment)
                .alignedSlice(alignment)
                .slice(0, bytes)
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    private int unit(long ofType) {
        int unit = hints.displacementUnit().orElse((int) Math.max(1, Math.min(ofType, Integer.MAX_VALUE)));
        if (unit < 1) {
            throw new MpiException(ErrorClass.DISP, "a displacement unit of " + unit + " bytes is below 1");
        }
        return unit;
    }

    @Override
    public Mono<Window> create(Buffer memory) {
        return make("create", () -> {
                    Payload buffer = BufferMemory.checked(memory);
                    return new Wanted(Flavor.CREATE, unit(buffer.datatype().sizeBytes()), buffer.lengthBytes(), () -> {
                        buffer.retain();
                        return new OwnMemory(memory, null);
                    });
                })
                .cast(Window.class);
    }

    @Override
    public Mono<DynamicWindow> createDynamic() {
        return make("createDynamic", () -> new Wanted(Flavor.DYNAMIC, 1, 0, () -> new OwnMemory(Buffer.empty(), null)))
                .cast(DynamicWindow.class);
    }

    private Mono<CoreWindow> make(String call, Supplier<Wanted> wanted) {
        return OperationMono.of(engine, parent.ranks(), call + "(a window)", Mono.defer(() -> {
            parent.usable();
            Wanted own = wanted.get();
            // Nobody would free a window that nobody gets. It goes when it is whole.
            AtomicBoolean cancelled = new AtomicBoolean();
            return parent.make(
                            CALL,
                            parent::usable,
                            communicator -> made(communicator, own).doOnNext(window -> {
                                if (cancelled.get()) {
                                    window.free()
                                            .subscribeOn(engine.scheduler())
                                            .subscribe(none -> {}, failed -> {});
                                }
                            }))
                    .doOnCancel(() -> cancelled.set(true));
        }));
    }

    /** When this rank knows what all have said, all have the window: none can be asked too early. */
    private Mono<CoreWindow> made(WindowCommunicator communicator, Wanted wanted) {
        int kind = wanted.flavor().ordinal();
        OwnMemory memory = new OwnMemory(Buffer.empty(), null);
        try {
            memory = wanted.memory().get();
        } catch (OutOfMemoryError none) {
            kind = NO_MEMORY;
        }
        Half half = new Half(communicator, wanted, memory);
        return communicator
                .allGather(CALL, kind | promises(), wanted.unit(), (int) (wanted.bytes() >>> Integer.SIZE), (int)
                        wanted.bytes())
                .map(half::whole)
                .onErrorResume(MpiException.class, failed -> half.given(failed));
    }

    /** What this rank promises, beside its kind; a promise of one rank is one of all, so that they come to the same. */
    private int promises() {
        return (hints.sameSize() ? SAME_SIZE : 0) | (hints.sameDisplacementUnit() ? SAME_UNIT : 0);
    }

    /** This rank's end of a window, as long as the others are not known. */
    private final class Half {

        private final WindowCommunicator communicator;
        private final Flavor flavor;
        private final OwnMemory memory;
        private final @Nullable AttachedMemory attached;
        private final OwnWindow own;
        /** Whether all ranks have come to the same failure. */
        private boolean isKnownToAll;

        Half(WindowCommunicator communicator, Wanted wanted, OwnMemory memory) {
            this.communicator = communicator;
            this.flavor = wanted.flavor();
            this.memory = memory;
            this.attached = flavor == Flavor.DYNAMIC ? new AttachedMemory() : null;
            EngineWindows.Memory reached = attached == null ? new BufferMemory(Payload.of(memory.buffer())) : attached;
            this.own = engine.windows()
                    .add(
                            communicator.state(),
                            communicator.parent(),
                            communicator.members(),
                            communicator.group().rank().orElseThrow(),
                            reached,
                            () -> WindowState.label(communicator));
        }

        CoreWindow whole(int[] table) {
            int ranks = table.length / WIDTH;
            long[] sizes = new long[ranks];
            int[] units = new int[ranks];
            isKnownToAll = true;
            int promised = 0;
            for (int rank = 0; rank < ranks; rank++) {
                promised |= table[rank * WIDTH];
            }
            for (int rank = 0; rank < ranks; rank++) {
                int from = rank * WIDTH;
                check(rank, table[from] & KIND);
                units[rank] = table[from + 1];
                sizes[rank] = (long) table[from + 2] << Integer.SIZE | Integer.toUnsignedLong(table[from + 3]);
                if ((promised & SAME_SIZE) != 0 && sizes[rank] != sizes[0]) {
                    throw new MpiException(
                            ErrorClass.SIZE,
                            "the hint same_size is not true: rank 0 has " + sizes[0] + " bytes, rank " + rank + " "
                                    + sizes[rank]);
                }
                if ((promised & SAME_UNIT) != 0 && units[rank] != units[0]) {
                    throw new MpiException(
                            ErrorClass.DISP,
                            "the hint same_disp_unit is not true: rank 0 has " + units[0] + ", rank " + rank + " "
                                    + units[rank]);
                }
            }
            WindowState state =
                    new WindowState(engine, parent, communicator, new Shape(flavor, sizes, units, hints), own);
            return attached == null ? new CoreWindow(state, memory) : new CoreDynamicWindow(state, attached);
        }

        private void check(int rank, int kind) {
            if (kind == NO_MEMORY) {
                throw new MpiException(ErrorClass.NO_MEM, "rank " + rank + " has no memory for its part of the window");
            }
            if (kind != flavor.ordinal()) {
                throw new MpiException(
                        ErrorClass.WIN,
                        "rank " + rank + " makes a window of another kind than this rank, which makes one of kind "
                                + flavor);
            }
        }

        /** There is no window: what this rank has of it goes. */
        Mono<CoreWindow> given(MpiException failed) {
            own.remove(failed);
            Payload.of(memory.buffer()).release();
            Mono<Void> end = isKnownToAll
                    ? communicator
                            .free()
                            .doOnError(never -> communicator.abandon())
                            .onErrorComplete()
                    : Mono.fromRunnable(communicator::abandon);
            return end.then(Mono.error(failed));
        }
    }
}
