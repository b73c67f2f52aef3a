package org.reactivempi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of one object: for programs that make objects with attributes, as the library does for its communicators and datatypes.
 *
 * <p>Functions of users run on the thread that calls, and outside of the lock: they may set and get attributes themselves. A value is taken
 * out, under the lock, by the one thread that deletes it, and put back where its deletion fails.
 *
 * <p>Thread-safe.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.7.7">MPI-4.1, 7.7</a>
 * @since 0.1
 */
public final class AttributeMap implements Attributes {

    /**
     * The object with these attributes.
     *
     * @since 0.1
     */
    public interface Owner {

        /**
         * Asked by each call.
         *
         * @throws MpiException if the object is freed
         */
        void exists();

        /**
         * The value of a {@linkplain AttributeKey#isPredefined predefined} key.
         *
         * @param key a predefined one
         * @return the value that it has here, or nothing where none is known
         * @throws MpiException {@link ErrorClass#KEYVAL} if objects of this kind have no such attribute
         */
        default Optional<?> predefined(AttributeKey<?> key) {
            throw new MpiException(ErrorClass.KEYVAL, key + " is an attribute of communicators alone");
        }
    }

    private static final Owner NOBODY = () -> {};

    private final Owner owner;
    private final Map<AttributeKey<?>, Object> values = new LinkedHashMap<>();
    private boolean ended;

    /** Attributes of an object that is never freed. None yet. */
    public AttributeMap() {
        this(NOBODY);
    }

    /**
     * None yet, but what is predefined.
     *
     * @param owner the object
     */
    public AttributeMap(Owner owner) {
        this.owner = owner;
    }

    @Override
    public <T> void set(AttributeKey<T> key, T value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        checkWritten(key);
        do {
            deleteHeld(key);
            // Another thread may have set one while the function ran.
        } while (!isSet(key, value));
    }

    @Override
    @SuppressWarnings("unchecked") // The owner gives values of the key's type.
    public <T> Optional<T> get(AttributeKey<T> key) {
        owner.exists();
        return Objects.requireNonNull(key, "key").isPredefined() ? (Optional<T>) owner.predefined(key) : held(key);
    }

    @Override
    public boolean delete(AttributeKey<?> key) {
        checkWritten(Objects.requireNonNull(key, "key"));
        return deleteHeld(key);
    }

    private void checkWritten(AttributeKey<?> key) {
        owner.exists();
        if (key.isPredefined()) {
            throw new MpiException(
                    ErrorClass.KEYVAL, key + " is predefined: programs read its value, and don't set or delete it");
        }
    }

    private <T> boolean deleteHeld(AttributeKey<T> key) {
        T value = taken(key);
        if (value == null) {
            return false;
        }
        try {
            key.deleted(value);
        } catch (RuntimeException | Error refused) {
            putIfAbsent(key, value);
            throw refused;
        }
        return true;
    }

    @SuppressWarnings("unchecked") // A value came in with a key of its type.
    private <T> @Nullable T taken(AttributeKey<T> key) {
        synchronized (values) {
            return (T) values.remove(key);
        }
    }

    /** Sets a value where there is none. */
    private boolean isSet(AttributeKey<?> key, Object value) {
        synchronized (values) {
            if (ended) {
                throw new MpiException(ErrorClass.COMM, "the object is freed");
            }
            return putIfAbsent(key, value);
        }
    }

    private boolean putIfAbsent(AttributeKey<?> key, Object value) {
        synchronized (values) {
            return values.putIfAbsent(key, value) == null;
        }
    }

    @SuppressWarnings("unchecked") // A value came in with a key of its type.
    private <T> Optional<T> held(AttributeKey<T> key) {
        synchronized (values) {
            return Optional.ofNullable((T) values.get(key));
        }
    }

    /** In the order in which they were set. */
    private List<AttributeKey<?>> keys() {
        synchronized (values) {
            return new ArrayList<>(values.keySet());
        }
    }

    /** The last one that was set first. */
    private List<AttributeKey<?>> keysBackwards() {
        List<AttributeKey<?>> keys = keys();
        Collections.reverse(keys);
        return keys;
    }

    /**
     * What a duplicate gets of the object's values: what the keys' copy functions give, called now, on this thread. Where one throws, what has
     * been copied is deleted again.
     *
     * @return copies that belong to no object yet
     */
    public AttributeMap copies() {
        AttributeMap copies = new AttributeMap();
        try {
            keys().forEach(key -> copy(key, copies));
        } catch (RuntimeException | Error failed) {
            copies.discard(failed);
            throw failed;
        }
        return copies;
    }

    private <T> void copy(AttributeKey<T> key, AttributeMap copies) {
        held(key).flatMap(key::copyOf).ifPresent(copy -> copies.putIfAbsent(key, copy));
    }

    /**
     * The duplicate has been made: it has what was copied for it.
     *
     * @param copies those of {@link #copies}, which belong to this object from now on
     */
    public void take(AttributeMap copies) {
        synchronized (values) {
            values.putAll(copies.values);
        }
    }

    /** Deletes all, the last one that was set first. */
    void deleteAll() {
        keysBackwards().forEach(this::deleteHeld);
    }

    /**
     * The object ends: deletes all values, the last one that was set first. Then none can be set any more. Where a deletion throws, what is
     * left stays, and the object goes on.
     */
    public void end() {
        do {
            deleteAll();
        } while (!isEnded());
    }

    private boolean isEnded() {
        synchronized (values) {
            ended = values.isEmpty();
            return ended;
        }
    }

    /**
     * Deletes copies for a duplicate that could not be made. What the deletion of one throws does not save the others.
     *
     * @param why it could not: gets what is thrown as suppressed errors
     */
    public void discard(Throwable why) {
        discarded(thrown -> {
            if (thrown != why) {
                why.addSuppressed(thrown);
            }
        });
    }

    /**
     * Deletes copies for a duplicate that nobody gets.
     *
     * @param thrown is told what the deletions throw
     */
    public void discarded(Consumer<? super Throwable> thrown) {
        for (AttributeKey<?> key : keysBackwards()) {
            try {
                deleteHeld(key);
            } catch (RuntimeException | Error refused) {
                thrown.accept(refused);
            }
        }
    }
}
