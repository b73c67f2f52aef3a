package org.reactivempi.transport.launcher.archive;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import reactor.util.Loggers;

/**
 * A file from which the JVMs of ranks take classes ready for use, where otherwise they load and check each (class data
 * sharing).
 *
 * <pre>
 *  file is there, ours, whole ---------------------------------------> USED by all ranks
 *  no such file ---------> RECORDED: rank 0 lists the classes it loads
 *                             |
 *                             +--the job succeeds--> a process of its own makes the file (see ArchiveMaking)
 *  switched off, not possible, or no place to keep it ---------------> ABSENT: ranks load classes from their jars
 * </pre>
 *
 * <p>Nothing here may slow or break a job: whatever goes wrong is worth a line in the debug log, and classes come from their jars.
 * A JVM itself ignores an archive that does not fit, such as one of another JDK.
 *
 * <p>The JDK's own ways are not used: {@code -XX:ArchiveClassesAtExit}, and {@code -XX:+AutoCreateSharedArchive} from JDK 19 on, have a
 * rank write the archive as it ends, which takes longer than the rest of its end; each rank would do so, since all are told the same;
 * and a JVM takes the file, whichever user has put it there.
 */
public final class ClassArchive {

    /** The value of the option: an archive for each class path, in the user's cache directory. */
    public static final String AUTO = "auto";

    /** The value of the option: no archive. */
    public static final String NONE = "none";

    /** Of ranks that would be warned, and so of the JVM that makes the archive which they share. */
    public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    private static final String SUFFIX = ".jsa";

    /** The JVM may have linked classes in an archive from this version on. */
    private static final int FIRST_JDK_THAT_LINKS = 24;

    /**
     * Has the JVM map the archive where it was made for. At a random address, where JVMs such as 17.0.15 map it by default, each
     * start patches all its pointers, which takes 16 ms and 21 MB of memory of each rank's own; JDK 25 is quick at it.
     */
    private static final List<String> AT_ITS_ADDRESS =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0");

    /** What every archive begins with, in the byte order of the machine. */
    private static final int MAGIC = 0xf00baba2;

    /** With one of these, the user has something else in mind for the ranks' classes. */
    private static final List<String> OTHER_PLANS = List.of(
            "-Xshare",
            "-XX:SharedArchive",
            "-XX:SharedClassList",
            "-XX:DumpLoadedClassList",
            "-XX:ArchiveClassesAtExit",
            "-XX:+AutoCreateSharedArchive",
            "-XX:+RecordDynamicDumpInfo",
            "-XX:AOT",
            "-XX:Flags",
            "-XX:+PrintFlags",
            "-cp",
            "-classpath",
            "--class-path",
            "--module-path",
            "-p",
            "--patch-module",
            "--upgrade-module-path",
            "--limit-modules",
            "-Xbootclasspath",
            "@");

    /** With other options than these, classes that are linked already may not fit; those that are only checked do. */
    private static final List<String> SAFE_FOR_LINKED = List.of("-D", "-Xmx", "-Xms", "-Xss", "-Xlog");

    private enum State {
        USED,
        RECORDED,
        ABSENT
    }

    private final State state;
    private final Path file;
    private final @Nullable ArchiveMaking making;

    private ClassArchive(State state, Path file, @Nullable ArchiveMaking making) {
        this.state = state;
        this.file = file;
        this.making = making;
    }

    /**
     * What a class path may have of an archive, by what the option says. It looks at no file before it is asked.
     *
     * @param wanted {@link #AUTO}, {@link #NONE}, or the name of a file
     * @param classPath as the JVM writes it
     * @param jvmArguments what the user adds for the ranks' JVMs
     * @param environment says where the cache directory is
     */
    public record Choice(String wanted, String classPath, List<String> jvmArguments, Map<String, String> environment) {

        /** What the user asks for and cannot have, if so. */
        public Optional<String> problem() {
            if (isAutomatic() || wanted.equals(NONE)) {
                return Optional.empty();
            }
            if (wanted.isBlank()) {
                return Optional.of("--cds needs auto, none or the name of a file");
            }
            Optional<String> unfit = problemOfFile();
            return unfit.isPresent()
                    ? unfit
                    : firstThatIsNoJar()
                            .map(entry -> "--cds needs a class path of jar files; " + entry
                                    + (Files.isDirectory(Path.of(entry)) ? " is a directory" : " is none"));
        }

