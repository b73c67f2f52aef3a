package org.reactivempi.core.operation;

import org.reactivempi.MpiException;
import org.reactivempi.transport.engine.Engine;
import reactor.core.publisher.Mono;

/** Operations with the null process: complete at once, without effect, as long as the session is open. */
public final class NullProcess {

    private NullProcess() {}

    /**
     * An operation that is not subscribed.
     *
     * @param engine runs it
     * @param result what it gives
     * @param check throws what is wrong with its arguments; asked at each subscription
     * @param <T> the type of the result
     * @return cold; on the progress scheduler
     */
    public static <T> Mono<T> operation(Engine engine, T result, Runnable check) {
        return Mono.fromSupplier(() -> {
                    check.run();
                    return result;
                })
                .publishOn(engine.scheduler())
                .doOnNext(unused -> engine.messages().checkOpen())
                .onErrorMap(failure -> !(failure instanceof MpiException), Failures::of);
    }
}
