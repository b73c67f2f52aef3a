package org.reactivempi.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Port;
import org.reactivempi.Settings;
import reactor.core.publisher.Mono;

/**
 * What it costs two jobs of this JVM to meet at a port, and to part: {@code connect}, {@code accept} and {@code disconnect}, each time over a
 * new connection; and what it costs to look up a name.
 */
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(1)
public class PortsBenchmark extends Nanoseconds {

    private static final String SECRET = "what the two jobs of the benchmark know";
    private static final String NAME = "service";

    /** How the processes reach each other. */
    @Param({"local", "tcp", "shm"})
    public String channel = "local";

    /** How many processes each job has. */
    @Param({"1", "2"})
    public int ranks = 1;

    private World service;
    private World client;
    private Port port;

    /** Starts both jobs. */
    @Setup
    public void start() {
        Settings settings = Settings.create().portSecret(SECRET).with("tcp-host", "127.0.0.1");
        service = World.over(channel, ranks, settings);
        client = World.over(channel, ranks, settings);
        port = service.ports(0).open().blockOptional().orElseThrow();
        service.ports(0).publish(NAME, port).block();
    }

    private Mono<Void> served(int rank) {
        return service.rank(rank).accept(rank == 0 ? port : null, 0).flatMap(Intercommunicator::disconnect);
    }

    private Mono<Void> comes(int rank) {
        return client.rank(rank).connect(rank == 0 ? port.name() : null, 0).flatMap(Intercommunicator::disconnect);
    }

    /** All of both jobs. */
    @Benchmark
    public void meetAndPart() {
        Mono<Void> all = Mono.empty();
        for (int rank = 0; rank < ranks; rank++) {
            all = all.and(served(rank)).and(comes(rank));
        }
        all.block();
    }

    /** Of the own job, where rank 0 keeps it. */
    @Benchmark
    public String lookup() {
        return service.ports(ranks - 1).lookup(NAME).blockOptional().orElseThrow();
    }

    /** Ends both jobs. */
    @TearDown
    public void close() {
        client.close();
        service.close();
    }
}
