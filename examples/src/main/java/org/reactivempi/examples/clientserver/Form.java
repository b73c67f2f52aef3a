package org.reactivempi.examples.clientserver;

import reactor.core.publisher.Mono;

/** How the server waits for its clients. */
enum Form {
    /** For any of its receives: example 3.14 of the standard. */
    ANY,
    /** For some of its receives, as many as are complete: example 3.15. */
    SOME,
    /** For none: each client has a pipeline of its own. */
    REACTIVE;

    /** Serves from the subscription on, until every client is done. */
    Mono<Void> serve(Desk desk) {
        return switch (this) {
            case ANY -> Mono.defer(() -> new ListServer(desk).serveAny());
            case SOME -> Mono.defer(() -> new ListServer(desk).serveSome());
            case REACTIVE -> ReactiveServer.serve(desk);
        };
    }
}
