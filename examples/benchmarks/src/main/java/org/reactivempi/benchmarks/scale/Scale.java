package org.reactivempi.benchmarks.scale;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.reactivempi.examples.cli.Arguments;

/** Prints how jobs grow: a table of virtual times, and one of what the simulation of each job has taken here. */
public final class Scale {

    private static final int DONE = 0;
    private static final int USAGE = 2;
    private static final int FEWEST = 4;
    private static final int MOST = 10_000;

    private Scale() {}

    /**
     * Simulates, and exits with 0; with 2 for wrong arguments.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream log) {
        ScaleOptions options = new ScaleOptions();
        OptionalInt end = Arguments.readAlone(arguments, options, out, log);
        if (end.isPresent()) {
            return end.getAsInt();
        }
        for (int ranks : options.ranks) {
            if (ranks < FEWEST || ranks > MOST) {
                log.printf(Locale.ROOT, "scale: --ranks %d is outside %d..%d%n", ranks, FEWEST, MOST);
                return USAGE;
            }
        }
        List<Job> jobs = new ArrayList<>();
        for (int ranks : options.ranks) {
            log.printf(Locale.ROOT, "scale: %d ranks%n", ranks);
            jobs.add(Job.of(ranks));
        }
        out.println("Virtual time, in us; in brackets what the plans take in a model without engines:");
        out.println();
        jobs.get(0).times().header().forEach(out::println);
        jobs.forEach(job -> out.println(job.times().row()));
        out.println();
        out.println("What the simulation has taken here:");
        out.println();
        jobs.get(0).costs().header().forEach(out::println);
        jobs.forEach(job -> out.println(job.costs().row()));
        return DONE;
    }
}
