package org.reactivempi.examples.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.examples.failures.Woken;
import org.reactivempi.examples.hello.Hello;
import org.reactivempi.examples.ring.EndlessRing;
import org.reactivempi.transport.fixtures.Ended;
import org.reactivempi.transport.fixtures.hosts.Hosts;
import org.reactivempi.transport.fixtures.hosts.Slurm;
import org.reactivempi.transport.fixtures.hosts.Ssh;
import org.reactivempi.transport.launcher.Launcher;

/** Jobs on two hosts, each a network namespace, under the launchers that are installed. */
@Tag("long")
class SeveralHostsTest {

    private static final int RANKS = 4;
    private static final long LIMIT_SECONDS = 100;
    private static final String MPIRUN = "mpirun.openmpi";
    private static final String HYDRA = "mpiexec.hydra";
    private static final Pattern KNOWS = Pattern.compile("rank (\\d) on (\\w+) knows (\\[.*])");

    @TempDir
    static Path directory;

    private static Hosts hosts;
    private static Slurm slurm;
    private static Ssh ssh;

    @BeforeAll
    static void up() throws Exception {
        assumeTrue(Hosts.available(), "this machine gives no network namespaces");
        hosts = Hosts.up(2, directory);
        if (Slurm.available()) {
            slurm = Slurm.up(hosts, 2, directory);
        }
        if (Ssh.available()) {
            ssh = Ssh.up(hosts, 2, directory);
        }
    }

    @AfterAll
    static void down() {
        if (ssh != null) {
            ssh.close();
        }
        if (slurm != null) {
            slurm.close();
        }
        if (hosts != null) {
            hosts.close();
        }
    }

    private static List<String> java(Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        words.addAll(List.of(arguments));
        return words;
    }

    /** As a word of a shell's command. */
    private static String quoted(List<String> words) {
        return "exec '" + String.join("' '", words) + "'";
    }

    private static ProcessBuilder job(Hosts hosts, List<String> launcher, List<String> program) {
        List<String> words = new ArrayList<>(launcher);
        words.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(hosts.on(Hosts.HEAD, words));
        if (slurm != null) {
            builder.environment().putAll(slurm.environment());
        }
        if (ssh != null) {
            builder.environment().putAll(ssh.environment());
        }
        return builder;
    }

    private static String run(int code, List<String> launcher, List<String> program) throws Exception {
        return run(hosts, code, launcher, program);
    }

    private static String run(Hosts hosts, int code, List<String> launcher, List<String> program) throws Exception {
        Path output = Files.createTempFile(directory, "output", ".txt");
        return Ended.of(job(hosts, launcher, program), output, LIMIT_SECONDS).with(code);
    }

