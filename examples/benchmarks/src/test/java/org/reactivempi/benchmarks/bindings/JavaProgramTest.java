package org.reactivempi.benchmarks.bindings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.examples.results.Row;
import org.reactivempi.mpi.RanksInJvm;

@Tag("long")
class JavaProgramTest {

    @ParameterizedTest
    @ValueSource(strings = {"mpijava", "openmpi", "blocking"})
    @DisplayName("in each style, two ranks give a row for each test, length and metric")
    void rows(String style) {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, UTF_8));
        try {
            run(2, style, "ours", "local", "1000", "8,8192");
        } finally {
            System.setOut(before);
        }

        List<Row> rows = out.toString(UTF_8)
                .lines()
                .map(Row::parse)
                .flatMap(Optional::stream)
                .toList();
        assertThat(rows)
                .extracting(row -> row.test() + " " + row.bytes() + " " + row.metric())
                .containsExactly(
                        "latency 8 p50_us",
                        "latency 8 mean_us",
                        "latency 8192 p50_us",
                        "latency 8192 mean_us",
                        "bw 8 msg_per_s",
                        "bw 8192 msg_per_s",
                        "barrier 0 p50_us",
                        "bcast 8 p50_us",
                        "allreduce 8 p50_us",
                        "allgather 8 p50_us",
                        "alltoall 8 p50_us",
                        "bcast 8192 p50_us",
                        "allreduce 8192 p50_us",
                        "allgather 8192 p50_us",
                        "alltoall 8192 p50_us");
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
    }

    @Test
    @DisplayName("wrong arguments are named")
    void mistakes() {
        assertThatThrownBy(() -> run(2, "c", "ours", "local", "1", "8"))
                .hasStackTraceContaining("style c, allowed are mpijava, openmpi and blocking");
        assertThatThrownBy(() -> run(1, "mpijava", "ours", "local", "1", "8"))
                .hasStackTraceContaining("2 ranks are needed, not 1");
        assertThatThrownBy(() -> run(1, "mpijava")).hasStackTraceContaining("not [mpijava]");
    }

    private static void run(int ranks, String... arguments) {
        RanksInJvm.of(ranks).withOwn("org.reactivempi.benchmarks.").run(JavaProgram.class.getName(), arguments);
    }
}
