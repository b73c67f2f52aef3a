package org.reactivempi.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.benchmarks.pt2pt.Layout;
import org.reactivempi.examples.results.Row;

@Tag("long")
class CommandsTest {

    /** A second or three alone; MPICH's ranks poll without yielding, so that on busy cores they wait for each other's turns. */
    private static final Duration HANGS = Duration.ofMinutes(2);

    /** A divisor that leaves the fewest repetitions: each round trip may take such ranks a turn of the cores. */
    private static final int SHORTEST = 100_000;

    private static final Path LAUNCHER = Path.of("/usr/bin/launcher");
    private static final Path PROGRAM = Path.of("/opt/native");
    private static final Path COLLECTIVES = Path.of("/opt/collectives");
    private static final Path WINDOWS = Path.of("/opt/windows");
    private static final Selection ALL =
            new Selection(Set.of(Part.values()), List.of(Transport.values()), List.of(8, 1024), List.of(4), 2);

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final PrintStream logging = new PrintStream(log, true, StandardCharsets.UTF_8);

    /** What one round gives, in which no run fails. */
    private List<Row> rows(Processes processes, List<? extends Contender> contenders, Selection selection)
            throws Exception {
        Results results = new Results(processes.folder().resolve("rows"));
        Machine machine = new Machine(new Cores(Optional.empty(), processes), Path.of("/no/such/folder"));
        UndisturbedRuns runs = new UndisturbedRuns(processes, machine, new Patience(1, Duration.ZERO), logging);
        assertThat(new Contest(contenders, selection, runs, results, logging).run(1))
                .as("%s", log)
                .isTrue();
        return results.rows();
    }

    private List<NativeMpi> installed(Processes processes) throws Exception {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        List<NativeMpi> peers = new Installed(path, processes, logging).of(List.of(Library.values()));
        assumeFalse(peers.isEmpty(), log.toString(StandardCharsets.UTF_8));
        return peers;
    }

    @Test
    @DisplayName("peers are kept to one transport, a pair bound to cores, a ring not")
    void peers() {
        NativeMpi mpich = new NativeMpi(Library.MPICH, "4.0.2", LAUNCHER, PROGRAM, COLLECTIVES, WINDOWS);
        NativeMpi openMpi = new NativeMpi(Library.OPEN_MPI, "4.1.4", LAUNCHER, PROGRAM, COLLECTIVES, WINDOWS);
        NativeMpi newerOpenMpi = new NativeMpi(Library.OPEN_MPI, "5.0.1", LAUNCHER, PROGRAM, COLLECTIVES, WINDOWS);

        Task pair = mpich.pairs(Transport.TCP, ALL).get(0);
        assertThat(pair.command())
                .containsSequence(
                        "/usr/bin/launcher", "-bind-to", "core", "-n", "2", "/opt/native", "mpich", "tcp", "2")
                .endsWith("8,1024", "latency", "written", "bw", "waitany", "posted", "unexpected", "idle");
        assertThat(pair.environment()).containsEntry("MPIR_CVAR_NOLOCAL", "1").containsEntry("UCX_TLS", "tcp,self");
        assertThat(mpich.pairs(Transport.SHM, ALL).get(0).environment()).isEmpty();
        assertThat(mpich.rings(Transport.SHM, ALL, 4).get(0).command())
                .containsSequence("-bind-to", "none", "-n", "4")
                .endsWith("ring");
        assertThat(openMpi.pairs(Transport.TCP, ALL).get(0).command()).containsSequence("btl", "self,tcp");
        int crowd = Runtime.getRuntime().availableProcessors() + 1;
        assertThat(mpich.rings(Transport.TCP, ALL, crowd)).isEmpty();
        assertThat(openMpi.rings(Transport.TCP, ALL, crowd)).hasSize(1);
        assertThat(openMpi.pairs(Transport.SHM, ALL).get(0).command()).containsSequence("btl", "self,vader");
        assertThat(newerOpenMpi.pairs(Transport.SHM, ALL).get(0).command()).containsSequence("btl", "self,sm");
    }

