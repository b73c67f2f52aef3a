package org.reactivempi.core.communicator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.reactivempi.AttributeKey;
import org.reactivempi.Attributes;

/**
 * The attributes of a communicator. Functions of users run on the thread that calls, and outside of the lock: they may set and get attributes
 * themselves.
 */
final class CoreAttributes implements Attributes {

    private final Runnable exists;
    private final Map<AttributeKey<?>, Object> values = new LinkedHashMap<>();

    /** None yet; {@code exists} throws if the communicator is freed. */
    CoreAttributes(Runnable exists) {
        this.exists = exists;
    }

    @Override
    public <T> void set(AttributeKey<T> key, T value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        exists.run();
        deleteHeld(key);
        put(key, value);
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
        Optional<T> value = held(key);
        value.ifPresent(key::deleted);
        synchronized (values) {
            return value.isPresent() && values.remove(key, value.get());
        }
    }

    private void put(AttributeKey<?> key, Object value) {
        synchronized (values) {
            values.put(key, value);
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

    /** What a duplicate gets; what has been copied is deleted again where a copy fails. */
    CoreAttributes copies() {
        CoreAttributes copies = new CoreAttributes(() -> {});
        try {
            keys().forEach(key -> copy(key, copies));
        } catch (RuntimeException failed) {
            copies.deleteAll();
            throw failed;
        }
        return copies;
    }

    private <T> void copy(AttributeKey<T> key, CoreAttributes copies) {
        held(key).flatMap(key::copyOf).ifPresent(copy -> copies.put(key, copy));
    }

    /** The duplicate has been made: it has what was copied for it. */
    void take(CoreAttributes copies) {
        synchronized (values) {
            values.putAll(copies.values);
        }
    }

    /** Deletes all, the last one that was set first. */
    void deleteAll() {
        List<AttributeKey<?>> keys = keys();
        Collections.reverse(keys);
        keys.forEach(this::deleteHeld);
    }
}
