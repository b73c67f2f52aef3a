package org.reactivempi.transport.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.OpenFiles;
import org.reactivempi.transport.launcher.job.InJvmJob;
import org.reactivempi.transport.launcher.job.ProcessJob;
import org.reactivempi.transport.launcher.job.Verdict;
import org.reactivempi.transport.launcher.output.Outputs;
import org.reactivempi.transport.launcher.output.SharedOutput;
import org.reactivempi.transport.launcher.plan.ByteWords;
import org.reactivempi.transport.launcher.plan.JobPlan;
import org.reactivempi.transport.launcher.plan.LauncherOptions;
import org.reactivempi.transport.launcher.plan.ProgramOptions;
import org.reactivempi.transport.launcher.plan.RankCommand;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
    private final boolean installed;
    private final PrintStream out;
    private final PrintStream err;

    private LauncherCommand(
            String programName, @Nullable String mainClass, boolean installed, PrintStream out, PrintStream err) {
        this.programName = programName;
        this.mainClass = mainClass;
        this.installed = installed;
        this.out = out;
        this.err = err;
    }

    /** What is wrong with the command line, in words for the user. */
    private static final class UsageException extends Exception {
        UsageException(String message) {
            super(message);
        }
    }

    /** The words of one program, read. */
    private record Words(CommandLine line, LauncherOptions options, OtherLaunchers others) {}

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

    /**
     * Runs a job; returns the code for {@code exit}.
     *
     * @param mainClass null where the words name the program
     * @param installed whether the class path is that of the library alone
     */
    static int run(
            String programName,
            @Nullable String mainClass,
            boolean installed,
            PrintStream out,
            PrintStream err,
            String... arguments) {
        Optional<String> shortage = OpenFiles.shortage(System.getProperty("java.class.path"));
        if (shortage.isPresent()) {
            err.println(programName + ": " + shortage.get());
            return LIMIT_CODE;
        }
        return new LauncherCommand(programName, mainClass, installed, out, err).run(ByteWords.of(arguments));
    }

    private int run(String[] arguments) {
        try {
            List<Words> programs = new ArrayList<>();
            for (List<String> words : programs(arguments)) {
                programs.add(read(words));
            }
            CommandLine first = programs.get(0).line();
            if (first.isUsageHelpRequested()) {
                first.usage(out);
                return 0;
            }
            if (first.isVersionHelpRequested()) {
                first.printVersionHelp(out);
                return 0;
            }
            return checkAndLaunch(plan(programs));
        } catch (UsageException e) {
            err.println(programName + ": " + e.getMessage() + "; --help shows all options");
            return USAGE_CODE;
        }
    }

    private List<List<String>> programs(String[] arguments) {
        if (mainClass != null) {
            return List.of(List.of(arguments));
        }
        List<List<String>> programs = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (String argument : arguments) {
            if (argument.equals(NEXT_PROGRAM)) {
                programs.add(words);
                words = new ArrayList<>();
            } else {
                words.add(argument);
            }
        }
        programs.add(words);
        return programs;
    }

    private Words read(List<String> words) throws UsageException {
        LauncherOptions options = new LauncherOptions();
        OtherLaunchers others = new OtherLaunchers();
        CommandLine line = new CommandLine(options);
        if (mainClass == null) {
            line.addMixin("others", others);
        }
        line.setCommandName(programName)
                .setStopAtPositional(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .setUnmatchedArgumentsAllowed(mainClass == null)
                .setUnmatchedOptionsArePositionalParams(mainClass != null);
        line.getCommandSpec()
                .usageMessage()
                .customSynopsis(programName + " [-n N] [OPTION]..."
                        + (mainClass == null
                                ? " PROGRAM [ARGUMENT]... [: [-n N] [OPTION]... PROGRAM [ARGUMENT]...]..."
                                : " [ARGUMENT]..."));
        try {
            line.parseArgs(words.toArray(String[]::new));
            for (String unknown : line.getUnmatchedArguments()) {
                if (!OtherLaunchers.isJvmArgument(unknown)) {
                    throw new UnmatchedArgumentException(line, List.of(unknown));
                }
                options.program.jvmArguments.add(unknown);
            }
        } catch (ParameterException e) {
            throw new UsageException(firstLine(e) + suggestions(e));
        }
        return new Words(line, options, others);
    }

    /** The options of the first program are those of the job. */
    private JobPlan plan(List<Words> programs) throws UsageException {
        Words first = programs.get(0);
        List<JobPlan.Part> parts = new ArrayList<>();
        for (Words words : programs) {
            if (words != first) {
                requireOwnOptions(words);
            }
            adopt(words, first.others());
            parts.add(new JobPlan.Part(parts.size(), words.options().program, command(words)));
        }
        first.options().prefixOutput |= first.others().tagOutput.length > 0;
        try {
            JobPlan plan = new JobPlan(first.options(), parts);
            requireWhole(plan);
            return plan;
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** An option that is one of the whole job has no meaning after a ':'. */
    private static void requireOwnOptions(Words words) throws UsageException {
        CommandSpec ofJob = CommandSpec.forAnnotatedObject(new LauncherOptions());
        CommandSpec ofProgram = CommandSpec.forAnnotatedObject(new ProgramOptions());
        for (OptionSpec option : words.line().getParseResult().matchedOptions()) {
            String name = option.longestName();
            if (ofJob.findOption(name) != null && ofProgram.findOption(name) == null) {
                throw new UsageException(name + " is an option of the whole job: it stands before the first program");
            }
        }
    }

    private void adopt(Words words, OtherLaunchers first) throws UsageException {
        OtherLaunchers others = words.others();
        ProgramOptions program = words.options().program;
        @Nullable String refusal = others.refusal();
        if (refusal != null) {
            throw new UsageException(refusal);
        }
        others.notes().forEach(note -> err.println(programName + ": " + note));
        program.environment.addAll(0, OtherLaunchers.pairs(first.jobVariables));
        program.environment.addAll(OtherLaunchers.pairs(others.variables));
        @Nullable String wrong = words.options().contradiction();
        if (wrong == null) {
            wrong = program.contradiction();
        }
        if (wrong != null) {
            throw new UsageException(wrong);
        }
    }

    private RankCommand command(Words words) throws UsageException {
        ProgramOptions program = words.options().program;
        if (mainClass != null && program.jar != null) {
            throw new UsageException("-jar " + program.jar + " is another program than " + programName);
        }
        try {
            RankCommand command = RankCommand.of(program, mainClass, installed);
            command.note().ifPresent(note -> err.println(programName + ": " + note));
            return command;
        } catch (RankCommand.UnusableException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        } catch (InvalidPathException e) {
            throw new UsageException("a name of a file cannot be read here, where the locale has the encoding "
                    + System.getProperty("sun.jnu.encoding") + ": set LC_ALL=C.UTF-8");
        }
    }

    private void requireWhole(JobPlan plan) throws UsageException {
        boolean inJvm = plan.options().inJvm;
        if (inJvm && installed) {
            throw new UsageException("--in-jvm needs the program on the launcher's own class path: java -cp CLASSPATH "
                    + Launcher.class.getName() + " --in-jvm MAIN_CLASS");
        }
        if (plan.ranks() > ProgramOptions.RankCount.MAX) {
            throw new UsageException("the programs have " + plan.ranks() + " ranks together, "
                    + ProgramOptions.RankCount.MAX + " are allowed");
        }
        if (inJvm && plan.parts().size() > 1) {
            throw new UsageException("--in-jvm runs one program, not several with ':' between");
        }
        if (inJvm && !plan.parts().get(0).command().isMainClass()) {
            throw new UsageException("--in-jvm runs a main class, no other program, since no process is started");
        }
        Optional<String> problem =
                inJvm ? Optional.empty() : plan.classArchive().problem();
        if (problem.isPresent()) {
            throw new UsageException(problem.get());
        }
    }

    private int checkAndLaunch(JobPlan plan) {
        LauncherOptions options = plan.options();
        @Nullable String problem = GivenSettings.problem(plan).orElse(null);
        if (problem == null) {
            problem = options.recording
                    .begin(
                            plan.ranks(),
                            options.trace,
                            options.stats,
                            plan.hosts().of(0))
                    .orElse(null);
        }
        if (problem == null) {
            return launch(plan);
        }
        err.println(programName + ": " + problem);
        return USAGE_CODE;
    }

    private int launch(JobPlan plan) {
        try (Outputs outputs = Outputs.of(plan, out, err)) {
            return launch(plan, outputs);
        } catch (IOException e) {
            err.println(programName + ": " + e.getMessage());
            return USAGE_CODE;
        }
    }

    private int launch(JobPlan plan, Outputs outputs) {
        LauncherOptions options = plan.options();
        Verdict verdict = options.inJvm ? new InJvmJob(plan, outputs).run() : new ProcessJob(plan, outputs).run();
        SharedOutput own = outputs.err();
        options.recording.end(line -> own.line(programName + ": " + line));
        String rest = plan.ranks() > 1 ? "; the remaining ranks were ended" : "";
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
}
