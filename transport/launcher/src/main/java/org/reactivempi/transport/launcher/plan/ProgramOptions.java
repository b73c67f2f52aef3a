package org.reactivempi.transport.launcher.plan;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.JobSecret;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** What the command line says of one program; where several are joined by {@code :}, each has its own. Filled in by picocli. */
public final class ProgramOptions {

    /** The rank's number, or a number after it, as for a port of each rank's own. */
    private static final Pattern RANK = Pattern.compile("\\{rank(?:\\+([0-9]{1,9}))?}");

    @Option(
            names = {"-n", "-np", "--n", "--np"},
            paramLabel = "N",
            converter = RankCount.class,
            defaultValue = "1",
            description = "How many ranks, 1 to " + RankCount.MAX + "; default 1.")
    public int ranks;

    @Option(
            names = {"-cp", "-classpath", "--class-path"},
            paramLabel = "PATH",
            description = "Class path of a program that is given by its main class, behind the launcher's own.")
    @Nullable
    String classPath;

    @Option(
            names = "-jar",
            paramLabel = "FILE",
            parameterConsumer = JarProgram.class,
            description =
                    "In place of a main class: the jar file of a program, whose manifest names its class and class path."
                            + " What stands behind it is the program's.")
    @Nullable
    public String jar;

    @Option(
            names = {"--wdir", "-wdir", "--wd", "-wd"},
            paramLabel = "DIR",
            description = "The directory in which the ranks run; default is the launcher's.")
    @Nullable
    public Path directory;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Sets an environment variable of the ranks; may be repeated. With --in-jvm only the settings"
                    + " of this library see it.")
    public List<String> environment = new ArrayList<>();

    @Option(
            names = "-x",
            paramLabel = "NAME[=VALUE]",
            description =
                    "As --env, in the words of other launchers. Without a value, the variable must be set here; ranks have"
                            + " it then in any case.")
    List<String> exported = new ArrayList<>();

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            description =
                    "An argument for each rank's JVM, such as -Xmx1g; may be repeated. {rank} in it is the rank's number, and"
                            + " {rank+5005} is 5005 more.")
    public List<String> jvmArguments = new ArrayList<>();

    @Parameters(hidden = true)
    List<String> words = new ArrayList<>();

    /** What is wrong with the options of this program, where something is. */
    @Nullable
    public String contradiction() {
        if (jar != null && !Files.isRegularFile(resolved(jar))) {
            return "-jar " + jar + " is no file";
        }
        if (directory != null && !Files.isDirectory(directory)) {
            return "--wdir " + directory + " is no directory";
        }
        if (Stream.concat(environment.stream(), exported.stream())
                .anyMatch(text -> text.startsWith(JobSecret.VARIABLE + "="))) {
            return "--env " + JobSecret.VARIABLE + " would show the secret to everybody on this host; set it in the"
                    + " launcher's own environment";
        }
        for (String text : environment) {
            if (text.indexOf('=') < 1) {
                return "--env needs NAME=VALUE, not " + text;
            }
        }
        for (String text : exported) {
            if (text.isEmpty() || text.indexOf('=') == 0) {
                return "-x needs NAME or NAME=VALUE, not " + text;
            }
            if (text.indexOf('=') < 0 && System.getenv(text) == null) {
                return "-x " + text + " has no value, and no variable of this name is set here";
            }
        }
        return null;
    }

    /** Where the ranks will find a file of this name. */
    Path resolved(String file) {
        return directory == null ? Path.of(file) : directory.resolve(file);
    }

    /** What a rank's JVM gets from the user. */
    List<String> jvmArguments(int rank) {
        return jvmArguments.stream()
                .map(argument -> RANK.matcher(argument).replaceAll(found -> number(rank, found.group(1))))
                .toList();
    }

    private static String number(int rank, @Nullable String more) {
        return Integer.toString(more == null ? rank : rank + Integer.parseInt(more));
    }

    /** What the environment of the program's ranks has beyond that of the job. */
    Map<String, String> addedEnvironment() {
        Map<String, String> added = new LinkedHashMap<>();
        Stream.concat(environment.stream(), exported.stream())
                .filter(text -> text.indexOf('=') > 0)
                .forEach(text -> {
                    int equals = text.indexOf('=');
                    added.put(text.substring(0, equals), text.substring(equals + 1));
                });
        return added;
    }

    /** The value of {@code -n}. */
    public static final class RankCount implements ITypeConverter<Integer> {

        public static final int MAX = 1024;

        @Override
        public Integer convert(String text) {
            if (text.matches("[0-9]{1,6}")) {
                int count = Integer.parseInt(text);
                if (count >= 1 && count <= MAX) {
                    return count;
                }
            }
            throw new TypeConversionException(text + " is not a number from 1 to " + MAX);
        }
    }

    /** The value of {@code -jar}: a file, and after it the program's own words, as after a main class. */
    static final class JarProgram implements IParameterConsumer {

        @Override
        public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec launcher) {
            ProgramOptions options = ((LauncherOptions) launcher.userObject()).program;
            options.jar = words.pop();
            while (!words.isEmpty()) {
                options.words.add(words.pop());
            }
        }
    }
}
