package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.FromRank;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Settings;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A rank is killed at a random moment in each algorithm of each collective operation, with short, medium and long data, and in what
 * makes and ends communicators, streams and sessions, on every channel: all others go on without it. A few of these by a seed,
 * {@code -Dharm.seed=N}; with {@code -Pharm}, all.
 */
@Tag("long")
class KilledRankTest {

    private static final boolean ALL = Boolean.getBoolean("harm.all");
    private static final long SEED = Long.getLong("harm.seed", 1);
    /** So many of each channel, where not all are run. */
    private static final int FEW = 6;
    /** How often at most the operation ends well before the rank is killed. */
    private static final int MOST_ROUNDS = 30;

    private static final List<Integer> COUNTS = List.of(2, 4096, 131_072);

    /** What the ranks do again and again when one of them is killed. */
    private enum Work {
        BARRIER,
        BCAST,
        REDUCE,
        GATHER,
        SCATTER,
        ALLGATHER,
        ALLTOALL,
        ALLREDUCE,
        REDUCE_SCATTER,
        SCAN,
        EXSCAN,
        DUP,
        SPLIT,
        AGREE,
        BROADCAST_STREAM,
        GATHER_STREAM,
        ALLREDUCE_STREAM;

        /** In the setting {@code algorithms}; empty for operations that have no choice. */
        String setting() {
            return this == REDUCE_SCATTER ? "reduceScatter" : name().toLowerCase(Locale.ROOT);
        }

        Mono<?> on(Communicator all, int count) {
            int size = all.size();
            return switch (this) {
                case BARRIER -> all.barrier();
                case BCAST -> all.bcast(room(count), 1);
                case REDUCE -> all.reduce(room(count), room(count), Op.SUM, 0);
                case GATHER -> all.gather(room(count), room(count * size), 1);
                case SCATTER -> all.scatter(room(count * size), room(count), 0);
                case ALLGATHER -> all.allgather(room(count), room(count * size));
                case ALLTOALL -> all.alltoall(room(count * size), room(count * size));
                case ALLREDUCE -> all.allreduce(room(count), room(count), Op.SUM);
                case REDUCE_SCATTER -> all.reduceScatterBlock(room(count * size), room(count), Op.SUM);
                case SCAN -> all.scan(room(count), room(count), Op.SUM);
                case EXSCAN -> all.exscan(room(count), room(count), Op.SUM);
                // Not freed: that waits for all, and one of them may have got an error in its place.
                case DUP -> all.dup();
                case SPLIT -> all.split(all.rank() % 2, 0);
                case AGREE -> all.failures().agree(all.rank());
                case BROADCAST_STREAM ->
                    all.bcastStream(Flux.range(0, 50), Codecs.intValue(), 0).then();
                case GATHER_STREAM -> gatherStream(all);
                case ALLREDUCE_STREAM ->
                    all.allreduceStream(Flux.range(0, 20), Codecs.intValue(), Integer::sum)
                            .then();
            };
        }

        private static Mono<Void> gatherStream(Communicator all) {
            Flux<FromRank<Integer>> gathered = all.gatherStream(Flux.range(0, 50), Codecs.intValue(), 0);
            return gathered.then();
        }

        private static Buffer room(int count) {
            return Buffers.of(new int[count]);
        }
    }

    private record Case(String channel, Work work, String algorithm, int count, long seed) {

        Settings settings() {
            Settings settings = Settings.create()
                    .channel(channel)
                    .with("reconnect-timeout", "500ms")
                    .with("check-collectives", "off")
                    .with("stall-after", "0s");
            return algorithm.isEmpty()
                    ? settings
                    : settings.with("algorithms", work.setting() + ":0-inf:" + algorithm)
                            .with("rank-hosts", algorithm.equals("leaders") ? "0,0,1,1" : "auto");
        }

        @Override
        public String toString() {
            return channel + ", " + work + (algorithm.isEmpty() ? "" : " by " + algorithm) + ", " + count
                    + " ints, seed " + seed;
        }
    }

    static Stream<Case> cases() {
        return Channels.all().flatMap(channel -> {
            Random random = new Random(SEED);
            List<Case> cases = new ArrayList<>();
            for (Work work : Work.values()) {
                for (String algorithm : Operations.algorithmsOf(work.setting())) {
                    COUNTS.forEach(count -> cases.add(new Case(channel, work, algorithm, count, random.nextLong())));
                }
                if (Operations.algorithmsOf(work.setting()).isEmpty()) {
                    cases.add(new Case(channel, work, "", 0, random.nextLong()));
                }
            }
            Collections.shuffle(cases, random);
            return cases.stream().limit(ALL ? Long.MAX_VALUE : FEW);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @DisplayName("COL-29, LIF-4 a rank is killed in an operation: it ends on all others, who shrink and go on")
    void killed(Case what) throws Exception {
        Random random = new Random(what.seed);
        int size = random.nextBoolean() ? 4 : 5;
        int victim = random.nextInt(size);
        int rounds = random.nextInt(MOST_ROUNDS);
        boolean betweenSignals = random.nextBoolean();
        try (Ranks ranks = Ranks.start(size, what.settings()).without(Check.values())) {
            Traffic.meet(ranks);
            CountDownLatch reached = new CountDownLatch(rounds);
            again(ranks.world(victim), what)
                    .doOnNext(done -> {
                        reached.countDown();
                        if (betweenSignals && reached.getCount() == 0) {
                            ranks.abort(victim, "killed by the test").subscribe();
                        }
                    })
                    .subscribe(done -> {}, ended -> {});
            List<Mono<Integer>> survivors = IntStream.range(0, size)
                    .filter(rank -> rank != victim)
                    .mapToObj(rank -> survive(ranks.world(rank), what))
                    .toList();
            survivors.forEach(Mono::subscribe);

            assertThat(reached.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            ranks.abort(victim, "killed by the test").block(TIMEOUT);

            for (Mono<Integer> one : survivors) {
                assertThat(one.block(TIMEOUT)).isEqualTo(size - 1);
            }
        }
    }

    private static Flux<Integer> again(Communicator all, Case what) {
        return Mono.defer(() -> what.work.on(all, what.count)).thenReturn(1).repeat();
    }

    /** Until it hears of the failure, whatever tells it; then with all that are left: how many these are. */
    private static Mono<Integer> survive(Communicator all, Case what) {
        int[] sum = new int[1];
        return again(all, what)
                .then(Mono.<Communicator>empty())
                .onErrorResume(
                        KilledRankTest::isOfAFailure,
                        failure -> all.failures().revoke().then(all.failures().shrink()))
                .flatMap(left -> left.allreduce(ints(1), Buffers.of(sum), Op.SUM))
                .then(Mono.fromSupplier(() -> sum[0]))
                .cache();
    }

    private static boolean isOfAFailure(Throwable error) {
        return error instanceof MpiException mpi
                && List.of(ErrorClass.PROC_FAILED, ErrorClass.REVOKED).contains(mpi.errorClass());
    }
}
