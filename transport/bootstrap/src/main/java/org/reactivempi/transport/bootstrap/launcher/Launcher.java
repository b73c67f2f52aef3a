package org.reactivempi.transport.bootstrap.launcher;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.OpenFiles;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The local launcher: {@code reactive-mpi [-n N] [options] MAIN_CLASS [ARGUMENTS...]}.
 *
 * <p>Ranks are JVMs with this one's {@code java} and class path, or threads of this JVM with {@code --in-jvm}. They find
 * each other through the launcher as they would under MPICH's Hydra. Needs picocli on the class path.
 */
public final class Launcher {

    private static final String PROGRAM_NAME = "reactive-mpi";
    private static final int USAGE_CODE = 2;
    private static final int OUTPUT_CODE = 1;
    private static final int LIMIT_CODE = 1;

    private final String programName;
    private final @Nullable String mainClass;
    private final LauncherOptions options = new LauncherOptions();
    private final CommandLine commandLine;
    private final PrintStream out;
    private final PrintStream err;

    private Launcher(String programName, @Nullable String mainClass, PrintStream out, PrintStream err) {
        this.programName = programName;
        this.mainClass = mainClass;
        this.out = out;
        this.err = err;
        this.commandLine = commandLine();
    }

    /**
     * Runs a program and exits with its code.
     *
     * @param arguments options of the launcher, the main class, and the program's own arguments
     */
    public static void main(String[] arguments) {
        System.exit(run(PROGRAM_NAME, null, System.out, System.err, arguments));
    }

    /**
     * Runs a program whose main class is known already; for programs that launch themselves. Blocks until the job has
     * ended. The caller exits with the code: with {@code --in-jvm}, ranks of a failed job may still be running.
     *
     * @param programName how messages and help name the program
     * @param mainClass a class of this class path with a {@code main} method
     * @param arguments options of the launcher, up to the first word that is none, then the program's own arguments
     * @return 0, the first failed rank's exit code, 124 where the time limit was passed, 2 for wrong options and settings, or 1 where
     *     standard output could not be written, or this process may not open as many files as the class path needs
     */
    public static int run(String programName, String mainClass, String... arguments) {
        return run(programName, mainClass, System.out, System.err, arguments);
    }

    /**
     * Whether a word is an option of the launcher; for programs that find one among their own arguments.
     *
     * @param word such as {@code -n}
     * @return true if it is
     */
    public static boolean hasOption(String word) {
        return new CommandLine(new LauncherOptions()).getCommandSpec().findOption(word) != null;
    }

    static int run(
            String programName, @Nullable String mainClass, PrintStream out, PrintStream err, String... arguments) {
        Optional<String> shortage = OpenFiles.shortage(System.getProperty("java.class.path"));
        if (shortage.isPresent()) {
            err.println(programName + ": " + shortage.get());
            return LIMIT_CODE;
        }
        return new Launcher(programName, mainClass, out, err).run(arguments);
    }

    private CommandLine commandLine() {
        CommandLine line = new CommandLine(options)
                .setCommandName(programName)
                .setStopAtPositional(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .setUnmatchedOptionsArePositionalParams(mainClass != null);
        line.getCommandSpec()
                .usageMessage()
                .customSynopsis(programName + " [-n N] [OPTION]..." + (mainClass == null ? " MAIN_CLASS" : "")
                        + " [ARGUMENT]...");
        return line;
    }

    private int run(String[] arguments) {
        try {
            commandLine.parseArgs(arguments);
        } catch (ParameterException e) {
            return usageError(String.valueOf(e.getMessage()));
        }
        if (commandLine.isUsageHelpRequested()) {
            commandLine.usage(out);
            return 0;
        }
        if (commandLine.isVersionHelpRequested()) {
            commandLine.printVersionHelp(out);
            return 0;
        }
        @Nullable String contradiction = options.contradiction();
        if (contradiction != null) {
            return usageError(contradiction);
        }
        @Nullable RankProgram program = program();
        return program == null ? usageError("which program? A main class is missing") : checkAndLaunch(program);
    }

    private int checkAndLaunch(RankProgram program) {
        @Nullable String problem = new GivenSettings(program, options).problem().orElse(null);
        if (problem == null) {
            problem = options.recording
                    .begin(options.ranks, options.trace, options.stats)
                    .orElse(null);
        }
        if (problem == null) {
            return launch(program);
        }
        err.println(programName + ": " + problem);
        return USAGE_CODE;
    }

    private @Nullable RankProgram program() {
        List<String> words = options.words;
        if (mainClass != null) {
            return new RankProgram(mainClass, words);
        }
        return words.isEmpty() ? null : new RankProgram(words.get(0), words.subList(1, words.size()));
    }

    private int launch(RankProgram program) {
        SharedOutput sharedOut = new SharedOutput(out, options.prefixOutput);
        SharedOutput sharedErr = new SharedOutput(err, options.prefixOutput);
        Verdict verdict = options.inJvm
                ? new InJvmJob(program, options, sharedOut, sharedErr).run()
                : new ProcessJob(program, options, sharedOut, sharedErr).run();
        options.recording.end(line -> sharedErr.line(programName + ": " + line));
        String rest = options.ranks > 1 ? "; the remaining ranks were ended" : "";
        verdict.failure().ifPresent(reason -> sharedErr.line(programName + ": " + reason + rest));
        if (verdict.code() == 0 && sharedOut.isBroken()) {
            sharedErr.line(programName + ": standard output could not be written");
            return OUTPUT_CODE;
        }
        return verdict.code();
    }

    private int usageError(String message) {
        err.println(programName + ": " + message.lines().findFirst().orElse("wrong options")
                + "; --help shows all options");
        return USAGE_CODE;
    }
}
