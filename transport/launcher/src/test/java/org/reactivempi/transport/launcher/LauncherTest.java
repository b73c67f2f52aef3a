package org.reactivempi.transport.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.launcher.programs.Neighbours;
import org.reactivempi.transport.launcher.programs.Scenario;

class LauncherTest {

    private static final int TIMEOUT_SECONDS = 30;
    /** Longer than the launcher waits for output that doesn't come. */
    private static final int QUIET_MILLIS = 1500;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"-n 3", "-n 3 --in-jvm"})
    @DisplayName("LIF-1 ranks join the world that the launcher made")
    void join(String options) {
        assertThat(launch(Neighbours.class, options.split(" "))).isZero();

        assertThat(lines(out))
                .containsExactlyInAnyOrder(
                        "rank 0 of 3, 3 here, sees at-1",
                        "rank 1 of 3, 3 here, sees at-2",
                        "rank 2 of 3, 3 here, sees at-0");
        assertThat(err.size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "System.exit,              3,   rank 2 ended with code 3",
        "kill,                     137, rank 2 was killed by signal 9",
    })
    @DisplayName("the first rank that fails ends the others, and its code is the launcher's")
    void failure(String what, int code, String line) {
        assertThat(launch(Scenario.class, "-n", "3", what)).isEqualTo(code);

        assertThat(lines(err)).last().isEqualTo("test: " + line + "; the remaining ranks were ended");
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "throw,                    1,   rank 2 ended with code 1",
        "halt,                     1,   rank 2 ended without finalizing its part in the job",
    })
    @DisplayName("so does one that throws, or halts its JVM")
    void otherFailures(String what, int code, String line) {
        failure(what, code, line);
    }

    @Test
    @DisplayName("a rank that throws in this JVM is reported alike")
    void failureInJvm() {
        assertThat(launch(Scenario.class, "-n", "3", "--in-jvm", "throw")).isEqualTo(1);

        assertThat(lines(err)).last().asString().startsWith("test: rank 2 ended with code 1");
    }

    @ParameterizedTest
    @CsvSource({"-n 3, exit", "-n 3 --in-jvm, exit", "-n 3 --in-jvm, exit from another thread"})
    @DisplayName("a rank that exits by the library has said why; the launcher adds nothing")
    void exit(String options, String what) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.add(what);

        assertThat(launch(Scenario.class, words.toArray(String[]::new))).isEqualTo(3);
        assertThat(lines(err)).isEmpty();
    }

    @Tag("long")
    @Test
    @DisplayName("so has one that exits from another thread")
    void exitFromAnotherThread() {
        exit("-n 3", "exit from another thread");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 2", "-n 2 --in-jvm"})
    @DisplayName("a rank that waits for one which has ended does not wait for ever")
    void early(String options) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.add("early");

        assertThat(launch(Scenario.class, words.toArray(String[]::new))).isEqualTo(1);
        assertThat(lines(err)).last().asString().contains("rank");
    }

    @Tag("long")
    @Test
    @DisplayName("a job that takes too long ends with code 124")
    void timeout() {
        assertThat(launch(Scenario.class, "-n", "2", "--timeout", "900ms", "hang"))
                .isEqualTo(124);

        assertThat(lines(err))
                .containsExactly("test: the job has not ended within 0.9s; the remaining ranks were ended");
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 2", "-n 2 --in-jvm"})
    @DisplayName("a job whose ranks don't all come ends with code 124, and says which have not")
    void late(String options) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of("--start-timeout", "200ms", "late"));

        assertThat(launch(Scenario.class, words.toArray(String[]::new))).isEqualTo(124);
        assertThat(lines(err))
                .last()
                .asString()
                .matches(
                        "test: the job has not started within 0.2s of its first rank: rank 1( \\(process [0-9]+\\))? has not come to"
                                + " Mpi.run or Session.start. While it waits, jstack shows what such a rank does;"
                                + " --start-timeout gives it more time; the remaining ranks were ended");
    }

    @Test
    @DisplayName("each job has a secret of its own, which its ranks find in their environment, and nowhere else")
    void secret() {
        assertThat(launch(Scenario.class, "-n", "2", "secret")).isZero();
        assertThat(launch(Scenario.class, "-n", "1", "secret")).isZero();

        List<String> lines = lines(out);
        assertThat(lines).hasSize(3).allMatch(line -> line.matches("hidden [0-9a-f]{64}"));
        assertThat(lines.get(0)).isEqualTo(lines.get(1)).isNotEqualTo(lines.get(2));
        assertThat(err.size()).isZero();
    }

    @Test
    @DisplayName("a secret on the command line is refused, and not repeated")
    void secretOnCommandLine() {
        assertThat(launch(Scenario.class, "-n", "2", "--env", "REACTIVEMPI_SECRET=hush", "secret"))
                .isEqualTo(2);
        assertThat(lines(err)).singleElement().asString().contains("everybody").doesNotContain("hush");
    }

    @Test
    @DisplayName("LIF-3 a job that is aborted with code 0 has failed, and says so")
    void abortedWithZero() {
        assertThat(launch(Scenario.class, "-n", "2", "abort with 0")).isEqualTo(1);

        assertThat(lines(err))
                .last()
                .asString()
                .endsWith(
                        " has aborted the job with code 0, allowed are 1 to 255;" + " the remaining ranks were ended");
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"end", "continue"})
    @DisplayName("LIF-3 another user of the host can be no rank, and ends no job")
    void otherUser(String onFailure) throws Exception {
        assumeThat(isRoot()).as("only root may be another user").isTrue();
        Process launcher = start(
                java(Launcher.class, "-n", "2", "--on-failure", onFailure, Scenario.class.getName(), "half finalized"));
        List<ProcessHandle> ranks = awaitRanks(launcher);
        String environment = Files.readString(Path.of("/proc/" + ranks.get(0).pid() + "/environ"), ISO_8859_1);
        String port = environment.replaceFirst("(?s).*PMI_PORT=127\\.0\\.0\\.1:([0-9]+)\0.*", "$1");
        String attack = "trap '' PIPE; for id in 0 1; do exec 3<>/dev/tcp/127.0.0.1/" + port
                + "; printf 'cmd=initack pmiid=%s\\ncmd=init pmi_version=1 pmi_subversion=1\\n"
                + "cmd=put kvsname=x key=reactive-mpi-left-1 value=1\\ncmd=abort exitcode=0\\n' $id >&3"
                + "; cat <&3; done; cat /proc/" + ranks.get(0).pid() + "/environ";

        String heard = text(
                start(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "bash", "-c", attack)));
        boolean goesOn = launcher.isAlive();
        launcher.toHandle().destroy();

        assertThat(heard).contains("Permission denied").doesNotContain("cmd=");
        assertThat(goesOn).isTrue();
        assertThat(text(launcher).lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).endsWith("was closed: has not proven that it is rank 0"),
                        line -> assertThat(line).endsWith("was closed: has not proven that it is rank 1"));
        assertThat(launcher.waitFor()).isEqualTo(143);
    }

    private static boolean isRoot() throws IOException {
        Path self = Path.of("/proc/self");
        return Files.exists(self) && Files.getAttribute(self, "unix:uid").equals(0) && onPath("setpriv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 3", "-n 3 --in-jvm"})
    @DisplayName("lines of ranks come out whole, in each rank's order")
    void unmixed(String options) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of("--prefix-output", "lines"));

        assertThat(launch(Scenario.class, words.toArray(String[]::new))).isZero();
        for (int rank = 0; rank < 3; rank++) {
            String prefix = "[" + rank + "] ";
            String text = prefix + "rank " + rank + " says line ";
            assertThat(lines(out).stream().filter(line -> line.startsWith(prefix)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 500).mapToObj(i -> text + i).toList());
        }
        assertThat(lines(out)).hasSize(1500);
    }

    @Test
    @DisplayName("environment, JVM arguments and the program's own arguments reach the ranks")
    void whatRanksGet() {
        assertThat(launch(Scenario.class, "--env", "GREETING=a=b", "--jvm-arg", "-Dgreeting=!", "environment"))
                .isZero();
        assertThat(launch(Scenario.class, "arguments", "-n", "4", "--help", ":", "a b"))
                .isZero();

        assertThat(lines(out)).containsExactly("a=b!", "arguments|-n|4|--help|:|a b");
    }

    @Test
    @DisplayName("--check has ranks compare types, collective operations, and operations of windows")
    void checked() {
        assertThat(launch(Scenario.class, "--check", "checked")).isZero();
        assertThat(launch(Scenario.class, "checked")).isZero();

        assertThat(lines(out)).containsExactly("on on on", "null null null");
    }

    @Tag("long")
    @Test
    @DisplayName("ranks know that a debugger may stop one of them, and each has a port of its own for it")
    void debugging() {
        String agent = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:0";
        assertThat(launch(Scenario.class, "--jvm-arg", agent, "--jvm-arg", "-Dgreeting={rank+5005}", "debugged"))
                .isZero();
        assertThat(launch(Scenario.class, "--jvm-arg", agent, "--env", "REACTIVEMPI_DEBUGGING=false", "debugged"))
                .isZero();
        assertThat(launch(Scenario.class, "debugged")).isZero();

        assertThat(lines(out)).containsExactly("true 5005", "false null", "null null");
    }

    @Tag("long")
    @Test
    @DisplayName("a debugger of one program's ranks makes those of all programs of the job wait")
    void debuggingOfOneProgram() {
        String agent = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:0";
        String program = Scenario.class.getName();
        List<String> words =
                new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), program, "debugged"));
        words.addAll(
                List.of(":", "-cp", System.getProperty("java.class.path"), "--jvm-arg", agent, program, "debugged"));
        assertThat(Launcher.run("test", null, stream(out), stream(err), words.toArray(String[]::new)))
                .as("%s", lines(err))
                .isZero();

        assertThat(lines(out)).containsExactly("true null", "true null");
    }

    @Test
    @DisplayName(
            "the words of other launchers mean the same, and {rank} in an argument of the JVM is the rank's number")
    void aliases() {
        assertThat(launch(
                        Scenario.class,
                        "-np",
                        "2",
                        "-x",
                        "GREETING=hello",
                        "-x",
                        "PATH",
                        "--jvm-arg",
                        "-Dgreeting=-{rank}",
                        "environment"))
                .isZero();

        assertThat(lines(out)).containsExactlyInAnyOrder("hello-0", "hello-1");
    }

    @Test
    @DisplayName("-jar runs a program with the class path of its manifest, and what stands behind it is the program's")
    void jar(@TempDir Path directory) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Scenario.class.getName());
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        Path jar = directory.resolve("program.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();

        int code = Launcher.run(
                "test", null, stream(out), stream(err), "-n", "1", "-jar", jar.toString(), "arguments", "-n", "7");

        assertThat(lines(err)).isEmpty();
        assertThat(code).isZero();
        assertThat(lines(out)).containsExactly("arguments|-n|7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 2", "-n 2 --in-jvm"})
    @DisplayName("with --output-directory each rank's output goes to files of its own")
    void outputDirectory(String options, @TempDir Path directory) throws Exception {
        Path files = directory.resolve("new/output");
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of("--output-directory", files.toString(), "lines"));

        assertThat(launch(Scenario.class, words.toArray(String[]::new))).isZero();

        assertThat(out.size()).isZero();
        for (int rank = 0; rank < 2; rank++) {
            assertThat(Files.readAllLines(files.resolve("rank-" + rank + ".out")))
                    .hasSize(500)
                    .startsWith("rank " + rank + " says line 0");
            assertThat(files.resolve("rank-" + rank + ".err")).isEmptyFile();
        }
    }

    @Test
    @DisplayName("an option that is nearly one gets a suggestion")
    void suggestion() {
        assertThat(Launcher.run("test", null, stream(out), stream(err), "--chanel", "tcp", "Program"))
                .isEqualTo(2);
        assertThat(lines(err))
                .singleElement()
                .asString()
                .contains("Unknown option: '--chanel'", "did you mean --channel", "--help shows all options");
        assertThat(Launcher.similarOptions("--chanel")).first().isEqualTo("--channel");
        assertThat(Launcher.similarOptions("--stats")).isEmpty();
    }

    @Test
    @DisplayName("without picocli on the class path the launcher says so in one sentence")
    void withoutPicocli() throws Exception {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("picocli"))
                .collect(Collectors.joining(File.pathSeparator));
        Process launcher = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        Launcher.class.getName(),
                        "-n",
                        "2",
                        "Program")
                .redirectErrorStream(true)
                .start();

        assertThat(launcher.inputReader().lines().toList())
                .containsExactly("reactive-mpi: the launcher needs picocli, which is not on the class path: add"
                        + " info.picocli:picocli, whose version reactive-mpi-bom has");
        assertThat(launcher.waitFor()).isEqualTo(1);
    }

    @Test
    @DisplayName("output that cannot be written fails the job")
    void fullDisk() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };

        int code = Launcher.run(
                "test", Scenario.class.getName(), new PrintStream(full), stream(err), "-n", "1", "arguments");

        assertThat(code).isEqualTo(1);
        assertThat(lines(err)).containsExactly("test: standard output could not be written");
    }

    @Test
    @DisplayName("too low a limit to open files for the class path is named, in one line, before any class is missing")
    void fewFiles() throws Exception {
        List<String> command = java(Launcher.class, "-n", "2", Scenario.class.getName(), "arguments");
        long jars = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .count();
        List<String> limited =
                new ArrayList<>(List.of("bash", "-c", "ulimit -n " + (jars + 10) + "; exec \"$0\" \"$@\""));
        limited.addAll(command);
        Process launcher = start(limited);

        assertThat(text(launcher).lines())
                .containsExactly(
                        "reactive-mpi: this process may have " + (jars + 10) + " open files (ulimit -n), and needs "
                                + (jars + 20) + " at least, with the " + jars + " jars of its class path");
        assertThat(launcher.waitFor()).isEqualTo(1);
    }

    @Tag("long")
    @Test
    @DisplayName("all output of ranks that have ended comes out, however late it is read")
    void lateReader() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Semaphore reads = new Semaphore(0);
        OutputStream late = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int count) throws IOException {
                begun.countDown();
                try {
                    reads.acquire();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                out.write(bytes, offset, count);
            }
        };
        String[] words = {"-n", "2", "lines"};
        AtomicInteger code = new AtomicInteger(-1);
        Thread launcher = new Thread(() ->
                code.set(Launcher.run("test", Scenario.class.getName(), new PrintStream(late), stream(err), words)));

        launcher.start();
        assertThat(begun.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        for (ProcessHandle rank : ProcessHandle.current().children().toList()) {
            rank.onExit().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        for (int read = 0; read < 2; read++) {
            launcher.join(QUIET_MILLIS);
            assertThat(launcher.isAlive()).isTrue();
            reads.release();
        }
        reads.release(Integer.MAX_VALUE / 2);
        launcher.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));

        assertThat(code).hasValue(0);
        assertThat(lines(out)).hasSize(1000);
    }

    @Tag("long")
    @Test
    @DisplayName("an Error on a thread that carries output ends the job, whose ranks would wait for somebody to read")
    void brokenOutput() {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) {
                throw new OutOfMemoryError("for a test");
            }
        };

        int code = Launcher.run(
                "test", Scenario.class.getName(), new PrintStream(broken), stream(err), "-n", "2", "announce");

        assertThat(code).isEqualTo(1);
        assertThat(lines(err))
                .containsExactly("test: the launcher cannot go on: java.lang.OutOfMemoryError: for a test;"
                        + " the remaining ranks were ended");
    }

    @Test
    @DisplayName("a program's own options may follow the launcher's at once")
    void programOptions() {
        assertThat(launch(Scenario.class, "-n", "1", "--tsv")).isZero();
    }

    @Test
    @DisplayName("a main class that is missing is said once per rank by the JVM, or once by the launcher")
    void missingMain() {
        assertThat(Launcher.run("test", "no.such.Main", stream(out), stream(err), "-n", "1"))
                .isEqualTo(1);
        assertThat(lines(err)).last().isEqualTo("test: rank 0 ended with code 1");

        assertThat(Launcher.run("test", "no.such.Main", stream(out), stream(err), "--in-jvm"))
                .isEqualTo(1);
        assertThat(lines(err)).last().asString().startsWith("test: cannot run no.such.Main: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 0             | 0 is not a number from 1 to 1024",
                "-n 100000        | 100000 is not a number from 1 to 1024",
                "-n -1            | -1 is not a number from 1 to 1024",
                "-n many          | many is not a number from 1 to 1024",
                "-n               | Missing required parameter",
                "--timeout 0      | 0 is not a duration above 0",
                "--timeout soon   | soon is not a duration above 0",
                "--env NAME       | --env needs NAME=VALUE, not NAME",
                "--env =VALUE     | --env needs NAME=VALUE, not =VALUE",
                "--in-jvm --jvm-arg -Xmx1g | --jvm-arg has no effect with --in-jvm",
                "-x =VALUE        | -x needs NAME or NAME=VALUE, not =VALUE",
                "-x NO_SUCH_NAME  | -x NO_SUCH_NAME has no value, and no variable of this name is set here",
                "-jar no.jar      | -jar no.jar is no file",
                "-jar pom.xml     | -jar pom.xml is another program than test",
                "--in-jvm -jar a  | -jar has no effect with --in-jvm",
                "--output-directory pom.xml arguments | --output-directory: pom.xml/rank-0.out cannot be written: ",
                "--cds a.jsa      | --cds needs a class path of jar files; ",
            })
    @DisplayName("wrong options get one line and code 2")
    void wrongOptions(String options, String line) {
        assertThat(launch(Scenario.class, options.split(" "))).isEqualTo(2);

        assertThat(lines(err)).singleElement().asString().contains(line);
        assertThat(out.size()).isZero();
    }

    @Test
    @DisplayName("help and version go to standard output")
    void help() {
        assertThat(launch(Scenario.class, "--help")).isZero();
        assertThat(launch(Scenario.class, "--version")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(
                        "-n",
                        "--channel",
                        "--in-jvm",
                        "--timeout",
                        "--env",
                        "--jvm-arg",
                        "--prefix-output",
                        "reactive-mpi ");
    }

    @Test
    @DisplayName("standard input goes to rank 0, and the command line takes its main class")
    void input() throws Exception {
        Process launcher = start(java(Launcher.class, "-n", "2", Scenario.class.getName(), "input"));
        try (OutputStream in = launcher.getOutputStream()) {
            in.write("hello\n".getBytes(StandardCharsets.US_ASCII));
        }

        assertThat(text(launcher).lines()).containsExactlyInAnyOrder("rank 0 read <hello>", "rank 1 read <>");
        assertThat(launcher.waitFor()).isZero();
    }

    @Tag("long")
    @Test
    @DisplayName("a launcher that is told to end leaves no process, and nothing is said")
    void terminated() throws Exception {
        Process launcher = start(java(Launcher.class, "-n", "2", Scenario.class.getName(), "announce"));
        List<ProcessHandle> ranks = awaitRanks(launcher);

        launcher.toHandle().destroy();

        assertThat(launcher.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(143);
        assertThat(ranks).hasSize(2).noneMatch(ProcessHandle::isAlive);
        assertThat(text(launcher)).isEmpty();
    }

    @Tag("long")
    @Test
    @DisplayName("ranks whose launcher was killed end by themselves")
    void orphans() throws Exception {
        Process launcher = start(java(Launcher.class, "-n", "2", Scenario.class.getName(), "announce"));
        List<ProcessHandle> ranks = awaitRanks(launcher);

        launcher.destroyForcibly();

        assertThat(ranks).hasSize(2);
        for (ProcessHandle rank : ranks) {
            rank.onExit().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private int launch(Class<?> program, String... words) {
        return Launcher.run("test", program.getName(), stream(out), stream(err), words);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static List<String> java(Class<?> main, String... words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(words));
        return command;
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads the lines by which both ranks say that they have joined. */
    private static List<ProcessHandle> awaitRanks(Process launcher) throws IOException {
        StringBuilder said = new StringBuilder();
        while (said.chars().filter(one -> one == '\n').count() < 2) {
            said.append((char) launcher.getInputStream().read());
        }
        return said.toString()
                .lines()
                .map(Long::parseLong)
                .map(ProcessHandle::of)
                .flatMap(Optional::stream)
                .toList();
    }

    private static boolean onPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
