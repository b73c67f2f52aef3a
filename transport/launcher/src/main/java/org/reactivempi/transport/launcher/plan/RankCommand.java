package org.reactivempi.transport.launcher.plan;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.launcher.archive.ClassArchive;

/**
 * How the ranks of a program are started.
 *
 * <pre>
 *  Main                     the launcher's java, its class path, and -cp where that is given
 *  app.jar                  the same, with the jar after it and the class that its manifest names;
 *                           Spring Boot's executable jar by -jar, as it is
 *  java [OPTION]... Main    this java; the launcher's class path goes in front of the program's
 *  ./program                a process as it stands, which may start Java itself
 * </pre>
 */
public final class RankCommand {

    /** Ranks load Netty's native transport, and their users should not have to know. */
    private static final int FIRST_JDK_THAT_WARNS_OF_NATIVE_CODE = 24;

    /** A rank that lives on with dead threads would leave the others waiting for it; may be undone by --jvm-arg. */
    private static final List<String> END_WITHOUT_MEMORY =
            List.of("-XX:+ExitOnOutOfMemoryError", "-XX:+DisplayVMOutputToStderr");

    /** Netty's events for the flight recorder take a tenth of a second of each rank's start; the same holds. */
    private static final String WITHOUT_NETTY_EVENTS = "-Dio.netty.jfr.enabled=false";

    private static final String JAVA = "java";
    private static final String JAR = ".jar";
    private static final String JAR_OF_OLD = ".JAR";
    /** At the end of an entry of a class path: all jars of that folder. */
    private static final String ANY = "*";

    /** Why a program cannot be started, in words for the user. */
    public static final class UnusableException extends Exception {
        UnusableException(String message) {
            super(message);
        }
    }

    /** A class of the class path and its arguments, or what stands in for them: what the ranks run. */
    public record Program(String mainClass, List<String> arguments) {}

    /**
     * The JVM that runs a program.
     *
     * @param java its command
     * @param archived class path of an archive of classes that it may have; null where there is none for it
     * @param words what the program says to it
     */
    private record Jvm(String java, @Nullable String archived, List<String> words) {

        /** That of the launcher, and its archive. */
        static Jvm own(String archived, List<String> words) {
            return new Jvm(ownJava(), archived, words);
        }
    }

    private final ProgramOptions options;
    /** Null where the program is none that a JVM runs. */
    private final @Nullable Jvm jvm;

    private final List<String> lastWords;
    private final Program program;
    private final @Nullable String note;

    private RankCommand(
            ProgramOptions options, @Nullable Jvm jvm, List<String> lastWords, Program program, @Nullable String note) {
        this.options = options;
        this.jvm = jvm;
        this.lastWords = lastWords;
        this.program = program;
        this.note = note;
    }

    private RankCommand noting(String note) {
        return new RankCommand(options, jvm, lastWords, program, note);
    }

    /** What the user is told of how the words were understood, where they could mean something else. */
    public Optional<String> note() {
        return Optional.ofNullable(note);
    }

    /**
     * Finds out what the words of a program mean.
     *
     * @param mainClass where the launcher knows it; null where the words name the program
     * @param installed whether the launcher's class path is that of the library alone, as with {@code rmpirun}, so that the
     *     program's own comes after it
     */
    public static RankCommand of(ProgramOptions options, @Nullable String mainClass, boolean installed)
            throws UnusableException {
        List<String> words = options.words;
        if (mainClass != null) {
            return ofClass(options, mainClass, words, installed);
        }
        if (options.jar != null) {
            return installed ? ofJar(options, options.jar, words) : ofJarAlone(options, options.jar, words);
        }
        if (words.isEmpty()) {
            throw new UnusableException("which program? A main class is missing");
        }
        String first = words.get(0);
        List<String> rest = words.subList(1, words.size());
        if (ByteWords.areIn(first) && first.indexOf('/') >= 0) {
            return ofProgram(options, words);
        }
        if (isJava(first)) {
            return ofJava(options, first, rest);
        }
        if (first.endsWith(JAR)) {
            return ofJar(options, first, rest);
        }
        if (first.indexOf('/') >= 0) {
            requireProgram(options, first);
            return ofProgram(options, words);
        }
        Optional<Path> program = onPath(first);
        if (program.isEmpty()) {
            return ofClass(options, first, rest, installed);
        }
        return isClass(options, first, installed)
                ? ofClass(options, first, rest, installed)
                        .noting(first
                                + " is a class of the class path and a program, of which the class is run; the program is "
                                + program.get())
                : ofProgram(options, words);
    }

