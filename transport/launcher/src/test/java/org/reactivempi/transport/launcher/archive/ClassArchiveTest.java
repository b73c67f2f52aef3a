package org.reactivempi.transport.launcher.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.launcher.plan.JobPlan;
import org.reactivempi.transport.launcher.plan.LauncherOptions;
import org.reactivempi.transport.launcher.plan.RankCommand;

class ClassArchiveTest {

    /** What the ranks run here: prints nothing, but is a class of the class path. */
    static final class RankProgram {

        private RankProgram() {}

        public static void main(String[] args) {}
    }

    private static final int TIMEOUT_SECONDS = 150;
    private static final int NOBODY = 65_534;
    private static final byte[] BEGINNING = {(byte) 0xa2, (byte) 0xab, (byte) 0x0b, (byte) 0xf0, 0, 0, 0, 0};

    @TempDir
    Path directory;

    private Path jar;
    private Path cache;
    /** What a rank's JVM is told to run. */
    private List<String> program = List.of();

    @BeforeEach
    void makeJar() throws IOException {
        jar = directory.resolve("program.jar");
        cache = directory.resolve("cache/reactive-mpi");
        program = List.of("-cp", jar.toString(), RankProgram.class.getName());
        String entry = RankProgram.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                InputStream in = Objects.requireNonNull(RankProgram.class.getResourceAsStream("/" + entry))) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        age(jar, 10);
    }

    @Test
    @DisplayName(
            "the first job has its archive made after its end, for its owner alone; the ranks of later jobs take their"
                    + " classes from it without a word")
    void madeAndUsed() throws Exception {
        ClassArchive first = automatic().open();
        assertThat(first.arguments(1)).isEmpty();
        assertThat(run(first.arguments(0))).isEmpty();
        assertThat(archives()).isEmpty();
        make(first);

        Path made = onlyFile();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
                .isEqualTo("rwx------");
        ClassArchive second = automatic().open();
        assertThat(second.arguments(0)).isEqualTo(second.arguments(1));
        assertThat(run(second.arguments(1))).isEmpty();
        assertThat(isShared(second)).isTrue();
        assertThat(second.jobEnded(true)).isEmpty();
    }

    @Test
    @DisplayName(
            "JVMs that are slow to move an archive map it where it was made for, and take their modules from it as well")
    void atItsAddress() throws Exception {
        assumeThat(Runtime.version().feature()).isLessThan(24);
        makeOne();

        List<String> arguments = new ArrayList<>(automatic().open().arguments(0));
        arguments.add("-Xlog:cds=info");
        assertThat(run(arguments))
                .noneMatch(line -> line.contains("Try to map archive(s) at an alternative address"))
                .anyMatch(line -> line.contains("full module graph: enabled"));
    }

    @Tag("long")
    @Test
    @DisplayName(
            "a class path that has changed gets an archive of its own, and so does one with other options of the JVM that matter")
    void changedClassPath() throws Exception {
        makeOne();
        FileTime before = Files.getLastModifiedTime(jar);
        age(jar, 5);

        ClassArchive changed = automatic().open();
        assertThat(changed.arguments(0)).singleElement().asString().startsWith("-XX:DumpLoadedClassList=");
        changed.jobEnded(false);
        Files.setLastModifiedTime(jar, before);
        assertThat(isShared(automatic().open())).isTrue();
        boolean others = Runtime.version().feature() < 24;
        assertThat(isShared(choice("auto", jar.toString(), List.of("-XX:+UseSerialGC"))
                        .open()))
                .isEqualTo(others);
    }

    @Tag("long")
    @Test
    @DisplayName(
            "a file that is named is made in its place, and again when the class path is newer or it is no archive")
    void named() throws Exception {
        Path file = directory.resolve("app.jsa");
        Files.writeString(file, "no archive");
        ClassArchive.Choice choice = choice(file.toString(), jar.toString(), List.of());

        make(recorded(choice.open()));
        assertThat(isShared(choice.open())).isTrue();
        age(file, 20);
        make(recorded(choice.open()));
        assertThat(isShared(choice.open())).isTrue();
        assertThat(cache).doesNotExist();
    }

    @Tag("long")
    @Test
    @DisplayName(
            "a corrupt archive is made again where that can be seen, and is ignored by the JVM without a word where it cannot")
    void corrupt() throws Exception {
        makeOne();
        Path made = onlyFile();
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));

        Files.write(made, new byte[64]);
        make(recorded(automatic().open()));
        assertThat(isShared(automatic().open())).isTrue();

        Files.write(made, BEGINNING);
        ClassArchive corrupt = automatic().open();
        assertThat(corrupt.arguments(0)).contains("-XX:SharedArchiveFile=" + made);
        assertThat(run(corrupt.arguments(0))).isEmpty();
        assertThat(isShared(corrupt)).isFalse();
    }

    @Tag("long")
    @Test
    @DisplayName("a program that is a jar file has its archive made and used")
    void jarProgram() throws Exception {
        JobPlan plan = jobOfJar(jarProgramAt("started.jar"));

        make(recorded(plan.classArchive().open()));
        assertThat(isShared(plan.classArchive().open())).isTrue();
    }

    @Test
    @DisplayName("a program that is a jar file has another archive when a jar of its manifest's class path changes")
    void jarOfManifestChanged() throws Exception {
        Path started = jarProgramAt("started.jar");
        ClassArchive.Choice automatic = choice("auto", started.toString(), List.of());
        Path first = pretended(automatic);
        assertThat(automatic.open().arguments(0)).contains("-XX:SharedArchiveFile=" + first);

        age(jar, 5);
        Path second = pretended(automatic);
        assertThat(automatic.open().arguments(0)).contains("-XX:SharedArchiveFile=" + second);
        assertThat(archives()).containsExactlyInAnyOrder(first, second);
    }

    /** Starts the program of another jar, which is on its manifest's class path. */
    private Path jarProgramAt(String name) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, RankProgram.class.getName());
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "missing.jar " + jar.getFileName());
        Path started = directory.resolve(name);
        new JarOutputStream(Files.newOutputStream(started), manifest).close();
        age(started, 10);
        return started;
    }

    private JobPlan jobOfJar(Path started) throws Exception {
        program = List.of("-jar", started.toString());
        LauncherOptions options = new LauncherOptions();
        options.program.jar = started.toString();
        options.classArchive = directory.resolve("app.jsa").toString();
        return new JobPlan(
                options, List.of(new JobPlan.Part(0, options.program, RankCommand.of(options.program, null, false))));
    }

    @Tag("long")
    @Test
    @DisplayName("jobs that start at the same time have one archive made, and leave nothing else")
    void parallel() throws Exception {
        ExecutorService jobs = Executors.newFixedThreadPool(4);
        try {
            List<ClassArchive> opened =
                    Stream.generate(() -> automatic().open()).limit(4).toList();
            List<Future<List<String>>> runs = opened.stream()
                    .map(each -> jobs.submit(() -> run(each.arguments(0))))
                    .toList();
            for (Future<List<String>> one : runs) {
                assertThat(one.get()).isEmpty();
            }
            List<Future<Optional<Process>>> ends = opened.stream()
                    .map(each -> jobs.submit(() -> each.jobEnded(true)))
                    .toList();
            List<Process> makers = new ArrayList<>();
            for (Future<Optional<Process>> end : ends) {
                end.get().ifPresent(makers::add);
            }
            assertThat(makers).hasSize(1);
            await(makers.get(0));
        } finally {
            jobs.shutdownNow();
        }
        onlyFile();
        assertThat(isShared(automatic().open())).isTrue();
    }

    @Test
    @DisplayName("a job that fails has no archive made, and leaves nothing")
    void failedJob() throws Exception {
        ClassArchive failed = automatic().open();
        run(failed.arguments(0));

        assertThat(failed.jobEnded(false)).isEmpty();
        assertThat(failed.jobEnded(true)).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Tag("long")
    @Test
    @DisplayName("a making that was killed leaves no archive; what it leaves is removed when it is old")
    void killed() throws Exception {
        ClassArchive first = recorded(automatic().open());
        Process making = first.jobEnded(true).orElseThrow();
        List<ProcessHandle> all = Stream.concat(Stream.of(making.toHandle()), making.descendants())
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle one : all) {
            one.onExit().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(archives()).isEmpty();
        Path left = onlyFile();
        assertThat(left.toString()).endsWith(".making");

        assertThat(recorded(automatic().open()).jobEnded(true)).isEmpty();
        age(left, 61);
        make(recorded(automatic().open()));
        assertThat(isShared(automatic().open())).isTrue();
        onlyFile();
    }

    @Test
    @DisplayName("of many archives those are removed that were not used for longest")
    void bounded() throws Exception {
        automatic().open().jobEnded(false);
        for (int i = 0; i < 12; i++) {
            age(Files.write(cache.resolve("classes-" + i + ".jsa"), BEGINNING), i + 1);
        }

        automatic().open().jobEnded(false);
        assertThat(archives()).hasSize(ArchiveMaking.ARCHIVES_MAX - 1);
        assertThat(archives()).allMatch(path -> path.toString().matches(".*classes-[0-6]\\.jsa"));
    }

    @Test
    @DisplayName("where no archive can be kept there is none, and no error")
    void unwritable() {
        cache = Path.of("/proc/nowhere/reactive-mpi");
        assertThat(automatic().open().arguments(0)).isEmpty();
        assertThat(automatic().open().jobEnded(true)).isEmpty();
        cache = jar.resolve("reactive-mpi");
        assertThat(automatic().open().arguments(0)).isEmpty();
        assertThat(choice("/proc/nowhere/app.jsa", jar.toString(), List.of())
                        .open()
                        .arguments(0))
                .isEmpty();
    }

    @Tag("long")
    @Test
    @DisplayName("a full disk has no archive, nor the beginning of one")
    void fullDisk() throws Exception {
        Path small = Files.createDirectory(directory.resolve("small"));
        assumeThat(command("mount", "-t", "tmpfs", "-o", "size=6m", "none", small.toString()))
                .as("only root may mount")
                .isZero();
        try {
            Path file = small.resolve("app.jsa");
            assertThat(choice(file.toString(), jar.toString(), List.of()).open().arguments(0))
                    .isEmpty();

            ArchiveMaking making = ArchiveMaking.begin(file, false, jar.toString(), false, 0);
            run(List.of("-XX:DumpLoadedClassList=" + making.list()));
            Process process = making.end(true).orElseThrow();
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isNotZero();
            assertThat(small).isEmptyDirectory();
        } finally {
            command("umount", small.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "named"})
    @DisplayName("an archive that somebody else owns, or may change, is not used")
    void anotherOwner(String which) throws Exception {
        Path file = directory.resolve("app.jsa");
        ClassArchive.Choice choice =
                which.equals("auto") ? automatic() : choice(file.toString(), jar.toString(), List.of());
        Path made = pretended(choice);

        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-rw----"));
        assertThat(choice.open().arguments(0)).isEmpty();
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
        assertThat(choice.open().arguments(0)).isNotEmpty();
        assumeThat(Files.getAttribute(made, "unix:uid").equals(0))
                .as("only root may give files away")
                .isTrue();
        Files.setAttribute(made, "unix:uid", NOBODY);
        assertThat(choice.open().arguments(0)).isEmpty();
        Files.setAttribute(made, "unix:uid", 0);
        assertThat(choice.open().arguments(0)).isNotEmpty();
        if (which.equals("auto")) {
            Files.setAttribute(cache, "unix:uid", NOBODY);
            assertThat(choice.open().arguments(0)).isEmpty();
        }
    }

    @Test
    @DisplayName("a file that can become no archive is refused in one sentence, before any rank starts")
    void unfit() throws IOException {
        String start = "--cds needs a file that is an archive, or can become one, and ";
        assertThat(choice(directory.toString(), jar.toString(), List.of()).problem())
                .hasValue(start + directory + " is a directory");
        assertThat(choice(directory + "/none/app.jsa", jar.toString(), List.of())
                        .problem())
                .hasValue(start + directory + "/none/app.jsa is in a directory that does not exist");
        assertThat(choice(jar + "/app.jsa", jar.toString(), List.of()).problem())
                .hasValue(start + jar + "/app.jsa is in " + jar + ", which is no directory");
        if (Files.exists(Path.of("/dev/full"))) {
            assertThat(choice("/dev/full", jar.toString(), List.of()).problem())
                    .hasValue(start + "/dev/full is no regular file");
        }
        if (Files.isDirectory(Path.of("/proc/self"))) {
            assertThat(choice("/proc/self/app.jsa", jar.toString(), List.of()).problem())
                    .hasValueSatisfying(why -> assertThat(why).endsWith(" is in a directory that cannot be written"));
        }
        Path there = Files.createFile(directory.resolve("there.jsa"));
        assertThat(choice(there.toString(), jar.toString(), List.of()).problem())
                .isEmpty();
        assertThat(choice(directory + "/new.jsa", jar.toString(), List.of()).problem())
                .isEmpty();
    }

    @Test
    @DisplayName("none, a class path with a directory, and a user with plans of his own have no archive")
    void notPossible() {
        String withDirectory = jar + System.getProperty("path.separator") + directory;

        assertThat(choice("none", jar.toString(), List.of()).open().arguments(0))
                .isEmpty();
        assertThat(choice("auto", withDirectory, List.of()).open().arguments(0)).isEmpty();
        assertThat(choice("auto", withDirectory, List.of()).problem()).isEmpty();
        assertThat(choice("app.jsa", withDirectory, List.of()).problem())
                .hasValue("--cds needs a class path of jar files; " + directory + " is a directory");
        assertThat(choice("", jar.toString(), List.of()).problem())
                .hasValue("--cds needs auto, none or the name of a file");
        for (String own : List.of("-Xshare:off", "-XX:SharedArchiveFile=mine", "-XX:AOTCache=mine", "@file")) {
            assertThat(choice("auto", jar.toString(), List.of(own)).open().arguments(0))
                    .as(own)
                    .isEmpty();
        }
        assertThat(cache).doesNotExist();
    }

    private ClassArchive.Choice automatic() {
        return choice(ClassArchive.AUTO, jar.toString(), List.of());
    }

    private ClassArchive.Choice choice(String wanted, String classPath, List<String> jvmArguments) {
        return new ClassArchive.Choice(
                wanted,
                classPath,
                jvmArguments,
                Map.of("XDG_CACHE_HOME", cache.getParent().toString()));
    }

    /** As by a rank 0 that has ended. */
    private ClassArchive recorded(ClassArchive archive) throws IOException, InterruptedException {
        assertThat(archive.arguments(0)).singleElement().asString().startsWith("-XX:DumpLoadedClassList=");
        run(archive.arguments(0));
        return archive;
    }

    /** What begins like an archive, in the archive's place. */
    private static Path pretended(ClassArchive.Choice choice) throws IOException {
        ClassArchive archive = choice.open();
        Path list = Path.of(archive.arguments(0).get(0).replaceFirst("^[^=]*=", ""));
        Path recording = list.getParent();
        archive.jobEnded(false);
        String name = recording.getFileName().toString().replaceFirst("\\.jsa\\..*", ".jsa");
        return Files.write(recording.resolveSibling(name), BEGINNING);
    }

    private void makeOne() throws IOException, InterruptedException {
        make(recorded(automatic().open()));
    }

    private static void make(ClassArchive archive) throws InterruptedException {
        await(archive.jobEnded(true).orElseThrow());
    }

    private static void await(Process making) throws InterruptedException {
        assertThat(making.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(making.exitValue()).isZero();
    }

    /** Whether a rank takes the program's class from an archive. */
    private boolean isShared(ClassArchive archive) throws IOException, InterruptedException {
        List<String> traced = new ArrayList<>(archive.arguments(1));
        traced.add("-Xlog:class+load");
        return run(traced).stream()
                .anyMatch(line -> line.contains(RankProgram.class.getName() + " ")
                        && line.contains("source: shared objects file"));
    }

    private Path onlyFile() throws IOException {
        List<Path> files = files();
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    private List<Path> archives() throws IOException {
        return files().stream().filter(path -> path.toString().endsWith(".jsa")).toList();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.toList();
        }
    }

    private static void age(Path path, int minutes) throws IOException {
        Files.setLastModifiedTime(path, FileTime.fromMillis(System.currentTimeMillis() - minutes * 60_000L));
    }

    private static int command(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }

    /** The lines that a JVM prints which runs the program with these arguments; all is well with it. */
    private List<String> run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) {
            command.add(ClassArchive.NATIVE_ACCESS);
        }
        command.addAll(arguments);
        command.addAll(program);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.lines().toList();
    }
}
