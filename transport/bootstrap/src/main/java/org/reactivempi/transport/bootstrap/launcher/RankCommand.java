package org.reactivempi.transport.bootstrap.launcher;

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

/**
 * How the ranks of a program are started.
 *
 * <pre>
 *  Main                     the launcher's java, its class path, and -cp where that is given
 *  app.jar                  the same, with the jar behind it and the class that its manifest names
 *  java [OPTION]... Main    this java; the launcher's class path goes in front of the program's
 *  ./program                a process as it stands, which may start Java itself
 * </pre>
 */
final class RankCommand {

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
    static final class UnusableException extends Exception {
        UnusableException(String message) {
            super(message);
        }
    }

    private final ProgramOptions options;
    /** The program that runs as a JVM; null where it is none. */
    private final @Nullable String java;

    /** Class path of an archive of classes that the JVM may have; null where there is none for it. */
    private final @Nullable String archived;

    private final List<String> jvmWords;
    private final List<String> lastWords;
    private final RankProgram program;
    private final @Nullable String note;

    private RankCommand(
            ProgramOptions options,
            @Nullable String java,
            @Nullable String archived,
            List<String> jvmWords,
            List<String> lastWords,
            RankProgram program) {
        this(options, java, archived, jvmWords, lastWords, program, null);
    }

    private RankCommand(
            ProgramOptions options,
            @Nullable String java,
            @Nullable String archived,
            List<String> jvmWords,
            List<String> lastWords,
            RankProgram program,
            @Nullable String note) {
        this.options = options;
        this.java = java;
        this.archived = archived;
        this.jvmWords = jvmWords;
        this.lastWords = lastWords;
        this.program = program;
        this.note = note;
    }

    private RankCommand noting(String note) {
        return new RankCommand(options, java, archived, jvmWords, lastWords, program, note);
    }

    /** What the user is told of how the words were understood, where they could mean something else. */
    Optional<String> note() {
        return Optional.ofNullable(note);
    }

    /**
     * Finds out what the words of a program mean.
     *
     * @param mainClass where the launcher knows it; null where the words name the program
     * @param installed whether the launcher's class path is that of the library alone, as with {@code rmpirun}, so that the
     *     program's own comes behind it
     */
    static RankCommand of(ProgramOptions options, @Nullable String mainClass, boolean installed)
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
        return new RankCommand(
                options, null, null, List.of(), words, new RankProgram(words.get(0), words.subList(1, words.size())));
    }

    private static RankCommand ofClass(
            ProgramOptions options, String mainClass, List<String> arguments, boolean installed) {
        return inOwnJava(options, List.of(), classPath(options, installed), mainClass, arguments);
    }

    private static RankCommand ofJar(ProgramOptions options, String jar, List<String> arguments)
            throws UnusableException {
        String classPath = joined(ownClassPath(options), options.classPath, jar);
        JarManifest manifest = JarManifest.of(options.resolved(jar), jar);
        return inOwnJava(options, manifest.access(), classPath, manifest.mainClass(), arguments);
    }

    private static RankCommand inOwnJava(
            ProgramOptions options, List<String> jvmWords, String classPath, String mainClass, List<String> arguments) {
        return new RankCommand(
                options,
                ownJava(),
                System.getProperty("java.class.path"),
                jvmWords,
                joined(List.of("-cp", classPath, mainClass), arguments),
                new RankProgram(mainClass, arguments));
    }

    /** A jar that has all it needs, or whose manifest says where it is. */
    private static RankCommand ofJarAlone(ProgramOptions options, String jar, List<String> arguments) {
        return new RankCommand(
                options,
                ownJava(),
                jar,
                List.of(),
                joined(List.of("-jar", jar), arguments),
                new RankProgram(jar, arguments));
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
                java,
                isOwnJava(java) ? System.getProperty("java.class.path") : null,
                jvmWords,
                joined(lastWords, arguments),
                new RankProgram(String.valueOf(read.main()), arguments));
    }

    /**
     * The whole command of a rank.
     *
     * @param archive what the JVM is told of an archive of {@link #archived}
     */
    List<String> words(int rank, List<String> archive) {
        if (java == null) {
            return lastWords;
        }
        List<String> command = new ArrayList<>();
        command.add(java);
        if (Runtime.version().feature() >= FIRST_JDK_THAT_WARNS_OF_NATIVE_CODE) {
            command.add(ClassArchive.NATIVE_ACCESS);
        }
        command.addAll(END_WITHOUT_MEMORY);
        command.add(WITHOUT_NETTY_EVENTS);
        command.addAll(archive);
        command.addAll(options.jvmArguments(rank));
        command.addAll(jvmWords);
        command.addAll(lastWords);
        return command;
    }

    /** A class of the class path and its arguments, where there is one; for ranks that are threads. */
    RankProgram program() {
        return program;
    }

    /** What the user says to the JVM. */
    List<String> jvmArguments() {
        return joined(options.jvmArguments, jvmWords);
    }

    /** Whether it is a main class that the launcher's own {@code java} runs. */
    boolean isMainClass() {
        return java != null
                && java.equals(ownJava())
                && !lastWords.isEmpty()
                && lastWords.get(0).equals("-cp");
    }

    /** Of what an archive of classes may be made; empty where the program cannot use one. */
    Optional<String> archived() {
        return Optional.ofNullable(archived);
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
        String own = System.getProperty("java.class.path");
        return options.directory == null
                ? own
                : Arrays.stream(own.split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator));
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
