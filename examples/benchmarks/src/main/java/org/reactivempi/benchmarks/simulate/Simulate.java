package org.reactivempi.benchmarks.simulate;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.examples.cli.Arguments;

/** Prints how long a collective operation would take on many ranks, by each of its algorithms. */
public final class Simulate {

    private static final int DONE = 0;
    /** Algorithms whose ranks meet all others have p * p steps: more than that are left out. */
    static final long MOST_STEPS = 20_000_000;

    private static final int SAMPLE = 1;
    private static final double MICRO = 1000;

    private Simulate() {}

    /**
     * Simulates, and exits with 0; with 2 for wrong arguments.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream log) {
        SimulateOptions options = new SimulateOptions();
        OptionalInt end = Arguments.readAlone(arguments, options, out, log);
        if (end.isPresent()) {
            return end.getAsInt();
        }
        print(options, out);
        return DONE;
    }

    private static void print(SimulateOptions options, PrintStream out) {
        int size = options.ranks;
        Noise noise = new Noise(options.skew * MICRO, options.jitter * MICRO, options.seed);
        String chosen =
                options.operation.chosen(size, options.bytes).apply(size - 1).algorithm();
        out.printf(
                Locale.ROOT,
                "%s of %d bytes, %d ranks, %s; the table takes %s%n",
                options.operation.lowerCaseName(),
                options.bytes,
                size,
                options.wire,
                chosen);
        out.printf(
                Locale.ROOT,
                "%-22s %12s %8s %10s %14s %8s%n",
                "algorithm",
                "us",
                "rounds",
                "messages",
                "bytes sent",
                "links");
        for (Map.Entry<String, IntFunction<Plan>> each :
                options.operation.algorithms(size, options.bytes).entrySet()) {
            if (isTooLong(size, each.getValue())) {
                out.printf(Locale.ROOT, "%-22s too many steps to simulate%n", each.getKey());
                continue;
            }
            Simulation.Result result = Simulation.run(size, each.getValue(), options.wire.network, noise);
            out.printf(
                    Locale.ROOT,
                    "%-22s %12.1f %8d %10d %14d %8d%n",
                    each.getKey(),
                    result.nanos() / MICRO,
                    result.rounds(),
                    result.mostMessages(),
                    result.mostBytes(),
                    result.mostLinks());
        }
    }

    /** Whether all plans together have too many steps; rank 1 does what most do. */
    static boolean isTooLong(int size, IntFunction<Plan> plans) {
        return size * (long) plans.apply(Math.min(SAMPLE, size - 1)).steps() > MOST_STEPS;
    }
}
