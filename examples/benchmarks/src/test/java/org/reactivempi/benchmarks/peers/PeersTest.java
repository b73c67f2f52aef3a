package org.reactivempi.benchmarks.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.benchmarks.pt2pt.Layout;
import picocli.CommandLine;

@Tag("long")
class PeersTest {

    private static final Contender OURS = FakeTools.contender(ReactiveMpi.IMPLEMENTATION, 6);

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    @Test
    @DisplayName(
            "every contender that is there has a turn in each round, and the results go to a table, a file and a plot")
    void comparison() throws IOException {
        FakeTools.install(folder);

        assertThat(compare(folder.toString(), "--quick", "--rounds", "2", "--tests", "latency,start", "--over", "tcp"))
                .isZero();

        assertThat(text(log).lines().map(line -> line.replaceAll(", [0-9.]+ s$", "")))
                .startsWith("Open MPI is left out: there is no mpicc.openmpi on the PATH"
                        + " (Debian: apt-get install gcc openmpi-bin libopenmpi-dev)")
                .containsSubsequence(
                        "round 1 of 2: reactive-mpi over TCP",
                        "round 1 of 2: MPICH over TCP",
                        "round 1 of 2: MPICH, start of a line of Java",
                        "round 2 of 2: MPICH over TCP",
                        "round 2 of 2: reactive-mpi over TCP");
        assertThat(text(out).lines().map(line -> line.replaceAll(" +", " ")))
                .contains("half round trip, 8 B, us 6.00 (6.00 to 6.00) 4.00 (4.00 to 4.00) – 1.50"
                        + " ratio at most 1, missed");
        assertThat(text(out)).contains("MPICH 4.9.9; 2 rounds");
        assertThat(Files.readString(folder.resolve("out/performance.tsv")))
                .contains("mpich\ttcp\tnative\tspin\tlatency\t8\tp50_us\t4.0000")
                .contains("mpich\tauto\tnone\tnone\tstart\t0\twall_ms\t");
        assertThat(folder.resolve("out/performance-latency.svg")).content().contains(">MPICH, TCP</text>");
    }

    @Test
    @DisplayName("rows of earlier sessions are counted in, without measuring anything, and keep what was said of them")
    void earlierRows() throws IOException {
        Path earlier = Files.writeString(
                folder.resolve("earlier.tsv"),
                "# yesterday, another host\nreactive-mpi\tshm\tdirect\tadaptive\tlatency\t8\tp50_us\t0.3\n"
                        + "openmpi\tshm\tnative\tspin\tlatency\t8\tp50_us\t0.2\n");

        assertThat(compare("", "--rounds", "0", "--add", earlier.toString(), "--markdown"))
                .isZero();

        assertThat(text(out))
                .contains("yesterday, another host")
                .contains("### In shared memory\n\n| test | reactive-mpi | MPICH | Open MPI | ratio |\n")
                .contains("| half round trip, 8 B, us | 0.30 | – | 0.20 | 1.50 |\n");
        assertThat(folder.resolve("out/performance.tsv")).content().startsWith("# yesterday, another host\n");
    }

    @Test
    @DisplayName("how latencies spread is in a table of its own, with what is missed, where all of it was measured")
    void spread() throws IOException {
        StringBuilder rows = new StringBuilder();
        row(rows, "reactive-mpi", "p50_us", 5);
        row(rows, "reactive-mpi", "p99_us", 20);
        row(rows, "reactive-mpi", "p999_us", 300);
        row(rows, "reactive-mpi", "mean_us", 6);
        row(rows, "mpich", "p50_us", 4);
        row(rows, "mpich", "p99_us", 4.5);
        row(rows, "mpich", "mean_us", 4.1);
        Path earlier = Files.writeString(folder.resolve("earlier.tsv"), rows);

        assertThat(compare("", "--rounds", "0", "--add", earlier.toString(), "--markdown"))
                .isZero();

        assertThat(text(out))
                .contains("### Over TCP, how times spread\n")
                .contains(
                        "| half round trip, 8 B | 5.00 / 20.0 / 300 / 6.00 | 4.00 / 4.50 / – / 4.10 | – | 1.20 | **4.00** |\n")
                .doesNotContain("In shared memory");
    }

    private static void row(StringBuilder rows, String implementation, String metric, double value) {
        rows.append(String.join("\t", implementation, "tcp", "direct", "spin", "latency", "8", metric, "" + value))
                .append('\n');
    }

    @Test
    @DisplayName("a quick session has fewer rounds and lengths, and less patience, unless it is told otherwise")
    void quick() {
        PeersOptions quick = options("--quick");
        PeersOptions usual = options();

        assertThat(quick.rounds()).isEqualTo(2);
        assertThat(quick.selection().lengths()).containsExactly(8, 8192, 65_536, 1_048_576, 4_194_304);
        assertThat(quick.selection().has(Part.LATENCY)).isTrue();
        assertThat(quick.selection().has(Part.WRITTEN)).isFalse();
        assertThat(quick.patience().allows(2)).isFalse();
        assertThat(usual.rounds()).isEqualTo(5);
        assertThat(usual.selection().lengths()).hasSize(8);
        assertThat(usual.patience().allows(2)).isTrue();
        assertThat(options("--quick", "--rounds", "7").rounds()).isEqualTo(7);
        assertThat(options("--quick", "--sizes", "64").selection().lengths()).containsExactly(64);
        assertThat(options("--quick", "--tests", "written").selection().parts()).containsExactly(Part.WRITTEN);
    }