    @Test
    @DisplayName("ours is asked for the same, and for its blocking calls by themselves")
    void ours() {
        ReactiveMpi ours = new ReactiveMpi("direct", "/here/examples/run");

        List<Task> pairs = ours.pairs(Transport.SHM, ALL);
        assertThat(pairs).hasSize(2);
        assertThat(pairs.get(0).command())
                .containsSequence("pt2pt", "-n", "2", "--channel", "shm")
                .containsSequence("--memory", "direct")
                .containsSequence("--divisor", "2", "--sizes", "8,1024")
                .endsWith("warmup,latency,written,bw,waitany,posted,unexpected,allocation,idle");
        assertThat(pairs.get(1).command())
                .containsSequence("--style", "blocking")
                .endsWith("latency");
        assertThat(ours.rings(Transport.TCP, ALL, 8).get(0).command()).containsSequence("ring", "-n", "8");
        assertThat(ours.starts().get(0).command()).containsExactly("/here/examples/run", "hello", "-n", "2");
    }

    @Test
    @DisplayName(
            "collective operations: a pair is bound to cores, and of ranks that are more than cores only those that can yield do")
    void collectives() {
        Selection selection = new Selection(
                Set.of(), List.of(Transport.TCP), List.of(8), List.of(), List.of(2), List.of(), false, false, 3);
        NativeMpi mpich = new NativeMpi(Library.MPICH, "4.0.2", LAUNCHER, PROGRAM, COLLECTIVES, WINDOWS);
        NativeMpi openMpi = new NativeMpi(Library.OPEN_MPI, "4.1.4", LAUNCHER, PROGRAM, COLLECTIVES, WINDOWS);
        int crowd = Runtime.getRuntime().availableProcessors() + 1;

        assertThat(mpich.collectives(Transport.TCP, selection, 2).get(0).command())
                .containsSequence(
                        "core", "-n", "2", "/opt/collectives", "mpich", "tcp", "100", "8", "barrier", "bcast");
        assertThat(mpich.collectives(Transport.SHM, selection, crowd)).isEmpty();
        assertThat(openMpi.collectives(Transport.SHM, selection, crowd).get(0).environment())
                .containsEntry("OMPI_MCA_mpi_yield_when_idle", "1");
        assertThat(openMpi.collectives(Transport.SHM, selection, 2).get(0).command())
                .containsSequence("--bind-to", "core:overload-allowed");
        assertThat(new ReactiveMpi("direct", null)
                        .collectives(Transport.SHM, selection, 4)
                        .get(0)
                        .command())
                .containsSequence("coll", "-n", "4", "--channel", "shm", "--tsv", "--memory", "heap")
                .containsSequence("--sizes", "8")
                .containsSequence("--millis", "100", "--warm-up", "300");
    }

    @Test
    @DisplayName("layouts: a JVM of ours for each, one program of a peer's for all, each with the type and packed")
    void layouts() {
        Selection selection = new Selection(
                Set.of(),
                List.of(Transport.TCP),
                List.of(65_536),
                List.of(),
                List.of(),
                List.of(Layout.VECTOR, Layout.ROWS),
                false,
                false,
                3);

        assertThat(new ReactiveMpi("direct", null).layouts(Transport.SHM, selection))
                .extracting(task -> String.join(" ", task.command()))
                .satisfiesExactly(
                        vector -> assertThat(vector)
                                .contains("pt2pt -n 2 --channel shm --bind-to core")
                                .endsWith("--layout vector --divisor 3 --sizes 65536 --tests layout"),
                        rows -> assertThat(rows).contains("--layout rows"));
        NativeMpi mpich = new NativeMpi(Library.MPICH, "4.0.2", LAUNCHER, PROGRAM, COLLECTIVES, WINDOWS);
        assertThat(mpich.layouts(Transport.TCP, selection).get(0).command())
                .endsWith("65536", "latency_vector", "latency_packed_vector", "latency_rows", "latency_packed_rows");
        assertThat(mpich.layouts(Transport.TCP, ALL)).isEmpty();
    }

