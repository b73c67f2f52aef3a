package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.free;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.reordered;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ranks that are told to be on several hosts, which then speak through their leaders. */
class LeadersTest {

    private static final int RANKS = 6;
    private static final int COUNT = 5;
    private static final String ALWAYS =
            "algorithms=barrier:0-inf:leaders,bcast:0-inf:leaders,reduce:0-inf:leaders,allreduce:0-inf:leaders,"
                    + "gather:0-inf:leaders,scatter:0-inf:leaders,allgather:0-inf:leaders,alltoall:0-inf:leaders,"
                    + "scan:0-inf:leaders,exscan:0-inf:leaders";

    /** Affine maps modulo a prime, one after the other: their order shows, and only the brackets are free. */
    private static final Op MAPS = Op.of((left, right, type, count) -> {
        for (int at = 0; at < right.limit(); at += 8) {
            after(left, right, at);
        }
    });

    private static void after(ByteBuffer left, ByteBuffer right, int at) {
        int factor = right.getInt(at);
        int sum = right.getInt(at + 4);
        right.putInt(at, left.getInt(at) * factor % 251);
        right.putInt(at + 4, (left.getInt(at + 4) * factor + sum) % 251);
    }

    private static int[] given(int rank) {
        return IntStream.range(0, COUNT).map(i -> 100 * rank + i).toArray();
    }

    private static int[] givenByAll(int size) {
        return IntStream.range(0, size)
                .flatMap(rank -> Arrays.stream(given(rank)))
                .toArray();
    }

    /** What a rank gives each rank: blocks that tell which rank gave them, and to which. */
    private static int[] forEach(int rank, int size) {
        return IntStream.range(0, size * COUNT)
                .map(i -> 10_000 * rank + 100 * (i / COUNT) + i % COUNT)
                .toArray();
    }

    private static int[] ofEach(int rank, int size) {
        return IntStream.range(0, size * COUNT)
                .map(i -> 10_000 * (i / COUNT) + 100 * rank + i % COUNT)
                .toArray();
    }

    private static int[] map(int rank) {
        return new int[] {rank + 2, 3 * rank + 1};
    }

    private static int[] maps(int size) {
        int factor = 1;
        int sum = 0;
        for (int rank = 0; rank < size; rank++) {
            int[] next = map(rank);
            factor = factor * next[0] % 251;
            sum = (sum * next[0] + next[1]) % 251;
        }
        return new int[] {factor, sum};
    }

