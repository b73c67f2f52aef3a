package org.reactivempi.examples.clientserver;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reactivempi.Completion;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import reactor.core.publisher.Mono;

/** The server as the standard writes it: a list with one receive for each client, and a loop that waits. */
final class ListServer {

    private final Desk desk;
    private final List<Request> receives;

    ListServer(Desk desk) {
        this.desk = desk;
        this.receives = IntStream.range(0, desk.clients())
                .mapToObj(index -> Request.start(desk.next(index)))
                .collect(Collectors.toList());
    }

    /** Serves one client in each turn, until every client is done. */
    Mono<Void> serveAny() {
        return Mono.defer(() -> Requests.waitAny(receives))
                .doOnNext(this::serve)
                .repeat(this::isOpen)
                .then();
    }

    /** Serves in each turn all whose requests have come, until every client is done. */
    Mono<Void> serveSome() {
        return Mono.defer(() -> Requests.waitSome(receives).next())
                .doOnNext(completions -> completions.forEach(this::serve))
                .repeat(this::isOpen)
                .then();
    }

    /** A client that is done leaves an inactive request behind, which the waits pass over. */
    private void serve(Completion completion) {
        int index = completion.index();
        if (Desk.isRequest(completion.status())) {
            desk.serve(index);
            receives.set(index, Request.start(desk.next(index)));
        } else {
            desk.tally().done();
        }
    }

    private boolean isOpen() {
        return !desk.tally().areAllDone();
    }
}