    @Test
    @DisplayName(
            "one program in each spelling, with our own calls, and with MPJ Express, which gets nothing of ours beside it")
    void bindings(@TempDir Path home) throws Exception {
        Selection selection = bindings(List.of(Transport.values()), 5);
        assertThat(new ReactiveMpi("direct", null).bindings(Transport.TCP, selection))
                .extracting(task -> String.join(" ", task.command()))
                .satisfiesExactly(
                        mpijava -> assertThat(mpijava)
                                .contains("-n 2 --channel tcp --bind-to core")
                                .endsWith("JavaProgram mpijava reactive-mpi-mpijava tcp 5 8"),
                        openmpi -> assertThat(openmpi).endsWith("JavaProgram openmpi reactive-mpi-openmpi tcp 5 8"),
                        blocking -> assertThat(blocking)
                                .endsWith("JavaProgram blocking reactive-mpi-program-blocking tcp 5 8"));
        assertThat(new ReactiveMpi("direct", null).bindings(Transport.TCP, ALL)).isEmpty();

        assertThat(MpjExpress.find(home.toString())).isEmpty();
        Files.createDirectory(home.resolve("lib"));
        Path jar = Files.createFile(home.resolve("lib").resolve("mpj.jar"));
        MpjExpress mpj = MpjExpress.find(home.toString()).orElseThrow();
        assertThat(mpj.bindings(Transport.TCP, ALL)).isEmpty();
        assertThat(mpj.bindings(Transport.SHM, selection)).isEmpty();
        Task task = mpj.bindings(Transport.TCP, selection).get(0);
        assertThat(task.environment()).containsExactly(Map.entry("MPJ_HOME", home.toString()));
        assertThat(task.command().get(2)).contains(jar.toString()).doesNotContain("java-bindings");
        assertThat(String.join(" ", task.command())).endsWith("JavaProgram -- mpijava mpj tcp 5 8");
    }

    @Test
    @DisplayName(
            "with MPJ Express installed here, it runs the program that ours runs, unchanged, and both give all rows")
    void mpjExpress() throws Exception {
        Optional<MpjExpress> installed = MpjExpress.find(System.getenv("MPJ_HOME"));
        assumeTrue(installed.isPresent(), "MPJ Express is not installed");
        try (Processes processes = Processes.open(Duration.ofSeconds(60))) {
            Selection small = bindings(List.of(Transport.TCP), 1000);

            List<Contender> contenders = List.of(new ReactiveMpi("direct", null), installed.get());
            Map<String, Long> rows = rows(processes, contenders, small).stream()
                    .collect(Collectors.groupingBy(row -> row.origin().implementation(), Collectors.counting()));
            assertThat(rows)
                    .containsOnlyKeys(
                            "reactive-mpi-mpijava", "reactive-mpi-openmpi", "reactive-mpi-program-blocking", "mpj");
            assertThat(rows.values()).containsOnly(8L);
        }
    }

    private static Selection bindings(List<Transport> transports, int divisor) {
        return new Selection(Set.of(), transports, List.of(8), List.of(), List.of(), List.of(), true, false, divisor);
    }

    @Test
    @DisplayName("windows: Open MPI's are kept to messages or to shared memory, where that can be done")
    void windows() {
        Selection selection = windows(List.of(Transport.values()), 3);
        NativeMpi mpich = new NativeMpi(Library.MPICH, "4.0.2", LAUNCHER, PROGRAM, COLLECTIVES, WINDOWS);
        NativeMpi openMpi = new NativeMpi(Library.OPEN_MPI, "4.1.4", LAUNCHER, PROGRAM, COLLECTIVES, WINDOWS);
        NativeMpi newerOpenMpi = new NativeMpi(Library.OPEN_MPI, "5.0.1", LAUNCHER, PROGRAM, COLLECTIVES, WINDOWS);

        assertThat(mpich.windows(Transport.TCP, selection).get(0).command())
                .containsSequence("core", "-n", "2", "/opt/windows", "mpich", "tcp", "100", "65536")
                .doesNotContain("osc");
        assertThat(openMpi.windows(Transport.TCP, selection).get(0).command())
                .containsSequence("--mca", "osc", "pt2pt", "/opt/windows", "openmpi", "tcp", "100", "65536");
        assertThat(openMpi.windows(Transport.SHM, selection).get(0).command()).containsSequence("--mca", "osc", "sm");
        assertThat(newerOpenMpi.windows(Transport.TCP, selection)).isEmpty();
        assertThat(newerOpenMpi.windows(Transport.SHM, selection)).hasSize(2);
        assertThat(new ReactiveMpi("direct", null)
                        .windows(Transport.SHM, selection)
                        .get(0)
                        .command())
                .containsSequence("rma", "-n", "2", "--channel", "shm", "--bind-to", "core")
                .containsSequence(
                        "--tsv", "--memory", "direct", "--sizes", "65536", "--players", "2", "--millis", "100");
        assertThat(new ReactiveMpi("direct", null)
                        .windows(Transport.SHM, selection)
                        .get(1)
                        .command())
                .containsSequence("rma", "-n", "4", "--channel", "shm")
                .containsSequence("--players", "4");
        assertThat(openMpi.windows(Transport.SHM, selection).get(1).command()).containsSequence("-n", "4");
        assertThat(mpich.windows(Transport.TCP, ALL)).isEmpty();
        assertThat(new ReactiveMpi("direct", null).windows(Transport.TCP, ALL)).isEmpty();
    }

