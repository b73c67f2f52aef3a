package org.reactivempi.conformance.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Settings;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/**
 * Every collective operation in every form, by every algorithm, between memories of every kind, of random lengths, compared with the
 * definition byte by byte, gaps and surroundings included. A seed is a job of 1 to 9 ranks with settings of its own, and a dozen
 * operations, each of which is done several times.
 */
@Timeout(value = 12, unit = TimeUnit.HOURS)
class RandomDataTest {

    private static final int JOBS = 2;
    private static final int FEW_JOBS = 1;
    private static final int MORE_JOBS = 10;
    private static final int MORE_FEW_JOBS = 2;
    /** With others than those of every build. */
    private static final int MORE_SEEDS = 1000;

    private static final int MOST_RANKS = 9;
    private static final int GROUPS = 12;
    private static final int MOST_AT_ONCE = 3;
    private static final int ROUNDS = 2;
    private static final int OFTEN = 5;
    private static final int MORE_OFTEN = 15;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** All that a job's settings may ask for. */
    private static final List<String> OPERATIONS = List.of(
            "allgather",
            "allreduce",
            "alltoall",
            "bcast",
            "exscan",
            "gather",
            "reduce",
            "reduceScatter",
            "scan",
            "scatter");

    /** A thread for each call that blocks: a pool would be shared with the other classes of random data, and end with one of them. */
    private static final Executor CALLERS = work -> {
        Thread thread = new Thread(work, "caller");
        thread.setDaemon(true);
        thread.start();
    };

