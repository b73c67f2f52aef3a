package org.reactivempi;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Under which a library attaches a value to communicators and datatypes ({@code MPI_Comm_create_keyval}). A key is the object itself: two of one name are
 * two keys. One that nobody holds any more is gone, with what is attached under it nowhere; there is nothing to free.
 *
 * <pre>{@code
 * static final AttributeKey<Pool> POOL = AttributeKey.<Pool>of("pool").copy(pool -> Optional.of(pool.share())).delete(Pool::close);
 * }</pre>
 *
 * <p>Immutable: {@link #copy} and {@link #delete} give other keys.
 *
 * @param <T> the type of the values
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.7.2">MPI-4.1, 7.7.2</a>
 * @since 0.1
 */
public final class AttributeKey<T> {

    /** The largest tag that a message may have, as {@link AnyCommunicator#tagUpperBound} ({@code MPI_TAG_UB}). */
    public static final AttributeKey<Integer> TAG_UPPER_BOUND = predefined("tagUpperBound");

    /** The rank of the host process: {@link Mpi#PROC_NULL}, since there is none ({@code MPI_HOST}). */
    public static final AttributeKey<Integer> HOST = predefined("host");

    /** The rank that can read and write files: {@link Mpi#ANY_SOURCE}, since all can ({@code MPI_IO}). */
    public static final AttributeKey<Integer> IO = predefined("io");

    /** Whether {@link SessionView#wtime} is the same on all ranks: it is not ({@code MPI_WTIME_IS_GLOBAL}). */
    public static final AttributeKey<Boolean> WTIME_IS_GLOBAL = predefined("wtimeIsGlobal");

    /** For how many ranks there is room in the job: as many as the world has ({@code MPI_UNIVERSE_SIZE}). */
    public static final AttributeKey<Integer> UNIVERSE_SIZE = predefined("universeSize");

    /**
     * The number of this rank's program among those that the job was started with, from 0 ({@code MPI_APPNUM}); without a value where the
     * launcher says none.
     */
    public static final AttributeKey<Integer> APPNUM = predefined("appnum");

    private final boolean isPredefined;
    private final String name;
    private final Function<? super T, Optional<T>> copy;
    private final Consumer<? super T> delete;

    private AttributeKey(
            boolean isPredefined, String name, Function<? super T, Optional<T>> copy, Consumer<? super T> delete) {
        this.isPredefined = isPredefined;
        this.name = name;
        this.copy = copy;
        this.delete = delete;
    }

    /**
     * A new key, whose values a duplicate does not get ({@code MPI_COMM_NULL_COPY_FN}), and for which nothing is done when they go.
     *
     * @param <T> the type of the values
     * @param name for people
     * @return another key at each call
     */
    public static <T> AttributeKey<T> of(String name) {
        return without(false, name);
    }

    private static <T> AttributeKey<T> predefined(String name) {
        return without(true, name);
    }

    private static <T> AttributeKey<T> without(boolean isPredefined, String name) {
        return new AttributeKey<>(
                isPredefined, Objects.requireNonNull(name, "name"), value -> Optional.empty(), value -> {});
    }

    /**
     * Whether this is one of the constants here: its value is there on each communicator without being set, and can't be set or deleted.
     *
     * @return false for a key that a program has made
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.9.1.2">MPI-4.1, 9.1.2</a>
     */
    public boolean isPredefined() {
        return isPredefined;
    }

    /**
     * A new key whose values a duplicate of their communicator gets copies of. An error of the function fails the duplication with it, before
     * other ranks hear of it.
     *
     * @param copy gives the duplicate's value of that of the communicator, perhaps the same one, or nothing; called on the thread that
     *     requests the duplication, before that starts, once for each subscription
     * @return another key, with this one's name and deletion
     */
    public AttributeKey<T> copy(Function<? super T, Optional<T>> copy) {
        return new AttributeKey<>(false, name, Objects.requireNonNull(copy, "copy"), delete);
    }

    /**
     * A new key that is told when a value goes: when it is deleted, replaced, or its communicator is freed; and when it is a copy for a
     * duplicate that its caller does not get, since the duplication has failed or was cancelled.
     *
     * @param delete takes the value, which is attached nowhere meanwhile; called on the thread that deletes, replaces, or requests the freeing.
     *     An error of it puts the value back, unless another one is there by then, and is thrown, or signalled by the freeing, which does
     *     nothing else then. For a copy that no duplicate gets, it is called on the progress thread, which it must not block, or on the one
     *     that requests where another key's copy has failed. An error of it is then added to the failure as a suppressed one, or, after a
     *     cancellation, dropped as Reactor drops errors
     * @return another key, with this one's name and copies
     */
    public AttributeKey<T> delete(Consumer<? super T> delete) {
        return new AttributeKey<>(false, name, copy, Objects.requireNonNull(delete, "delete"));
    }

    /**
     * The duplicate's value.
     *
     * @param value that of the communicator
     * @return what {@link #copy} says
     */
    public Optional<T> copyOf(T value) {
        return Objects.requireNonNull(copy.apply(value), "a copy function has returned null");
    }

    /**
     * Tells the key's delete function that a value goes.
     *
     * @param value the value
     */
    public void deleted(T value) {
        delete.accept(value);
    }

    @Override
    public String toString() {
        return "AttributeKey[" + name + "]";
    }
}
