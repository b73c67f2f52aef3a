package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Datatype;
import org.reactivempi.DynamicWindow;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.SharedWindow;
import org.reactivempi.Window;
import org.reactivempi.Window.Flavor;
import org.reactivempi.WindowHints;
import org.reactivempi.Windows;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.window.WindowState.Shape;
import org.reactivempi.transport.channel.SharedSegments;
import org.reactivempi.transport.channel.Workers;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.OwnWindow;
import reactor.core.publisher.Mono;

/** Makes windows of a communicator. */
public final class CoreWindows implements Windows {

    /** What a rank says when it makes one: its kind, its unit, the size of its memory in two numbers, and whom it can share it with in four. */
    private static final int WIDTH = 8;

    private static final int DOMAIN = 4;

    /** In place of a kind: this rank has no memory for it. */
    private static final int NO_MEMORY = 0xff;

    private static final int KIND = 0xff;
    private static final int SAME_SIZE = 0x100;
    private static final int SAME_UNIT = 0x200;
    private static final int SHARES = 0x400;
    private static final int APART = 0x800;
    private static final int WHOLE = 0x1000;

    /** The same for all kinds, so that ranks which make different ones find out by what they say. */
    private static final String CALL = "window";

    /** As many that a sum over all ranks of a host is a number. */
    private static final long MOST_BYTES = (1L << 40) - 1;

    private final Engine engine;
    private final WindowCommunicator.Maker parent;
    private final WindowHints hints;
    private final Views.Lengths lengths;

    /** Those of a communicator, without hints. */
    public CoreWindows(Engine engine, WindowCommunicator.Maker parent) {
        this(engine, parent, WindowHints.create(), Views.Lengths.USUAL);
    }

    private CoreWindows(Engine engine, WindowCommunicator.Maker parent, WindowHints hints, Views.Lengths lengths) {
        this.engine = engine;
        this.parent = parent;
        this.hints = hints;
        this.lengths = lengths;
    }

    /** The same with memory in other parts, as tests have it; the same on all ranks. */
    CoreWindows with(Views.Lengths others) {
        return new CoreWindows(engine, parent, hints, others);
    }

    @Override
    public Windows with(WindowHints said) {
        if (said == null) {
            throw new MpiException(ErrorClass.INFO, "the hints are null");
        }
        return new CoreWindows(engine, parent, said, lengths);
    }

    /**
     * What this rank brings.
     *
     * @param memory gives the memory of this rank alone
     */
    private record Wanted(Flavor flavor, WindowHints hints, int unit, long bytes, Supplier<OwnMemory> memory) {}

    @Override
    public Mono<Window> allocate(long bytes) {
        return allocate(bytes, Datatype.BYTE);
    }

    @Override
    public Mono<Window> allocate(long count, Datatype type) {
        return make("allocate", () -> allocated(Flavor.ALLOCATE, count, type, hints))
                .cast(Window.class);
    }

    @Override
    public Mono<SharedWindow> allocateShared(long bytes) {
        WindowHints inUse = hints.minimumAlignment() > SharedSegments.PAGE_BYTES
                ? hints.minimumAlignment(SharedSegments.PAGE_BYTES)
                : hints;
        return make("allocateShared", () -> allocated(Flavor.SHARED, bytes, Datatype.BYTE, inUse))
                .cast(SharedWindow.class);
    }

    private Wanted allocated(Flavor flavor, long count, @Nullable Datatype type, WindowHints inUse) {
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
        return new Wanted(flavor, inUse, unit(extent), bytes, () -> {
            Views room = room(bytes);
            return new OwnMemory(room.buffer(), room);
        });
    }

