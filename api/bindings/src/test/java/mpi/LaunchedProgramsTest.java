package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.transport.fixtures.Ended;
import org.reactivempi.transport.launcher.Launcher;

/** The launcher runs programs of both APIs as processes, and ends with the code that they end with. */
@Tag("long")
class LaunchedProgramsTest {

    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";
    private static final int TIMEOUT_SECONDS = 60;
    private static final List<String> PROGRAMS = List.of(
            "PointToPoint",
            "Memory",
            "Environment",
            "Completions",
            "LateCancel",
            "CollectiveCalls",
            "CollectiveCallsOfMpiJava",
            "OwnReductions",
            "WindowMemory",
            "WindowLayouts",
            "WindowEpochs",
            "ConjugateGradient",
            "ConjugateGradientOfMpiJava",
            "GameOfLife",
            "GameOfLifeOfMpiJava",
            "small.HelloWorld",
            "small.HelloWorldOfMpiJava",
            "small.PingPong",
            "small.HeatOnARod",
            "small.BucketSort",
            "small.ManagerAndWorkersOfMpiJava");

    @TempDir
    Path directory;

    /** Two programs need more ranks than two: the one has all ranks of a grid, the other two groups of different sizes. */
    static Stream<Arguments> onEachChannel() {
        return Stream.concat(
                PROGRAMS.stream()
                        .flatMap(
                                program -> Stream.of(Arguments.of(program, 2, "tcp"), Arguments.of(program, 4, "shm"))),
                Stream.of(
                        Arguments.of("Communicators", 4, "tcp"),
                        Arguments.of("Communicators", 4, "shm"),
                        Arguments.of("TwoGroups", 3, "tcp"),
                        Arguments.of("TwoGroups", 4, "shm")));
    }

    @ParameterizedTest
    @MethodSource("onEachChannel")
    @DisplayName("programs run as processes, and find what they expect")
    void run(String program, int ranks, String channel) throws Exception {
        Ended ended = launch(ranks, channel, program);

        assertThat(ended.code()).as(ended::output).isZero();
    }

    @Test
    @DisplayName("wrong calls are exceptions, before Init and after Finalize too")
    void wrongCalls() throws Exception {
        Ended ended = launch(1, "tcp", "BadInput", "calls");

        assertThat(ended.code()).as(ended::output).isZero();
    }

    @Test
    @DisplayName("a program that does not finalize ends with 1, and the launcher says why")
    void noFinalize() throws Exception {
        Ended ended = launch(2, "tcp", "BadInput", "no finalize");

        assertThat(ended.code()).as(ended::output).isEqualTo(1);
        assertThat(ended.output()).contains("ended without finalizing its part in the job");
    }

    @Test
    @DisplayName("an error of Open MPI's calls ends the job with its class before the program sees it")
    void fatal() throws Exception {
        Ended ended = launch(2, "shm", "BadInput", "fatal");

        assertThat(ended.code()).as(ended::output).isEqualTo(MPI.ERR_RANK);
        assertThat(ended.output())
                .contains("rank 0: send(int[1], 1, INT, 2, 3): ")
                .contains("[MPI_ERR_RANK]")
                .doesNotContain("the program has seen")
                .doesNotContain("the program goes on");
    }

    @Test
    @DisplayName("Abort ends the job with its code")
    void abort() throws Exception {
        Ended ended = launch(2, "tcp", "BadInput", "abort");

        assertThat(ended.code()).as(ended::output).isEqualTo(9);
    }

    @Test
    @DisplayName("an exception of mpiJava's calls that nobody catches ends the job with 1")
    void exception() throws Exception {
        Ended ended = launch(2, "shm", "BadInput", "exception");

        assertThat(ended.code()).as(ended::output).isEqualTo(1);
        assertThat(ended.output()).contains("mpi.MPIException").contains("77");
    }

    @Test
    @DisplayName("ranks that share the classes of one JVM fail in Init, and do not hang")
    void sharedClasses() throws Exception {
        Ended ended = launchInJvm("GameOfLife");

        assertThat(ended.code()).as(ended::output).isEqualTo(1);
        assertThat(ended.output()).contains("MPI.Init: another rank of this JVM");
    }

    private Ended launch(int ranks, String channel, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                QUICK_START,
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName(),
                "-n",
                Integer.toString(ranks),
                "--channel",
                channel,
                "--jvm-arg",
                QUICK_START,
                "programs." + program));
        command.addAll(Arrays.asList(arguments));
        return ended(command);
    }

    private Ended launchInJvm(String program) throws IOException, InterruptedException {
        return ended(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                QUICK_START,
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName(),
                "-n",
                "2",
                "--in-jvm",
                "programs." + program));
    }

    private Ended ended(List<String> command) throws IOException, InterruptedException {
        return Ended.of(new ProcessBuilder(command), directory.resolve("output"), TIMEOUT_SECONDS);
    }
}
