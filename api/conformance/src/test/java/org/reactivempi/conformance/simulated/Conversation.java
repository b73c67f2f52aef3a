package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivempi.SendBuffer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A program that checks for itself what it gets, whatever the order of what happens.
 *
 * @param rules that it is about
 * @param size for how many ranks
 * @param program of each rank
 */
record Conversation(String rules, int size, Function<Communicator, Publisher<?>> program) {

    /** Short, in one piece, and in several: by the settings of these tests, the last two are announced. */
    private static final List<Integer> LENGTHS = List.of(0, 24, 900, 3_000);

    private static final int ROUNDS = 3;

    /** Each rule's program, for which any order must do. */
    static List<Conversation> all() {
        return List.of(
                new Conversation(
                        "ORD-1, MODE-1 messages of each mode and length keep their order", 2, Conversation::modes),
                new Conversation("ORD-2, ORD-3 receives from any source and with any tag", 3, Conversation::wildcards),
                new Conversation(
                        "ORD-2, ORD-3 receives of each kind, the oldest first", 2, Conversation::kindsOfReceives),
                new Conversation("FLT-1 agreements", 3, Conversation::agreements),
                new Conversation("PRB-1, PRB-3 probes, and what they have taken", 3, Conversation::probes),
                new Conversation(
                        "CAN-1, CAN-4 a receive and a send that are cancelled, or have met",
                        2,
                        Conversation::cancelled),
                new Conversation("COL-1 collective operations, one after the other", 4, Conversation::collectives),
                new Conversation("COL-1 collective operations of long vectors", 3, Conversation::longCollectives),
                new Conversation("STR-1, STR-4 streams, whose demand is honoured", 2, Conversation::streams),
                new Conversation("ASK-1 questions, and streams of answers", 3, Conversation::questions),
                new Conversation("CTX-1 communicators that are made and freed", 4, Conversation::communicators),
                new Conversation("PRT-1 partitions", 2, Conversation::partitions),
                new Conversation("RQ-1 a farm", 4, Conversation::farm),
                new Conversation("ICM-1 two groups", 4, Conversation::twoGroups));
    }

    @Override
    public String toString() {
        return rules;
    }

    // ---- Data that is known on both sides

