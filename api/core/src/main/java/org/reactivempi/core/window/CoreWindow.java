package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Assertion;
import org.reactivempi.AttributeMap;
import org.reactivempi.Buffer;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorHandler;
import org.reactivempi.Group;
import org.reactivempi.LockType;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Notification;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.Place;
import org.reactivempi.Ring;
import org.reactivempi.SendBuffer;
import org.reactivempi.Window;
import org.reactivempi.WindowAtomics;
import org.reactivempi.WindowHints;
import org.reactivempi.core.operation.CoreErrors;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.spi.SegmentedMemory;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A window of this rank: the operations and epochs that it has, and what can be asked of it. */
class CoreWindow implements Window, SegmentedMemory {

    private final WindowState state;
    private final OwnMemory memory;
    private final @Nullable SegmentSharing sharing;
    private final Heard heard;
    private final WindowOperations operations;
    private final Synchronizations epochs;
    private final CoreErrors<Window> errors;
    private final AttributeMap attributes;
    private final WindowAtomics<Long> longs;
    private final WindowAtomics<Integer> ints;

    /**
     * This rank's end of one. On the progress thread.
     *
     * @param sharing the memory that it has in common with others; null if there is none
     * @param heard what others tell it
     */
    CoreWindow(WindowState state, OwnMemory memory, @Nullable SegmentSharing sharing, Heard heard) {
        this.state = state;
        this.memory = memory;
        this.sharing = sharing;
        this.heard = heard;
        this.operations = new WindowOperations(state);
        this.epochs = new Synchronizations(state);
        this.errors = new CoreErrors<>(this, state.engine(), state::exists, state::label, ErrorHandler.RETURN);
        state.heardBy(errors);
        this.attributes = new AttributeMap(state::exists);
        this.longs = new CoreAtomics<>(operations, Elements.of(Datatype.LONG), value -> value, bits -> bits);
        this.ints = new CoreAtomics<>(operations, Elements.of(Datatype.INT), value -> value, bits -> (int) bits);
    }

    final WindowState state() {
        return state;
    }

    // Operations.

    @Override
    public Mono<Void> put(SendBuffer data, int target, Place place) {
        return operations.put(data, target, place);
    }

    @Override
    public Mono<Void> get(Buffer room, int target, Place place) {
        return operations.get(room, target, place);
    }

    @Override
    public Mono<Void> accumulate(SendBuffer data, int target, Place place, Op op) {
        return operations.accumulate(data, target, place, op);
    }

    @Override
    public Mono<Void> getAccumulate(SendBuffer data, Buffer before, int target, Place place, Op op) {
        return operations.getAccumulate(data, before, target, place, op);
    }

    @Override
    public Mono<Void> fetchAndOp(SendBuffer value, Buffer before, int target, long displacement, Op op) {
        return operations.fetchAndOp(value, before, target, displacement, op);
    }

    @Override
    public Mono<Void> compareAndSwap(
            SendBuffer value, SendBuffer expected, Buffer before, int target, long displacement) {
        return operations.compareAndSwap(value, expected, before, target, displacement);
    }

    @Override
    public WindowAtomics<Long> longs() {
        return longs;
    }

    @Override
    public WindowAtomics<Integer> ints() {
        return ints;
    }

    // Epochs.

    @Override
    public Mono<Void> fence(Assertion... assertions) {
        return epochs.fence(assertions);
    }

    @Override
    public Mono<Void> post(Group origins, Assertion... assertions) {
        return epochs.post(origins, assertions);
    }

    @Override
    public Mono<Void> start(Group targets, Assertion... assertions) {
        return epochs.start(targets, assertions);
    }

    @Override
    public Mono<Void> complete() {
        return epochs.complete();
    }

    @Override
    public Mono<Void> waitFor() {
        return epochs.waitFor();
    }

    @Override
    public Mono<Boolean> test() {
        return epochs.test();
    }

    @Override
    public Mono<Void> lock(LockType type, int target, Assertion... assertions) {
        return epochs.lock(type, target, assertions);
    }

    @Override
    public Mono<Void> unlock(int target) {
        return epochs.unlock(target);
    }

    @Override
    public OptionalInt abandonedBy(int target) {
        state.exists();
        Checks.target(target, size());
        return state.own().abandonedBy(target);
    }

    @Override
    public Mono<Void> lockAll(Assertion... assertions) {
        return epochs.lockAll(assertions);
    }

    @Override
    public Mono<Void> unlockAll() {
        return epochs.unlockAll();
    }

    @Override
    public Mono<Void> flush(int target) {
        return epochs.flush(target);
    }