    private static void assertResults(List<Communicator> ends) {
        int size = ends.size();
        int[] sum = IntStream.range(0, COUNT)
                .map(i -> 100 * size * (size - 1) / 2 + size * i)
                .toArray();
        for (int root = 0; root < size; root++) {
            int from = root;
            onAll(ends, end -> {
                int rank = end.rank();
                boolean isRoot = rank == from;
                int[] data = isRoot ? given(from) : new int[COUNT];
                int[] reduced = new int[COUNT];
                int[] inPlace = given(rank);
                int[] inOrder = new int[2];
                int[] gathered = new int[isRoot ? size * COUNT : 0];
                int[] scattered = new int[COUNT];
                return end.bcast(Buffers.of(data), from)
                        .then(end.barrier())
                        .then(end.gather(Buffers.ints(given(rank)), isRoot ? Buffers.of(gathered) : null, from))
                        .then(end.scatter(isRoot ? Buffers.ints(givenByAll(size)) : null, Buffers.of(scattered), from))
                        .then(end.reduce(Buffers.ints(given(rank)), isRoot ? Buffers.of(reduced) : null, Op.SUM, from))
                        .then(end.reduce(
                                isRoot ? Buffer.inPlace() : Buffers.ints(given(rank)),
                                isRoot ? Buffers.of(inPlace) : null,
                                Op.SUM,
                                from))
                        .then(end.reduce(Buffers.ints(map(rank)), isRoot ? Buffers.of(inOrder) : null, MAPS, from))
                        .doOnSuccess(done -> {
                            assertThat(data).isEqualTo(given(from));
                            assertThat(scattered).isEqualTo(given(rank));
                            if (isRoot) {
                                assertThat(gathered).isEqualTo(givenByAll(size));
                                assertThat(reduced).isEqualTo(sum);
                                assertThat(inPlace).isEqualTo(sum);
                                assertThat(inOrder).isEqualTo(maps(size));
                            }
                        });
            });
        }
        onAll(ends, end -> {
            int[] all = new int[COUNT];
            int[] inPlace = given(end.rank());
            int[] inOrder = new int[2];
            int[] upToHere = new int[2];
            int[] beforeHere = {-1, -1};
            int[] beforeHereInPlace = map(end.rank());
            int[] gathered = new int[size * COUNT];
            int[] exchanged = new int[size * COUNT];
            int[] exchangedInPlace = forEach(end.rank(), size);
            return end.allgather(Buffers.ints(given(end.rank())), Buffers.of(gathered))
                    .then(end.alltoall(Buffers.ints(forEach(end.rank(), size)), Buffers.of(exchanged)))
                    .then(end.alltoall(Buffer.inPlace(), Buffers.of(exchangedInPlace)))
                    .then(end.allreduce(Buffers.ints(given(end.rank())), Buffers.of(all), Op.SUM))
                    .then(end.allreduce(Buffer.inPlace(), Buffers.of(inPlace), Op.SUM))
                    .then(end.allreduce(Buffers.ints(map(end.rank())), Buffers.of(inOrder), MAPS))
                    .then(end.scan(Buffers.ints(map(end.rank())), Buffers.of(upToHere), MAPS))
                    .then(end.exscan(Buffers.ints(map(end.rank())), Buffers.of(beforeHere), MAPS))
                    .then(end.exscan(Buffer.inPlace(), Buffers.of(beforeHereInPlace), MAPS))
                    .doOnSuccess(done -> {
                        boolean isFirst = end.rank() == 0;
                        assertThat(upToHere).isEqualTo(maps(end.rank() + 1));
                        assertThat(beforeHere).isEqualTo(isFirst ? new int[] {-1, -1} : maps(end.rank()));
                        assertThat(beforeHereInPlace).isEqualTo(isFirst ? map(0) : maps(end.rank()));
                        assertThat(gathered).isEqualTo(givenByAll(size));
                        assertThat(exchanged).isEqualTo(ofEach(end.rank(), size));
                        assertThat(exchangedInPlace).isEqualTo(exchanged);
                        assertThat(all).isEqualTo(sum);
                        assertThat(inPlace).isEqualTo(sum);
                        assertThat(inOrder).isEqualTo(maps(size));
                    });
        });
    }

    @OnEveryChannel(
            ranks = RANKS,
            settings = {"rank-hosts=0,0,0,1,1,2", ALWAYS},
            timeoutSeconds = 60)
    @DisplayName(
            "COL-10, COL-17, COL-19, OPS-5 hosts with rows of ranks reduce, scan and broadcast through their leaders, in order")
    void rows(Ranks ranks) {
        assertResults(worlds(ranks));
    }

    @OnEveryChannel(
            ranks = RANKS,
            settings = {"rank-hosts=0,1,0,2,1", ALWAYS},
            timeoutSeconds = 60)
    @DisplayName(
            "COL-10, COL-17, COL-19, OPS-5 so do hosts with any ranks, also on communicators whose ranks have other numbers")
    void anyRanks(Ranks ranks) {
        assertResults(worlds(ranks));
        List<Communicator> reversed = reordered(worlds(ranks), rank -> -rank);
        assertResults(reversed.stream()
                .sorted((one, other) -> Integer.compare(one.rank(), other.rank()))
                .toList());
        free(reversed);
    }

    @OnEveryChannel(
            ranks = 4,
            settings = {"rank-hosts=0,1", "reductions=reproducible"})
    @DisplayName("OPS-7 reproducible reductions have the same bits whatever hosts the ranks are on")
    void reproducible(Ranks ranks) {
        double[] values = {1e16, 1, -1e16, 1};
        double expected = values[0] + values[1] + (values[2] + values[3]);
        assertThat(expected).isNotEqualTo(values[0] + values[2] + (values[1] + values[3]));
        onAll(worlds(ranks), end -> {
            double[] sum = new double[1];
            return end.allreduce(Buffers.doubles(values[end.rank()]), Buffers.of(sum), Op.SUM)
                    .doOnSuccess(done -> assertThat(sum[0]).isEqualTo(expected));
        });
    }

