package org.reactivempi.examples.clientserver;

import java.util.stream.IntStream;
import org.reactivempi.Completion;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import reactor.core.publisher.Mono;

/** The server as the standard writes it: a list with one receive for each client, and a loop that waits. */
final class ListServer {

    private final Desk desk;
    private final RequestList receives;

    ListServer(Desk desk) {
        this.desk = desk;
        this.receives = RequestList.of(IntStream.range(0, desk.clients())
                .mapToObj(index -> Request.start(desk.next(index)))
                .toList());
    }

    /** Serves one client in each turn, until every client is done. */
    Mono<Void> serveAny() {
        return receives.waitAny().doOnNext(this::serve).repeat(this::isOpen).then();
    }

    /** Serves in each turn all whose requests have come, until every client is done. */
    Mono<Void> serveSome() {
        return receives.waitSome()
                .doOnNext(completions -> completions.forEach(this::serve))
                .repeat(this::isOpen)
                .then();
    }

    /** The place of a client that is done stays inactive, and the waits pass over it. */
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
