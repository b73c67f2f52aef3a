package org.reactivempi.examples.clientserver;

import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The server without requests and waits: a pipeline for each client, all of them merged.
 *
 * <pre>
 *  client 1  --a-----b--------|
 *  client 2  ----c--------d---|
 *  server    --a-c---b----d---|
 * </pre>
 */
final class ReactiveServer {

    private ReactiveServer() {}

    /** Serves until every client is done. */
    static Mono<Void> serve(Desk desk) {
        return Flux.range(0, desk.clients())
                .flatMap(index -> serve(desk, index), desk.clients())
                .then();
    }

    /** Receives again only when the request before is served. */
    private static Flux<Status> serve(Desk desk, int index) {
        return desk.next(index)
                .repeat()
                .takeWhile(Desk::isRequest)
                .doOnNext(request -> desk.serve(index))
                .doOnComplete(desk.tally()::done);
    }
}
