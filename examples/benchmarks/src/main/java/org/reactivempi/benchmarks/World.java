package org.reactivempi.benchmarks;

import java.util.List;
import java.util.Map;
import org.reactivempi.Communicator;
import org.reactivempi.Ports;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ranks in this JVM, over the local channel, without the test kit's watch over buffers. */
final class World {

    private static final String CHANNEL = "local";

    private final List<? extends Session> sessions;

    private World(List<? extends Session> sessions) {
        this.sessions = sessions;
    }

    static World start(int size) {
        return start(size, Settings.create());
    }

    static World start(int size, Settings others) {
        return over(CHANNEL, size, others);
    }

    /** Over another channel. */
    static World over(String channel, int size) {
        return over(channel, size, Settings.create());
    }

    /** The same with settings of its own. */
    static World over(String channel, int size, Settings others) {
        InJvmWorld world = InJvmWorld.of(size, Map.of());
        Settings settings = others.channel(channel);
        return new World(Flux.range(0, size)
                .flatMapSequential(rank -> CoreSessionProvider.start(world.bootstrap(rank), settings), size)
                .collectList()
                .blockOptional()
                .orElseThrow());
    }

    Communicator rank(int rank) {
        return sessions.get(rank).world();
    }

    Ports ports(int rank) {
        return sessions.get(rank).ports();
    }

    void close() {
        Mono.when(sessions.stream().map(Session::close).toList()).block();
    }
}
