package org.reactivempi.examples.spring;

import java.util.concurrent.atomic.AtomicLong;
import org.reactivempi.Communicator;
import org.reactivempi.spring.MpiListener;
import org.reactivempi.spring.codec.MpiCodecs;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Computes what rank 0 asks for, on every rank, and says how much it was. */
@Component
class Worker {

    private static final int STREAMS_AT_ONCE = 64;

    private final Communicator world;
    private final MpiCodecs codecs;
    private final Traffic traffic;
    private final AtomicLong computed = new AtomicLong();

    Worker(Communicator world, MpiCodecs codecs, Traffic traffic) {
        this.world = world;
        this.codecs = codecs;
        this.traffic = traffic;
    }

    /** Sends a batch whenever rank 0 has room for one. */
    @MpiListener(source = 0, tag = Tags.REQUESTS, concurrency = STREAMS_AT_ONCE)
    Mono<Void> compute(Request request) {
        return world.sendStream(
                new Darts(world.rank(), request)
                        .batches(Schedulers.parallel())
                        .doOnNext(batch -> computed.incrementAndGet()),
                codecs.of(Batch.class),
                0,
                request.tag());
    }

    @MpiListener(source = 0, tag = Tags.QUESTIONS)
    Mono<RankState> state(int question) {
        return Mono.fromSupplier(() -> new RankState(
                world.rank(),
                ProcessHandle.current().pid(),
                computed.get(),
                traffic.messages(world.size()),
                traffic.bytes(world.size())));
    }
}
