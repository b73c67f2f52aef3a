package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.mpi.RanksInJvm;
import org.reactivempi.transport.bootstrap.RankExit;

class ProgramsTest {

    @ParameterizedTest
    @CsvSource({
        "PointToPoint, 2",
        "PointToPoint, 4",
        "Memory, 1",
        "Memory, 2",
        "Environment, 1",
        "Environment, 2",
        "Mistakes, 2",
        "Conversions, 2",
        "Adopted, 2",
        "Completions, 2",
        "FailedCompletions, 1",
        "SmallPrint, 2",
        "LateCancel, 3"
    })
    @DisplayName("programs of both APIs run, and find what they expect")
    void run(String program, int ranks) {
        RanksInJvm.of(ranks).with("REACTIVEMPI_CHECK_TYPES", "on").run("programs." + program);
    }

    static Stream<Arguments> largerPrograms() {
        return Stream.of("ConjugateGradient", "ConjugateGradientOfMpiJava", "GameOfLife", "GameOfLifeOfMpiJava")
                .flatMap(program -> IntStream.rangeClosed(1, 5).mapToObj(ranks -> Arguments.of(program, ranks)));
    }

    @ParameterizedTest
    @MethodSource("largerPrograms")
    @DisplayName("larger programs of both APIs compute on several ranks what they compute on one")
    void larger(String program, int ranks) {
        RanksInJvm.of(ranks).with("REACTIVEMPI_CHECK_TYPES", "on").run("programs." + program);
    }

    @Test
    @DisplayName("a class of the program comes as an object where the setting object-filter names it")
    void allowedObjects() {
        RanksInJvm.of(1).with("REACTIVEMPI_OBJECT_FILTER", "programs.*").run("programs.OwnObjects");
    }

    @Test
    @DisplayName("a wrong object-filter fails Init, and says what is allowed")
    void wrongFilter() {
        Map<Integer, Throwable> outcome = RanksInJvm.of(1)
                .with("REACTIVEMPI_OBJECT_FILTER", "maxdepth=many")
                .outcome("programs.OwnObjects");

        assertThat(outcome.get(0))
                .hasMessageContaining("MPI.Init")
                .hasMessageContaining("object-filter")
                .hasMessageContaining("ObjectInputFilter");
    }

    @Test
    @DisplayName("an error of Open MPI's calls ends the job with its class, one of mpiJava's is thrown")
    void fatalErrors() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        Map<Integer, Throwable> outcome;
        try {
            outcome = RanksInJvm.of(2).outcome("programs.Fatal");
        } finally {
            System.setErr(before);
        }

        assertThat(outcome.get(1))
                .isInstanceOfSatisfying(
                        RankExit.class, exit -> assertThat(exit.code()).isEqualTo(MPI.ERR_RANK));
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("rank 1: send(int[1], 1, INT, 99, 0): ")
                .contains("[MPI_ERR_RANK]")
                .contains("MPI_COMM_WORLD")
                .contains("MPI.ERRORS_ARE_FATAL");
    }

    @Test
    @DisplayName("abort ends all ranks with its code")
    void abort() {
        assertThat(RanksInJvm.of(2).outcome("programs.Aborting").get(1))
                .isInstanceOfSatisfying(
                        RankExit.class, exit -> assertThat(exit.code()).isEqualTo(42));
    }
}
