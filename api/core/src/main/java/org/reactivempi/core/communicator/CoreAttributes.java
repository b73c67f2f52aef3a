package org.reactivempi.core.communicator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AttributeKey;
import org.reactivempi.Attributes;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;

/**
 * The attributes of a communicator. Functions of users run on the thread that calls, and outside of the lock: they may set and get attributes
 * themselves. A value is taken out, under the lock, by the one thread that deletes it, and put back where its deletion fails.
 */
final class CoreAttributes implements Attributes {

    private final Runnable exists;
    private final Map<AttributeKey<?>, Object> values = new LinkedHashMap<>();
    private boolean ended;

    /** None yet; {@code exists} throws if the communicator is freed. */
    CoreAttributes(Runnable exists) {
        this.exists = exists;
    }

    @Override
    public <T> void set(AttributeKey<T> key, T value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        exists.run();
        do {
            deleteHeld(key);
            // Another thread may have set one while the function ran.
        } while (!isSet(key, value));
    }

    @Override
    public <T> Optional<T> get(AttributeKey<T> key) {
        exists.run();
        return held(Objects.requireNonNull(key, "key"));
    }

    @Override
    public boolean delete(AttributeKey<?> key) {
        exists.run();
        return deleteHeld(Objects.requireNonNull(key, "key"));
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
                throw new MpiException(ErrorClass.COMM, "the communicator is freed");
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

    /** What a duplicate gets; what has been copied is deleted again where a copy fails. */
    CoreAttributes copies() {
        CoreAttributes copies = new CoreAttributes(() -> {});
        try {
            keys().forEach(key -> copy(key, copies));
        } catch (RuntimeException | Error failed) {
            copies.discard(failed);
            throw failed;
        }
        return copies;
    }

    private <T> void copy(AttributeKey<T> key, CoreAttributes copies) {
        held(key).flatMap(key::copyOf).ifPresent(copy -> copies.putIfAbsent(key, copy));
    }

    /** The duplicate has been made: it has what was copied for it. */
    void take(CoreAttributes copies) {
        synchronized (values) {
            values.putAll(copies.values);
        }
    }

    /** Deletes all, the last one that was set first. */
    void deleteAll() {
        keysBackwards().forEach(this::deleteHeld);
    }

    /** The same; then none can be set any more. Where a deletion throws, what is left stays, and the communicator goes on. */
    void end() {
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
     * Deletes all that nobody will free. What the deletion of one throws does not save the others.
     *
     * @param why hears of what is thrown
     */
    void discard(Throwable why) {
        discarded(thrown -> {
            if (thrown != why) {
                why.addSuppressed(thrown);
            }
        });
    }

    /** The same; {@code thrown} is told. */
    void discarded(Consumer<? super Throwable> thrown) {
        for (AttributeKey<?> key : keysBackwards()) {
            try {
                deleteHeld(key);
            } catch (RuntimeException | Error refused) {
                thrown.accept(refused);
            }
        }
    }
}
