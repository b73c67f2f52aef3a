package org.reactivempi.transport.sim;

import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Progress;
import reactor.core.publisher.Mono;

/** Messages over connections that a world makes. */
final class SimulatedChannel implements Channel {

    private final int rank;
    private final String listedAt;
    private final Lines lines;

    /** {@code listedAt} is where a list says that the rank listens; empty where there is none. */
    SimulatedChannel(int rank, String listedAt, Lines lines) {
        this.rank = rank;
        this.listedAt = listedAt;
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
            SimulatedEndpoint endpoint = new SimulatedEndpoint(rank, listedAt, progress.loop(), acceptor, lines);
            lines.add(endpoint);
            sink.success(endpoint);
        }));
    }
}
