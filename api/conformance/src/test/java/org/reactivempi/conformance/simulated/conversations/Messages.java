package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.simulated.conversations.Data.KINDS_OF_LENGTHS;
import static org.reactivempi.conformance.simulated.conversations.Data.buffer;
import static org.reactivempi.conformance.simulated.conversations.Data.check;
import static org.reactivempi.conformance.simulated.conversations.Data.content;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.NotReadyException;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Sends of all modes, and receives: which message comes where, and in what order. */
final class Messages {

    private static final int ROUNDS = 3;

    private Messages() {}

    static List<Conversation> all() {
        return List.of(
                Conversation.basic(
                        "ORD-1, MODE-1, MODE-3, MODE-5, SRV-1 messages of each mode and length keep their order",
                        2,
                        Messages::modes),
                Conversation.basic(
                        "ORD-1, ORD-3, RCV-1, RCV-4, RCV-5 receives from any source and with any tag",
                        3,
                        Messages::wildcards),
                Conversation.basic(
                        "ORD-2, ORD-3, RCV-5 receives of each kind, the oldest first", 2, Messages::kindsOfReceives),
                new Conversation("RCV-2, RCV-3 messages for which some rooms are too short", 3, Messages::truncated),
                new Conversation(
                        "MODE-4, MODE-5 ready sends to receives from any source, and to none", 3, Messages::ready),
                new Conversation(
                        "MODE-6, SRV-1, SRV-2 a ring whose ranks also send to themselves, and to nobody",
                        3,
                        Messages::ring),
                new Conversation(
                        "MODE-7, RES-1 more messages than a rank keeps, received the other way round",
                        3,
                        Messages::flood),
                Conversation.basic("RCV-1, RCV-5 a farm", 4, Messages::farm));
    }

