package org.reactivempi.benchmarks.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import org.reactivempi.benchmarks.pages.Chart;
import org.reactivempi.benchmarks.pages.Chart.Curve;
import org.reactivempi.benchmarks.pages.Chart.Point;
import org.reactivempi.benchmarks.simulate.Planned;
import reactor.core.publisher.Mono;

class ScaleTest {

    private static final Path PAGE = Path.of("../../docs/scale.md");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return Scale.run(
                List.of(arguments),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(log, true, StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("the page has the virtual times that the program prints")
    void page() throws IOException {
        assertThat(run("--ranks", "10,100")).isZero();
        List<String> times = out.toString(StandardCharsets.UTF_8)
                .lines()
                .takeWhile(line -> !line.startsWith("What the simulation"))
                .filter(line -> line.startsWith("|"))
                .toList();
        assertThat(times).hasSize(4);
        assertThat(Files.readAllLines(PAGE)).containsSubsequence(times);
    }

    @Test
    @Tag("long")
    @DisplayName("the page has the virtual times of a thousand ranks")
    void pageOfThousand() throws IOException {
        assertThat(times())
                .anySatisfy(row -> assertThat(withoutLong(row))
                        .isEqualTo(withoutLong(cells(Job.of(1000).times().row()))));
    }

    @Test
    @DisplayName("the picture of the page shows its table")
    void picture() throws IOException {
        List<List<String>> rows = times();
        List<Curve> curves = new ArrayList<>();
        for (String column : List.of("shrink", "agree", "allreduce of 8 B", "barrier")) {
            int at = rows.get(0).indexOf(column);
            curves.add(new Curve(
                    column,
                    rows.stream()
                            .skip(2)
                            .map(row -> new Point(number(row.get(0)), 1000 * number(row.get(at))))
                            .toList()));
        }
        Chart.assertDrawn("scale", "whole jobs over Ethernet, us, by the number of ranks", curves, 10, ScaleTest.class);
    }

    /** The rows of the first table of the page, with its header and the line below that. */
    private static List<List<String>> times() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.startsWith("| ranks |"))
                .takeWhile(line -> line.startsWith("|"))
                .map(ScaleTest::cells)
                .toList();
    }

    private static List<String> cells(String row) {
        return Stream.of(row.split("\\|")).skip(1).map(String::strip).toList();
    }

    /** The long operation needs more memory than a test has. */
    private static List<String> withoutLong(List<String> row) {
        List<String> rest = new ArrayList<>(row);
        rest.remove(4);
        return rest;
    }

    private static double number(String cell) {
        return Double.parseDouble(cell.split(" ")[0]);
    }

    @ParameterizedTest(name = "{0} of {1} ranks")
    @CsvSource({"barrier, 8", "barrier, 13", "barrier, 64", "barrier, 100", "allreduce, 8", "allreduce, 64"})
    @DisplayName(
            "where nothing queues, real engines take what their plans take in a model without engines, within 10 %")
    void planned(String operation, int size) {
        Phases phases = new Phases(size);
        Job.simulation(size).run(world -> {
            Mono<?> work = operation.equals("barrier") ? world.barrier() : sum(world);
            return work.then(phases.phase(1, operation, world, work));
        });
        assertThat(phases.of(operation).micros())
                .isCloseTo(Job.planned(operation, size, Long.BYTES), Percentage.withPercentage(10));
    }

    private static Mono<Long> sum(Communicator world) {
        return world.allreduce(1L, Op.SUM);
    }

    @Test
    @DisplayName("a time that was planned is that of the model: of two ranks, a message each way at once")
    void model() {
        assertThat(Planned.micros("allreduce", 2, 8, 12_000, 2_500, 0)).isCloseTo(17, within(0.01));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "10001", "10,2"})
    @DisplayName("numbers of ranks that can't be are named, with what is allowed")
    void wrongRanks(String ranks) {
        assertThat(run("--ranks", ranks)).isEqualTo(2);
        assertThat(log.toString(StandardCharsets.UTF_8)).contains("is outside 4..10000");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    @DisplayName("what is no number is named")
    void noNumber() {
        assertThat(run("--ranks", "many")).isEqualTo(2);
        assertThat(log.toString(StandardCharsets.UTF_8)).contains("--ranks", "many");
    }
}