    @OnEveryChannel(
            ranks = 4,
            settings = {"rank-hosts=0,0,0,1", "reductions=reproducible"})
    @DisplayName("OPS-7 so have reproducible scans, which go through leaders otherwise")
    void reproducibleScan(Ranks ranks) {
        double[] values = {1e16, 1, -1e16, 1};
        double expected = values[0] + values[1] + (values[2] + values[3]);
        assertThat(expected).isNotEqualTo(values[0] + (values[1] + values[2]) + values[3]);
        double[][] upTo = new double[values.length][1];
        onAll(
                worlds(ranks),
                end -> end.scan(Buffers.doubles(values[end.rank()]), Buffers.of(upTo[end.rank()]), Op.SUM));
        assertThat(upTo[3]).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "tcp", "shm", "rsocket"})
    @DisplayName(
            "COL-37, COL-38 ranks on several hosts report that their leaders did it, and those of one host the usual way")
    void reported(String channel) {
        assertThat(algorithm(channel, "0,0,1,1")).isEqualTo("leaders");
        assertThat(algorithm(channel, "0")).isEqualTo("dissemination");
        assertThat(algorithm(channel, "auto")).isEqualTo("dissemination");
    }

    private static String algorithm(String channel, String hosts) {
        CollectiveReports reports = new CollectiveReports();
        Settings settings =
                Settings.create().channel(channel).with("rank-hosts", hosts).attach(reports);
        try (Ranks ranks = Ranks.start(4, settings)) {
            onAll(worlds(ranks), Communicator::barrier);
            List<String> algorithms = reports.of(0).stream()
                    .map(said -> said.report().algorithm())
                    .distinct()
                    .toList();
            assertThat(algorithms).hasSize(1);
            return algorithms.get(0);
        }
    }

    @OnEveryChannel(
            ranks = 3,
            settings = {"rank-hosts=0,0,1", ALWAYS, "check-collectives=off"})
    @DisplayName("COL-37 a barrier of leaders that waits says for which rank, and in which part of it")
    void partOfWait(Ranks ranks) throws Exception {
        Recorder<Void> zero = started(ranks.world(0).barrier());
        Recorder<Void> two = started(ranks.world(2).barrier());

        assertThat(ranks.pending(0).block(TIMEOUT))
                .contains("barrier(world), operation 0, not heard from rank 1 in leaders(binomial)");
        assertThat(ranks.pending(2).block(TIMEOUT))
                .contains("barrier(world), operation 0, not heard from rank 0 in leaders(dissemination)");

        ranks.world(1).barrier().block(TIMEOUT);
        assertThat(zero.await()).containsExactly("complete");
        assertThat(two.await()).containsExactly("complete");
    }

    @OnEveryChannel(
            ranks = 4,
            settings = {"rank-hosts=0,0,1,1", ALWAYS, "check-collectives=off"})
    @DisplayName(
            "COL-6, COL-30 an error in a broadcast of leaders says in which part of it a rank has met it, or heard of it")
    void partOfError(Ranks ranks) {
        List<Communicator> ends = worlds(ranks);
        List<String> told = Flux.fromIterable(ends)
                .flatMapSequential(end -> end.bcast(Buffers.of(new int[end.rank() == 0 ? 9 : 8]), 0)
                        .then(Mono.just("no error"))
                        .onErrorResume(error -> Mono.just(String.valueOf(error.getMessage()))))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();

        assertThat(told.get(0)).isEqualTo("no error");
        assertThat(told.get(2))
                .contains("bcast, operation 0 of world, in leaders(binomial): 36 bytes came from rank 0");
        assertThat(told.get(3)).contains("bcast, operation 0 of world, in leaders(binomial) has failed on rank 2");
    }

    @Test
    @DisplayName("COL-38 a rank that is told other hosts than rank 0 doesn't start, and says how the two differ")
    void different() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());
        Settings plain = Settings.create().channel("local");
        Mono<CoreSession> zero = CoreSessionProvider.start(world.bootstrap(0), plain);
        Mono<Throwable> one = CoreSessionProvider.start(world.bootstrap(1), plain.with("rank-hosts", "0,1"))
                .map(session -> (Throwable) new AssertionError("rank 1 has started"))
                .onErrorResume(Mono::just);

        var both = Mono.zip(zero, one).blockOptional(TIMEOUT).orElseThrow();

        assertThat(both.getT2())
                .isInstanceOf(MpiException.class)
                .hasMessageContaining("rank 1 has rank-hosts=0,1, rank 0 has none of them");
        both.getT1().close().block(TIMEOUT);
    }
}
