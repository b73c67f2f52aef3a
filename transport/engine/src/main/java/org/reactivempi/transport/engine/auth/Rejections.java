package org.reactivempi.transport.engine.auth;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.event.Rejection;

/** Counts connections that were refused. Written by the progress thread, read by any. */
public final class Rejections {

    private final Map<Rejection, LongAdder> counts = new EnumMap<>(Rejection.class);

    private Consumer<Rejection> listener = rejection -> {};

    /** None yet. */
    public Rejections() {
        for (Rejection rejection : Rejection.values()) {
            counts.put(rejection, new LongAdder());
        }
    }

    /** Sets a listener that is called for each; before the first of them. */
    public void tell(Consumer<Rejection> listener) {
        this.listener = listener;
    }

    /** One more. */
    public void count(Rejection rejection) {
        adder(rejection).increment();
        listener.accept(rejection);
    }

    /** How many there were of a kind. */
    public long of(Rejection rejection) {
        return adder(rejection).sum();
    }

    /** How many there were in all. */
    public long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    private LongAdder adder(Rejection rejection) {
        LongAdder adder = counts.get(rejection);
        if (adder == null) {
            throw new IllegalStateException("no counter for " + rejection);
        }
        return adder;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
