package org.reactivempi.examples.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.transport.launcher.Launcher;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import reactor.core.publisher.Mono;

/** The arguments of a program that many ranks run: all of them read the same, and rank 0 alone speaks. */
public final class Arguments {

    private static final int USAGE_CODE = 2;
    private static final String ALL_OPTIONS = "; --help shows all options";

    private Arguments() {}

    /**
     * Reads the arguments of {@code main} into an object with picocli's annotations.
     *
     * @param world the ranks that run the program
     * @param arguments those of {@code main}; settings of the library are left out
     * @param options the object to fill in, a new one for each rank
     * @param <T> the type of the options
     * @return the same object; nothing after {@code --help}, which rank 0 prints. After a mistake, rank 0 fails with an
     *     {@link ExitException} of code 2 and the others wait for the launcher to end them.
     */
    public static <T> Mono<T> read(Communicator world, String[] arguments, T options) {
        return Mono.defer(() -> {
            CommandLine line = commandLine(options);
            try {
                line.parseArgs(Mpi.arguments(arguments));
            } catch (ParameterException e) {
                return world.rank() == 0 ? Mono.error(mistake(line, e)) : Mono.never();
            }
            if (line.isUsageHelpRequested()) {
                return world.rank() == 0 ? Mono.fromRunnable(() -> line.usage(System.out)) : Mono.empty();
            }
            return Mono.just(options);
        });
    }

    /**
     * Reads the arguments of a program that is no rank.
     *
     * @param arguments those of {@code main}
     * @param options the object to fill in
     * @param out gets the help
     * @param err gets the line for a mistake
     * @return the program's exit code where it ends here: 0 after {@code --help}, 2 after a mistake
     */
    public static OptionalInt readAlone(List<String> arguments, Object options, PrintStream out, PrintStream err) {
        CommandLine line = commandLine(options);
        try {
            line.parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException e) {
            err.println(line.getCommandName() + ": " + what(e) + ALL_OPTIONS);
            return OptionalInt.of(USAGE_CODE);
        }
        if (line.isUsageHelpRequested()) {
            line.usage(out);
            return OptionalInt.of(0);
        }
        return OptionalInt.empty();
    }

    private static CommandLine commandLine(Object options) {
        return new CommandLine(options).setSeparator(" ").setCaseInsensitiveEnumValuesAllowed(true);
    }

    private static ExitException mistake(CommandLine line, ParameterException e) {
        return new ExitException(USAGE_CODE, line.getCommandName() + ": " + what(e) + hint(e));
    }

    private static String what(ParameterException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong arguments");
    }

    private static String hint(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return ALL_OPTIONS;
        }
        if (unmatched.getUnmatched().stream().anyMatch(Launcher::hasOption)) {
            return "; options of the launcher come before those of the program";
        }
        List<String> similar = new ArrayList<>(unmatched.getSuggestions());
        for (String word : unmatched.getUnmatched()) {
            Launcher.similarOptions(word).stream()
                    .map(name -> name + " of the launcher")
                    .forEach(similar::add);
        }
        return (similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?") + ALL_OPTIONS;
    }
}
