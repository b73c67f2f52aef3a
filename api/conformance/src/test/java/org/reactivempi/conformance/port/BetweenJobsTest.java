package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.get;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.met;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Collectives;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.PointToPoint;
import org.reactivempi.Questions;
import org.reactivempi.Status;
import org.reactivempi.Streams;
import org.reactivempi.conformance.Payloads;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What two jobs say to each other, in a communicator of two groups and in one of all. */
class BetweenJobsTest {

    private static final int MIB = 1 << 20;
    private static final int MESSAGES = 60;
    private static final int SERVICE = 2;
    private static final int CLIENT = 3;
    private static final int SIZE = SERVICE + CLIENT;

    /** Two ends that can speak with each other. */
    private record Way(PointToPoint from, int fromRank, PointToPoint to, int toRank) {}

    /** Ways between any two ends of both jobs in communicators that they have in common. */
    private static List<Way> ways(List<Intercommunicator> ends, List<Communicator> merged) {
        List<Way> ways = new ArrayList<>();
        for (int from = 0; from < SIZE; from++) {
            for (int to = 0; to < SIZE; to++) {
                ways.add(new Way(
                        merged.get(from),
                        merged.get(from).rank(),
                        merged.get(to),
                        merged.get(to).rank()));
                if (from < SERVICE != to < SERVICE) {
                    ways.add(new Way(
                            ends.get(from),
                            ends.get(from).rank(),
                            ends.get(to),
                            ends.get(to).rank()));
                }
            }
        }
        return ways;
    }

    /** Elements of a random type, where they are received, and whether they have come. */
    private record Cargo(Buffer sent, Buffer room, Runnable check) {

        static Cargo of(int bytes, Random random) {
            return switch (random.nextInt(5)) {
                case 0 -> {
                    byte[] sent = Payloads.pattern(random.nextInt(), bytes);
                    byte[] room = new byte[bytes];
                    yield new Cargo(
                            Buffers.of(sent),
                            Buffers.of(room),
                            () -> assertThat(room).isEqualTo(sent));
                }
                case 1 -> {
                    int[] sent = random.ints(bytes / Integer.BYTES).toArray();
                    int[] room = new int[sent.length];
                    yield new Cargo(
                            Buffers.of(sent),
                            Buffers.of(room),
                            () -> assertThat(room).isEqualTo(sent));
                }
                case 2 -> {
                    long[] sent = random.longs(bytes / Long.BYTES).toArray();
                    long[] room = new long[sent.length];
                    yield new Cargo(
                            Buffers.of(sent),
                            Buffers.of(room),
                            () -> assertThat(room).isEqualTo(sent));
                }
                case 3 -> {
                    double[] sent = random.doubles(bytes / Double.BYTES).toArray();
                    double[] room = new double[sent.length];
                    yield new Cargo(
                            Buffers.of(sent),
                            Buffers.of(room),
                            () -> assertThat(room).isEqualTo(sent));
                }
                default -> {
                    char[] sent = new char[bytes / Character.BYTES];
                    for (int i = 0; i < sent.length; i++) {
                        sent[i] = (char) random.nextInt(Character.MAX_VALUE + 1);
                    }
                    char[] room = new char[sent.length];
                    yield new Cargo(
                            Buffers.of(sent),
                            Buffers.of(room),
                            () -> assertThat(room).isEqualTo(sent));
                }
            };
        }
    }

    private static int[] lengths(Ranks ranks) {
        int limit = ranks.eagerLimitBytes();
        return new int[] {0, 1, 8, limit - 1, limit, limit + 1, MIB};
    }

    private interface Body {

        void run(Ranks service, List<Intercommunicator> ends, List<Communicator> merged) throws Exception;
    }