    /** How a rank runs what it has called. */
    private enum Form {
        SUBSCRIBED,
        REQUEST,
        BLOCKING
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName(
            "COL-10 to COL-20, COL-24, DT-18 random collective operations give what the definition says, in memory of every kind")
    void few(String channel) throws Exception {
        Seeds.each(JOBS, channel, seed -> job(seed, channel));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("COL-10 to COL-20, COL-24, DT-18 so do more")
    void many(String channel) throws Exception {
        Seeds.each(MORE_JOBS, channel, seed -> job(MORE_SEEDS + seed, channel));
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName(
            "DT-7, DT-9, TYP-1, TYP-2 random messages arrive byte by byte, in memory of every kind, also such that end inside of elements")
    void fewMessages(String channel) throws Exception {
        Seeds.each(JOBS, channel, seed -> messages(seed, channel));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("DT-7, DT-9, TYP-1, TYP-2 so do more")
    void manyMessages(String channel) throws Exception {
        Seeds.each(MORE_JOBS, channel, seed -> messages(MORE_SEEDS + seed, channel));
    }

    private static void messages(long seed, String channel) throws Exception {
        Random random = new Random(seed);
        boolean checked = random.nextBoolean();
        Settings settings = Settings.create()
                .channel(channel)
                .with("check-types", checked ? "on" : "off")
                .with("stall-after", "60s");
        if (random.nextInt(3) == 0) {
            settings = settings.with("eager-limit-bytes", Integer.toString(random.nextInt(5000)));
        }
        try (Ranks ranks = Ranks.start(2, settings)) {
            List<Communicator> ends = List.of(ranks.world(0), ranks.world(1));
            for (int group = 0; group < GROUPS; group++) {
                List<MessageCase> cases = IntStream.range(0, 1 + random.nextInt(MOST_AT_ONCE))
                        .mapToObj(tag -> new MessageCase(ends, tag, checked, random))
                        .toList();
                for (int round = 0; round < ROUNDS; round++) {
                    cases.forEach(each -> each.fill(random));
                    List<CompletableFuture<?>> ended = new ArrayList<>();
                    for (MessageCase each : cases) {
                        Form[] forms = Form.values();
                        ended.add(started(each.receive(), forms[random.nextInt(forms.length)]));
                        ended.add(started(each.send(), forms[random.nextInt(forms.length)]));
                    }
                    String what = "round " + round + " of "
                            + cases.stream().map(MessageCase::toString).collect(Collectors.joining("\nand "))
                            + "\nwith " + ranks.settings().asMap();
                    await(ended, ranks, what);
                    for (MessageCase each : cases) {
                        assertThat(each.differences()).as(what).isEmpty();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("COL-10, COL-13 ranks that read each other's memory again and again, of every kind, get it all")
    void fewOverAndOver(String channel) throws Exception {
        Seeds.each(FEW_JOBS, channel, seed -> overAndOver(seed, channel, OFTEN));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("COL-10, COL-13 so do more of them, more often")
    void manyOverAndOver(String channel) throws Exception {
        Seeds.each(MORE_FEW_JOBS, channel, seed -> overAndOver(seed, channel, MORE_OFTEN));
    }

    private static void overAndOver(long seed, String channel, int often) throws Exception {
        Random random = new Random(seed);
        int size = 4 + random.nextInt(3);
        try (Ranks ranks = Ranks.start(size, Settings.create().channel(channel).with("stall-after", "60s"))) {
            List<Communicator> ends =
                    IntStream.range(0, size).mapToObj(ranks::world).toList();
            for (int i = 0; i < GROUPS; i++) {
                CollectiveCase one = CollectiveCase.lent(ends, random);
                Form[] forms = forms(size, 3, random);
                for (int round = 0; round < often; round++) {
                    run(List.of(one), rank -> started(one.operations().get(rank), forms[rank]), ranks, round, random);
                }
            }
        }
    }

    private static void job(long seed, String channel) throws Exception {
        Random random = new Random(seed);
        int size = 1 + random.nextInt(MOST_RANKS);
        Settings settings = settings(size, random).channel(channel);
        try (Ranks ranks = Ranks.start(size, settings)) {
            List<Communicator> ends =
                    IntStream.range(0, size).mapToObj(ranks::world).toList();
            for (int group = 0; group < GROUPS; group++) {
                atOnce(ranks, size, () -> CollectiveCase.any(ends, random), random);
            }
        }
    }

    static Settings settings(int size, Random random) {
        Settings settings = Settings.create()
                .with("check-collectives", random.nextInt(4) == 0 ? "on" : "off")
                // Sixty seconds without an end are a failure; until then others may have the machine.
                .with("stall-after", "60s");
        StringJoiner table = new StringJoiner(",");
        OPERATIONS.forEach(operation -> {
            List<String> algorithms = Operations.algorithmsOf(operation);
            int chosen = random.nextInt(algorithms.size() + 1);
            if (chosen < algorithms.size()) {
                table.add(operation + ":0-inf:" + algorithms.get(chosen));
            }
        });
        if (table.length() > 0) {
            settings = settings.with("algorithms", table.toString());
        }
        boolean rows = random.nextBoolean();
        if (random.nextInt(3) == 0) {
            int host = 0;
            StringJoiner hosts = new StringJoiner(",");
            for (int rank = 0; rank < size; rank++) {
                hosts.add(Integer.toString(host));
                host = rows ? host + random.nextInt(2) : random.nextInt(3);
            }
            settings = settings.with("rank-hosts", hosts.toString());
        }
        if (random.nextInt(6) == 0) {
            settings = settings.with("reductions", "reproducible");
        }
        return random.nextInt(3) == 0
                ? settings.with("eager-limit-bytes", Integer.toString(random.nextInt(5000)))
                : settings;
    }

    /** Some operations at once, several times. */
    static void atOnce(Ranks ranks, int size, Supplier<Case> any, Random random) {
        int count = Math.max(1, random.nextInt(2 * MOST_AT_ONCE) - MOST_AT_ONCE + 1);
        List<Case> cases = Stream.generate(any).limit(count).toList();
        boolean persistent = random.nextInt(4) == 0;
        // A caller that blocks begins when it likes, and several have to begin in one order.
        Form[] forms = forms(size, count == 1 ? 3 : 2, random);
        List<List<PersistentRequest>> requests = persistent
                ? cases.stream()
                        .map(each -> each.operations().stream()
                                .map(PersistentRequest::of)
                                .toList())
                        .toList()
                : List.of();
        for (int round = 0; round < ROUNDS; round++) {
            run(
                    cases,
                    rank -> CompletableFuture.allOf(IntStream.range(0, count)
                            .mapToObj(i -> persistent
                                    ? started(requests.get(i).get(rank))
                                    : started(cases.get(i).operations().get(rank), forms[rank]))
                            .toArray(CompletableFuture[]::new)),
                    ranks,
                    round,
                    random);
        }
    }

    private static Form[] forms(int size, int among, Random random) {
        return IntStream.range(0, size)
                .mapToObj(rank -> Form.values()[random.nextInt(among)])
                .toArray(Form[]::new);
    }

    /** All ranks start all of it, and then have what they should have. */
    private static void run(
            List<? extends Case> cases,
            IntFunction<CompletableFuture<?>> start,
            Ranks ranks,
            int round,
            Random random) {
        cases.forEach(each -> each.fill(random));
        List<CompletableFuture<?>> ended = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            ended.add(start.apply(rank));
        }
        String what = "round " + round + " of "
                + cases.stream().map(Case::toString).collect(Collectors.joining("\nand ")) + "\nwith "
                + ranks.settings().asMap();
        await(ended, ranks, what);
        for (Case each : cases) {
            assertThat(each.differences()).as(what).isEmpty();
        }
    }

    /** All of them, or the first that fails: those of other ranks may then wait for ever. */
    private static void await(List<CompletableFuture<?>> ended, Ranks ranks, String what) {
        CompletableFuture<Void> failed = new CompletableFuture<>();
        ended.forEach(each -> each.exceptionally(failure -> {
            failed.completeExceptionally(failure);
            return null;
        }));
        CompletableFuture<Void> all = CompletableFuture.allOf(ended.toArray(CompletableFuture[]::new));
        try {
            CompletableFuture.anyOf(all, failed).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException failure) {
            throw new AssertionError(failure + " in " + what + "\npending: " + pending(ranks), failure);
        }
    }

    private static List<List<String>> pending(Ranks ranks) {
        return IntStream.range(0, ranks.size())
                .mapToObj(rank -> ranks.pending(rank).block(TIMEOUT))
                .toList();
    }

    private static CompletableFuture<?> started(PersistentRequest request) {
        request.start();
        return request.completion().toFuture();
    }

    private static CompletableFuture<?> started(Mono<?> operation, Form form) {
        return switch (form) {
            case SUBSCRIBED -> operation.toFuture();
            case REQUEST -> Request.start(operation).completion().toFuture();
            case BLOCKING -> CompletableFuture.runAsync(() -> operation.block(TIMEOUT), CALLERS);
        };
    }
}