        /** An archive that is there needs nothing but to be read; one that is not is made beside it, and renamed. */
        private Optional<String> problemOfFile() {
            Path file;
            try {
                file = Path.of(wanted).toAbsolutePath();
            } catch (InvalidPathException e) {
                return Optional.of("--cds needs the name of a file, and " + wanted + " is none");
            }
            Path folder = Objects.requireNonNullElse(file.getParent(), file);
            String why = null;
            if (Files.isDirectory(file)) {
                why = "is a directory";
            } else if (Files.exists(file)) {
                why = !Files.isRegularFile(file)
                        ? "is no regular file"
                        : Files.isReadable(file) ? null : "cannot be read";
            } else if (!Files.exists(folder)) {
                why = "is in a directory that does not exist";
            } else if (!Files.isDirectory(folder)) {
                why = "is in " + folder + ", which is no directory";
            } else if (!Files.isWritable(folder)) {
                why = "is in a directory that cannot be written";
            }
            return Optional.ofNullable(why)
                    .map(reason ->
                            "--cds needs a file that is an archive, or can become one, and " + wanted + " " + reason);
        }

        /** Looks for the archive, and prepares that it is made where there is none. */
        public ClassArchive open() {
            try {
                boolean possible = !wanted.equals(NONE)
                        && firstThatIsNoJar().isEmpty()
                        && jvmArguments.stream().noneMatch(Choice::isOtherPlan);
                return possible ? find() : absent();
            } catch (IOException | InvalidPathException | UnsupportedOperationException | SecurityException e) {
                debug("no archive of classes: " + e);
                return absent();
            }
        }

        private ClassArchive find() throws IOException {
            boolean linked = Runtime.version().feature() >= FIRST_JDK_THAT_LINKS
                    && jvmArguments.stream().allMatch(Choice::isSafeForLinked);
            Path file = isAutomatic()
                    ? OwnFiles.directory(cache()).resolve(name(linked))
                    : behindLinks(Path.of(wanted).toAbsolutePath());
            if (isUsable(file)) {
                return new ClassArchive(State.USED, file, null);
            }
            return new ClassArchive(State.RECORDED, file, ArchiveMaking.begin(file, isAutomatic(), classPath, linked));
        }

        /** The file that is looked at is the one that the ranks use, wherever somebody's link leads by then. */
        private static Path behindLinks(Path file) throws IOException {
            return Files.exists(file) ? file.toRealPath() : file;
        }

        private boolean isUsable(Path file) throws IOException {
            if (!Files.exists(file)) {
                return false;
            }
            if (!OwnFiles.isOwn(file)) {
                throw new IOException(file + " belongs to somebody else, or may be changed by others");
            }
            if (!isWhole(file)) {
                return false;
            }
            if (isAutomatic()) {
                // The one that was not used for longest goes first.
                Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
                return true;
            }
            return isNewest(file);
        }

        private boolean isNewest(Path file) throws IOException {
            FileTime made = Files.getLastModifiedTime(file);
            for (Path input : inputs()) {
                if (Files.getLastModifiedTime(input).compareTo(made) > 0) {
                    return false;
                }
            }
            return true;
        }

        private Path cache() {
            String given = environment.getOrDefault("XDG_CACHE_HOME", "");
            Path directory = Path.of(given);
            // The specification has relative ones ignored.
            return (directory.isAbsolute() ? directory : Path.of(System.getProperty("user.home"), ".cache"))
                    .resolve("reactive-mpi");
        }

        /** All that an archive depends on, in a few letters. If two class paths ever had the same, the JVM would ignore one's. */
        private String name(boolean linked) throws IOException {
            StringBuilder text = new StringBuilder(System.getProperty("java.vm.version")).append(linked);
            for (Path input : inputs()) {
                BasicFileAttributes found = Files.readAttributes(input, BasicFileAttributes.class);
                text.append('\n')
                        .append(input)
                        .append(' ')
                        .append(found.size())
                        .append(' ')
                        .append(found.lastModifiedTime().toMillis());
            }
            CRC32 sum = new CRC32();
            sum.update(text.toString().getBytes(StandardCharsets.UTF_8));
            return "classes-" + Long.toHexString(sum.getValue())
                    + Integer.toHexString(text.toString().hashCode()) + SUFFIX;
        }

