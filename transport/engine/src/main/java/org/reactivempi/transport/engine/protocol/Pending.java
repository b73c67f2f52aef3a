package org.reactivempi.transport.engine.protocol;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.ProtocolException;

/** What waits for a peer's answer, by the number under which the peer will name it. */
final class Pending<T> {

    private final String what;
    private final NumberMap<T> entries = new NumberMap<>();
    private long nextId;

    Pending(String what) {
        this.what = what;
    }

    /** The number of the next entry. */
    long nextId() {
        return nextId++;
    }

    void put(long id, T entry) {
        entries.put(id, entry);
    }

    /** The entry that the peer names; a number that we never gave is a breach. */
    T get(long id) {
        return known(id, entries.get(id));
    }

    T remove(long id) {
        return known(id, entries.remove(id));
    }

    int size() {
        return entries.size();
    }

    /** All of them, in the order in which they have begun. */
    List<T> all() {
        return entries.all();
    }

    /** Shows all of them, in no order. */
    void forEach(Consumer<T> visitor) {
        entries.forEach(visitor);
    }

    List<T> removeAll() {
        List<T> all = all();
        entries.clear();
        return all;
    }

    private T known(long id, @Nullable T entry) {
        if (entry == null) {
            throw new ProtocolException("there is no " + what + " " + id);
        }
        return entry;
    }
}
