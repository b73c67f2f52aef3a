package org.reactivempi.benchmarks.soak;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.LongFunction;
import org.reactivempi.Buffers;
import org.reactivempi.Message;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Messages that are looked at before they are received, in each way that there is; one after the other. */
final class ProbedLane implements Lane {

    private static final int MESSAGES = 12;

    private final Cargo cargo;

    ProbedLane(Cargo cargo) {
        this.cargo = cargo;
    }

    private static Mono<Void> each(Way way, LongFunction<Mono<Void>> action) {
        return Flux.range(0, MESSAGES)
                .concatMap(i -> action.apply(way.first() + i))
                .then();
    }

    @Override
    public String name() {
        return "probed";
    }

    @Override
    public Mono<Void> send(Way way) {
        Random random = way.random();
        return each(way, number -> {
            int length = Cargo.length(random);
            random.nextInt(3);
            return cargo.with(number, length, true, data -> way.world().isend(data, way.peer(), way.tag()))
                    .then();
        });
    }

    @Override
    public Mono<Void> receive(Way way) {
        way.sequence().begin(way.first());
        Random random = way.random();
        return each(way, number -> {
                    int length = Cargo.length(random);
                    return switch (random.nextInt(3)) {
                        case 0 -> probe(way, number, length);
                        case 1 ->
                            took(
                                    way,
                                    number,
                                    length,
                                    way.world().mprobe(way.peer(), way.tag()).flatMap(taken -> taken.receive()));
                        default -> took(way, number, length, way.world().receive(way.peer(), way.tag()));
                    };
                })
                .then(Mono.fromRunnable(() -> way.sequence().end(MESSAGES)));
    }

    private static Mono<Void> probe(Way way, long number, int length) {
        return way.world()
                .probe(way.peer(), way.tag())
                .flatMap(seen -> {
                    ByteBuffer room = ByteBuffer.allocate((int) seen.lengthBytes());
                    return way.world()
                            .irecv(Buffers.of(room), way.peer(), way.tag())
                            .doOnNext(status ->
                                    way.sequence().came(number, length, Stamp.read(room), (int) status.lengthBytes()));
                })
                .then();
    }

    private static Mono<Void> took(Way way, long number, int length, Mono<Message> taken) {
        return taken.doOnNext(message ->
                        way.sequence().came(number, length, Stamp.read(message.payload()), (int) message.lengthBytes()))
                .then();
    }
}