    private static void during(String channel, Body body) throws Exception {
        try (Ranks service = job(channel, SERVICE);
                Ranks client = job(channel, CLIENT)) {
            List<Intercommunicator> ends = met(service, client);
            List<Communicator> merged = onAll(ends, end -> end.merge(ends.indexOf(end) < SERVICE));
            // The clients come first.
            assertThat(merged).extracting(Communicator::rank).containsExactly(3, 4, 0, 1, 2);
            body.run(service, ends, merged);
            onAll(merged, Communicator::disconnect);
            disconnect(ends);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-13 messages of any types, lengths and modes arrive whole, by source and tag, all at the same time")
    void messages(String channel) throws Exception {
        during(channel, (service, ends, merged) -> {
            for (int seed = 0; seed < 3; seed++) {
                Random random = new Random(seed);
                List<Way> ways = ways(ends, merged);
                int[] lengths = lengths(service);
                List<Runnable> checks = new ArrayList<>();
                List<Mono<?>> traffic = new ArrayList<>();
                for (int tag = 0; tag < MESSAGES; tag++) {
                    Way way = ways.get(random.nextInt(ways.size()));
                    Cargo cargo = Cargo.of(lengths[random.nextInt(lengths.length)], random);
                    int sentTag = tag;
                    int source = random.nextInt(3) == 0 ? Mpi.ANY_SOURCE : way.fromRank;
                    traffic.add(way.to.irecv(cargo.room, source, tag).doOnNext(status -> {
                        assertThat(status.source()).isEqualTo(way.fromRank);
                        assertThat(status.tag()).isEqualTo(sentTag);
                    }));
                    traffic.add(
                            switch (random.nextInt(3)) {
                                case 0 -> way.from.issend(cargo.sent, way.toRank, tag);
                                default -> way.from.isend(cargo.sent, way.toRank, tag);
                            });
                    checks.add(cargo.check);
                }
                Collections.shuffle(traffic, random);
                Mono.when(traffic).block(TIMEOUT);
                checks.forEach(Runnable::run);
            }
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-13 messages of one sender and tag arrive in their order, eager ones and others mixed, also by wildcards")
    void order(String channel) throws Exception {
        during(channel, (service, ends, merged) -> {
            Random random = new Random(7);
            int[] lengths = lengths(service);
            for (Way way : List.of(
                    new Way(ends.get(4), 2, ends.get(1), 1),
                    new Way(ends.get(0), 0, ends.get(3), 1),
                    new Way(merged.get(2), 0, merged.get(0), 3))) {
                List<Cargo> cargos = IntStream.range(0, 20)
                        .mapToObj(i -> Cargo.of(lengths[random.nextInt(lengths.length)], random))
                        .toList();
                CompletableFuture<Void> sent = Mono.when(cargos.stream()
                                .map(cargo -> way.from.isend(cargo.sent, way.toRank, 4))
                                .toList())
                        .toFuture();
                for (Cargo cargo : cargos) {
                    Status status = way.to
                            .irecv(
                                    cargo.room,
                                    random.nextBoolean() ? Mpi.ANY_SOURCE : way.fromRank,
                                    random.nextBoolean() ? Mpi.ANY_TAG : 4)
                            .block(TIMEOUT);
                    assertThat(status.source()).isEqualTo(way.fromRank);
                    assertThat(status.tag()).isEqualTo(4);
                    cargo.check.run();
                }
                get(sent);
            }
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-13 probes find what has come, and what they match is received by nobody else")
    void probes(String channel) throws Exception {
        during(channel, (service, ends, merged) -> {
            int large = service.eagerLimitBytes() + 1;
            for (Way way : List.of(
                    new Way(ends.get(4), 2, ends.get(1), 1),
                    new Way(ends.get(0), 0, ends.get(3), 1),
                    new Way(merged.get(1), 4, merged.get(2), 0))) {
                for (int length : new int[] {0, 5, large}) {
                    byte[] first = Payloads.pattern(1, length);
                    byte[] second = Payloads.pattern(2, length + 1);
                    assertThat(way.to.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).blockOptional(TIMEOUT))
                            .isEmpty();
                    CompletableFuture<Void> sent = Mono.when(
                                    way.from.isend(Buffers.of(first), way.toRank, 6),
                                    way.from.isend(Buffers.of(second), way.toRank, 6))
                            .toFuture();
                    Status probed = way.to.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT);
                    assertThat(probed).isEqualTo(Status.of(way.fromRank, 6, length));
                    MatchedMessage matched = way.to.mprobe(way.fromRank, 6).block(TIMEOUT);
                    Message next = way.to.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT);
                    assertThat(next.toByteArray()).isEqualTo(second);
                    assertThat(matched.receive().block(TIMEOUT).toByteArray()).isEqualTo(first);
                    get(sent);
                }
            }
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-13 synchronous sends complete when they are received, and not before")
    void synchronous(String channel) throws Exception {
        during(channel, (service, ends, merged) -> {
            for (Way way :
                    List.of(new Way(ends.get(4), 2, ends.get(1), 1), new Way(merged.get(0), 3, merged.get(2), 0))) {
                CompletableFuture<Status> sent =
                        way.from.issend(Buffers.ints(1, 2, 3), way.toRank, 8).toFuture();
                way.to.probe(way.fromRank, 8).block(TIMEOUT);
                // Its answers would have come with this.
                Jobs.assertAllTalk(ends, 9);
                assertThat(sent).isNotDone();
                int[] room = new int[3];
                way.to.irecv(Buffers.of(room), way.fromRank, 8).block(TIMEOUT);
                get(sent);
                assertThat(room).containsExactly(1, 2, 3);
            }
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-13 streams arrive whole and in order, as fast as their receiver asks, several at the same time")
    void streams(String channel) throws Exception {
        during(channel, (service, ends, merged) -> {
            List<Mono<?>> traffic = new ArrayList<>();
            List<Way> ways = ways(ends, merged);
            List<Integer> values = IntStream.range(0, 3000).boxed().toList();
            for (int i = 0; i < ways.size(); i++) {
                Way way = ways.get(i);
                if (way.from == way.to) {
                    continue;
                }
                int tag = i;
                traffic.add(((Streams) way.from)
                        .sendStream(
                                Flux.fromIterable(values).map(value -> value * 31 + tag),
                                Codecs.intValue(),
                                way.toRank,
                                tag));
                traffic.add(((Streams) way.to)
                        .receiveStream(Codecs.intValue(), i % 2 == 0 ? way.fromRank : Mpi.ANY_SOURCE, tag, 16)
                        .collectList()
                        .doOnNext(come -> assertThat(come)
                                .isEqualTo(values.stream()
                                        .map(value -> value * 31 + tag)
                                        .toList())));
            }
            Mono.when(traffic).block(TIMEOUT);
            // A receiver that has enough.
            Mono<Void> endless = ends.get(0)
                    .sendStream(Flux.range(0, Integer.MAX_VALUE), Codecs.intValue(), 2, 3)
                    .onErrorComplete();
            Mono<List<Integer>> few =
                    ends.get(4).receiveStream(Codecs.intValue(), 0, 3).take(5).collectList();
            assertThat(Mono.zip(few, endless.thenReturn(true)).block(TIMEOUT).getT1())
                    .containsExactly(0, 1, 2, 3, 4);
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-13 questions are answered by the rank of the other job that they are asked, with its own answer")
    void questions(String channel) throws Exception {
        during(channel, (service, ends, merged) -> {
            List<Disposable> handlers = new ArrayList<>();
            for (int i = 0; i < SIZE; i++) {
                String name = "end " + i + " to ";
                for (Questions each : List.<Questions>of(ends.get(i), merged.get(i))) {
                    handlers.add(each.answer(
                                    Codecs.string(),
                                    Codecs.string(),
                                    3,
                                    8,
                                    (question, status) -> Mono.just(name + question + " of " + status.source()))
                            .subscribe());
                    handlers.add(each.answerStream(
                                    Codecs.intValue(),
                                    Codecs.string(),
                                    4,
                                    count -> Flux.range(0, count).map(number -> name + number))
                            .subscribe());
                }
            }
            List<Mono<?>> asked = new ArrayList<>();
            for (int from = 0; from < SIZE; from++) {
                for (int to = 0; to < SIZE; to++) {
                    String name = "end " + to + " to ";
                    String question = "question " + from + "-" + to;
                    if (from < SERVICE != to < SERVICE) {
                        int source = ends.get(from).rank();
                        int target = ends.get(to).rank();
                        asked.add(ends.get(from)
                                .ask(question, Codecs.string(), Codecs.string(), target, 3)
                                .doOnNext(told -> assertThat(told).isEqualTo(name + question + " of " + source)));
                        asked.add(ends.get(from)
                                .askStream(7, Codecs.intValue(), Codecs.string(), target, 4)
                                .collectList()
                                .doOnNext(told -> assertThat(told)
                                        .isEqualTo(IntStream.range(0, 7)
                                                .mapToObj(number -> name + number)
                                                .toList())));
                    }
                    int source = merged.get(from).rank();
                    asked.add(merged.get(from)
                            .ask(
                                    question,
                                    Codecs.string(),
                                    Codecs.string(),
                                    merged.get(to).rank(),
                                    3)
                            .doOnNext(told -> assertThat(told).isEqualTo(name + question + " of " + source)));
                }
            }
            Mono.when(asked).block(TIMEOUT);
            handlers.forEach(Disposable::dispose);
        });
    }

    private static int role(int end, int root) {
        boolean alike = end < SERVICE == root < SERVICE;
        return end == root ? Mpi.ROOT : alike ? Mpi.PROC_NULL : root < SERVICE ? root : root - SERVICE;
    }

    private static int[] block(int seed, int count) {
        return new Random(seed).ints(count, -1_000_000, 1_000_000).toArray();
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-13 collective operations of two groups of two jobs give what their definitions say, at any length")
    void collectivesOfTwoGroups(String channel) throws Exception {
        during(channel, (service, ends, merged) -> {
            for (int count : new int[] {1, 3, service.eagerLimitBytes() / 4 + 1, MIB / 4}) {
                onAll(ends, Intercommunicator::barrier);
                for (int root = 0; root < SIZE; root++) {
                    bcast(ends, root, count);
                    gather(ends, root, count);
                    reduce(ends, root, count);
                }
                alltoall(ends, count / 8 + 1);
                allgather(ends, count);
            }
        });
    }

    private static void bcast(List<Intercommunicator> ends, int root, int count) {
        int[] data = block(root, count);
        int[][] rooms = new int[SIZE][count];
        rooms[root] = data.clone();
        onAll(ends, end -> end.bcast(Buffers.of(rooms[ends.indexOf(end)]), role(ends.indexOf(end), root)));
        for (int i = 0; i < SIZE; i++) {
            boolean gets = i == root || i < SERVICE != root < SERVICE;
            assertThat(rooms[i]).isEqualTo(gets ? data : new int[count]);
        }
    }

    private static void gather(List<Intercommunicator> ends, int root, int count) {
        int others = root < SERVICE ? CLIENT : SERVICE;
        int[] room = new int[others * count];
        onAll(ends, end -> {
            int i = ends.indexOf(end);
            return end.gather(
                    Buffers.of(block(i, count)), i == root ? Buffers.of(room) : Buffer.empty(), role(i, root));
        });
        int first = root < SERVICE ? SERVICE : 0;
        for (int i = 0; i < others; i++) {
            assertThat(Arrays.copyOfRange(room, i * count, (i + 1) * count)).isEqualTo(block(first + i, count));
        }
    }

    private static void reduce(List<Intercommunicator> ends, int root, int count) {
        int[] room = new int[count];
        onAll(ends, end -> {
            int i = ends.indexOf(end);
            return end.reduce(
                    Buffers.of(block(i, count)), i == root ? Buffers.of(room) : Buffer.empty(), Op.SUM, role(i, root));
        });
        assertThat(room).isEqualTo(sum(root < SERVICE, count));
    }

    /** Of all blocks of the clients, or of the service. */
    private static int[] sum(boolean ofClients, int count) {
        int[] sum = new int[count];
        for (int i = ofClients ? SERVICE : 0; i < (ofClients ? SIZE : SERVICE); i++) {
            int[] each = block(i, count);
            Arrays.setAll(sum, at -> sum[at] + each[at]);
        }
        return sum;
    }

    private static void alltoall(List<Intercommunicator> ends, int count) {
        int[][] rooms = new int[SIZE][];
        onAll(ends, end -> {
            int i = ends.indexOf(end);
            int others = end.remoteSize();
            int[] sent = new int[others * count];
            for (int to = 0; to < others; to++) {
                System.arraycopy(block(100 * i + (i < SERVICE ? SERVICE : 0) + to, count), 0, sent, to * count, count);
            }
            rooms[i] = new int[others * count];
            return end.alltoall(Buffers.of(sent), Buffers.of(rooms[i]));
        });
        for (int i = 0; i < SIZE; i++) {
            int first = i < SERVICE ? SERVICE : 0;
            for (int from = 0; from < rooms[i].length / count; from++) {
                assertThat(Arrays.copyOfRange(rooms[i], from * count, (from + 1) * count))
                        .isEqualTo(block(100 * (first + from) + i, count));
            }
        }
    }

    private static void allgather(List<Intercommunicator> ends, int count) {
        int[][] rooms = new int[SIZE][];
        onAll(ends, end -> {
            int i = ends.indexOf(end);
            rooms[i] = new int[end.remoteSize() * count];
            return end.allgather(Buffers.of(block(i, count)), Buffers.of(rooms[i]));
        });
        for (int i = 0; i < SIZE; i++) {
            int first = i < SERVICE ? SERVICE : 0;
            for (int from = 0; from < rooms[i].length / count; from++) {
                assertThat(Arrays.copyOfRange(rooms[i], from * count, (from + 1) * count))
                        .isEqualTo(block(first + from, count));
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-13 collective operations of one communicator of two jobs give what their definitions say, at any length")
    void collectives(String channel) throws Exception {
        during(channel, (service, ends, merged) -> {
            List<Communicator> all = new ArrayList<>(merged);
            all.sort((one, other) -> Integer.compare(one.rank(), other.rank()));
            for (int count : new int[] {1, 3, service.eagerLimitBytes() / 4 + 1, MIB / 4}) {
                onAll(all, Collectives::barrier);
                int[] sum = new int[count];
                for (int i = 0; i < SIZE; i++) {
                    int[] each = block(i, count);
                    Arrays.setAll(sum, at -> sum[at] + each[at]);
                }
                for (int root : new int[] {0, SIZE - 1}) {
                    int[][] rooms = new int[SIZE][count];
                    rooms[root] = block(root, count);
                    onAll(all, end -> end.bcast(Buffers.of(rooms[end.rank()]), root));
                    assertThat(List.of(rooms))
                            .allSatisfy(room -> assertThat(room).isEqualTo(block(root, count)));

                    int[] gathered = new int[SIZE * count];
                    onAll(
                            all,
                            end -> end.gather(
                                    Buffers.of(block(end.rank(), count)),
                                    end.rank() == root ? Buffers.of(gathered) : Buffer.empty(),
                                    root));
                    for (int i = 0; i < SIZE; i++) {
                        assertThat(Arrays.copyOfRange(gathered, i * count, (i + 1) * count))
                                .isEqualTo(block(i, count));
                    }
                    int[] reduced = new int[count];
                    onAll(
                            all,
                            end -> end.reduce(
                                    Buffers.of(block(end.rank(), count)),
                                    end.rank() == root ? Buffers.of(reduced) : Buffer.empty(),
                                    Op.SUM,
                                    root));
                    assertThat(reduced).isEqualTo(sum);
                }
                int[][] sums = new int[SIZE][count];
                onAll(
                        all,
                        end -> end.allreduce(
                                Buffers.of(block(end.rank(), count)), Buffers.of(sums[end.rank()]), Op.SUM));
                assertThat(List.of(sums)).allSatisfy(each -> assertThat(each).isEqualTo(sum));
                int[][] exchanged = new int[SIZE][SIZE * count];
                onAll(all, end -> {
                    int[] sent = new int[SIZE * count];
                    for (int to = 0; to < SIZE; to++) {
                        System.arraycopy(block(10 * end.rank() + to, count), 0, sent, to * count, count);
                    }
                    return end.alltoall(Buffers.of(sent), Buffers.of(exchanged[end.rank()]));
                });
                for (int i = 0; i < SIZE; i++) {
                    for (int from = 0; from < SIZE; from++) {
                        assertThat(Arrays.copyOfRange(exchanged[i], from * count, (from + 1) * count))
                                .isEqualTo(block(10 * from + i, count));
                    }
                }
            }
        });
    }
}
