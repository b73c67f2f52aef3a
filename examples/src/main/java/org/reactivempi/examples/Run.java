package org.reactivempi.examples;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.reactivempi.transport.launcher.Launcher;

/** What the script {@code examples/run} runs: finds an example by its name, and launches it. */
public final class Run {

    private static final String PROGRAM = "examples/run";
    private static final String HELP = "--help";
    private static final String VERSION = "--version";
    private static final String ARCHIVE_PROPERTY = "examples.class-archive";
    private static final int USAGE_CODE = 2;

    private Run() {}

    /**
     * Runs an example, and exits with its code.
     *
     * @param arguments the example's name, options of the launcher, then the example's own arguments
     */
    public static void main(String[] arguments) {
        System.exit(run(Arrays.asList(arguments)));
    }

    /** The launcher's options for the archive of classes that the script has made, from which ranks start faster. */
    public static List<String> archive() {
        String archive = System.getProperty(ARCHIVE_PROPERTY, "");
        return archive.isEmpty() ? List.of() : List.of("--cds", archive);
    }

    private static int run(List<String> arguments) {
        if (arguments.isEmpty()) {
            return unknown("which example? Its name comes first");
        }
        String name = arguments.get(0);
        if (name.equals(HELP)) {
            return help();
        }
        if (name.equals(VERSION)) {
            return Launcher.run(PROGRAM, "", VERSION);
        }
        Optional<Example> example = Example.named(name);
        return example.isPresent()
                ? launch(example.get(), arguments.subList(1, arguments.size()))
                : unknown("no example is called " + name + suggestions(Example.similarTo(name)));
    }

    private static int launch(Example example, List<String> arguments) {
        if (example.isCalledHere()) {
            return call(example.mainClassName(), arguments);
        }
        if (arguments.equals(List.of(HELP))) {
            return help(example);
        }
        return Launcher.run(example.lowerCaseName(), example.mainClassName(), withArchive(arguments));
    }

    /** The example's own options, for which it is run, and how it is run; not the many of the launcher. */
    private static int help(Example example) {
        int code = Launcher.run(example.lowerCaseName(), example.mainClassName(), "--in-jvm", "--", HELP);
        System.out.printf(
                Locale.ROOT,
                "%nRun it by: %s %s [-n RANKS] [options of the launcher] [arguments]%n%s %s lists the options of the launcher.%n",
                PROGRAM,
                example.lowerCaseName(),
                PROGRAM,
                HELP);
        return code;
    }

    private static String suggestions(List<String> names) {
        return names.isEmpty() ? "" : "; did you mean " + String.join(" or ", names) + "?";
    }

    /** By its name, since its module may be one that this one does not see; it ends the JVM with its own code. */
    private static int call(String mainClassName, List<String> arguments) {
        try {
            Class.forName(mainClassName).getMethod("main", String[].class).invoke(null, (Object)
                    arguments.toArray(String[]::new));
            return 0;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(mainClassName + " cannot be run", e);
        }
    }

    private static String[] withArchive(List<String> words) {
        return Stream.concat(archive().stream(), words.stream()).toArray(String[]::new);
    }

    private static int help() {
        System.out.printf(Locale.ROOT, "Examples, each with its own --help:%n%n%s%n", Example.list());
        return Launcher.run(PROGRAM + " NAME", "", HELP);
    }

    private static int unknown(String problem) {
        System.err.printf(Locale.ROOT, "%s: %s%n%n%s", PROGRAM, problem, Example.list());
        return USAGE_CODE;
    }
}
