package org.reactivempi.benchmarks.soak;

import java.nio.ByteBuffer;
import org.reactivempi.Buffers;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Persistent requests that are started again and again, with other contents each time. */
final class PersistentLane implements Lane {

    private static final int MESSAGES = 20;

    private final Cargo cargo;

    PersistentLane(Cargo cargo) {
        this.cargo = cargo;
    }

    @Override
    public String name() {
        return "persistent";
    }

    @Override
    public Mono<Void> send(Way way) {
        int length = Cargo.length(way.random());
        ByteBuffer memory = ByteBuffer.allocate(length);
        return Mono.using(
                () -> way.world().sendInit(Buffers.of(memory), way.peer(), way.tag()),
                request -> Flux.range(0, MESSAGES)
                        .concatMap(i -> {
                            memory.put(0, cargo.bytes(way.first() + i, length));
                            return started(request);
                        })
                        .then(),
                PersistentRequest::free);
    }

    private static Mono<Status> started(PersistentRequest request) {
        return Mono.fromRunnable(request::start).then(request.completion());
    }

    @Override
    public Mono<Void> receive(Way way) {
        way.sequence().begin(way.first());
        int length = Cargo.length(way.random());
        ByteBuffer room = ByteBuffer.allocate(length);
        return Mono.using(
                () -> way.world().recvInit(Buffers.of(room), way.peer(), way.tag()),
                request -> Flux.range(0, MESSAGES)
                        .concatMap(i -> started(request)
                                .doOnNext(status -> way.sequence()
                                        .came(way.first() + i, length, Stamp.read(room), (int) status.lengthBytes())))
                        .then(Mono.fromRunnable(() -> way.sequence().end(MESSAGES))),
                PersistentRequest::free);
    }
}
