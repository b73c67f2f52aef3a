package org.reactivempi.spring.listener;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The answers that are under way, so that a stop can wait for them. */
final class Answers {

    private final Sinks.Empty<Void> quiet = Sinks.empty();
    private int underWay;
    private boolean stopping;

    /** Counts an answer from its subscription to its end. */
    <T> Mono<T> counting(Mono<T> answer) {
        return Mono.defer(() -> {
            begin();
            return answer.doFinally(how -> end());
        });
    }

    private synchronized void begin() {
        if (stopping) {
            throw new IllegalStateException("the listener is stopping");
        }
        underWay++;
    }

    private synchronized void end() {
        underWay--;
        tell();
    }

    /** From now on no other begins; completes when those that have begun have ended. */
    synchronized Mono<Void> whenQuiet() {
        stopping = true;
        tell();
        return quiet.asMono();
    }

    private void tell() {
        if (stopping && underWay == 0) {
            quiet.tryEmitEmpty();
        }
    }
}
