package org.reactivempi.core.communicator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.publisher.Mono;

/**
 * What a session that was opened has to end when it closes: the communicators that were made in it.
 *
 * <pre>
 *  OPEN --close--&gt; CLOSING --nothing is made any more, each communicator has been idle, and is freed--&gt; CLOSED
 * </pre>
 * The session that joined the job has none: it ends with its engine.
 */
final class SessionScope {

    /** A communicator, as its session's end knows it. */
    @OnProgressThread
    interface Part {

        /** Lets no operation of its users start any more; what runs goes on. */
        void refuse();

        /** Whether its user has freed it, and it is about to go. */
        boolean isFreedByUser();

        /** Whether nothing runs in it here. */
        boolean isIdle();

        /** Frees it, together with its other ranks; cold. */
        Mono<Void> end();
    }

    private final Engine engine;
    private final int number;
    private final Mono<Void> closing;
    /** Where the value is true, its end has begun. */
    private final Map<Part, Boolean> parts = new LinkedHashMap<>();

    private volatile boolean closed;
    private int creations;
    private @Nullable Throwable failure;

    /** A session without communicators; its number is from 1 on. */
    SessionScope(Engine engine, int number) {
        this.engine = engine;
        this.number = number;
        // What has ended with the session that it was opened of needs no further end.
        Mono<Void> once = new LocalMono<Void>(engine, () -> "close of a session", Closing::new)
                .onErrorResume(
                        MpiException.class,
                        ended -> ended.errorClass() == ErrorClass.SESSION ? Mono.empty() : Mono.error(ended))
                .cache();
        this.closing = OperationMono.of(engine, "close of session " + number, once);
    }

    int number() {
        return number;
    }

    /** Any thread. */
    void checkOpen() {
        if (closed) {
            throw closed();
        }
    }

    static MpiException closed() {
        return new MpiException(ErrorClass.SESSION, "the session is closed");
    }

    /** Closes it, once. Any thread. */
    Mono<Void> close() {
        return closing;
    }

    /** A communicator has been made. */
    @OnProgressThread
    void add(Part part) {
        parts.put(part, false);
        if (closed) {
            part.refuse();
        }
    }

    /** A communicator has gone. */
    @OnProgressThread
    void remove(Part part) {
        parts.remove(part);
    }

    /** One is about to be made of a group. */
    @OnProgressThread
    void creates() {
        creations++;
    }

    /** It has been made, or not. */
    @OnProgressThread
    void hasCreated() {
        creations--;
    }

    private boolean endIdle() {
        if (creations > 0) {
            return false;
        }
        for (Part part : List.copyOf(parts.keySet())) {
            boolean ends = Boolean.TRUE.equals(parts.get(part)) || part.isFreedByUser();
            if (!ends && part.isIdle()) {
                parts.put(part, true);
                part.end().doFinally(end -> remove(part)).subscribe(none -> {}, this::failed);
            }
        }
        return parts.isEmpty();
    }

    /** That a rank is lost, or that the rank itself ends, frees as well; what users' own code throws is told. */
    private void failed(Throwable why) {
        if (failure == null && !(why instanceof MpiException)) {
            failure = why;
        }
    }

    /** Made as it is subscribed, on that thread: from then on, nothing starts. */
    private final class Closing implements LocalMono.Work<Void> {

        private @Nullable Owner<Void> owner;

        Closing() {
            closed = true;
        }

        @Override
        public void start(Owner<Void> whoWaits) {
            owner = whoWaits;
            parts.keySet().forEach(Part::refuse);
            engine.messages().untilOver(this::look);
        }

        private boolean look() {
            boolean over = endIdle();
            Owner<Void> told = owner;
            if (over && told != null) {
                owner = null;
                if (failure == null) {
                    told.complete(null);
                } else {
                    told.fail(failure);
                }
            }
            return over;
        }

        @Override
        public boolean forget(Owner<Void> whoWaits) {
            boolean waits = owner != null;
            owner = null;
            return waits;
        }

        @Override
        public boolean concernsOthers() {
            return true;
        }
    }
}
