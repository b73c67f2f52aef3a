package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.StreamException;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Streams from rank to rank. */
final class StreamPairs {

    private StreamPairs() {}

    static List<Conversation> all() {
        return List.of(
                Conversation.basic("RX-11 streams both ways, whose demand is honoured", 2, StreamPairs::bothWays),
                new Conversation(
                        "RX-11, RCV-5 streams from any source, each taken by one receiver", 3, StreamPairs::anySource),
                new Conversation(
                        "RX-11 streams that are cancelled in the middle, and the next ones with their tag",
                        3,
                        StreamPairs::cancelled),
                new Conversation("RX-11 errors of streams both ways, which cross an end", 2, StreamPairs::errors));
    }

    private static List<Integer> numbers(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    private static Publisher<?> bothWays(Communicator world) {
        int peer = 1 - world.rank();
        int count = 40;
        Flux<Integer> received = world.receiveStream(Codecs.intValue(), peer, 1, 4);
        return Mono.when(
                world.sendStream(Flux.range(100 * world.rank(), count), Codecs.intValue(), peer, 1),
                received.concatMap(value -> Mono.just(value).delayElement(Duration.ofNanos(20_000)), 1)
                        .collectList()
                        .doOnNext(all -> assertThat(all).isEqualTo(numbers(100 * peer, count))));
    }

    /** Two of each sender, one value at a time and many; whichever stream a receiver has, it has the whole of it. */
    private static Publisher<?> anySource(Communicator world) {
        int count = 9;
        if (world.rank() > 0) {
            return Flux.range(0, 2)
                    .flatMap(nth -> world.sendStream(
                            Flux.range(1_000 * world.rank() + 100 * nth, count), Codecs.intValue(), 0, 5));
        }
        List<Integer> firsts = new ArrayList<>();
        return Flux.range(0, 2 * (world.size() - 1))
                .flatMap(i -> {
                    Flux<Integer> values = world.receiveStream(Codecs.intValue(), Mpi.ANY_SOURCE, 5, i % 3);
                    return (i % 2 == 0 ? values.limitRate(1) : values)
                            .collectList()
                            .doOnNext(all -> {
                                assertThat(all).isEqualTo(numbers(all.get(0), count));
                                firsts.add(all.get(0));
                            });
                })
                .then(Mono.fromRunnable(
                        () -> assertThat(firsts).containsExactlyInAnyOrder(1_000, 1_100, 2_000, 2_100)));
    }

    /** A sender tells how many values have left its publisher: no more than were wanted, and the prefetch. */
    private static Publisher<?> cancelled(Communicator world) {
        int wanted = 7;
        int prefetch = 3;
        int count = 5;
        if (world.rank() > 0) {
            int[] left = new int[1];
            return world.sendStream(
                            Flux.range(100 * world.rank(), 1_000).doOnNext(value -> left[0]++), Codecs.intValue(), 0, 1)
                    .then(world.sendStream(Flux.range(0, count), Codecs.intValue(), 0, 1))
                    .then(Mono.defer(() -> world.isend(Buffers.of(left), 0, 2)));
        }
        return Flux.range(1, world.size() - 1)
                .flatMap(from -> world.receiveStream(Codecs.intValue(), from, 1, prefetch)
                        .take(wanted)
                        .collectList()
                        .doOnNext(some -> assertThat(some).isEqualTo(numbers(100 * from, wanted)))
                        .then(world.receiveStream(Codecs.intValue(), from, 1).collectList())
                        .doOnNext(all -> assertThat(all).isEqualTo(numbers(0, count)))
                        .then(world.receive(from, 2))
                        .doOnNext(left -> assertThat(left.payload().getInt()).isBetween(wanted, wanted + prefetch)));
    }

    /** Each rank's own stream fails after some values, while the other one's ends, is cancelled or fails as well. */
    private static Publisher<?> errors(Communicator world) {
        int peer = 1 - world.rank();
        return Flux.range(0, 3)
                .flatMap(kind -> {
                    int count = 3 + 2 * kind;
                    List<Integer> got = new ArrayList<>();
                    Flux<Integer> values =
                            Flux.range(0, count).concatWith(Mono.error(new IllegalStateException("no " + count)));
                    boolean isCancelled = kind == 2 && world.rank() == 0;
                    Flux<Integer> received = world.receiveStream(Codecs.intValue(), peer, kind, kind);
                    Mono<Void> sent = world.sendStream(values, Codecs.intValue(), peer, kind)
                            .onErrorResume(IllegalStateException.class, own -> Mono.empty());
                    return Mono.when(
                                    sent,
                                    (isCancelled ? received.take(2) : received)
                                            .doOnNext(got::add)
                                            .then(Mono.just(isCancelled))
                                            .onErrorResume(StreamException.class, failed -> {
                                                assertThat(failed.getMessage()).contains("no " + count);
                                                return Mono.just(true);
                                            })
                                            .doOnNext(isRight -> assertThat(isRight)
                                                    .as("the error has come")
                                                    .isTrue()))
                            .then(Mono.fromRunnable(
                                    () -> assertThat(got).isEqualTo(numbers(0, isCancelled ? 2 : count))));
                })
                .then(world.barrier());
    }
}