    private static byte[] content(int from, int nth, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (31 * i + 7 * nth + from);
        }
        return bytes;
    }

    private static SendBuffer buffer(int from, int nth, int length) {
        return Buffers.of(content(from, nth, length));
    }

    private static void check(Message message, int from, int nth, int length) {
        assertThat(message.toByteArray()).as("message %d of rank %d", nth, from).isEqualTo(content(from, nth, length));
    }

    private static int length(int nth) {
        return LENGTHS.get(nth % LENGTHS.size());
    }

    // ---- Messages

    private static Publisher<?> modes(Communicator world) {
        int peer = 1 - world.rank();
        int count = 2 * LENGTHS.size();
        List<Mono<?>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int nth = i;
            SendBuffer data = buffer(world.rank(), nth, length(nth));
            all.add(nth % 3 == 0 ? world.issend(data, peer, 1) : world.isend(data, peer, 1));
            all.add(world.receive(peer, 1).doOnNext(message -> check(message, peer, nth, length(nth))));
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
            return Flux.range(0, ROUNDS).concatMap(i -> world.isend(buffer(world.rank(), i, length(i)), 0, 10 + i));
        }
        int[] next = new int[size];
        return Flux.range(0, ROUNDS * (size - 1))
                .flatMapSequential(i -> world.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                .doOnNext(message -> {
                    int from = message.status().source();
                    int nth = next[from]++;
                    assertThat(message.status().tag()).as("tag of %d", from).isEqualTo(10 + nth);
                    check(message, from, nth, length(nth));
                });
    }

    private static Publisher<?> kindsOfReceives(Communicator world) {
        if (world.rank() == 1) {
            return world.barrier()
                    .thenMany(Flux.range(0, 8).concatMap(i -> world.isend(buffer(1, i, length(i)), 0, 3 + i % 2)));
        }
        // Tags 3, 4, 3, 4 ...: each receive gets the first one that it may get and that no older one has got.
        int[] tags = {Mpi.ANY_TAG, 4, 3, Mpi.ANY_TAG, 4, Mpi.ANY_TAG, 3, 4};
        int[] sources = {1, Mpi.ANY_SOURCE, 1, Mpi.ANY_SOURCE, 1, 1, Mpi.ANY_SOURCE, Mpi.ANY_SOURCE};
        int[] got = {0, 1, 2, 3, 5, 4, 6, 7};
        List<Mono<?>> all = new ArrayList<>();
        for (int i = 0; i < tags.length; i++) {
            int nth = got[i];
            all.add(world.receive(sources[i], tags[i]).doOnNext(message -> check(message, 1, nth, length(nth))));
        }
        all.add(world.barrier());
        return Mono.when(all);
    }

    private static Publisher<?> agreements(Communicator world) {
        return Flux.range(0, ROUNDS + 1)
                .concatMap(round -> world.failures()
                        .agree(round == world.rank() ? 2 : 3)
                        .doOnNext(
                                flag -> assertThat(flag).as("round %d", round).isEqualTo(round < world.size() ? 2 : 3)))
                .then(world.failures().shrink())
                .flatMap(all -> all.barrier().then(all.free()));
    }

    private static Publisher<?> probes(Communicator world) {
        if (world.rank() > 0) {
            return world.issend(buffer(world.rank(), 0, 900), 0, 4)
                    .then(world.isend(buffer(world.rank(), 1, 24), 0, 4));
        }
        Mono<Void> taken = world.mprobe(Mpi.ANY_SOURCE, 4)
                .flatMap(found -> found.receive()
                        .doOnNext(message -> check(message, found.status().source(), 0, 900)))
                .then();
        Mono<Void> seen = world.probe(Mpi.ANY_SOURCE, 4)
                .flatMap(found -> world.receive(found.source(), 4)
                        .doOnNext(message -> assertThat(message.lengthBytes()).isEqualTo(found.lengthBytes())))
                .then();
        return taken.then(seen)
                .then(seen)
                .then(world.receive(Mpi.ANY_SOURCE, 4))
                .then(world.iprobe(1, 4));
    }

    private static Publisher<?> cancelled(Communicator world) {
        int peer = 1 - world.rank();
        // A receive that has waited in vain is cancelled; its message comes to the receive that follows.
        Mono<Integer> early = world.receive(peer, 5).map(message -> 1).timeout(Duration.ofNanos(30_000), Mono.just(0));
        Mono<Integer> sent = world.issend(buffer(world.rank(), 1, 900), peer, 5)
                .map(status -> 1)
                .timeout(Duration.ofMillis(50), Mono.just(0));
        return Mono.zip(early, sent)
                .flatMap(both -> Mono.just(both)
                        .delayElement(Duration.ofMillis(200))
                        .then(world.iprobe(peer, 5))
                        .flatMap(left -> world.receive(peer, 5))
                        .then(world.barrier()));
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

    // ---- All together

    private static Publisher<?> collectives(Communicator world) {
        int size = world.size();
        int rank = world.rank();
        int[] sum = new int[1];
        int[] gathered = new int[size];
        int[] all = new int[size];
        int[] scan = new int[1];
        int[] root = {rank == 1 ? 42 : 0};
        int[] scattered = new int[1];
        return world.barrier()
                .then(world.allreduce(Buffers.of(new int[] {rank + 1}), Buffers.of(sum), Op.SUM))
                .then(world.gather(Buffers.of(new int[] {rank}), Buffers.of(gathered), 2))
                .then(world.allgather(Buffers.of(new int[] {rank * 3}), Buffers.of(all)))
                .then(world.scan(Buffers.of(new int[] {rank + 1}), Buffers.of(scan), Op.SUM))
                .then(world.bcast(Buffers.of(root), 1))
                .then(world.scatter(Buffers.of(IntStream.range(10, 10 + size).toArray()), Buffers.of(scattered), 0))
                .then(Mono.fromRunnable(() -> {
                    assertThat(sum[0]).isEqualTo(size * (size + 1) / 2);
                    assertThat(gathered)
                            .isEqualTo(rank == 2 ? IntStream.range(0, size).toArray() : new int[size]);
                    assertThat(all)
                            .isEqualTo(IntStream.range(0, size).map(i -> 3 * i).toArray());
                    assertThat(scan[0]).isEqualTo((rank + 1) * (rank + 2) / 2);
                    assertThat(root[0]).isEqualTo(42);
                    assertThat(scattered[0]).isEqualTo(10 + rank);
                }));
    }

    private static Publisher<?> longCollectives(Communicator world) {
        int size = world.size();
        int length = 700;
        double[] mine =
                IntStream.range(0, length).mapToDouble(i -> i + world.rank()).toArray();
        double[] sum = new double[length];
        long[] out = new long[size * 100];
        Arrays.setAll(out, i -> 1000L * world.rank() + i);
        long[] in = new long[size * 100];
        return Mono.when(
                        world.allreduce(Buffers.of(mine), Buffers.of(sum), Op.SUM),
                        world.alltoall(Buffers.of(out), Buffers.of(in)))
                .then(Mono.fromRunnable(() -> {
                    for (int i = 0; i < length; i++) {
                        assertThat(sum[i]).isEqualTo(i * size + size * (size - 1) / 2.0);
                    }
                    for (int i = 0; i < in.length; i++) {
                        assertThat(in[i]).isEqualTo(1000L * (i / 100) + 100L * world.rank() + i % 100);
                    }
                }));
    }

    private static Publisher<?> communicators(Communicator world) {
        return Mono.zip(world.dup(), world.split(world.rank() % 2, -world.rank()))
                .flatMap(made -> {
                    Communicator dup = made.getT1();
                    Communicator half = made.getT2();
                    int[] sum = new int[1];
                    return half.allreduce(Buffers.of(new int[] {world.rank()}), Buffers.of(sum), Op.SUM)
                            .then(dup.isend(buffer(world.rank(), 0, 24), (world.rank() + 1) % 4, 1))
                            .then(dup.receive(Mpi.ANY_SOURCE, 1))
                            .doOnNext(message -> {
                                check(message, (world.rank() + 3) % 4, 0, 24);
                                assertThat(sum[0]).isEqualTo(world.rank() % 2 == 0 ? 2 : 4);
                            })
                            .then(half.free())
                            .then(dup.free());
                });
    }

    private static Publisher<?> twoGroups(Communicator world) {
        return world.split(world.rank() / 2, 0)
                .flatMap(half -> half.intercommunicator(0, world, world.rank() < 2 ? 2 : 0, 9)
                        .flatMap(both -> {
                            int[] other = new int[2];
                            Buffer room = Buffers.of(other);
                            return both.allgather(Buffers.of(new int[] {world.rank()}), room)
                                    .then(Mono.fromRunnable(() -> assertThat(other)
                                            .containsExactly(world.rank() < 2 ? new int[] {2, 3} : new int[] {0, 1})))
                                    .then(both.merge(world.rank() < 2))
                                    .flatMap(merged -> merged.barrier().then(merged.free()))
                                    .then(both.free());
                        })
                        .then(half.free()));
    }

    // ---- Streams and questions

    private static Publisher<?> streams(Communicator world) {
        int peer = 1 - world.rank();
        int count = 40;
        Flux<Integer> received = world.receiveStream(Codecs.intValue(), peer, 1, 4);
        return Mono.when(
                world.sendStream(Flux.range(100 * world.rank(), count), Codecs.intValue(), peer, 1),
                received.concatMap(value -> Mono.just(value).delayElement(Duration.ofNanos(20_000)), 1)
                        .collectList()
                        .doOnNext(all -> assertThat(all)
                                .isEqualTo(IntStream.range(0, count)
                                        .mapToObj(i -> 100 * peer + i)
                                        .toList())));
    }

    private static Publisher<?> questions(Communicator world) {
        if (world.rank() == 0) {
            return Mono.when(
                    world.answer(Codecs.intValue(), Codecs.intValue(), 2, 2, question -> Mono.just(question * 2))
                            .take(6)
                            .then(),
                    world.answerStream(
                                    Codecs.intValue(),
                                    Codecs.intValue(),
                                    3,
                                    2,
                                    (question, status) -> Flux.range(question, 5))
                            .take(2)
                            .then());
        }
        return Flux.range(0, 3)
                .flatMap(i -> world.<Integer, Integer>ask(
                                10 * world.rank() + i, Codecs.intValue(), Codecs.intValue(), 0, 2)
                        .doOnNext(answer -> assertThat(answer).isEqualTo(2 * (10 * world.rank() + i))))
                .then(world.<Integer, Integer>askStream(world.rank(), Codecs.intValue(), Codecs.intValue(), 0, 3, 2)
                        .collectList()
                        .doOnNext(all -> assertThat(all)
                                .isEqualTo(IntStream.range(world.rank(), world.rank() + 5)
                                        .boxed()
                                        .toList())));
    }
}