    @Test
    @DisplayName(
            "collective operations are a session of their own, whose tables have a line for each operation and length")
    void collectives() throws IOException {
        Selection selection = options("--collectives", "--quick").selection();
        assertThat(selection.parts()).isEmpty();
        assertThat(selection.lengths()).containsExactly(8, 8192, 1_048_576);
        assertThat(selection.collectiveRanks()).containsExactly(2, 4, 8);
        Path earlier = Files.writeString(
                folder.resolve("earlier.tsv"),
                "reactive-mpi\tshm\tdirect\tadaptive\tbarrier/4\t0\tp50_us\t6\n"
                        + "openmpi\tshm\tnative\tspin\tbarrier/4\t0\tp50_us\t2\n"
                        + "reactive-mpi\tshm\tdirect\tadaptive\tbcast/4\t8192\tagain_us\t3\n");

        assertThat(compare("", "--collectives", "--rounds", "0", "--add", earlier.toString()))
                .isZero();

        assertThat(text(out).lines().map(line -> line.replaceAll(" +", " ")))
                .contains("4 ranks, in shared memory")
                .contains("barrier, us 6.00 – 2.00 3.00 ratio at most 1.5, missed")
                .contains("bcast of 8 KiB, again and again, us 3.00 – – –");
    }

    @Test
    @DisplayName("layouts are a session of their own, whose tables set each type beside the peers' and beside packing")
    void layouts() throws IOException {
        Selection all = options("--layouts", "--quick").selection();
        assertThat(all.parts()).isEmpty();
        assertThat(all.lengths()).containsExactly(65_536, 1_048_576);
        assertThat(all.layouts())
                .containsExactly(Layout.VECTOR, Layout.INDEXED, Layout.FACE, Layout.ROWS, Layout.STRUCT);
        assertThat(options("--layouts", "face,dense").selection().layouts()).containsExactly(Layout.FACE);
        Path earlier = Files.writeString(
                folder.resolve("earlier.tsv"),
                "reactive-mpi\ttcp\tdirect vector\tadaptive\tlatency_vector\t65536\tp50_us\t6\n"
                        + "reactive-mpi\ttcp\tdirect vector\tadaptive\tlatency_vector\t65536\ttimes_packed\t1.3\n"
                        + "mpich\ttcp\tnative\tspin\tlatency_vector\t65536\tp50_us\t8\n");

        assertThat(compare("", "--layouts", "--rounds", "0", "--add", earlier.toString()))
                .isZero();

        assertThat(text(out).lines().map(line -> line.replaceAll(" +", " ")))
                .contains("Layouts, over TCP")
                .contains("vector of 64 KiB, half round trip, us 6.00 8.00 – 0.75 ratio at most 0.7, missed")
                .contains("vector of 64 KiB, against packed by hand 1.30 – – – at most 1.2, missed");
    }

    @Test
    @DisplayName(
            "windows are a session of their own, whose tables have short operations and the bandwidth of long ones")
    void windows() throws IOException {
        Selection all = options("--windows", "--quick").selection();
        assertThat(all.parts()).isEmpty();
        assertThat(all.windows()).isTrue();
        assertThat(all.lengths()).containsExactly(65_536, 1_048_576);
        assertThat(options("--quick").selection().windows()).isFalse();
        Path earlier = Files.writeString(
                folder.resolve("earlier.tsv"),
                "reactive-mpi\tshm\tdirect\tadaptive\tput_flush\t8\tp50_us\t3\n"
                        + "openmpi\tshm\tnative\tspin\tput_flush\t8\tp50_us\t2\n"
                        + "reactive-mpi\tshm\tdirect\tadaptive\tget_bw\t65536\tMB_per_s\t3000\n"
                        + "mpich\tshm\tnative\tspin\tget_bw\t65536\tMB_per_s\t2000\n");

        assertThat(compare("", "--windows", "--rounds", "0", "--add", earlier.toString()))
                .isZero();

        assertThat(text(out).lines().map(line -> line.replaceAll(" +", " ").strip()))
                .contains("Windows, in shared memory")
                .contains("put of 8 B and flush, us 3.00 – 2.00 1.50 ratio at most 2")
                .contains("MB/s, 16 gets of 64 KiB at a time 3000 2000 – 1.50 ratio at least 0.8");
    }

