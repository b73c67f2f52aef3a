package org.reactivempi.benchmarks.soak;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.reactivempi.Codecs;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A stream of values, whose receiver wants a few at a time. */
final class StreamLane implements Lane {

    private static final int VALUES = 60;
    private static final int AT_ONCE = 5;
    private static final int LONGEST_BYTES = 20_000;

    private final Cargo cargo;

    StreamLane(Cargo cargo) {
        this.cargo = cargo;
    }

    private static List<Integer> lengths(Random random) {
        return Stream.generate(() -> random.nextInt(LONGEST_BYTES))
                .limit(VALUES)
                .toList();
    }

    @Override
    public String name() {
        return "streams";
    }

    @Override
    public Mono<Void> send(Way way) {
        List<Integer> lengths = lengths(way.random());
        Flux<byte[]> values = Flux.range(0, VALUES).map(i -> cargo.bytes(way.first() + i, lengths.get(i)));
        return way.world().sendStream(values, Codecs.bytes(), way.peer(), way.tag());
    }

    @Override
    public Mono<Void> receive(Way way) {
        way.sequence().begin(way.first());
        List<Integer> lengths = lengths(way.random());
        return way.world()
                .receiveStream(Codecs.bytes(), way.peer(), way.tag())
                .limitRate(AT_ONCE)
                .index()
                .doOnNext(value -> {
                    byte[] bytes = value.getT2();
                    int index = value.getT1().intValue();
                    way.sequence()
                            .came(
                                    way.first() + index,
                                    index < VALUES ? lengths.get(index) : 0,
                                    Stamp.read(ByteBuffer.wrap(bytes)),
                                    bytes.length);
                })
                .then(Mono.fromRunnable(() -> way.sequence().end(VALUES)));
    }
}
