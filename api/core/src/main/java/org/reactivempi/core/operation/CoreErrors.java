package org.reactivempi.core.operation;

import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorHandler;
import org.reactivempi.Errors;
import org.reactivempi.MpiException;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * The error handler of a communicator, or of a session.
 *
 * <pre>
 *  hears --worker: handle--&gt; returned, or thrown --progress thread: signal--&gt;
 * </pre>
 * Handlers are code of users, which may block: they run on a worker of the rank's platform.
 *
 * @param <S> whose it is
 */
public final class CoreErrors<S> implements Errors<S>, ErrorListener {

    private static final Log log = Log.of(CoreErrors.class);

    private final S where;
    private final Engine engine;
    private final Runnable exists;
    private final Supplier<String> label;
    private volatile ErrorHandler<? super S> handler;

    /**
     * One that has a handler.
     *
     * @param exists throws where it may not be used any more
     * @param label what it is for people
     */
    public CoreErrors(
            S where, Engine engine, Runnable exists, Supplier<String> label, ErrorHandler<? super S> handler) {
        this.where = where;
        this.engine = engine;
        this.exists = exists;
        this.label = label;
        this.handler = handler;
    }

    @Override
    public ErrorHandler<? super S> handler() {
        return handler;
    }

    @Override
    public void handler(@Nullable ErrorHandler<? super S> next) {
        exists.run();
        if (next == null) {
            throw new MpiException(
                    ErrorClass.ARG, "the error handler is null; ErrorHandler.RETURN is one that does nothing");
        }
        handler = next;
    }

    @Override
    public boolean hears(Throwable error, CoreSubscriber<?> subscriber, Runnable signal) {
        return hears(error, this, subscriber, signal);
    }

    /** The same for a listener that this one stands for. */
    public boolean hears(Throwable error, ErrorListener asked, CoreSubscriber<?> subscriber, Runnable signal) {
        ErrorHandler<? super S> current = handler;
        if (current == ErrorHandler.RETURN
                || !(error instanceof MpiException known)
                || known.errorClass() == ErrorClass.SESSION
                || Outermost.isAround(subscriber, asked)) {
            return false;
        }
        tell(current, known, () -> giveTo(subscriber, signal));
        return true;
    }

    @Override
    public Mono<Void> call(@Nullable MpiException error) {
        return OperationMono.of(engine, this, "call of the error handler of " + label.get(), Mono.defer(() -> {
            exists.run();
            if (error == null) {
                throw new MpiException(ErrorClass.ARG, "the error is null");
            }
            return Mono.<Void>create(end -> tell(handler, error, end::success));
        }));
    }

    /** {@code then} follows on the progress thread; on a worker where that has ended. */
    private void tell(ErrorHandler<? super S> current, MpiException error, Runnable then) {
        if (current == ErrorHandler.RETURN) {
            onProgressThread(then);
            return;
        }
        if (current == ErrorHandler.ABORT || current == ErrorHandler.FATAL) {
            log.warn("{}: the job ends, since the error handler of {} is {}", error, label.get(), current);
        }
        onWorker(() -> handle(current, error), then);
    }

    private void handle(ErrorHandler<? super S> current, MpiException error) {
        try {
            current.handle(where, error);
        } catch (Throwable thrown) {
            if (thrown != error) {
                error.addSuppressed(thrown);
            }
            log.error(thrown, "the error handler of {} has thrown, called for {}", label.get(), error);
        }
    }

    private void onWorker(Runnable task, Runnable then) {
        Runnable both = () -> {
            task.run();
            onProgressThread(then);
        };
        try {
            engine.platform().worker().schedule(both);
        } catch (RejectedExecutionException full) {
            log.warn("the error handler of {} is not called, since there is no thread for it: {}", label.get(), full);
            onProgressThread(then);
        }
    }

    private void onProgressThread(Runnable task) {
        try {
            engine.scheduler().schedule(task);
        } catch (RejectedExecutionException ended) {
            task.run();
        }
    }

    /** What the subscriber throws is its own loss (RX-8). */
    private void giveTo(CoreSubscriber<?> subscriber, Runnable signal) {
        try {
            signal.run();
        } catch (Throwable thrown) {
            engine.drop(thrown, subscriber);
        }
    }
}
