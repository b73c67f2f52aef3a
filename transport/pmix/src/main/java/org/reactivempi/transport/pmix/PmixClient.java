package org.reactivempi.transport.pmix;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Orphan;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Carries out one call of the library after the other on a thread of its own, since many of them block. */
final class PmixClient {

    private final Pmix pmix;
    private final String name;
    private final ExecutorService thread;

    /** Starts the thread with the first call; {@code name} tells this process from others. */
    PmixClient(Pmix pmix, @Nullable String name) {
        this.pmix = pmix;
        this.name = String.valueOf(name);
        ThreadFactory factory = task -> {
            Thread created = new Thread(task, "reactive-mpi-pmix-" + name);
            created.setDaemon(true);
            return created;
        };
        this.thread = Executors.newSingleThreadExecutor(factory);
    }

    /** Calls in the order of subscription; cancelling drops the answer only. A null answer completes empty. */
    <T> Mono<T> call(Function<Pmix, @Nullable T> command) {
        return Mono.create(sink -> {
            try {
                thread.execute(() -> carryOut(command, sink));
            } catch (RejectedExecutionException e) {
                sink.error(new BootstrapException("this rank has finished its part in the job", e));
            }
        });
    }

    private <T> void carryOut(Function<Pmix, @Nullable T> command, MonoSink<T> sink) {
        try {
            @Nullable T answer;
            try {
                answer = command.apply(pmix);
            } catch (RuntimeException | LinkageError e) {
                sink.error(
                        e instanceof BootstrapException
                                ? e
                                : new BootstrapException("a call of libpmix failed: " + e, e));
                return;
            }
            sink.success(answer);
        } catch (Error e) {
            // Of the steps after the answer: what waits for them would wait for ever.
            Orphan.end("rank " + name + " ends, since its thread for the launcher has ended by " + e);
        }
    }

    /** The library itself, for calls outside of the thread: the thread may stand in a fence. */
    Pmix pmix() {
        return pmix;
    }

    /** Takes no more calls, and ends the thread after those that it has taken. */
    void close() {
        thread.shutdown();
    }
}
