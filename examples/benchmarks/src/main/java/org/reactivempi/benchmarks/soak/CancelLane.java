package org.reactivempi.benchmarks.soak;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.reactivempi.Buffers;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Sends that nobody receives, and receives for which nobody sends: all are given up. */
final class CancelLane implements Lane {

    private static final int OPERATIONS = 4;
    private static final int TAG_OF_SENDS = 101;
    private static final int TAG_OF_RECEIVES = 102;
    private static final int LONG_BYTES = 200_000;
    private static final Duration PATIENCE = Duration.ofMillis(20);

    private final Ledger ledger;

    CancelLane(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public String name() {
        return "cancelled";
    }

    @Override
    public Mono<Void> send(Way way) {
        return Flux.range(0, OPERATIONS)
                .concatMap(i -> givenUp(
                        way, way.world().issend(Buffers.bytes(new byte[i % 2 * LONG_BYTES]), way.peer(), TAG_OF_SENDS)))
                .then();
    }

    @Override
    public Mono<Void> receive(Way way) {
        return Flux.range(0, OPERATIONS)
                .concatMap(i -> givenUp(way, way.world().irecv(Buffers.of(new byte[8]), way.peer(), TAG_OF_RECEIVES)))
                .then();
    }

    /** An operation that ends after all is one that was not to be. */
    private Mono<Void> givenUp(Way way, Mono<Status> operation) {
        return operation
                .doOnNext(status -> ledger.wrong(
                        "lane " + name() + ", with rank " + way.peer() + ": expected no message, came " + status))
                .timeout(PATIENCE, way.world().scheduler())
                .onErrorResume(TimeoutException.class, timeout -> {
                    ledger.cancelled();
                    ledger.lane(name()).incrementAndGet();
                    return Mono.empty();
                })
                .then();
    }
}
