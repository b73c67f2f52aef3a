package org.reactivempi.spring.listener;

import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes a stream, has it dealt with, takes the next; as often at once as the listener's concurrency says. The method is called
 * when a stream has begun, with its first value; from then on demand is what the method's own subscriber asks for. Its trace goes
 * the way of that of a {@linkplain MessageLoop message}.
 */
final class StreamLoop {

    private final Listening listening;
    private final Stopping stopping;
    private final Losses losses;

    StreamLoop(Listening listening, Stopping stopping) {
        this.listening = listening;
        this.stopping = stopping;
        this.losses = new Losses(listening, stopping);
    }

    /** Completes when listening has ended, and all that was under way. */
    Mono<Void> run() {
        return losses.whileListening(Mono.defer(this::next));
    }

    private Mono<Void> next() {
        Communicator communicator = listening.communicator();
        Flux<Object> any = communicator.receiveStream(
                listening.codec(), listening.source(), listening.tag(), listening.prefetch());
        StoppableStream<Object> stream = stopping.orStop(any, communicator);
        // After the stream that can be stopped, which has to meet the receive itself.
        return stream.contextWrite(Mpi.LISTENING)
                .switchOnFirst((first, whole) -> {
                    if (stream.isWithdrawn() || losses.isOfTheRank(first.getThrowable())) {
                        return whole.then();
                    }
                    return deal(whole)
                            .onErrorResume(error -> listening.reports().of(null, error))
                            .contextCapture();
                })
                .then()
                .onErrorResume(losses::survived);
    }

    private Mono<Void> deal(Flux<Object> stream) {
        return Mono.defer(
                () -> new Reply(listening, listening.source(), listening.tag()).send(listening.callStreaming(stream)));
    }
}