    private static Selection windows(List<Transport> transports, int divisor) {
        return new Selection(
                Set.of(), transports, List.of(65_536), List.of(), List.of(), List.of(), false, true, divisor);
    }

    @Test
    @DisplayName("with a library that is installed here, the program of windows in C gives all rows")
    void nativeWindows() throws Exception {
        Selection small = windows(List.of(Transport.values()), 1000);
        try (Processes processes = Processes.open(HANGS)) {
            assertThat(rows(processes, installed(processes), small))
                    .extracting(row -> row.test() + " " + row.bytes() + " " + row.metric())
                    .contains(
                            "put_flush 8 p50_us",
                            "get 8 p99_us",
                            "fetch_and_op 8 p50_us",
                            "compare_and_swap 8 p50_us",
                            "puts 8 p50_us",
                            "lock_put_unlock 8 p50_us",
                            "put_fence 8 p50_us",
                            "put_fence_of_4 8 p50_us",
                            "gets 8 p50_us",
                            "accumulates 8 p50_us",
                            "put_column 8192 p50_us",
                            "get_long 65536 p50_us",
                            "stores 8 p50_us",
                            "additions 8 p50_us",
                            "put_bw 65536 MB_per_s",
                            "get_bw 65536 MB_per_s");
        }
    }

    @Test
    @DisplayName("versions are found in what the launchers say")
    void versions() {
        assertThat(Installed.version("HYDRA build details:\n    Version:          4.0.2\n    CC: gcc 12\n"))
                .isEqualTo("4.0.2");
        assertThat(Installed.version("mpirun.openmpi (OpenRTE) 4.1.4\n")).isEqualTo("4.1.4");
        assertThat(Installed.version("mpirun (Open MPI) 5.0.1\n")).isEqualTo("5.0.1");
        assertThat(Installed.version("hello")).isEqualTo("of an unknown version");
    }

    @Test
    @DisplayName("with a library that is installed here, the program of collective operations in C gives all rows")
    void nativeCollectives() throws Exception {
        Selection small = new Selection(
                Set.of(),
                List.of(Transport.values()),
                List.of(0, 8, 100_000),
                List.of(),
                List.of(2),
                List.of(),
                false,
                false,
                1000);
        try (Processes processes = Processes.open(HANGS)) {
            assertThat(rows(processes, installed(processes), small))
                    .extracting(row -> row.test() + " " + row.bytes() + " " + row.metric())
                    .contains("barrier/2 0 p50_us", "allreduce/2 100000 again_us", "alltoall/2 0 p99_us");
        }
    }

    @Test
    @DisplayName(
            "with a library that is installed here, the program in C gives all rows, over TCP and in shared memory")
    void nativeProgram() throws Exception {
        Set<Part> parts = EnumSet.complementOf(EnumSet.of(Part.BLOCKING, Part.START));
        Selection small =
                new Selection(parts, List.of(Transport.values()), List.of(0, 8, 100_000), List.of(2), SHORTEST);
        List<Row> rows;
        try (Processes processes = Processes.open(HANGS)) {
            rows = rows(processes, installed(processes), small);
        }
        assertThat(rows)
                .extracting(Row::metric)
                .contains(
                        "p50_us", "p99_us", "p999_us", "mean_us", "MB_per_s", "msg_per_s", "us_per_msg", "cpu_percent")
                .contains("rtt_us_depth_0", "times_depth_10000", "drain_us_per_msg_depth_100", "step_p50_us_2");
        assertThat(rows).extracting(row -> row.origin().channel()).contains("tcp", "shm");
    }
}
