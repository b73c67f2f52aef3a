package org.reactivempi.benchmarks;

import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.Progress;
import org.reactivempi.transport.engine.auth.Credentials;
import reactor.core.publisher.Mono;

/**
 * A channel to a peer that is but a mirror: it welcomes the rank, and then sends back what it gets, so that each message to
 * the peer arrives as one from it. All that a message costs a sender and a receiver happens, on one thread; no kernel, no
 * other thread and no cache of another core has a part in it.
 */
final class MirrorChannel implements Channel {

    static final String NAME = "mirror";

    private final Credentials mirror;

    /** The mirror proves by these that it is a rank. */
    MirrorChannel(Credentials mirror) {
        this.mirror = mirror;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean usesSockets() {
        return false;
    }

    @Override
    public boolean mayBreak() {
        return false;
    }

    @Override
    public Mono<Endpoint> open(Progress progress, Acceptor acceptor) {
        return Mono.create(sink -> progress.loop().execute(() -> sink.success(new Mirror(progress, mirror))));
    }

    private record Mirror(Progress progress, Credentials mirror) implements Endpoint {

        @Override
        public String address() {
            return NAME;
        }

        @Override
        public boolean reaches(String address) {
            return true;
        }

        @Override
        public void connect(String address, LinkHandler handler) {
            MirrorLink link = new MirrorLink(handler, mirror);
            progress.add(link);
            progress.loop().execute(() -> handler.onOpen(link));
        }

        @Override
        public void close() {}
    }
}
