package org.reactivempi.transport.bootstrap;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * One rank of an {@link InJvmWorld}.
 *
 * <pre>
 *  subscribe --> waiting --advance--> carried out --> signal
 *                   ^                     |
 *                   +----- at barrier ----+ the rest waits for its release
 * </pre>
 * The queue belongs to this rank's own thread, which ends when it is idle; or to where the world has all commands run.
 */
final class InJvmRank implements Exchange, Life {

    private static final long IDLE_MILLIS = 100;

    private final InJvmWorld world;
    private final Bootstrap bootstrap;
    private final Executor thread;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    /** What the barrier calls at which this rank waits. */
    private @Nullable Consumer<@Nullable BootstrapException> arrival;

    private volatile boolean unfinished;
    /** That of the rank's program: without it, a rank that releases a barrier would adopt the threads of the others. */
    private volatile ThreadGroup group = Thread.currentThread().getThreadGroup();

    /** {@code commands} is where its commands run; null for a thread of its own. */
    InJvmRank(InJvmWorld world, JobPlace place, @Nullable Executor commands) {
        this.world = world;
        this.bootstrap = new Bootstrap(place, Optional.of(this), this);
        this.thread = commands == null ? ownThread() : commands;
    }

    private Executor ownThread() {
        ThreadPoolExecutor own = new ThreadPoolExecutor(
                1, 1, IDLE_MILLIS, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), this::newThread);
        own.allowCoreThreadTimeOut(true);
        return own;
    }

    Bootstrap bootstrap() {
        return bootstrap;
    }

    @Override
    public Mono<Void> put(String key, String value) {
        return command(sink -> {
            Entries.checkOwnKey(key, rank());
            Entries.checkValue(value);
            world.start().joined(rank());
            unfinished = true;
            world.put(key, value);
            sink.success();
        });
    }

    @Override
    public Mono<Void> barrier() {
        return command(sink -> {
            unfinished = true;
            Consumer<@Nullable BootstrapException> release = error -> release(sink, error);
            arrival = release;
            world.arrive(rank(), release);
        });
    }

    @Override
    public Mono<String> get(String key) {
        return command(sink -> {
            Entries.checkKey(key);
            @Nullable String value = world.get(key);
            if (value == null) {
                throw new BootstrapException("no rank has published the key " + key);
            }
            sink.success(value);
        });
    }

    @Override
    public Mono<String> secret(@Nullable String own) {
        return Mono.fromSupplier(() -> own == null ? world.secret() : own);
    }

    @Override
    public Mono<Boolean> hasLeft(int rank) {
        return Mono.fromSupplier(() -> world.isLeaving(rank));
    }

    @Override
    public Mono<Void> finish(Mono<Void> closing) {
        Mono<Void> last = command(sink -> {
            unfinished = false;
            sink.success();
            if (thread instanceof ThreadPoolExecutor own) {
                own.shutdown();
            }
        });
        return Mono.<Void>fromRunnable(() -> world.leaving(rank()))
                .then(closing)
                .onErrorResume(failure -> last.onErrorComplete().then(Mono.error(failure)))
                .then(last);
    }

    @Override
    public void leave() {
        try {
            thread.execute(this::forget);
        } catch (RejectedExecutionException finished) {
            // There is nothing left to leave.
        }
    }

    private void forget() {
        waiting.clear();
        if (arrival != null && world.depart(arrival)) {
            arrival = null;
        }
    }

    @Override
    public void exit(int code) {
        throw new RankExit(code);
    }

    @Override
    public Mono<Void> abort(int code) {
        return Mono.fromRunnable(() -> world.abort(rank(), code));
    }

    @Override
    public void listen(JobListener listener) {
        world.listen(listener);
    }

    boolean unfinished() {
        return unfinished;
    }

    private <T> Mono<T> command(Consumer<MonoSink<T>> body) {
        return Mono.create(sink -> {
            group = Thread.currentThread().getThreadGroup();
            thread.execute(() -> {
                waiting.add(() -> carryOut(body, sink));
                advance();
            });
        });
    }

    private static <T> void carryOut(Consumer<MonoSink<T>> body, MonoSink<T> sink) {
        try {
            body.accept(sink);
        } catch (BootstrapException e) {
            sink.error(e);
        }
    }

    /** On the thread of the rank that has come last: what one rank lacks must not keep the others from being released. */
    private void release(MonoSink<Void> sink, @Nullable BootstrapException error) {
        try {
            thread.execute(() -> leaveBarrier(sink, error));
        } catch (OutOfMemoryError e) {
            sink.error(new BootstrapException("rank " + rank() + " cannot leave the barrier: " + e, e));
        }
    }

    private void leaveBarrier(MonoSink<Void> sink, @Nullable BootstrapException error) {
        arrival = null;
        if (error == null) {
            sink.success();
        } else {
            sink.error(error);
        }
        advance();
    }

    private void advance() {
        while (arrival == null && !waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    private int rank() {
        return bootstrap.place().rank();
    }

    private Thread newThread(Runnable work) {
        Thread made = new Thread(group, work, "reactive-mpi-bootstrap-" + rank());
        made.setDaemon(true);
        return made;
    }
}