    private static RankCommand ofProgram(ProgramOptions options, List<String> words) {
        return new RankCommand(options, null, words, new Program(words.get(0), words.subList(1, words.size())), null);
    }

    private static RankCommand ofClass(
            ProgramOptions options, String mainClass, List<String> arguments, boolean installed) {
        return inOwnJava(options, List.of(), classPath(options, installed), mainClass, arguments);
    }

    private static RankCommand ofJar(ProgramOptions options, String jar, List<String> arguments)
            throws UnusableException {
        JarManifest manifest = JarManifest.of(options.resolved(jar), jar);
        if (manifest.isWhole()) {
            return ofWholeJar(options, ownJava(), joined(List.of("-jar", jar), arguments));
        }
        String classPath = joined(ownClassPath(options), options.classPath, jar);
        return inOwnJava(options, manifest.access(), classPath, manifest.mainClass(), arguments);
    }

    private static RankCommand inOwnJava(
            ProgramOptions options, List<String> jvmWords, String classPath, String mainClass, List<String> arguments) {
        return new RankCommand(
                options,
                Jvm.own(launcherClassPath(), jvmWords),
                joined(List.of("-cp", classPath, mainClass), arguments),
                new Program(mainClass, arguments),
                null);
    }

    /** A jar that has all it needs, or whose manifest says where it is. */
    private static RankCommand ofJarAlone(ProgramOptions options, String jar, List<String> arguments) {
        return new RankCommand(
                options,
                Jvm.own(jar, List.of()),
                joined(List.of("-jar", jar), arguments),
                new Program(jar, arguments),
                null);
    }

    /** A jar with all jars that it needs inside, of which no archive of classes can be made. */
    private static RankCommand ofWholeJar(ProgramOptions options, String java, List<String> words) {
        return new RankCommand(
                options,
                new Jvm(java, null, List.of()),
                words,
                new Program(words.get(words.size() - 1), List.of()),
                null);
    }

    private static RankCommand ofJava(ProgramOptions options, String java, List<String> words)
            throws UnusableException {
        JavaWords read = JavaWords.of(words);
        List<String> jvmWords = read.options();
        List<String> arguments = read.arguments();
        List<String> lastWords;
        if (read.jar() != null) {
            String jar = read.jar();
            JarManifest manifest = JarManifest.of(options.resolved(jar), jar);
            if (manifest.isWhole()) {
                return ofWholeJar(options, java, words);
            }
            jvmWords = joined(manifest.access(), jvmWords);
            lastWords = List.of("-cp", joined(ownClassPath(options), jar), manifest.mainClass());
        } else if (read.main() != null) {
            String classPath = read.classPath() == null ? classPathByDefault(options) : read.classPath();
            lastWords = List.of("-cp", joined(ownClassPath(options), classPath), read.main());
        } else {
            lastWords = read.classPath() == null
                    ? List.of()
                    : List.of("-cp", joined(ownClassPath(options), read.classPath()));
        }
        return new RankCommand(
                options,
                new Jvm(java, isOwnJava(java) ? launcherClassPath() : null, jvmWords),
                joined(lastWords, arguments),
                new Program(String.valueOf(read.main()), arguments),
                null);
    }

    /**
     * The whole command of a rank.
     *
     * @param archive what the JVM is told of an archive of {@link #archived}
     */
    List<String> words(int rank, List<String> archive) {
        if (jvm == null) {
            return lastWords;
        }
        List<String> command = new ArrayList<>();
        command.add(jvm.java());
        if (Runtime.version().feature() >= FIRST_JDK_THAT_WARNS_OF_NATIVE_CODE) {
            command.add(ClassArchive.NATIVE_ACCESS);
        }
        command.addAll(END_WITHOUT_MEMORY);
        command.add(WITHOUT_NETTY_EVENTS);
        command.addAll(archive);
        command.addAll(options.jvmArguments(rank));
        command.addAll(jvm.words());
        command.addAll(lastWords);
        return command;
    }

