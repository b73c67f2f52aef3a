package org.reactivempi.transport.sim;

import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Progress;
import reactor.core.publisher.Mono;

/** Messages over connections that a world makes. */
final class SimulatedChannel implements Channel {

    private final int rank;
    private final Lines lines;

    SimulatedChannel(int rank, Lines lines) {
        this.rank = rank;
        this.lines = lines;
    }

    @Override
    public String name() {
        return SimulatedChannelProvider.NAME;
    }

    @Override
    public boolean usesSockets() {
        return false;
    }

    @Override
    public boolean mayBreak() {
        return lines.mayBreak();
    }

    @Override
    public Mono<Endpoint> open(Progress progress, Acceptor acceptor) {
        return Mono.create(sink -> progress.loop().execute(() -> {
            SimulatedEndpoint endpoint = new SimulatedEndpoint(rank, progress.loop(), acceptor, lines);
            lines.add(endpoint);
            sink.success(endpoint);
        }));
    }
}
