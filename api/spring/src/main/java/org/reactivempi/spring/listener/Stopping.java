package org.reactivempi.spring.listener;

import org.reactivempi.Communicator;
import org.reactivempi.spi.AnsweringStop;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.retry.Retry;

/**
 * The end of listening, from a start to the stop that follows it. It is signalled on the progress thread, as messages are, so that no message is lost between the two: one
 * that has come is dealt with, one that has not stays for the next receive.
 */
final class Stopping {

    private final Sinks.One<Boolean> signal = Sinks.one();
    private volatile boolean stopping;

    void stop() {
        stopping = true;
        signal.tryEmitValue(true);
    }

    boolean isStopping() {
        return stopping;
    }

    /** Tries again until the stop, and doesn't wait for a next try after it: the last failure stands. */
    Retry orLast(Retry again) {
        return Retry.from(failures -> failures.map(Retry.RetrySignal::copy)
                .concatMap(failed -> Flux.from(again.generateCompanion(Flux.just(failed)))
                        .next()
                        .cast(Object.class)
                        .takeUntilOther(signal.asMono())
                        .switchIfEmpty(Mono.error(failed::failure))));
    }

    <T> Mono<T> orStop(Mono<T> receive, Communicator communicator) {
        return receive.takeUntilOther(signal.asMono().publishOn(communicator.scheduler()));
    }

    /** Answers until the stop, and then what has been taken. */
    <T> Flux<T> orAnswered(Flux<T> answered) {
        return answered.contextWrite(AnsweringStop.at(signal.asMono()));
    }

    /** Stops a stream that has not begun, and leaves others alone. */
    <T> StoppableStream<T> orStop(Flux<T> stream, Communicator communicator) {
        return new StoppableStream<>(stream, signal.asMono().publishOn(communicator.scheduler()));
    }
}