    /** A class of the class path and its arguments, where there is one; for ranks that are threads. */
    public Program program() {
        return program;
    }

    /** What the user says to the JVM. */
    public List<String> jvmArguments() {
        return jvm == null ? options.jvmArguments : joined(options.jvmArguments, jvm.words());
    }

    /** Whether it is a main class that the launcher's own {@code java} runs. */
    public boolean isMainClass() {
        return jvm != null
                && jvm.java().equals(ownJava())
                && !lastWords.isEmpty()
                && lastWords.get(0).equals("-cp");
    }

    /** Of what an archive of classes may be made; empty where the program cannot use one. */
    Optional<String> archived() {
        return Optional.ofNullable(jvm).map(Jvm::archived);
    }

    private static List<String> joined(List<String> first, List<String> rest) {
        List<String> words = new ArrayList<>(first);
        words.addAll(rest);
        return words;
    }

    private static String classPath(ProgramOptions options, boolean installed) {
        String own = ownClassPath(options);
        if (options.classPath != null) {
            return joined(own, options.classPath);
        }
        return installed ? joined(own, classPathByDefault(options)) : own;
    }

    /** As the JVM itself would have it. */
    private static String classPathByDefault(ProgramOptions options) {
        @Nullable String given = options.addedEnvironment().getOrDefault("CLASSPATH", System.getenv("CLASSPATH"));
        return given == null || given.isEmpty() ? "." : given;
    }

    /** The launcher's, which must mean the same in another directory. */
    private static String ownClassPath(ProgramOptions options) {
        String own = launcherClassPath();
        return options.directory == null
                ? own
                : Arrays.stream(own.split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator));
    }

    private static String launcherClassPath() {
        return System.getProperty("java.class.path");
    }

    private static String joined(@Nullable String... parts) {
        return Arrays.stream(parts)
                .filter(part -> part != null && !part.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void requireProgram(ProgramOptions options, String word) throws UnusableException {
        Path file = options.resolved(word);
        if (!Files.isExecutable(file) || Files.isDirectory(file)) {
            throw new UnusableException(word + " is no program that can be run");
        }
    }

    private static boolean isClass(ProgramOptions options, String name, boolean installed) {
        URL[] entries = Arrays.stream(classPath(options, installed).split(File.pathSeparator))
                .flatMap(entry -> files(options, entry))
                .map(RankCommand::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(entries, null)) {
            return loader.findResource(name.replace('.', '/') + ".class") != null;
        } catch (IOException e) {
            return false;
        }
    }

    /** An entry of a class path; as the JVM has it, a folder's jars where that ends with an asterisk. */
    private static Stream<Path> files(ProgramOptions options, String entry) {
        if (!entry.equals(ANY) && !entry.endsWith(File.separator + ANY)) {
            return Stream.of(options.resolved(entry));
        }
        Path folder = options.resolved(entry.substring(0, entry.length() - ANY.length()));
        try (Stream<Path> files = Files.list(folder)) {
            return files
                    .filter(file ->
                            file.toString().endsWith(JAR) || file.toString().endsWith(JAR_OF_OLD))
                    .toList()
                    .stream();
        } catch (IOException e) {
            // A JVM passes over what is not there, too.
            return Stream.of();
        }
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("a path has no address: " + entry, e);
        }
    }

    private static Optional<Path> onPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
                .findFirst();
    }

    private static boolean isJava(String word) {
        String name = String.valueOf(Path.of(word).getFileName());
        return name.equals(JAVA) || name.equals(JAVA + ".exe");
    }

    private static String ownJava() {
        return Path.of(System.getProperty("java.home"), "bin", JAVA).toString();
    }

    private static boolean isOwnJava(String word) {
        try {
            Path named = word.indexOf('/') >= 0 ? Path.of(word) : onPath(word).orElse(Path.of(word));
            return named.toRealPath().equals(Path.of(ownJava()).toRealPath());
        } catch (IOException e) {
            return false;
        }
    }
}
