package org.reactivempi.core.request;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.port.EndNumbers;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** An operation of a rank, which ends when a test says so. */
final class RankedOperation extends Mono<Status> implements PersistentOperation.Source {

    private final EndNumbers ends;
    private final Sinks.One<Status> end = Sinks.one();

    RankedOperation(EndNumbers ends) {
        this.ends = ends;
    }

    void complete(Status status) {
        end.tryEmitValue(status).orThrow();
    }

    @Override
    public void subscribe(CoreSubscriber<? super Status> subscriber) {
        end.asMono().subscribe(subscriber);
    }

    @Override
    public EndNumbers ends() {
        return ends;
    }

    @Override
    public PersistentOperation persistent() {
        throw new UnsupportedOperationException("it is started once");
    }

    @Override
    public <T> @Nullable T await(Mono<T> wait) {
        return Mono.from(wait).toFuture().getNow(null);
    }

    @Override
    public <T> @Nullable T await(Mono<T> wait, Duration timeout) {
        return await(wait);
    }

    @Override
    public boolean leave(Runnable signal) {
        return false;
    }

    @Override
    public void look() {
        // What comes, a test says.
    }
}
