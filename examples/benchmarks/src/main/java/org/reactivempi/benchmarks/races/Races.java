package org.reactivempi.benchmarks.races;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.reactivempi.examples.cli.Arguments;

/** Prints what a simulation finds in each {@link Farm}. */
public final class Races {

    private static final int DONE = 0;
    private static final int USAGE = 2;
    private static final int FEWEST = 3;
    private static final int MOST = 8;

    private Races() {}

    /**
     * Simulates, and exits with 0; with 2 for wrong arguments.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream log) {
        RacesOptions options = new RacesOptions();
        OptionalInt end = Arguments.readAlone(arguments, options, out, log);
        if (end.isPresent()) {
            return end.getAsInt();
        }
        if (options.ranks < FEWEST || options.ranks > MOST) {
            log.printf(Locale.ROOT, "races: --ranks %d is outside %d..%d%n", options.ranks, FEWEST, MOST);
            return USAGE;
        }
        for (Farm farm : Farm.values()) {
            out.printf(Locale.ROOT, "== %s: %s%n", farm.lowerCaseName(), farm.what());
            out.printf(Locale.ROOT, "%s%n%n", farm.verdict(options.ranks, options.schedules));
        }
        return DONE;
    }
}
