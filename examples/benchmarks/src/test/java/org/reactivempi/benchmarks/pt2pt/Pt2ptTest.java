package org.reactivempi.benchmarks.pt2pt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Packing;
import org.reactivempi.Settings;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.examples.results.Row;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class Pt2ptTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** A few repetitions, no rest: nobody reads these numbers. */
    private static final Pace SHORTEST = new Pace(
            1000, 1000, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofMillis(1), Duration.ofMillis(1));

    @Tag("long")
    @MpiTest(ranks = 2)
    @DisplayName(
            "latency and bandwidth are measured in each layout, which the rows name; messages shorter than its unit are dense")
    void layouts(Ranks ranks) {
        for (String layout : List.of("vector", "indexed", "face", "struct")) {
            List<Row> rows = run(ranks, "--tsv", "--layout", layout, "--tests", "latency,bw", "--sizes", "8,8192");

            assertThat(rows).extracting(row -> row.origin().memory()).containsOnly("heap " + layout);
            assertThat(rows).extracting(Row::test).containsOnly("latency", "bw");
        }
    }

    @MpiTest(ranks = 2)
    @DisplayName(
            "a layout is set beside the same packed by hand, and one after the other; lengths without a unit are left out")
    void besidePacking(Ranks ranks) {
        List<Row> rows = run(
                ranks, "--tsv", "--style", "reactive", "--layout", "struct", "--tests", "layout", "--sizes", "8,8192");

        assertThat(rows)
                .extracting(row -> row.test() + " " + row.bytes() + " " + row.metric())
                .containsExactly(
                        "latency_struct 8192 p50_us",
                        "latency_packed_struct 8192 p50_us",
                        "latency_struct 8192 times_packed",
                        "latency_struct 8192 times_dense");
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    @DisplayName("packing by hand and the type mean the same bytes, out of the memory and back")
    void byHand(Layout layout) {
        int units = 7;
        int bytes = units * layout.unitBytes();
        ByteBuffer data = layout.memory(units);
        for (int i = 0; i < data.capacity(); i++) {
            data.put(i, (byte) (31 * i + i / 256));
        }
        ByteBuffer packed = Layout.DENSE.memory(bytes);
        layout.pack(data, packed, units);
        ByteBuffer byType = Layout.DENSE.memory(bytes);
        Packing.pack(Buffers.of(data).as(layout.type(units), 1), byType);
        assertThat(packed).isEqualTo(byType.flip());

        ByteBuffer unpacked = layout.memory(units);
        layout.unpack(packed, unpacked, units);
        ByteBuffer unpackedByType = layout.memory(units);
        Packing.unpack(packed.duplicate(), Buffers.of(unpackedByType).as(layout.type(units), 1));
        assertThat(unpacked).isEqualTo(unpackedByType);
    }

    @Tag("long")
    @OnEveryChannel(ranks = 3, timeoutSeconds = 40)
    @DisplayName("every test gives its rows, in both styles and kinds of memory, with a third rank that does nothing")
    void everyTest(Ranks ranks) {
        String channel = ranks.settings().asMap().get("channel");
        for (String memory : List.of("heap", "direct")) {
            List<Row> rows = run(ranks, "--tsv", "--memory", memory, "--sizes", "8,100000");

            assertThat(rows).extracting(row -> row.origin().channel()).containsOnly(channel);
            assertThat(rows).extracting(row -> row.origin().memory()).containsOnly(memory);
            assertThat(rows).extracting(row -> row.origin().waiting()).containsOnly("adaptive");
            assertThat(rows)
                    .filteredOn(row -> row.origin().implementation().equals("reactive-mpi"))
                    .extracting(Row::test)
                    .contains(
                            "warmup",
                            "latency",
                            "bw",
                            "waitany",
                            "waitany_shuffled",
                            "posted",
                            "unexpected",
                            "allocation",
                            "idle");
            assertThat(rows)
                    .filteredOn(row -> row.origin().implementation().equals("reactive-mpi-blocking"))
                    .extracting(Row::metric)
                    .contains(
                            "p50_us",
                            "p99_us",
                            "p999_us",
                            "mean_us",
                            "msg_per_s",
                            "us_per_msg",
                            "times_depth_10000",
                            "cpu_percent");
            assertThat(rows)
                    .filteredOn(row -> row.test().equals("latency"))
                    .extracting(Row::bytes)
                    .containsOnly(8L, 100_000L);
        }
    }

    @Tag("long")
    @Test
    @DisplayName("what rank 1 does behind a test, in the turn of its last answer, is not in what rank 0 has measured")
    void lastAnswer() {
        Duration busy = Duration.ofSeconds(3);
        List<String> printed = new CopyOnWriteArrayList<>();
        try (Ranks ranks = Ranks.start(2, Settings.create().channel("tcp"))) {
            ranks.without(Check.BLOCKED_PROGRESS);
            Mono.when(
                            tests(ranks.world(0), printed).bandwidth(8),
                            tests(ranks.world(1), printed).bandwidth(8).then(Mono.fromRunnable(() -> computeFor(busy))))
                    .block(TIMEOUT);
        }

        double messages = printed.stream()
                .flatMap(line -> Row.parse(line).stream())
                .filter(row -> row.metric().equals("msg_per_s"))
                .mapToDouble(Row::value)
                .max()
                .orElseThrow();
        double windows = SHORTEST.scaled(6000);
        assertThat(windows * Tests.WINDOW / messages)
                .as("seconds of %s windows", windows)
                .isLessThan(busy.toSeconds() / 2.0);
    }

    private static Tests tests(Communicator world, List<String> printed) {
        PrintStream lines = new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(@Nullable String line) {
                printed.add(String.valueOf(line));
            }
        };
        Origin origin = new Origin("reactive-mpi", "tcp", "direct", "adaptive");
        return new ReactiveTests(world, Memory.DIRECT, Layout.DENSE, SHORTEST, new Report(origin, true, lines));
    }

    /** Without a rest, as a program does that keeps its thread. */
    private static void computeFor(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("a table for people names the channel, the memory and how ranks wait")
    void table() {
        try (Ranks ranks = Ranks.start(2, Settings.create().channel("local"))) {
            assertThat(print(ranks, "--style", "reactive", "--tests", "latency", "--sizes", "8"))
                    .containsPattern("latency +bytes +reactive-mpi over local, heap memory, waits: adaptive")
                    .containsPattern("8 +[0-9.,]+ p50_us");
        }
    }

    @Test
    @DisplayName("a single rank, and wrong options, end with one line")
    void wrongArguments() {
        try (Ranks ranks = Ranks.start(1, Settings.create())) {
            StepVerifier.create(Pt2pt.play(ranks.world(0), options(), "adaptive", SHORTEST, System.out))
                    .verifyErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(ExitException.class)
                            .hasMessageContaining("needed are 2 or more"));
        }
        assertMistake("'mapped'", "--memory", "mapped");
        assertMistake("16777217 is not a length", "--sizes", "8,16777217");
        assertMistake("-1 is not a length", "--sizes", "-1");
        assertMistake("'speed'", "--tests", "speed");
        assertMistake("0 is not a number", "--divisor", "0");
    }

    private static void assertMistake(String words, String... arguments) {
        assertThat(catchThrowableOfType(ParameterException.class, () -> options(arguments)))
                .hasMessageContaining(words);
    }

    private static List<Row> run(Ranks ranks, String... arguments) {
        return print(ranks, arguments)
                .lines()
                .map(line -> Row.parse(line).orElseThrow(() -> new AssertionError(line)))
                .toList();
    }

    private static String print(Ranks ranks, String... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(
                        rank -> Pt2pt.play(ranks.world(rank), options(arguments), "adaptive", SHORTEST, out),
                        ranks.size())
                .blockLast(TIMEOUT);
        return printed.toString(UTF_8);
    }

    private static Pt2ptOptions options(String... arguments) {
        Pt2ptOptions options = new Pt2ptOptions();
        new CommandLine(options)
                .setSeparator(" ")
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        return options;
    }
}