    private static Publisher<?> modes(Communicator world) {
        int peer = 1 - world.rank();
        int count = 2 * KINDS_OF_LENGTHS;
        List<Mono<?>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int nth = i;
            SendBuffer data = buffer(world.rank(), nth);
            all.add(nth % 3 == 0 ? world.issend(data, peer, 1) : world.isend(data, peer, 1));
            all.add(world.receive(peer, 1).doOnNext(message -> check(message, peer, nth)));
        }
        return Mono.when(all)
                .then(world.isendrecvReplace(Buffers.of(new int[] {world.rank()}), peer, 2, peer, 2))
                .then(Mono.when(
                        world.receive(peer, 3).doOnNext(message -> check(message, peer, 5, 900)),
                        world.barrier().then(world.irsend(buffer(world.rank(), 5, 900), peer, 3))));
    }

    private static Publisher<?> wildcards(Communicator world) {
        int size = world.size();
        if (world.rank() > 0) {
            return Flux.range(0, ROUNDS).concatMap(i -> world.isend(buffer(world.rank(), i), 0, 10 + i));
        }
        int[] next = new int[size];
        return Flux.range(0, ROUNDS * (size - 1))
                .flatMapSequential(i -> world.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                .doOnNext(message -> {
                    int from = message.status().source();
                    int nth = next[from]++;
                    assertThat(message.status().tag()).as("tag of %d", from).isEqualTo(10 + nth);
                    check(message, from, nth);
                });
    }

    private static Publisher<?> kindsOfReceives(Communicator world) {
        if (world.rank() == 1) {
            return world.barrier().thenMany(Flux.range(0, 8).concatMap(i -> world.isend(buffer(1, i), 0, 3 + i % 2)));
        }
        // Tags 3, 4, 3, 4 ...: each receive gets the first one that it may get and that no older one has got.
        int[] tags = {Mpi.ANY_TAG, 4, 3, Mpi.ANY_TAG, 4, Mpi.ANY_TAG, 3, 4};
        int[] sources = {1, Mpi.ANY_SOURCE, 1, Mpi.ANY_SOURCE, 1, 1, Mpi.ANY_SOURCE, Mpi.ANY_SOURCE};
        int[] got = {0, 1, 2, 3, 5, 4, 6, 7};
        List<Mono<?>> all = new ArrayList<>();
        for (int i = 0; i < tags.length; i++) {
            int nth = got[i];
            all.add(world.receive(sources[i], tags[i]).doOnNext(message -> check(message, 1, nth)));
        }
        all.add(world.barrier());
        return Mono.when(all);
    }

    /** Each sender's messages fit, and do not, in turn; each receive has room for the shorter ones. */
    private static Publisher<?> truncated(Communicator world) {
        int[] lengths = {24, 900, 100, 3_000};
        if (world.rank() > 0) {
            return Flux.range(0, lengths.length)
                    .flatMap(i -> world.isend(buffer(world.rank(), i, lengths[i]), 0, i))
                    .then(world.barrier())
                    .then(world.isend(buffer(world.rank(), 9, 24), 0, 9));
        }
        int[] next = new int[world.size()];
        return Flux.range(0, lengths.length * (world.size() - 1))
                .flatMapSequential(i -> {
                    byte[] room = new byte[100];
                    Arrays.fill(room, (byte) -1);
                    return world.irecv(Buffers.of(room), Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                            .doOnNext(status -> {
                                byte[] expected = Arrays.copyOf(
                                        content(status.source(), status.tag(), lengths[status.tag()]), 100);
                                Arrays.fill(expected, lengths[status.tag()], 100, (byte) -1);
                                assertThat(room).as("%s", status).isEqualTo(expected);
                            })
                            .onErrorResume(TruncationException.class, tooLong -> {
                                assertThat(lengths[tooLong.status().tag()]).isGreaterThan(100);
                                assertThat(tooLong.status().lengthBytes())
                                        .isEqualTo(lengths[tooLong.status().tag()]);
                                return Mono.just(tooLong.status());
                            });
                })
                .doOnNext(status -> assertThat(status.tag()).isEqualTo(next[status.source()]++))
                .then(world.barrier())
                .thenMany(Flux.range(1, world.size() - 1))
                .concatMap(from -> world.receive(from, 9).doOnNext(message -> check(message, from, 9, 24)));
    }

    private static Publisher<?> ready(Communicator world) {
        int others = world.size() - 1;
        if (world.rank() > 0) {
            Mono<Status> refused = world.irsend(buffer(world.rank(), 0, 900), 0, 7)
                    .doOnNext(status ->
                            assertThat(status).as("a ready send to nobody").isNull())
                    .onErrorResume(NotReadyException.class, nobody -> Mono.empty());
            return Mono.when(
                    refused,
                    world.barrier()
                            .thenMany(Flux.range(0, ROUNDS).flatMap(i -> world.irsend(buffer(world.rank(), i), 0, 8))));
        }
        int[] next = new int[world.size()];
        List<Mono<?>> all = new ArrayList<>();
        all.add(Flux.range(0, ROUNDS * others)
                .flatMapSequential(i -> world.receive(Mpi.ANY_SOURCE, 8))
                .doOnNext(message -> check(
                        message,
                        message.status().source(),
                        next[message.status().source()]++))
                .then());
        all.add(world.barrier());
        return Mono.when(all);
    }

    private static Publisher<?> ring(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        int right = (rank + 1) % size;
        int left = (rank + size - 1) % size;
        int[] token = Data.ints(rank, 0, 300);
        byte[] none = {7};
        Mono<?> round = world.isendrecvReplace(Buffers.of(token), right, 1, Mpi.ANY_SOURCE, 1)
                .doOnNext(status -> assertThat(status.source()).isEqualTo(left));
        return Mono.when(
                        world.issend(buffer(rank, 2), rank, 2),
                        world.isend(buffer(rank, 3), rank, 2),
                        world.receive(rank, 2).doOnNext(message -> check(message, rank, 2)),
                        world.receive(Mpi.ANY_SOURCE, 2).doOnNext(message -> check(message, rank, 3)),
                        world.isend(buffer(rank, 3), Mpi.PROC_NULL, 1),
                        world.irecv(Buffers.of(none), Mpi.PROC_NULL, 1),
                        round.repeat(size - 1L).then())
                .then(Mono.fromRunnable(() -> {
                    assertThat(token).as("after a whole turn").isEqualTo(Data.ints(rank, 0, 300));
                    assertThat(none).containsExactly(7);
                }));
    }

    /** What is sent last is received first, when all the rest waits at the receiver or for its credit. */
    private static Publisher<?> flood(Communicator world) {
        int count = 48;
        if (world.rank() > 0) {
            return Flux.range(0, count).flatMap(i -> world.isend(buffer(world.rank(), i, 480), 0, i));
        }
        return Mono.delay(Duration.ofNanos(80_000))
                .thenMany(Flux.range(1, world.size() - 1))
                .flatMap(from -> Flux.range(0, count)
                        .concatMap(i -> world.receive(from, count - 1 - i)
                                .doOnNext(message -> check(message, from, count - 1 - i, 480))));
    }

    private static Publisher<?> farm(Communicator world) {
        int tasks = 6;
        int workers = world.size() - 1;
        if (world.rank() > 0) {
            return worker(world);
        }
        int[] sent = {0};
        int[] answers = new int[tasks];
        return Flux.range(0, tasks + workers)
                .concatMap(i -> world.receive(Mpi.ANY_SOURCE, 7).flatMap(message -> {
                    ByteBuffer answer = message.payload();
                    int task = answer.getInt();
                    if (task >= 0) {
                        answers[task] = answer.getInt();
                    }
                    int next = sent[0] < tasks ? sent[0]++ : -1;
                    return world.isend(
                            Buffers.of(new int[] {next}), message.status().source(), 7);
                }))
                .doOnComplete(() -> assertThat(answers)
                        .isEqualTo(IntStream.range(0, tasks).map(i -> i * i).toArray()));
    }

    private static Mono<Void> worker(Communicator world) {
        return answer(world, -1)
                .expand(task -> task < 0 ? Mono.empty() : answer(world, task))
                .then();
    }

    private static Mono<Integer> answer(Communicator world, int task) {
        return world.isend(Buffers.of(new int[] {task, task * task}), 0, 7)
                .then(world.receive(0, 7))
                .map(message -> message.payload().getInt());
    }
}
