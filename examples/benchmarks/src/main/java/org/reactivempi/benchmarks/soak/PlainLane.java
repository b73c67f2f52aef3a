package org.reactivempi.benchmarks.soak;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Messages of all lengths and modes, several at a time, into receives that wait for them in their order. */
final class PlainLane implements Lane {

    private static final int MESSAGES = 60;
    private static final int AT_ONCE = 6;

    private enum Mode {
        STANDARD,
        SYNCHRONOUS,
        BUFFERED
    }

    private record Item(long number, int length, Mode mode, boolean sentFromHeap, boolean receivedInHeap) {}

    private final Cargo cargo;

    PlainLane(Cargo cargo) {
        this.cargo = cargo;
    }

    private static List<Item> items(Way way) {
        Random random = way.random();
        return Stream.iterate(way.first(), number -> number + 1)
                .limit(MESSAGES)
                .map(number -> new Item(
                        number,
                        Cargo.length(random),
                        Mode.values()[random.nextInt(Mode.values().length)],
                        random.nextBoolean(),
                        random.nextBoolean()))
                .toList();
    }

    @Override
    public String name() {
        return "plain";
    }

    @Override
    public Mono<Void> send(Way way) {
        return Flux.fromIterable(items(way))
                .flatMap(
                        item -> cargo.with(
                                item.number(),
                                item.length(),
                                item.sentFromHeap(),
                                data -> send(way, item.mode(), data)),
                        AT_ONCE)
                .then();
    }

    private static Mono<Status> send(Way way, Mode mode, Buffer data) {
        return switch (mode) {
            case STANDARD -> way.world().isend(data, way.peer(), way.tag());
            case SYNCHRONOUS -> way.world().issend(data, way.peer(), way.tag());
            case BUFFERED -> way.world().ibsend(data, way.peer(), way.tag());
        };
    }

    @Override
    public Mono<Void> receive(Way way) {
        way.sequence().begin(way.first());
        return Flux.fromIterable(items(way))
                .flatMap(item -> receive(way, item), AT_ONCE)
                .then(Mono.fromRunnable(() -> way.sequence().end(MESSAGES)));
    }

    private Mono<Status> receive(Way way, Item item) {
        return cargo.withMemory(
                item.length(),
                item.receivedInHeap(),
                room -> way.world()
                        .irecv(Buffers.of(room), way.peer(), way.tag())
                        .doOnNext(status -> {
                            room.limit((int) status.lengthBytes());
                            way.sequence().came(item.number(), item.length(), Stamp.read(room), room.limit());
                        }));
    }
}
