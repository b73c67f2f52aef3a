package org.reactivempi.benchmarks.simulate;

import java.util.function.IntFunction;
import org.reactivempi.core.collective.plan.Plan;

/** What an operation takes in the model, by the algorithm that ranks of one host would choose: for those who compare real engines with it. */
public final class Planned {

    private static final double MICRO = 1000;

    private Planned() {}

    /**
     * The time from all ranks' begin to the last one's end.
     *
     * @param operation its name in lower case, such as {@code allreduce}
     * @param size how many ranks
     * @param bytes how long the vector of a rank is
     * @param latencyNanos between two ranks
     * @param overheadNanos of a rank for each message, at each end
     * @param nanosPerByte on the wire
     * @return in microseconds; copies and reductions take none
     */
    public static double micros(
            String operation, int size, int bytes, long latencyNanos, long overheadNanos, double nanosPerByte) {
        IntFunction<Plan> plans = Operation.all().stream()
                .filter(each -> each.lowerCaseName().equals(operation))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no operation " + operation))
                .chosen(size, bytes);
        Network network = new Network(latencyNanos, overheadNanos, nanosPerByte, 0, 0);
        return Simulation.run(size, plans, network, Noise.NONE).nanos() / MICRO;
    }
}
