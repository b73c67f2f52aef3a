package org.reactivempi.transport.rsocket;

import io.rsocket.Payload;
import io.rsocket.RSocket;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** What a peer that has connected may ask for: the one stream that becomes its link. Called on the connection's thread. */
final class Guest implements RSocket {

    private final RSocketLink link;

    Guest(RSocketLink link) {
        this.link = link;
    }

    @Override
    public Flux<Payload> requestChannel(Publisher<Payload> payloads) {
        return link.serve(payloads);
    }
}