        private List<Path> inputs() {
            List<Path> inputs = new ArrayList<>();
            inputs.add(Path.of(System.getProperty("java.home"), "lib", "modules"));
            for (String entry : entries()) {
                inputs.add(Path.of(entry));
            }
            return inputs;
        }

        private Optional<String> firstThatIsNoJar() {
            for (String entry : entries()) {
                if (!entry.endsWith(".jar") || !Files.isRegularFile(Path.of(entry))) {
                    return Optional.of(entry);
                }
            }
            return Optional.empty();
        }

        private List<String> entries() {
            List<String> entries = new ArrayList<>(List.of(classPath.split(File.pathSeparator, -1)));
            if (entries.size() == 1) {
                entries.addAll(inManifest(Path.of(classPath)));
            }
            return entries;
        }

        /**
         * What the manifest of a jar has on the class path after it, as far as that is there: by such a jar programs are started
         * whose libraries stand beside them.
         */
        private static List<String> inManifest(Path jar) {
            if (!Files.isRegularFile(jar)) {
                return List.of();
            }
            try (JarFile opened = new JarFile(jar.toFile())) {
                Manifest manifest = opened.getManifest();
                String names =
                        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
                return names == null
                        ? List.of()
                        : Stream.of(names.strip().split(" +"))
                                .map(name -> beside(jar, name))
                                .flatMap(Optional::stream)
                                .filter(Files::exists)
                                .map(Path::toString)
                                .toList();
            } catch (IOException e) {
                debug(jar + " has no manifest that can be read: " + e);
                return List.of();
            }
        }

        /** A JVM ignores names that are no file's, too. */
        private static Optional<Path> beside(Path jar, String name) {
            try {
                return Optional.of(Path.of(jar.toAbsolutePath().toUri().resolve(name)));
            } catch (IllegalArgumentException | FileSystemNotFoundException e) {
                return Optional.empty();
            }
        }

        private boolean isAutomatic() {
            return wanted.equals(AUTO);
        }

        private ClassArchive absent() {
            return new ClassArchive(State.ABSENT, Path.of(NONE), null);
        }

        private static boolean isOtherPlan(String argument) {
            return OTHER_PLANS.stream().anyMatch(argument::startsWith);
        }

        private static boolean isSafeForLinked(String argument) {
            return SAFE_FOR_LINKED.stream().anyMatch(argument::startsWith);
        }
    }

    /** What a rank's JVM is told. */
    public List<String> arguments(int rank) {
        return switch (state) {
            case USED -> usage(file);
            case RECORDED ->
                rank == 0 && making != null ? List.of("-XX:DumpLoadedClassList=" + making.list()) : List.of();
            case ABSENT -> List.of();
        };
    }

    /** The job has ended. Called once or twice; the first time counts. */
    public Optional<Process> jobEnded(boolean well) {
        return making == null ? Optional.empty() : making.end(well);
    }

    /** What has a JVM use an archive, and not say a word if it doesn't fit. */
    static List<String> usage(Path file) {
        List<String> arguments = new ArrayList<>();
        arguments.add("-XX:SharedArchiveFile=" + file);
        arguments.add("-Xlog:cds*=off");
        if (Runtime.version().feature() >= FIRST_JDK_THAT_LINKS) {
            arguments.add("-Xlog:aot*=off");
        } else {
            arguments.addAll(AT_ITS_ADDRESS);
        }
        return arguments;
    }

    static void debug(String what) {
        Loggers.getLogger(ClassArchive.class).debug(what);
    }

    /** A file that a machine left behind as it lost its power begins with something else. */
    private static boolean isWhole(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            int first = in.readInt();
            return first == MAGIC || Integer.reverseBytes(first) == MAGIC;
        } catch (EOFException e) {
            return false;
        }
    }
}