    @Test
    @DisplayName(
            "programs of the package mpi are a session of their own, whose table sets them beside our calls and MPJ Express")
    void bindings() throws IOException {
        Selection all = options("--bindings", "--quick").selection();
        assertThat(all.parts()).isEmpty();
        assertThat(all.bindings()).isTrue();
        assertThat(all.lengths()).containsExactly(8, 8192, 65_536, 1_048_576);
        assertThat(options("--quick").selection().bindings()).isFalse();
        Path earlier = Files.writeString(
                folder.resolve("earlier.tsv"),
                "reactive-mpi-mpijava\ttcp\theap\tdefault\tlatency\t8\tp50_us\t6\n"
                        + "reactive-mpi-openmpi\ttcp\theap\tdefault\tlatency\t8\tp50_us\t5\n"
                        + "reactive-mpi-program-blocking\ttcp\theap\tdefault\tlatency\t8\tp50_us\t5\n"
                        + "mpj\ttcp\theap\tdefault\tlatency\t8\tp50_us\t30\n"
                        + "reactive-mpi-mpijava\ttcp\theap\tdefault\tbw\t8\tmsg_per_s\t800\n"
                        + "reactive-mpi-openmpi\ttcp\theap\tdefault\tbw\t8\tmsg_per_s\t1000\n"
                        + "reactive-mpi-program-blocking\ttcp\theap\tdefault\tbw\t8\tmsg_per_s\t880\n"
                        + "mpj\ttcp\theap\tdefault\tbw\t8\tmsg_per_s\t400\n"
                        + "reactive-mpi-mpijava\ttcp\theap\tdefault\tbarrier\t0\tp50_us\t7\n");

        assertThat(compare("", "--bindings", "--rounds", "0", "--add", earlier.toString()))
                .isZero();

        assertThat(text(out).lines().map(line -> line.replaceAll(" +", " ")))
                .contains("Programs of the package mpi, over TCP")
                .contains("half round trip, 8 B, us 6.00 5.00 5.00 30.0 1.20, missed 5.00")
                .contains("messages of 8 B each second 800 1000 880 400 1.10 2.00, missed")
                .contains("barrier, us 7.00 – – – – –");
    }

    @Test
    @DisplayName("without a library and without a compiler that works, ours stands alone")
    void nobodyElse() throws IOException {
        FakeTools.install(folder);
        FakeTools.install(folder.resolve(Library.MPICH.compiler()), "#!/bin/sh\necho 'no gcc here' >&2\nexit 4\n");

        assertThat(compare(folder.toString(), "--rounds", "1", "--tests", "latency"))
                .isZero();

        assertThat(text(log))
                .contains("MPICH is left out: mpicc.mpich ended with code 4: no gcc here")
                .contains("Open MPI is left out");
        assertThat(text(out).lines().map(line -> line.replaceAll(" +", " ")))
                .contains("half round trip, 8 B, us 6.00 – – – ratio at most 1");
    }

    @Test
    @DisplayName("of a compiler's errors the first is told, and not that it has ended")
    void compilerErrors() throws IOException {
        FakeTools.install(folder);
        FakeTools.install(
                folder.resolve(Library.MPICH.compiler()),
                "#!/bin/sh\necho 'native.c:21:10: fatal error: mpi.h: No such file' >&2\n"
                        + "echo 'compilation terminated.' >&2\nexit 1\n");

        compare(folder.toString(), "--rounds", "1", "--tests", "latency");

        assertThat(text(log))
                .contains(
                        "MPICH is left out: mpicc.mpich ended with code 1: native.c:21:10: fatal error: mpi.h: No such file");
    }

    @ParameterizedTest
    @CsvSource({
        "2, --rounds, 101, 101 is not a number from 0 to 100",
        "2, --tests, speed, was 'speed'",
        "2, --over, pigeon, was 'pigeon'",
        "2, --peers, mpj, was 'mpj'",
        "2, --sizes, big, big is not a length",
        "2, --ring, 0, 0 is not a number",
        "2, --ranks, 0, 0 is not a number",
        "2, --layouts, round, round",
        "2, --memory, mapped, was 'mapped'",
        "2, -n, 2, '-n'",
        "1, --add, /no/such/file, /no/such/file: no such file or directory"
    })
    @DisplayName("a mistake is told in one line, before anything runs")
    void mistakes(int code, String option, String value, String words) {
        assertThat(Peers.run(List.of(option, value), new PrintStream(out), new PrintStream(log)))
                .isEqualTo(code);

        assertThat(text(log)).startsWith("peers: ").contains(words).hasLineCount(1);
        assertThat(text(out)).isEmpty();
    }

    @Test
    @DisplayName("help names all options")
    void help() {
        assertThat(Peers.run(List.of("--help"), new PrintStream(out), new PrintStream(log)))
                .isZero();

        assertThat(text(out)).contains("--rounds", "--tests", "--markdown");
    }

    private static PeersOptions options(String... arguments) {
        PeersOptions options = new PeersOptions();
        new CommandLine(options)
                .setSeparator(" ")
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        return options;
    }

    private int compare(String path, String... arguments) {
        PeersOptions options = options(arguments);
        options.folder = folder.resolve("out");
        return new Peers(options, OURS, path, new PrintStream(out, true, UTF_8), new PrintStream(log, true, UTF_8))
                .run();
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(UTF_8);
    }
}
