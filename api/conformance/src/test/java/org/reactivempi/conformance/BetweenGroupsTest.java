package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.joined;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.pattern;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.ErrorClass;
import org.reactivempi.FromRank;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** ICM-2: all that goes between two groups of two ranks, from the second one of one group to the first one of the other. */
@AlsoWithFaults
class BetweenGroupsTest {

    /** Of the sender in its group. */
    private static final int SOURCE = 1;
    /** Of the receiver in its group. */
    private static final int DESTINATION = 0;

    private static final Codec<Integer> INT = Codecs.intValue();

    private static Intercommunicator sender(List<Intercommunicator> ends) {
        return ends.get(1);
    }

    private static Intercommunicator receiver(List<Intercommunicator> ends) {
        return ends.get(2);
    }

    /** A way to send. */
    private interface Mode {

        Mono<Status> send(Buffer data, int destination, int tag);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "ICM-2 messages of each mode and length arrive at the rank of the other group that they name, subscribed, as a request, or blocking")
    void modes(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        Intercommunicator from = sender(ends);
        from.buffers().attachAutomatic().block(TIMEOUT);
        int seed = 0;
        for (Mode mode : List.<Mode>of(from::isend, from::issend, from::ibsend, from::irsend)) {
            for (int length : Payloads.lengths(ranks)) {
                byte[] data = pattern(seed, length);
                byte[] room = new byte[length];
                Request receive = Request.start(receiver(ends).irecv(Buffers.of(room), SOURCE, TAG));
                // For the ready mode.
                ranks.pending(2).block(TIMEOUT);
                Mono<Status> send = mode.send(Buffers.of(data), DESTINATION, TAG);
                if (seed % 2 == 0) {
                    send.block(TIMEOUT);
                } else {
                    Request.start(send).completion().block(TIMEOUT);
                }
                assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(SOURCE, TAG, length));
                assertThat(room).isEqualTo(data);
                seed++;
            }
        }
        from.buffers().detach().block(TIMEOUT);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("ICM-2 persistent messages and collective operations run again and again between groups")
    void persistent(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        int[] data = new int[1];
        int[] room = new int[1];
        int[][] sums = new int[4][1];
        PersistentRequest send = PersistentRequest.of(sender(ends).isend(Buffers.of(data), DESTINATION, TAG));
        PersistentRequest receive = PersistentRequest.of(receiver(ends).irecv(Buffers.of(room), Mpi.ANY_SOURCE, TAG));
        List<PersistentRequest> reductions = IntStream.range(0, 4)
                .mapToObj(rank -> PersistentRequest.of(ends.get(rank)
                        .allreduce(Buffers.of(rank == 1 ? data : new int[] {rank}), Buffers.of(sums[rank]), Op.SUM)))
                .toList();
        for (int round = 1; round < 5; round++) {
            data[0] = round;
            List<PersistentRequest> all = new ArrayList<>(reductions);
            all.add(send);
            all.add(receive);
            all.forEach(PersistentRequest::start);
            Requests.waitAll(all).block(TIMEOUT);
            assertThat(room).containsExactly(round);
            assertThat(sums).isDeepEqualTo(new int[][] {{5}, {5}, {round}, {round}});
        }
        reductions.forEach(Request::free);
        send.free();
        receive.free();
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("ICM-2 probes and matched messages between groups name the rank of the other one, with wildcards too")
    void probes(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        Intercommunicator to = receiver(ends);
        for (int source : new int[] {SOURCE, Mpi.ANY_SOURCE}) {
            for (int tag : new int[] {TAG, Mpi.ANY_TAG}) {
                Status expected = Status.of(SOURCE, TAG, 8);
                sender(ends).isend(ints(3, 4), DESTINATION, TAG).block(TIMEOUT);
                assertThat(to.probe(source, tag).block(TIMEOUT)).isEqualTo(expected);
                assertThat(to.iprobe(source, tag).block(TIMEOUT)).isEqualTo(expected);
                assertThat(to.iprobe(1 - SOURCE, tag).block(TIMEOUT)).isNull();
                MatchedMessage found =
                        to.mprobe(source, tag).blockOptional(TIMEOUT).orElseThrow();
                assertThat(found.status()).isEqualTo(expected);
                assertThat(to.improbe(source, tag).block(TIMEOUT)).isNull();
                int[] room = new int[2];
                assertThat(found.receive(Buffers.of(room)).block(TIMEOUT)).isEqualTo(expected);
                assertThat(room).containsExactly(3, 4);
                sender(ends).isend(ints(5), DESTINATION, TAG).block(TIMEOUT);
                assertThat(to.receive(source, tag)
                                .blockOptional(TIMEOUT)
                                .orElseThrow()
                                .status())
                        .isEqualTo(Status.of(SOURCE, TAG, 4));
            }
        }
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("ICM-2 both groups exchange in one call, also in one buffer, and with nobody")
    void exchanged(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        int[][] rooms = new int[4][1];
        onAll(ends, end -> {
            int rank = ends.indexOf(end);
            return end.isendrecv(ints(rank), end.rank(), TAG, Buffers.of(rooms[rank]), end.rank(), TAG);
        });
        assertThat(rooms).isDeepEqualTo(new int[][] {{2}, {3}, {0}, {1}});
        onAll(ends, end -> {
            int other = 1 - end.rank();
            return end.isendrecvReplace(Buffers.of(rooms[ends.indexOf(end)]), other, TAG, other, TAG);
        });
        assertThat(rooms).isDeepEqualTo(new int[][] {{1}, {0}, {3}, {2}});
        Intercommunicator end = ends.get(3);
        assertThat(end.isend(ints(1), Mpi.PROC_NULL, TAG).hasElement().block(TIMEOUT))
                .isTrue();
        assertThat(end.irecv(Buffers.of(rooms[3]), Mpi.PROC_NULL, TAG)
                        .map(Status::source)
                        .block(TIMEOUT))
                .isEqualTo(Mpi.PROC_NULL);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("ICM-2 values go from group to group, one by one, by a view of a peer, and collectively")
    void values(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        Mono<Status> sent = sender(ends).send("over there", Codecs.string(), DESTINATION, TAG);
        assertThat(Mono.zip(receiver(ends).receive(Codecs.string(), SOURCE, TAG), sent)
                        .block(TIMEOUT)
                        .getT1())
                .isEqualTo("over there");
        assertThat(Mono.zip(
                                receiver(ends).peer(SOURCE, TAG).receive(INT),
                                sender(ends).peer(DESTINATION, TAG).send(5, INT))
                        .block(TIMEOUT)
                        .getT1())
                .isEqualTo(5);
        String[] texts = {"a", "bb", "ccc", ""};
        assertThat(onAll(ends, end -> end.values(Codecs.string()).allgather(texts[ends.indexOf(end)])))
                .containsExactly(List.of("ccc", ""), List.of("ccc", ""), List.of("a", "bb"), List.of("a", "bb"));
        assertThat(onAll(ends, end -> end.allreduce((long) ends.indexOf(end), Op.SUM)))
                .containsExactly(5L, 5L, 1L, 1L);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("ICM-2 a stream between groups has the demand of its reader, and ends as its source does")
    void streams(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        List<Long> demands = new ArrayList<>();
        Flux<Integer> source = Flux.range(0, 100).doOnRequest(demands::add);
        Recorder<Void> sent = started(sender(ends).sendStream(source, INT, DESTINATION, TAG));
        StepVerifier.create(receiver(ends).receiveStream(INT, Mpi.ANY_SOURCE, TAG, 2), 0)
                .thenRequest(3)
                .expectNext(0, 1, 2)
                .then(() -> Traffic.meet(ranks))
                .then(() -> assertThat(demands.stream().mapToLong(n -> n).sum()).isLessThan(10))
                .thenRequest(Long.MAX_VALUE)
                .expectNextCount(97)
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(Mono.fromCallable(sent::await).block(TIMEOUT)).containsExactly("complete");
        Recorder<Void> failing = started(
                sender(ends).sendStream(Flux.error(new IllegalStateException("spilled")), INT, DESTINATION, TAG));
        StepVerifier.create(receiver(ends).receiveStream(INT, SOURCE, TAG))
                .expectErrorMatches(error -> error.getMessage().contains("spilled"))
                .verify(TIMEOUT);
        assertThat(Mono.fromCallable(failing::await).block(TIMEOUT)).hasSize(1);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("ICM-2 one group asks, and the other one answers: values, streams, and streams for streams")
    void questions(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        Intercommunicator asker = sender(ends);
        Intercommunicator handler = receiver(ends);
        List<Integer> askers = new CopyOnWriteArrayList<>();
        Disposable.Composite handlers = Disposables.composite(
                handler.answer(INT, INT, TAG, 4, (number, status) -> {
                            askers.add(status.source());
                            return Mono.just(number * number);
                        })
                        .subscribe(),
                handler.answerStream(INT, INT, TAG + 1, number -> Flux.range(0, number))
                        .subscribe(),
                handler.answerStreams(INT, INT, TAG + 2, numbers -> numbers.map(number -> 2 * number))
                        .subscribe());
        Traffic.during(handlers, () -> {
            assertThat(asker.ask(7, INT, INT, DESTINATION, TAG).block(TIMEOUT)).isEqualTo(49);
            assertThat(ends.get(0).ask(3, INT, INT, DESTINATION, TAG).block(TIMEOUT))
                    .isEqualTo(9);
            assertThat(askers).containsExactly(SOURCE, 0);
            assertThat(asker.askStream(300, INT, INT, DESTINATION, TAG + 1)
                            .limitRate(7)
                            .count()
                            .block(TIMEOUT))
                    .isEqualTo(300);
            assertThat(asker.askStreams(Flux.range(0, 50), INT, INT, DESTINATION, TAG + 2)
                            .collectList()
                            .block(TIMEOUT))
                    .isEqualTo(IntStream.range(0, 50).mapToObj(i -> 2 * i).toList());
        });
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("PART-1, ICM-2 partitions travel between groups, in any order, also by readiness")
    void partitions(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        byte[] data = pattern(1, 12_000);
        byte[] room = new byte[12_000];
        PartitionedReceive receive = receiver(ends).precv(Buffers.of(room), 4, SOURCE, TAG);
        PartitionedSend send = sender(ends).psend(Buffers.of(data), 6, DESTINATION, TAG);
        for (int round = 0; round < 2; round++) {
            send.start();
            receive.start();
            send.readyAll(5, 0, 3);
            send.ready(1, 2);
            send.ready(4);
            Requests.waitAll(List.of(send, receive)).block(TIMEOUT);
            assertThat(room).isEqualTo(data);
            Arrays.fill(room, (byte) 0);
        }
        send.free();
        receive.free();
        PartitionedReceive once = receiver(ends).precv(Buffers.of(room), 1, SOURCE, TAG);
        once.start();
        Mono.when(sender(ends).psend(Buffers.of(data), 3, Flux.just(2, 0, 1), DESTINATION, TAG), once.completion())
                .block(TIMEOUT);
        assertThat(room).isEqualTo(data);
        once.free();
        assertFails(
                sender(ends).psend(Buffers.of(data), 3, Flux.just(0), 2, TAG),
                ErrorClass.RANK,
                "2",
                "0..1",
                "other group");
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ICM-2 a rank of the own group that the other one has not is refused in each form, and the communicator used afterwards")
    void refused(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 1);
        // Its own rank, but the other group has one rank alone.
        Intercommunicator end = ends.get(2);
        int own = 1;
        for (Mono<?> each : List.<Mono<?>>of(
                end.isend(ints(1), own, TAG),
                end.issend(ints(1), own, TAG),
                end.irsend(ints(1), own, TAG),
                end.ibsend(ints(1), own, TAG),
                end.irecv(Buffers.of(new int[1]), own, TAG),
                end.probe(own, TAG),
                end.iprobe(own, TAG),
                end.mprobe(own, TAG),
                end.improbe(own, TAG),
                end.isendrecv(ints(1), own, TAG, Buffers.of(new int[1]), 0, TAG),
                end.isendrecv(ints(1), 0, TAG, Buffers.of(new int[1]), own, TAG),
                end.isendrecvReplace(Buffers.of(new int[1]), own, TAG, 0, TAG),
                end.sendStream(Flux.just(1), INT, own, TAG),
                end.receiveStream(INT, own, TAG).then(),
                end.ask(1, INT, INT, own, TAG),
                end.askStream(1, INT, INT, own, TAG).then(),
                end.askStreams(Flux.just(1), INT, INT, own, TAG).then(),
                end.channel(own))) {
            assertFails(each, ErrorClass.RANK, "1 is outside 0..0 of the other group");
        }
        assertFails(end.isend(ints(1), 0, -3), ErrorClass.TAG, "-3", "0..");
        assertThat(end.channel(0).block(TIMEOUT))
                .isEqualTo(ranks.world(2).channel(0).block(TIMEOUT));
        assertFails(end.irsend(ints(1), 0, TAG), ErrorClass.OTHER, "ready send to rank remote 0 (0 in world)");
        end.isend(ints(1, 2), 0, TAG).block(TIMEOUT);
        assertFails(
                ends.get(0).irecv(Buffers.of(new int[1]), Mpi.ANY_SOURCE, TAG),
                ErrorClass.TRUNCATE,
                "8 bytes from rank remote 1 (2 in world)");
        int[] room = new int[1];
        Mono.when(end.isend(ints(8), 0, TAG), ends.get(0).irecv(Buffers.of(room), own, TAG))
                .block(TIMEOUT);
        assertThat(room).containsExactly(8);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("ICM-2 random messages between groups, of all lengths and tags at once, arrive each at its receive")
    void manyAtOnce(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        Random random = new Random(11);
        List<Mono<?>> all = new ArrayList<>();
        List<FromRank<byte[]>> expected = new ArrayList<>();
        List<byte[]> rooms = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int from = random.nextInt(4);
            int to = random.nextInt(2);
            int length = random.nextInt(10) == 0 ? 200_000 : random.nextInt(3000);
            byte[] data = pattern(i, length);
            byte[] room = new byte[length];
            Intercommunicator receiver = ends.get(from < 2 ? 2 + to : to);
            all.add(ends.get(from).isend(Buffers.of(data), to, i));
            all.add(receiver.irecv(Buffers.of(room), ends.get(from).rank(), i));
            rooms.add(room);
            expected.add(new FromRank<>(from, data));
        }
        Collections.shuffle(all, random);
        Mono.when(all).block(TIMEOUT);
        for (int i = 0; i < rooms.size(); i++) {
            assertThat(rooms.get(i))
                    .as("message " + i)
                    .isEqualTo(expected.get(i).value());
        }
        onAll(ends, Intercommunicator::free);
    }
}
