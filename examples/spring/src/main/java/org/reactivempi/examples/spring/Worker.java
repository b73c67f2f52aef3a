package org.reactivempi.examples.spring;

import java.util.concurrent.atomic.AtomicLong;
import org.reactivempi.Communicator;
import org.reactivempi.spring.MpiListener;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Computes what rank 0 asks for, on every rank, and says how much it was. */
@Component
class Worker {

    private static final int STREAMS_AT_ONCE = 64;

    private final Communicator world;
    private final Traffic traffic;
    private final AtomicLong computed = new AtomicLong();

    Worker(Communicator world, Traffic traffic) {
        this.world = world;
        this.traffic = traffic;
    }

    /** Gives a batch whenever rank 0 has room for one. */
    @MpiListener(source = 0, tag = Tags.REQUESTS, concurrency = STREAMS_AT_ONCE)
    Flux<Batch> compute(Request request) {
        return new Darts(world.rank(), request)
                .batches(Schedulers.parallel())
                .doOnNext(batch -> computed.incrementAndGet());
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
