package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.mpi.RanksInJvm;
import org.reactivempi.transport.bootstrap.RankExit;

class WindowProgramsTest {

    static Stream<Arguments> programs() {
        return Stream.of("WindowMemory", "WindowLayouts", "WindowOperations", "WindowEpochs", "WindowMistakes")
                .flatMap(program -> Stream.of(
                        Arguments.of(program, 1, "local"),
                        Arguments.of(program, 2, "tcp"),
                        Arguments.of(program, 2, "shm"),
                        Arguments.of(program, 3, "local")));
    }

    @ParameterizedTest(name = "{0} on {1} ranks over {2}")
    @MethodSource("programs")
    @DisplayName("one-sided communication does what a program expects, and refuses what is wrong")
    void run(String program, int ranks, String channel) {
        RanksInJvm.of(ranks)
                .with("REACTIVEMPI_CHANNEL", channel)
                .with("REACTIVEMPI_CHECK_TYPES", "on")
                .run("programs." + program);
    }

    @Test
    @DisplayName("an error of a window ends the job with its class, by the window's own handler")
    void fatalErrors() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        Map<Integer, Throwable> outcome;
        try {
            outcome = RanksInJvm.of(2).outcome("programs.WindowFatal");
        } finally {
            System.setErr(before);
        }

        assertThat(outcome.get(1))
                .isInstanceOfSatisfying(
                        RankExit.class, exit -> assertThat(exit.code()).isEqualTo(MPI.ERR_RMA_SYNC));
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("rank 1: flush(0): ")
                .contains("[MPI_ERR_RMA_SYNC]")
                .contains("table")
                .contains("MPI.ERRORS_ARE_FATAL");
    }
}
