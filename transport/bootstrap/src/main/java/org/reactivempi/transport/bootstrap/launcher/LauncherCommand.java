package org.reactivempi.transport.bootstrap.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.OpenFiles;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The launcher behind its door: reads the words of the command line with picocli, and runs the job that they ask for. */
final class LauncherCommand {

    private static final String NEXT_PROGRAM = ":";
    private static final int USAGE_CODE = 2;
    private static final int OUTPUT_CODE = 1;
    private static final int LIMIT_CODE = 1;

    private final String programName;
    private final @Nullable String mainClass;
    private final LauncherOptions options = new LauncherOptions();
    private final CommandLine commandLine;
    private final PrintStream out;
    private final PrintStream err;

    private LauncherCommand(String programName, @Nullable String mainClass, PrintStream out, PrintStream err) {
        this.programName = programName;
        this.mainClass = mainClass;
        this.out = out;
        this.err = err;
        this.commandLine = commandLine();
    }

    /** As {@link Launcher#hasOption}. */
    static boolean hasOption(String word) {
        return new CommandLine(new LauncherOptions()).getCommandSpec().findOption(word) != null;
    }

    /** As {@link Launcher#similarOptions}. */
    static List<String> similarOptions(String word) {
        try {
            new CommandLine(new LauncherOptions()).parseArgs(word);
            return List.of();
        } catch (UnmatchedArgumentException e) {
            return e.getSuggestions();
        } catch (ParameterException e) {
            return List.of();
        }
    }

    /** Runs a job; returns the code for {@code exit}. */
    static int run(
            String programName, @Nullable String mainClass, PrintStream out, PrintStream err, String... arguments) {
        Optional<String> shortage = OpenFiles.shortage(System.getProperty("java.class.path"));
        if (shortage.isPresent()) {
            err.println(programName + ": " + shortage.get());
            return LIMIT_CODE;
        }
        return new LauncherCommand(programName, mainClass, out, err).run(arguments);
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
            return usageError(firstLine(e) + suggestions(e));
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
        if (mainClass != null && options.jar != null) {
            return usageError("-jar " + options.jar + " is another program than " + programName);
        }
        if (options.words.contains(NEXT_PROGRAM)) {
            return usageError("'" + NEXT_PROGRAM
                    + "' begins another program of the same job, which the launcher cannot run yet; all ranks"
                    + " run one program, which can choose what to do by its rank");
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
        if (mainClass != null || options.jar != null) {
            return new RankProgram(mainClass == null ? String.valueOf(options.jar) : mainClass, words);
        }
        return words.isEmpty() ? null : new RankProgram(words.get(0), words.subList(1, words.size()));
    }

    private int launch(RankProgram program) {
        try (Outputs outputs = Outputs.of(options, out, err)) {
            return launch(program, outputs);
        } catch (IOException e) {
            err.println(programName + ": " + e.getMessage());
            return USAGE_CODE;
        }
    }

    private int launch(RankProgram program, Outputs outputs) {
        Verdict verdict = options.inJvm
                ? new InJvmJob(program, options, outputs).run()
                : new ProcessJob(program, options, outputs).run();
        SharedOutput own = outputs.err();
        options.recording.end(line -> own.line(programName + ": " + line));
        String rest = options.ranks > 1 ? "; the remaining ranks were ended" : "";
        verdict.failure().ifPresent(reason -> own.line(programName + ": " + reason + rest));
        if (verdict.code() == 0 && outputs.isBroken()) {
            own.line(programName + ": "
                    + (options.outputDirectory == null ? "standard output" : "the ranks' output")
                    + " could not be written");
            return OUTPUT_CODE;
        }
        return verdict.code();
    }

    private static String firstLine(ParameterException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong options");
    }

    private static String suggestions(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched ? suggestions(unmatched.getSuggestions()) : "";
    }

    private static String suggestions(List<String> names) {
        return names.isEmpty() ? "" : "; did you mean " + String.join(" or ", names) + "?";
    }

    private int usageError(String message) {
        err.println(programName + ": " + message + "; --help shows all options");
        return USAGE_CODE;
    }
}