    @Override
    public Mono<Void> flushAll() {
        return epochs.flushAll();
    }

    @Override
    public Mono<Void> flushLocal(int target) {
        return epochs.flushLocal(target);
    }

    @Override
    public Mono<Void> flushLocalAll() {
        return epochs.flushLocalAll();
    }

    @Override
    public Mono<Void> sync() {
        return epochs.sync();
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
                state.engine(),
                errors,
                state.inWords(call),
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

    // Notifications and streams.

    @Override
    public Mono<Void> notifyTarget(int target, int tag) {
        Supplier<String> name = () -> state.inWords("notifyTarget", state.inWords(target) + ", ", tag);
        return new LocalMono<>(state.engine(), errors, name, () -> {
            state.usable();
            Checks.target(target, size());
            Checks.tag(tag);
            return new Notifying(state, name, target, tag);
        });
    }

    @Override
    public Flux<Notification> notifications(int tag) {
        return new NotificationFlux(state, heard.notifications(), tag);
    }

    @Override
    public Mono<Void> putStream(Publisher<? extends SendBuffer> frames, int target, Ring ring, int tag) {
        Objects.requireNonNull(frames, "frames");
        return new StreamPutting.Putting(state, heard.streams(), frames, target, ring, tag);
    }

    @Override
    public Flux<ByteBuffer> takeStream(int origin, Ring ring, int tag) {
        return new StreamTaking.Taken(state, heard.streams(), memory, origin, ring, tag);
    }

    // The window.

    @Override
    public Buffer memory() {
        return memory.buffer();
    }

    @Override
    public Optional<ByteBuffer> segment(int rank) {
        state.exists();
        return views(rank).map(Views::whole);
    }

    @Override
    public Optional<ByteBuffer> segment(int rank, long offset, long lengthBytes) {
        state.exists();
        Optional<Views> found = views(rank);
        if (offset < 0) {
            throw new MpiException(ErrorClass.DISP, "offset " + offset + " is negative");
        }
        if (lengthBytes < 0 || lengthBytes > MOST_SEGMENT_BYTES) {
            throw new MpiException(
                    ErrorClass.SIZE, "a length of " + lengthBytes + " bytes is outside 0.." + MOST_SEGMENT_BYTES);
        }
        return found.map(views -> views.slice(offset, lengthBytes));
    }

    @Override
    public Optional<Object> memorySegment(int rank) {
        state.exists();
        return views(rank).flatMap(views -> Optional.ofNullable(views.segment()));
    }

    private Optional<Views> views(int rank) {
        if (rank == Mpi.PROC_NULL) {
            return IntStream.range(0, size())
                    .filter(each -> size(each) > 0)
                    .mapToObj(this::reached)
                    .flatMap(Optional::stream)
                    .findFirst();
        }
        checkRank(rank);
        return reached(rank);
    }

    private Optional<Views> reached(int rank) {
        if (rank == rank()) {
            return Optional.ofNullable(memory.views());
        }
        if (sharing == null || !sharing.reaches(rank(), rank)) {
            return Optional.empty();
        }
        SegmentMemory theirs = sharing.reached(rank);
        return Optional.of(theirs == null ? Views.of(ByteBuffer.allocate(0)) : theirs.views());
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new MpiException(ErrorClass.RANK, "rank " + rank + " is outside 0.." + (size() - 1));
        }
    }

    @Override
    public long size(int rank) {
        checkRank(rank);
        return state.shape().sizes()[rank];
    }

    @Override
    public int displacementUnit(int rank) {
        checkRank(rank);
        return state.shape().units()[rank];
    }

    @Override
    public Flavor flavor() {
        return state.shape().flavor();
    }

    @Override
    public int rank() {
        return state.rank();
    }

    @Override
    public int size() {
        return state.size();
    }

    @Override
    public Group group() {
        return state.communicator().group();
    }

    @Override
    public WindowHints hints() {
        return state.shape().hints();
    }

    @Override
    public String name() {
        return state.communicator().state().name();
    }

    @Override
    public void setName(String name) {
        state.exists();
        if (name == null || name.length() > Mpi.MAX_OBJECT_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "a window's name has 0 to " + Mpi.MAX_OBJECT_NAME
                            + " characters, none of them a control character");
        }
        state.communicator().state().name(name);
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
        return epochs.free(attributes::end, this::released);
    }

    /** The memory is its owner's again. */
    void released() {
        Payload.of(memory.buffer()).release();
        if (sharing != null) {
            sharing.close();
        }
    }

    @Override
    public String toString() {
        return "Window[" + state.label() + ", " + flavor() + ", rank=" + rank() + ", size=" + size() + "]";
    }
}
