package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.simulated.conversations.Data.ints;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Messages whose parts leave as they are ready. */
final class PartitionedMessages {

    private static final int LENGTH = 720;
    private static final int ROUNDS = 2;

    private PartitionedMessages() {}

    static List<Conversation> all() {
        return List.of(
                Conversation.basic("PART-1, PART-2, PART-3, PART-4 partitions", 2, PartitionedMessages::partitions),
                new Conversation(
                        "PART-1, PART-2, PART-3, PART-5, PART-8, PER-1 partitions of two at a time, again and again",
                        3,
                        PartitionedMessages::again));
    }

    private static Publisher<?> partitions(Communicator world) {
        int[] data = new int[12];
        if (world.rank() == 0) {
            Arrays.setAll(data, i -> i * i);
            PartitionedSend send = world.psend(Buffers.of(data), 4, 1, 6);
            send.start();
            send.ready(2);
            send.ready(0);
            return Mono.delay(Duration.ofNanos(10_000))
                    .doOnNext(later -> send.ready(3))
                    .doOnNext(later -> send.ready(1))
                    .then(send.completion())
                    .doFinally(end -> send.free());
        }
        PartitionedReceive receive = world.precv(Buffers.of(data), 6, 0, 6);
        receive.start();
        return receive.completion()
                .doFinally(end -> receive.free())
                .doOnSuccess(status -> assertThat(data)
                        .isEqualTo(IntStream.range(0, 12).map(i -> i * i).toArray()));
    }

    /** Two of each sender have one tag, so they meet by their order; a partition may be looked at as soon as it is here. */
    private static Publisher<?> again(Communicator world) {
        if (world.rank() > 0) {
            return Mono.when(IntStream.range(0, 2)
                            .mapToObj(nth -> send(world, nth, 3 + nth))
                            .toList())
                    .then(world.psend(
                            Buffers.of(ints(world.rank(), 9, LENGTH)),
                            3,
                            Flux.just(2, 0, 1).delayElements(Duration.ofNanos(3_000)),
                            0,
                            8));
        }
        List<Mono<Void>> all = new ArrayList<>();
        for (int from = 1; from < world.size(); from++) {
            int[] last = new int[LENGTH];
            int source = from;
            all.add(Mono.when(receive(world, source, 0), receive(world, source, 1))
                    .then(Mono.defer(() -> {
                        PartitionedReceive receive = world.precv(Buffers.of(last), 4, source, 8);
                        receive.start();
                        return receive.completion()
                                .doFinally(end -> receive.free())
                                .then(Mono.fromRunnable(() -> assertThat(last).isEqualTo(ints(source, 9, LENGTH))));
                    })));
        }
        return Mono.when(all);
    }

    private static Mono<Void> send(Communicator world, int nth, int partitions) {
        int[] data = new int[LENGTH];
        PartitionedSend send = world.psend(Buffers.of(data), partitions, 0, 7);
        return Flux.range(0, ROUNDS)
                .concatMap(round -> {
                    System.arraycopy(ints(world.rank(), 10 * nth + round, LENGTH), 0, data, 0, LENGTH);
                    send.start();
                    return Flux.range(0, partitions)
                            .delayElements(Duration.ofNanos(4_000))
                            .doOnNext(i -> send.ready((i + round + 1) % partitions))
                            .then(send.completion());
                })
                .doOnComplete(send::free)
                .then();
    }

    private static Mono<Void> receive(Communicator world, int from, int nth) {
        int partitions = 4 + nth;
        int part = LENGTH / partitions;
        int[] room = new int[LENGTH];
        PartitionedReceive receive = world.precv(Buffers.of(room), partitions, from, 7);
        return Flux.range(0, ROUNDS)
                .concatMap(round -> {
                    receive.start();
                    int[] expected = ints(from, 10 * nth + round, LENGTH);
                    return receive.arrivals()
                            .doOnNext(i -> {
                                assertThat(receive.arrived(i)).isTrue();
                                assertThat(Arrays.copyOfRange(room, i * part, i * part + part))
                                        .as("partition %d of round %d", i, round)
                                        .isEqualTo(Arrays.copyOfRange(expected, i * part, i * part + part));
                            })
                            .count()
                            .doOnNext(count -> assertThat(count).isEqualTo(partitions))
                            .then(receive.completion());
                })
                .doOnComplete(receive::free)
                .then();
    }
}
