package org.reactivempi.benchmarks.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.examples.results.Row;

class ContestTest {

    private static final List<Contender> THREE =
            List.of(FakeTools.contender("a", 1), FakeTools.contender("b", 2), FakeTools.contender("c", 3));

    private static final Path NO_PROC = Path.of("/no/such/folder");

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private Results results;
    private Processes processes;
    private Machine machine;

    @BeforeEach
    void open() throws IOException {
        processes = Processes.open(Duration.ofSeconds(20));
        machine = new Machine(new Cores(Optional.empty(), processes), NO_PROC);
        results = new Results(processes.folder().resolve("rows"));
    }

    @AfterEach
    void close() {
        processes.close();
    }

    @Test
    @DisplayName("each transport's runs stand side by side, and another contender begins in each round")
    void turns() {
        Contest contest = contest(THREE, Set.of(Part.LATENCY, Part.RING));

        assertThat(contest.tasks(0))
                .extracting(Task::title)
                .containsExactly(
                        "a over TCP",
                        "b over TCP",
                        "c over TCP",
                        "a over shared memory",
                        "b over shared memory",
                        "c over shared memory",
                        "a, ring of 4",
                        "b, ring of 4",
                        "c, ring of 4",
                        "a, ring of 4",
                        "b, ring of 4",
                        "c, ring of 4");
        assertThat(contest.tasks(1))
                .extracting(Task::title)
                .startsWith("b over TCP", "c over TCP", "a over TCP", "b over shared memory");
        assertThat(contest.tasks(3)).extracting(Task::title).startsWith("a over TCP", "b over TCP");
    }

    @Test
    @DisplayName("whatever fails or says nothing is told and left out, and the others go on")
    void failures() throws Exception {
        Contender broken = new Contender() {
            @Override
            public List<Task> pairs(Transport transport, Selection selection) {
                return List.of(
                        Task.printing("broken", List.of("sh", "-c", "echo first; echo ouch >&2; exit 3"), Map.of()),
                        Task.printing("silent", List.of("true"), Map.of()));
            }

            @Override
            public List<Task> rings(Transport transport, Selection selection, int ranks) {
                return List.of();
            }

            @Override
            public List<Task> starts() {
                return List.of();
            }
        };

        assertThat(contest(List.of(broken, FakeTools.contender("a", 1)), Set.of(Part.LATENCY))
                        .run(1))
                .isFalse();

        assertThat(log.toString(UTF_8))
                .contains("round 1 of 1: broken ended with code 3: ouch\n")
                .contains("round 1 of 1: silent printed no results\n");
        assertThat(results.rows()).extracting(Row::value).containsExactly(1.0, 1.0);
        assertThat(processes.folder().resolve("rows"))
                .as("saved after each task, so that a stop before the end loses little")
                .content()
                .hasLineCount(2);
    }

    @Test
    @DisplayName(
            "a run begins when the cores stand near each other, is repeated if it ends with them far apart, and counts once")
    void farApart() throws Exception {
        Path distances = Files.write(
                processes.folder().resolve("distances"), List.of("60", "70", "300", "65", "310", "66", "62"));
        Path program = processes.folder().resolve("cores");
        FakeTools.install(program, "#!/bin/sh\nhead -n 1 " + distances + "; sed -i 1d " + distances + "\n");
        machine = new Machine(new Cores(Optional.of(program), processes), NO_PROC);
        Selection selection = new Selection(Set.of(Part.LATENCY), List.of(Transport.TCP), List.of(8), List.of(), 10);

        List<Contender> two = List.of(FakeTools.contender("a", 1), FakeTools.contender("b", 2));
        assertThat(contest(two, selection, new Patience(6, Duration.ofHours(1))).run(1))
                .isTrue();

        assertThat(log.toString(UTF_8).lines().map(line -> line.replaceAll(", [0-9.]+ s$", "")))
                .containsExactly(
                        "round 1 of 1: a over TCP",
                        "round 1 of 1: b over TCP, repeated: the cores stood far apart",
                        "round 1 of 1: b over TCP");
        assertThat(results.rows()).extracting(Row::value).containsExactly(1.0, 2.0);
    }

    @Test
    @DisplayName(
            "a run during which others took the cores is repeated, until patience ends: then it counts, and that is told")
    void others() throws Exception {
        Path proc = Files.createDirectories(processes.folder().resolve("proc"));
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/stat"), "7 (java) S 1 7 7 0 -1 0 9 9 9 9 100 20 30 4 20 0 1 0 5");
        Path busy = Files.writeString(processes.folder().resolve("busy"), "0");
        machine = new Machine(new Cores(Optional.empty(), processes), proc);
        // Each command makes the cores 200 ticks older; others take 40 of these.
        Contender disturbed = new Contender() {
            @Override
            public List<Task> pairs(Transport transport, Selection selection) {
                return List.of(Task.printing(
                        "a",
                        List.of(
                                "sh",
                                "-c",
                                String.join(
                                        "; ",
                                        "n=$(cat " + busy + ")",
                                        "n=$((n + 1))",
                                        "echo $n > " + busy,
                                        "echo cpu $((n * 40)) 0 0 $((n * 160)) 0 0 0 0 0 0 > " + proc.resolve("stat"),
                                        "printf 'a\\ttcp\\theap\\tspin\\tlatency\\t8\\tp50_us\\t%s\\n' $n")),
                        Map.of()));
            }

            @Override
            public List<Task> rings(Transport transport, Selection selection, int ranks) {
                return List.of();
            }

            @Override
            public List<Task> starts() {
                return List.of();
            }
        };
        Files.writeString(proc.resolve("stat"), "cpu 0 0 0 0 0 0 0 0 0 0");
        Selection selection = new Selection(Set.of(Part.LATENCY), List.of(Transport.TCP), List.of(8), List.of(), 10);
        Patience patience = new Patience(3, Duration.ofHours(1));

        assertThat(contest(List.of(disturbed), selection, patience).run(1)).isTrue();

        assertThat(log.toString(UTF_8).lines())
                .startsWith(
                        "round 1 of 1: a, repeated: others took 20 % of the cores' time",
                        "round 1 of 1: a, repeated: others took 20 % of the cores' time",
                        "round 1 of 1: a, counts though others took 20 % of the cores' time");
        assertThat(results.rows()).extracting(Row::value).containsExactly(3.0);
        assertThat(patience).hasToString("turns that were disturbed: 2 repeated, 1 counted all the same");
    }

    @Test
    @DisplayName("when all shall end, no task begins any more")
    void stopped() {
        processes.stop();

        assertThat(catchThrowable(() -> contest(THREE, Set.of(Part.LATENCY)).run(1)))
                .isInstanceOf(InterruptedException.class);
        assertThat(results.rows()).isEmpty();
    }

    private Contest contest(List<Contender> contenders, Set<Part> parts) {
        Selection selection = new Selection(parts, List.of(Transport.values()), List.of(8), List.of(4), 10);
        return contest(contenders, selection, new Patience(6, Duration.ofHours(1)));
    }

    private Contest contest(List<Contender> contenders, Selection selection, Patience patience) {
        PrintStream to = new PrintStream(log, true, UTF_8);
        return new Contest(contenders, selection, new UndisturbedRuns(processes, machine, patience, to), results, to);
    }
}