    /** Each rank has said where it is, and both hosts have some; ranks of one host share memory, others do not. */
    private static void assertOnTwoHosts(String said) {
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(said).contains("rank " + rank + " of " + RANKS + " on node");
        }
        assertThat(said)
                .contains("on node1, ")
                .contains("on node2, ")
                .containsPattern(Pattern.compile("on node1, .* shm to [0-9, and-]+, tcp to"));
    }

    private static List<String> srun(String plugin) {
        assumeTrue(slurm != null, "Slurm is not installed");
        return List.of("srun", "-N", "2", "-n", Integer.toString(RANKS), "--mpi=" + plugin);
    }

    private static List<String> openMpi(String... options) {
        return openMpi(hosts, options);
    }

    private static List<String> openMpi(Hosts hosts, String... options) {
        assumeTrue(Hosts.isInstalled(MPIRUN), MPIRUN + " is not installed");
        List<String> words = new ArrayList<>(List.of(
                MPIRUN,
                "--allow-run-as-root",
                "--mca",
                "plm_rsh_agent",
                hosts.shell().toString(),
                "--mca",
                "oob_tcp_if_include",
                "10.77.0.0/24",
                "--host",
                "node1:2,node2:2"));
        words.addAll(List.of(options));
        words.addAll(List.of("-n", Integer.toString(RANKS)));
        return words;
    }

    private static List<String> hydra(String... options) {
        return hydra(hosts, options);
    }

    private static List<String> hydra(Hosts hosts, String... options) {
        assumeTrue(Hosts.isInstalled(HYDRA), HYDRA + " is not installed");
        List<String> words = new ArrayList<>(List.of(
                HYDRA, "-launcher", "ssh", "-launcher-exec", hosts.shell().toString(), "-hosts", "node1:2,node2:2"));
        words.addAll(List.of(options));
        words.addAll(List.of("-n", Integer.toString(RANKS)));
        return words;
    }

    @Test
    @DisplayName("LIF-1 srun --mpi=pmix launches a job on two hosts")
    void slurmByPmix() throws Exception {
        assertOnTwoHosts(run(0, srun("pmix"), java(Hello.class)));
    }

    @Test
    @DisplayName("LIF-1 srun --mpi=pmi2 launches a job on two hosts, with and without a shell's help")
    void slurmByPmi() throws Exception {
        assertOnTwoHosts(run(0, srun("pmi2"), java(Hello.class)));
        assertOnTwoHosts(run(0, srun("pmi2"), List.of("bash", "-c", quoted(java(Hello.class)) + " 0<&$PMI_FD")));
    }

    @Test
    @DisplayName("LIF-1 ranks of Slurm's plug-in pmi2 speak PMI-2 with it, as it says itself")
    void slurmHearsPmi2() throws Exception {
        List<String> launcher = new ArrayList<>(srun("pmi2"));
        launcher.add("--slurmd-debug=debug2");
        String said = run(0, launcher, java(HostsOfRanks.class));
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(said)
                    .containsPattern("got client request: .*cmd=fullinit;pmijobid=[0-9.]+;pmirank=" + rank + ";");
        }
        assertThat(said).contains("cmd=kvs-fence;", "cmd=finalize;").doesNotContain("cmd=get_maxes");
    }

    @ParameterizedTest
    @CsvSource({"pmix, shrink first", "pmix, wake first", "pmi2, shrink first", "pmi2, wake first"})
    @DisplayName(
            "LIF-4 under srun, which can't end it, a rank that was stopped until the others gave it up ends by itself with code 37, and they go on")
    void slurmGivesUp(String plugin, String what, @TempDir Path files) throws Exception {
        assumeTrue(slurm != null, "Slurm is not installed");
        Path file = files.resolve("written");
        String said = run(
                37,
                List.of("srun", "-N", "2", "-n", "3", "--mpi=" + plugin),
                java(
                        Woken.class,
                        what,
                        file.toString(),
                        "--reactivempi.heartbeat-interval=200ms",
                        "--reactivempi.reconnect-timeout=1500ms"));
        assertThat(said)
                .contains("rank 0 goes on as one of 2", "rank 1 goes on as one of 2")
                .containsPattern("rank 2, this one, was given up: rank .*; this process ends with code 37")
                .contains("task 2: Exited with exit code 37")
                .doesNotContain("rank 2 goes on");
        assertThat(file).content().isEqualTo("of 2\n");
    }

    @Test
    @DisplayName("LIF-1 a batch job of Slurm launches a job on two hosts")
    void slurmBatch(@TempDir Path files) throws Exception {
        assumeTrue(slurm != null, "Slurm is not installed");
        Path script =
                Files.writeString(files.resolve("job.sh"), """
                #!/bin/bash
                #SBATCH --nodes=2
                #SBATCH --ntasks=4
                #SBATCH --time=00:02:00
                srun --mpi=pmix\s""" + "'" + String.join("' '", java(Hello.class)) + "'\n");
        Path output = files.resolve("output");
        run(0, List.of("sbatch", "--wait", "--output=" + output), List.of(script.toString()));
        assertOnTwoHosts(Files.readString(output));
    }

    @Test
    @DisplayName(
            "LIF-1 every launcher tells each rank which ranks share a host: Slurm by both plug-ins, Open MPI's, Hydra, and our own")
    void sharedHosts() throws Exception {
        List<List<String>> launchers = new ArrayList<>(List.of(own("node1:2,node2:2")));
        if (slurm != null) {
            launchers.add(srun("pmix"));
            launchers.add(srun("pmi2"));
        }
        if (Hosts.isInstalled(MPIRUN)) {
            launchers.add(openMpi());
        }
        if (Hosts.isInstalled(HYDRA)) {
            launchers.add(hydra());
            launchers.add(hydra("-pmi-port"));
        }
        for (List<String> launcher : launchers) {
            String said = run(0, launcher, java(HostsOfRanks.class));
            Map<Integer, String> nodes = new TreeMap<>();
            Set<String> told = new HashSet<>();
            for (Matcher line = KNOWS.matcher(said); line.find(); ) {
                nodes.put(Integer.parseInt(line.group(1)), line.group(2));
                told.add(line.group(3));
            }
            List<String> seen = nodes.values().stream().distinct().toList();
            assertThat(nodes).as("%s: %s", launcher, said).hasSize(RANKS);
            assertThat(seen).as("%s: %s", launcher, said).hasSize(2);
            assertThat(told)
                    .as("%s: %s", launcher, said)
                    .containsExactly(
                            nodes.values().stream().map(seen::indexOf).toList().toString());
        }
    }

    @Test
    @DisplayName("LIF-1 srun without a plug-in is an error that says what to do")
    void slurmByNothing() throws Exception {
        assertThat(run(1, srun("none"), java(Hello.class)))
                .contains("Slurm's srun has started this process as one of several (SLURM_STEP_NUM_TASKS=4)")
                .contains("add reactive-mpi-pmix to the class path");
    }

    @Test
    @DisplayName("LIF-1 Open MPI's mpirun launches a job on two hosts")
    void openMpiByPmix() throws Exception {
        assertOnTwoHosts(run(0, openMpi(), java(Hello.class)));
    }

    @Test
    @DisplayName("LIF-1 MPICH's mpiexec.hydra launches a job on two hosts, by descriptor and by port")
    void hydraByDescriptor() throws Exception {
        assertOnTwoHosts(run(0, hydra(), java(Hello.class)));
        assertOnTwoHosts(run(0, hydra("-pmi-port"), java(Hello.class)));
    }

    private static List<String> own(String hostList) {
        return own(hosts, hostList);
    }

    private static List<String> own(Hosts hosts, String hostList) {
        List<String> words = java(Launcher.class);
        words.addAll(List.of("--ssh", hosts.shell().toString(), "--host", hostList, "-n", Integer.toString(RANKS)));
        return words;
    }

    @Test
    @DisplayName("LIF-1 our own launcher starts a job on two hosts, each of which knows its settings")
    void ownLauncher() throws Exception {
        assertOnTwoHosts(run(0, own("node1:2,node2:2"), List.of(Hello.class.getName())));
        assertThat(run(0, own("node1,localhost"), List.of("--channel", "tcp", Hello.class.getName())))
                .contains("rank 0 of 4 on node1, ")
                .contains("rank 2 of 4 on head, ")
                .contains("tcp to 0-1 and 3")
                .doesNotContain("shm to");
    }

    @Test
    @DisplayName(
            "LIF-3 a rank that fails on another host ends the job with its code; a host that nobody reaches is named")
    void ownLauncherFails() throws Exception {
        assertThat(run(2, own("node1:2,node2:2"), List.of(Hello.class.getName(), "--no-such-option")))
                .contains("--no-such-option");
        assertThat(run(1, own("node1:2,10.77.0.9:2"), List.of(Hello.class.getName())))
                .contains("no host 10.77.0.9")
                .contains("could not be started on 10.77.0.9");
        assertThat(run(1, own("node1:2,nowhere.invalid:2"), List.of(Hello.class.getName())))
                .contains("the host nowhere.invalid is unknown");
    }

    @Test
    @DisplayName(
            "LIF-3 ranks on other hosts end with a launcher that was killed, and their secret is in no command line")
    void ownLauncherKilled() throws Exception {
        assertRanksEndWith(own("node1:2,node2:2"));
    }

    /** By ssh itself, as it is installed, where {@link #own} has a script in its place. */
    private static List<String> bySsh(String hostList) {
        assumeTrue(ssh != null, "OpenSSH is not installed");
        List<String> words = java(Launcher.class);
        words.addAll(List.of("--host", hostList, "-n", Integer.toString(RANKS)));
        return words;
    }

    @Test
    @DisplayName(
            "LIF-1, LIF-3 our own launcher starts a job by ssh, gives on a rank's code, and names a host that ssh does not let it to")
    void ownLauncherBySsh() throws Exception {
        assertOnTwoHosts(run(0, bySsh("node1:2,node2:2"), List.of(Hello.class.getName())));
        assertThat(run(2, bySsh("node1:2,node2:2"), List.of(Hello.class.getName(), "--no-such-option")))
                .contains("--no-such-option");
        hosts.alias(2, "stranger");
        assertThat(run(1, bySsh("node1:2,stranger:2"), List.of(Hello.class.getName())))
                .contains("Host key verification failed")
                .contains("could not be started on stranger: is it reached by ssh, without a password?");
    }

    @Test
    @DisplayName("LIF-3 ranks that ssh has started end with a launcher that was killed")
    void ownLauncherBySshKilled() throws Exception {
        assertRanksEndWith(bySsh("node1:2,node2:2"));
    }

    private static void assertRanksEndWith(List<String> launcher) throws Exception {
        Path output = Files.createTempFile(directory, "output", ".txt");
        Process job = job(hosts, launcher, List.of(EndlessRing.class.getName()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            List<ProcessHandle> ranks = List.of();
            while (ranks.size() < RANKS) {
                assertThat(job.waitFor(20, TimeUnit.MILLISECONDS))
                        .as("whether the job has ended")
                        .isFalse();
                ranks = Files.readString(output)
                        .lines()
                        .filter(line -> line.matches("\\d+"))
                        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                        .toList();
            }
            assertThat(job.descendants().map(each -> each.info().commandLine().orElse("")))
                    .isNotEmpty()
                    .noneMatch(line -> line.contains("SECRET") || line.contains("PMI_TOKEN"));

            job.destroyForcibly();

            for (ProcessHandle rank : ranks) {
                rank.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
        }
    }

    @Test
    @DisplayName(
            "LIF-1 hosts whose own names lead to themselves alone, as Debian's 127.0.1.1, listen where others reach them")
    void namesOfLoopback() throws Exception {
        Path names = Files.writeString(directory.resolve("loopback"), "127.0.0.1 localhost\n127.0.1.1 node1 node2\n");
        String mount = "mount --bind " + names + " /etc/hosts; ";
        assertOnTwoHosts(run(
                0, hydra(), List.of("unshare", "--mount", "bash", "-c", mount + quoted(java(Hello.class)))));
    }

    @Test
    @DisplayName("LIF-1 hosts listen in the network that was set, and say which they have where it is none of theirs")
    void network() throws Exception {
        assertOnTwoHosts(run(
                0,
                hydra(),
                List.of("env", "REACTIVEMPI_NETWORK=10.77.0.0/16", "bash", "-c", quoted(java(Hello.class)))));
        assertThat(run(
                        1,
                        hydra(),
                        List.of("env", "REACTIVEMPI_NETWORK=wlan7", "bash", "-c", quoted(java(Hello.class)))))
                .contains("cannot listen on network wlan7: this host has ")
                .contains("eth0 10.77.0.");
    }

    /** The hosts with a folder each, at the same path. */
    private static Path folderOfEach(Path parent) throws Exception {
        Path folder = Files.createDirectory(parent.resolve("records"));
        for (int host = 1; host <= 2; host++) {
            on(hosts, host, "mount -t tmpfs tmpfs " + folder);
        }
        return folder;
    }

    private static void unmount(Path folder) throws Exception {
        for (int host = 1; host <= 2; host++) {
            on(hosts, host, "umount " + folder);
        }
    }

    private static String said(int host, String script) throws Exception {
        Process shell = new ProcessBuilder(hosts.on(host, List.of("bash", "-c", script)))
                .redirectErrorStream(true)
                .start();
        String text = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        return text;
    }

    /** The trace of all four ranks is where rank 0 is, and nothing else is left of it anywhere. */
    private static void assertTraced(int host, Path folder, String... files) throws Exception {
        assertThat(said(host, "ls -A " + folder)).isEqualToIgnoringWhitespace(String.join(" ", files));
        String trace = said(host, "cat " + folder.resolve("trace.json"));
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(trace).contains("\"name\":\"rank " + rank + "\"");
        }
        assertThat(trace).contains("on node1").contains("on node2").doesNotContain("cut off");
        assertThat(said(3 - host, "ls -A " + folder)).isEmpty();
    }

    private static void assertCounted(String text) {
        assertThat(text).contains("messages sent, and their bytes:").contains("slowest waits:");
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(text).containsPattern("(?m)^(reactive-mpi:)?\\s+" + rank + "(\\s+(-|\\d+)){4}$");
        }
    }

    @Test
    @DisplayName("traces and statistics of hosts that share no folder come together at rank 0, under every launcher")
    void gathered(@TempDir Path files) throws Exception {
        Path folder = folderOfEach(files);
        try {
            Path trace = folder.resolve("trace.json");
            Path stats = folder.resolve("stats");
            List<String> program =
                    new ArrayList<>(List.of("env", "REACTIVEMPI_TRACE=" + trace, "REACTIVEMPI_STATS=" + stats));
            program.addAll(java(Hello.class));
            List<List<String>> launchers = new ArrayList<>();
            if (slurm != null) {
                launchers.add(srun("pmix"));
                launchers.add(srun("pmi2"));
            }
            if (Hosts.isInstalled(MPIRUN)) {
                launchers.add(openMpi());
            }
            if (Hosts.isInstalled(HYDRA)) {
                launchers.add(hydra());
            }
            for (List<String> launcher : launchers) {
                assertOnTwoHosts(run(0, launcher, program));
                int first = said(1, "ls -A " + folder).isEmpty() ? 2 : 1;
                assertTraced(first, folder, "stats", "trace.json");
                assertCounted(said(first, "cat " + stats));
                said(first, "rm " + trace + " " + stats);
            }
        } finally {
            unmount(folder);
        }
    }

    @Test
    @DisplayName(
            "--trace and --stats of our own launcher: where rank 0 is on another host, its trace is there, and it prints the statistics")
    void gatheredByOwnLauncher(@TempDir Path files) throws Exception {
        Path folder = folderOfEach(files);
        Path trace = folder.resolve("trace.json");
        List<String> options = List.of("--stats", "--trace", trace.toString(), Hello.class.getName());
        try {
            String said = run(0, own("node1:2,node2:2"), options);
            assertOnTwoHosts(said);
            assertCounted(said);
            assertThat(said).contains("the trace, if it has come to its end: " + trace + " on node1");
            assertTraced(1, folder, "trace.json");
            assertThat(folder).isEmptyDirectory();
            said(1, "rm " + trace);

            said = run(0, own("localhost:2,node2:2"), options);
            assertCounted(said);
            assertThat(said).contains("the trace is in " + trace + ", for https://ui.perfetto.dev");
            assertThat(folder).isDirectoryContaining(trace::equals);
            assertThat(Files.readString(trace))
                    .contains("on head")
                    .contains("on node2")
                    .contains("\"name\":\"rank 3\"");
            assertThat(said(2, "ls -A " + folder)).isEmpty();
        } finally {
            unmount(folder);
        }
    }

    @Test
    @DisplayName("the trace of listed peers on hosts that share no folder is where rank 0 is")
    void gatheredByList(@TempDir Path files) throws Exception {
        Path folder = folderOfEach(files);
        Path trace = folder.resolve("trace.json");
        try {
            List<String> settings = List.of("-Dreactivempi.trace=" + trace, "-Dreactivempi.wait-for-records=2s");
            Process zero = listed(hosts, 0, settings, "1000");
            Process one = listed(hosts, 1, settings, "1000");
            assertAllComes(zero, one, "1000", () -> {});
            assertThat(said(1, "cat " + trace)).contains("\"name\":\"rank 1\"");
            assertThat(said(2, "ls -A " + folder)).isEmpty();
        } finally {
            unmount(folder);
        }
    }

    private static Process listed(int rank, String... arguments) throws IOException {
        return listed(hosts, rank, List.of(), arguments);
    }

    private static Process listed(Hosts hosts, int rank, List<String> settings, String... arguments)
            throws IOException {
        List<String> words = java(CountedExchange.class, arguments);
        // Of two settings with one name, Java takes the last.
        words.addAll(1, settings);
        words.addAll(1, List.of("-Dreactivempi.peers=node1:7000,node2:7000", "-Dreactivempi.rank=" + rank));
        ProcessBuilder builder = new ProcessBuilder(hosts.on(rank + 1, words)).redirectErrorStream(true);
        builder.environment().put("REACTIVEMPI_SECRET", "what the two hosts of this test know");
        return builder.start();
    }

    /** What a process says from now on, once it has said that messages are exchanged. */
    private static BufferedReader begun(Process process) throws IOException {
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        for (String line = said.readLine(); !CountedExchange.BEGUN.equals(line); line = said.readLine()) {
            assertThat(line).isNotNull();
        }
        return said;
    }

    private static void assertEnds(Process process, BufferedReader said, int code, String... words) throws Exception {
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(ended).as("ended in time").isTrue();
        String text = String.join("\n", said.lines().toList());
        assertThat(process.exitValue()).as("exit code, output: %s", text).isEqualTo(code);
        assertThat(text).contains(words);
    }

    /** What happens to the network while messages are exchanged. */
    private interface Event {
        void happen() throws Exception;
    }

    private static void assertAllComes(Process zero, Process one, String rounds, Event event) throws Exception {
        try (BufferedReader ofZero = begun(zero);
                BufferedReader ofOne = begun(one)) {
            event.happen();

            assertEnds(zero, ofZero, 0, rounds + " in order");
            assertEnds(one, ofOne, 0, rounds + " in order");
        } finally {
            zero.destroyForcibly();
            one.destroyForcibly();
        }
    }

    @Test
    @DisplayName("ORD-4 a network between two hosts that is gone for a while, and comes again, has cost no message")
    void healed() throws Exception {
        assertAllComes(listed(0, "50000"), listed(1, "50000"), "50000", () -> {
            hosts.cut(2);
            Thread.sleep(3000);
            hosts.heal(2);
        });
    }

    @Test
    @DisplayName("ORD-4 a network that delays packets, loses some and gives them in another order loses no message")
    void lossy(@TempDir Path files) throws Exception {
        assumeTrue(Hosts.canWorsen(), "this machine has no socat or no TUN devices");
        try (Hosts far = Hosts.up(2, files)) {
            far.worsen(2, 2, 20, 10, 1);
            assertAllComes(listed(far, 0, List.of(), "500"), listed(far, 1, List.of(), "500"), "500", () -> {});
        }
    }

    @Test
    @DisplayName("LIF-1 a rank whose address only its own host knows is reached where the list of peers says")
    void translated() throws Exception {
        assumeTrue(Hosts.canTranslate(), "this machine has no nft, or no tables for it");
        String inside = "192.168.7.2";
        onNodeTwo("ip address add " + inside + "/32 dev lo && nft add table ip pods"
                + " && nft add chain ip pods in '{ type nat hook prerouting priority -100; }'"
                + " && nft add rule ip pods in tcp dport 7000 dnat to " + inside
                // It connects to nobody itself.
                + " && nft add chain ip pods out '{ type filter hook output priority 0; }'"
                + " && nft add rule ip pods out tcp dport 7000 drop");
        try {
            Process one = listed(hosts, 1, List.of("-Dreactivempi.tcp-host=" + inside), "1000");
            assertAllComes(listed(0, "1000"), one, "1000", () -> {});
        } finally {
            onNodeTwo("nft delete table ip pods && ip address delete " + inside + "/32 dev lo");
        }
    }

    private static void onNodeTwo(String script) throws Exception {
        on(hosts, 2, script);
    }

    private static void on(Hosts hosts, int host, String script) throws Exception {
        Process shell = new ProcessBuilder(hosts.on(host, List.of("bash", "-c", script)))
                .inheritIO()
                .start();
        assertThat(shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(shell.exitValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"node1:7000,node2:7000", "[fd77::1]:7000,[fd77::2]:7000"})
    @DisplayName("LIF-1 hosts that have addresses of IPv6 alone find each other by a list of names, or of addresses")
    void listedByIpv6(String peers, @TempDir Path files) throws Exception {
        assumeTrue(Hosts.hasIpv6(), "this machine has no IPv6");
        try (Hosts six = Hosts.up(2, files)) {
            six.addIpv6(2);
            six.removeIpv4(2);
            List<String> settings = List.of("-Dreactivempi.peers=" + peers);
            Process zero = listed(six, 0, settings, "1000");
            Process one = listed(six, 1, settings, "1000");
            try (BufferedReader ofZero = begun(zero);
                    BufferedReader ofOne = begun(one)) {
                assertEnds(zero, ofZero, 0, "1000 in order");
                assertEnds(one, ofOne, 0, "1000 in order");
            } finally {
                zero.destroyForcibly();
                one.destroyForcibly();
            }
        }
    }

    @Test
    @DisplayName("LIF-1 our own launcher starts a job on hosts that have addresses of IPv6 alone, by name or address")
    void ownLauncherByIpv6(@TempDir Path files) throws Exception {
        assumeTrue(Hosts.hasIpv6(), "this machine has no IPv6");
        try (Hosts six = Hosts.up(2, files)) {
            six.addIpv6(2);
            six.removeIpv4(2);
            for (String hostList : List.of("[fd77::1]:2,[fd77::2]:2", "node1:2,node2:2")) {
                assertOnTwoHosts(run(six, 0, own(six, hostList), List.of(Hello.class.getName())));
            }
        }
    }

    @Test
    @DisplayName(
            "LIF-1 hosts with several interfaces and both kinds of addresses listen in the network of IPv6 that was set, under three launchers")
    void networkOfIpv6(@TempDir Path files) throws Exception {
        assumeTrue(Hosts.hasIpv6(), "this machine has no IPv6");
        try (Hosts both = Hosts.up(2, files)) {
            both.addIpv6(2);
            for (int host = 1; host <= 2; host++) {
                // Those of IPv4 reach the launcher, and not each other; a second interface reaches nobody.
                on(
                        both,
                        host,
                        "ip route add blackhole " + Hosts.address(3 - host)
                                + "/32 && ip link add name eth1 type veth peer name far1"
                                + " && ip link set eth1 up && ip link set far1 up && ip address add fd88::" + host
                                + "/64 dev eth1 nodad");
            }
            List<String> words = own(both, "node1:2,node2:2");
            String network = "REACTIVEMPI_NETWORK";

            assertOnTwoHosts(run(both, 0, words, List.of("--env", network + "=fd77::/64", Hello.class.getName())));
            if (Hosts.isInstalled(HYDRA)) {
                assertOnTwoHosts(run(both, 0, hydra(both, "-genv", network, "fd77::/64"), java(Hello.class)));
            }
            if (Hosts.isInstalled(MPIRUN)) {
                assertOnTwoHosts(run(both, 0, openMpi(both, "-x", network + "=fd77::/64"), java(Hello.class)));
            }
            assertThat(run(both, 1, words, List.of("--env", network + "=fd99::/64", Hello.class.getName())))
                    .contains("cannot listen on network fd99::/64: this host has ")
                    .contains("eth0 10.77.0.")
                    .contains("eth0 fd77::")
                    .contains("eth1 fd88::");
        }
    }

    /** As container engines make it. The host's own name leads to itself alone, and there is no default route. */
    private static void addBridge(Hosts hosts, int host, Path files) throws Exception {
        String name = Hosts.name(host);
        String known = Files.readString(files.resolve("hosts"), StandardCharsets.UTF_8);
        Path names = Files.writeString(
                files.resolve("hosts-of-" + name),
                known.replaceAll("(?m)^\\S+ " + name + "$", "127.0.1.1 " + name),
                StandardCharsets.UTF_8);
        on(
                hosts,
                host,
                "ip link add name docker0 type bridge && ip address add 172.17.0.1/16 dev docker0"
                        + " && ip link set docker0 up && mount --bind " + names + " /etc/hosts");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "LIF-1 hosts with bridges to containers, made later than their own interface, of the same address, find each other under our own launcher and under another one")
    void bridges(boolean own, @TempDir Path files) throws Exception {
        try (Hosts bridged = Hosts.up(2, files)) {
            addBridge(bridged, 1, files);
            addBridge(bridged, 2, files);
            assertOnTwoHosts(
                    own
                            ? run(bridged, 0, own(bridged, "node1:2,node2:2"), List.of(Hello.class.getName()))
                            : run(bridged, 0, hydra(bridged), java(Hello.class)));
        }
    }

    @Test
    @DisplayName(
            "LIF-1 hosts with bridges to containers of the same address of IPv4, and addresses of their own of IPv6 alone, find each other")
    void bridgesAndIpv6(@TempDir Path files) throws Exception {
        assumeTrue(Hosts.hasIpv6(), "this machine has no IPv6");
        try (Hosts bridged = Hosts.up(2, files)) {
            bridged.addIpv6(2);
            bridged.removeIpv4(2);
            addBridge(bridged, 1, files);
            addBridge(bridged, 2, files);
            assertOnTwoHosts(run(bridged, 0, own(bridged, "node1:2,node2:2"), List.of(Hello.class.getName())));
        }
    }

    @Test
    @DisplayName(
            "LIF-1 hosts that reach each other by a later one of their addresses alone do so; where by none, the error lists them and names the setting")
    void laterAddress(@TempDir Path files) throws Exception {
        assumeTrue(Hosts.hasIpv6(), "this machine has no IPv6");
        try (Hosts both = Hosts.up(2, files)) {
            both.addIpv6(2);
            for (int host = 1; host <= 2; host++) {
                on(both, host, "ip route add blackhole " + Hosts.address(3 - host) + "/32");
            }
            assertOnTwoHosts(run(both, 0, own(both, "node1:2,node2:2"), List.of(Hello.class.getName())));

            for (int host = 1; host <= 2; host++) {
                on(both, host, "ip -6 route add blackhole " + Hosts.ipv6Address(3 - host) + "/128");
            }
            assertThat(run(both, 1, own(both, "node1:2,node2:2"), List.of(Hello.class.getName())))
                    .containsPattern(
                            "cannot be reached: .*tcp at 10\\.77\\.0\\.\\d:\\d+: .*; tcp at \\[fd77:.*:\\d]:\\d+: ")
                    .contains("the setting network says which of its networks a host uses");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000000000", "600 idle"})
    @DisplayName(
            "LIF-4 hosts between which the network drops everything lose each other, also idle ones: neither half takes itself for the whole job")
    void vanished(String arguments) throws Exception {
        Process zero = listed(0, arguments.split(" "));
        Process one = listed(1, arguments.split(" "));
        try (BufferedReader ofZero = begun(zero);
                BufferedReader ofOne = begun(one)) {
            hosts.cut(2);
            try {
                assertEnds(zero, ofZero, 1, "no agreement of all: ", "rank 1");
                assertEnds(one, ofOne, 1, "no agreement of all: ", "rank 0");
            } finally {
                hosts.heal(2);
            }
        } finally {
            zero.destroyForcibly();
            one.destroyForcibly();
        }
    }
}