    private Views room(long bytes) {
        int alignment = hints.minimumAlignment();
        // An aligned slice ends at a multiple as well.
        return Views.take(
                bytes,
                lengths,
                (at, length) ->
                        ByteBuffer.allocateDirect(length + 2 * alignment).alignedSlice(alignment));
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
                    return new Wanted(
                            Flavor.CREATE, hints, unit(buffer.datatype().sizeBytes()), buffer.lengthBytes(), () -> {
                                buffer.retain();
                                return new OwnMemory(memory, null);
                            });
                })
                .cast(Window.class);
    }

    @Override
    public Mono<DynamicWindow> createDynamic() {
        return make(
                        "createDynamic",
                        () -> new Wanted(Flavor.DYNAMIC, hints, 1, 0, () -> new OwnMemory(Buffer.empty(), null)))
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
        Half half = new Half(communicator, wanted);
        return half.begun()
                .then(Mono.defer(() -> communicator.allGather(CALL, half.said())))
                .flatMap(half::heard)
                .map(half::whole)
                .onErrorResume(MpiException.class, half::given);
    }

    /** This rank's end of a window, as long as the others are not known. */
    private final class Half implements SegmentSharing.Listener {

        private final WindowCommunicator communicator;
        private final Wanted wanted;
        private final Flavor flavor;
        private final int rank;
        /** What it can share with others; null if nothing. */
        private final @Nullable SharedSegments segments;

        private final @Nullable AttachedMemory attached;
        private OwnMemory memory = new OwnMemory(Buffer.empty(), null);
        private @Nullable OutOfMemoryError noMemory;
        /** Null as long as this rank has no memory. */
        private @Nullable OwnWindow own;

        private @Nullable SegmentSharing sharing;
        private @Nullable Heard heard;
        /** Whether all ranks have come to the same failure. */
        private boolean isKnownToAll;

        Half(WindowCommunicator communicator, Wanted wanted) {
            this.communicator = communicator;
            this.wanted = wanted;
            this.flavor = wanted.flavor();
            this.rank = communicator.group().rank().orElseThrow();
            this.segments = mayShare() ? engine.windows().segments() : null;
            this.attached = flavor == Flavor.DYNAMIC ? new AttachedMemory() : null;
        }

        /** Has memory of its own, or waits with that until it knows whom it shares with. */
        Mono<Void> begun() {
            return segments != null
                    ? Mono.empty()
                    : taken().doOnSuccess(done ->
                            expose(attached == null ? new BufferMemory(Payload.of(memory.buffer())) : attached));
        }

        /** Takes memory of this rank alone. What is long is cleared by another thread: that takes as long as memory is large. */
        private Mono<Void> taken() {
            Mono<Void> taking = Mono.fromRunnable(() -> {
                try {
                    memory = wanted.memory().get();
                } catch (OutOfMemoryError none) {
                    noMemory = none;
                }
            });
            return lengths.isOnePiece(wanted.bytes()) || flavor == Flavor.CREATE
                    ? taking
                    : taking.subscribeOn(Workers.scheduler()).publishOn(engine.scheduler());
        }

        private boolean mayShare() {
            WindowHints said = wanted.hints();
            return flavor == Flavor.SHARED
                    || flavor == Flavor.ALLOCATE
                            && said.sharedMemory()
                            && said.minimumAlignment() <= SharedSegments.PAGE_BYTES;
        }

        private void expose(EngineWindows.Memory reached) {
            own = engine.windows()
                    .add(
                            communicator.state(),
                            communicator.parent(),
                            communicator.members(),
                            rank,
                            reached,
                            () -> WindowState.label(communicator));
            heard = Heard.of(own);
        }

        int[] said() {
            int[] words = new int[WIDTH];
            words[0] = (noMemory == null ? flavor.ordinal() : NO_MEMORY) | promises() | (segments == null ? 0 : SHARES);
            words[1] = wanted.unit();
            words[2] = (int) (wanted.bytes() >>> Integer.SIZE);
            words[3] = (int) wanted.bytes();
            if (segments != null) {
                SegmentSharing.put(words, DOMAIN, segments.domain());
            }
            return words;
        }

        /** What this rank promises or allows, beside its kind; that of one rank is one of all, so that they come to the same. */
        private int promises() {
            WindowHints said = wanted.hints();
            return (said.sameSize() ? SAME_SIZE : 0)
                    | (said.sameDisplacementUnit() ? SAME_UNIT : 0)
                    | (said.noncontiguous() ? APART : 0)
                    | (said.accumulateGranularity() > Long.BYTES ? WHOLE : 0);
        }

        /** All have said what they bring; the shape comes when they have their memory. */
        Mono<Shape> heard(int[] table) {
            int ranks = table.length / WIDTH;
            long[] sizes = new long[ranks];
            int[] units = new int[ranks];
            List<SegmentSharing.Part> parts = new ArrayList<>();
            isKnownToAll = true;
            int said = 0;
            for (int each = 0; each < ranks; each++) {
                said |= table[each * WIDTH];
            }
            for (int each = 0; each < ranks; each++) {
                int from = each * WIDTH;
                check(each, table[from] & KIND);
                units[each] = table[from + 1];
                sizes[each] = (long) table[from + 2] << Integer.SIZE | Integer.toUnsignedLong(table[from + 3]);
                boolean shares = (table[from] & SHARES) != 0;
                parts.add(new SegmentSharing.Part(
                        shares ? SegmentSharing.number(table, from + DOMAIN) : null, sizes[each]));
                checkPromises(said, each, sizes, units);
            }
            Shape shape = new Shape(flavor, sizes, units, wanted.hints());
            if ((said & SHARES) == 0) {
                checkShared(parts);
                return Mono.just(shape);
            }
            boolean contiguous = flavor == Flavor.SHARED && (said & APART) == 0;
            SegmentSharing.Layout layout = new SegmentSharing.Layout(lengths, contiguous, (said & WHOLE) != 0);
            SegmentSharing common = new SegmentSharing(engine, communicator, parts, layout);
            sharing = common;
            checkShared(parts);
            return common.share(segments, this).thenReturn(shape);
        }

        private void check(int each, int kind) {
            if (kind == NO_MEMORY) {
                throw new MpiException(ErrorClass.NO_MEM, "rank " + each + " has no memory for its part of the window");
            }
            if (kind != flavor.ordinal()) {
                throw new MpiException(
                        ErrorClass.WIN,
                        "rank " + each + " makes a window of another kind than this rank, which makes one of kind "
                                + flavor);
            }
        }

        private void checkPromises(int promised, int each, long[] sizes, int[] units) {
            if ((promised & SAME_SIZE) != 0 && sizes[each] != sizes[0]) {
                throw new MpiException(
                        ErrorClass.SIZE,
                        "the hint same_size is not true: rank 0 has " + sizes[0] + " bytes, rank " + each + " "
                                + sizes[each]);
            }
            if ((promised & SAME_UNIT) != 0 && units[each] != units[0]) {
                throw new MpiException(
                        ErrorClass.DISP,
                        "the hint same_disp_unit is not true: rank 0 has " + units[0] + ", rank " + each + " "
                                + units[each]);
            }
        }

        /** A rank that is alone shares its memory with all there are. */
        private void checkShared(List<SegmentSharing.Part> parts) {
            if (flavor == Flavor.SHARED && parts.size() > 1) {
                UUID first = parts.get(0).domain();
                for (int each = 0; each < parts.size(); each++) {
                    UUID domain = parts.get(each).domain();
                    if (domain == null || !domain.equals(first)) {
                        throw new MpiException(
                                ErrorClass.RMA_SHARED,
                                first == null || domain == null
                                        ? "rank " + (first == null ? 0 : each)
                                                + " has no channel whose ranks have memory in common, as shm and local"
                                        : "ranks 0 and " + each
                                                + " have no memory in common: they are not on one host");
                    }
                }
            }
        }

        @Override
        public void known(boolean isKnown) {
            isKnownToAll = isKnown;
        }

        @Override
        public Mono<Void> alone() {
            return own != null ? Mono.empty() : taken().then(Mono.defer(this::exposedAlone));
        }

        private Mono<Void> exposedAlone() {
            if (noMemory != null) {
                return Mono.error(new MpiException(ErrorClass.NO_MEM, String.valueOf(noMemory.getMessage()), noMemory));
            }
            expose(new BufferMemory(Payload.of(memory.buffer())));
            return Mono.empty();
        }

        @Override
        public void shared(SegmentMemory shared) {
            Views common = shared.views();
            memory = new OwnMemory(common.buffer(), common);
            expose(shared);
        }

        CoreWindow whole(Shape shape) {
            OwnWindow exposed = Objects.requireNonNull(own, "memory is there");
            Heard told = Objects.requireNonNull(heard, "with it");
            WindowState state = new WindowState(engine, parent, communicator, shape, exposed);
            if (attached != null) {
                return new CoreDynamicWindow(state, attached, told);
            }
            SegmentSharing common = sharing;
            if (common != null) {
                common.seal();
                for (int target = 0; target < shape.sizes().length; target++) {
                    SegmentMemory theirs = target == rank ? null : common.reached(target);
                    if (theirs != null) {
                        exposed.reach(target, theirs);
                    }
                }
            }
            return flavor == Flavor.SHARED
                    ? new CoreSharedWindow(state, memory, common, told)
                    : new CoreWindow(state, memory, common, told);
        }

        /** There is no window: what this rank has of it goes. */
        Mono<CoreWindow> given(MpiException failed) {
            if (own != null) {
                own.remove(failed);
            }
            Payload.of(memory.buffer()).release();
            if (sharing != null) {
                sharing.close();
            }
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
