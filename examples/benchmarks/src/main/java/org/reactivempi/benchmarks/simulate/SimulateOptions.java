package org.reactivempi.benchmarks.simulate;

import java.util.Locale;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.examples.cli.Length;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Simulate}. */
@Command(
        name = "simulate",
        sortOptions = false,
        description = {
            "Runs the plans of a collective operation in a model of a network, for more ranks than this host has, and prints for"
                    + " each algorithm how long it takes, with rounds, messages and bytes of the busiest rank.",
            ""
        })
final class SimulateOptions {

    /** What joins the ranks. */
    enum Wire {
        ETHERNET(Network.ETHERNET),
        SHARED(Network.SHARED);

        final Network network;

        Wire(Network network) {
            this.network = network;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--op",
            paramLabel = "OPERATION",
            defaultValue = "allreduce",
            converter = Operation.Names.class,
            completionCandidates = Operation.Names.class,
            description = "Which: ${COMPLETION-CANDIDATES}; default allreduce.")
    Operation operation = new Operation(Reductions.ALLREDUCE);

    @Option(
            names = "--ranks",
            paramLabel = "N",
            converter = Positive.class,
            description = "How many ranks, 1 or more; default 1024.")
    int ranks = 1024;

    @Option(
            names = "--bytes",
            paramLabel = "LENGTH",
            converter = Length.class,
            description = "How long the vector of a rank is, or the block for one; up to 16777216; default 8.")
    int bytes = 8;

    @Option(
            names = "--network",
            paramLabel = "NETWORK",
            description = "ethernet (25 Gb/s between hosts) or shared (memory of one host); default ethernet.")
    Wire wire = Wire.ETHERNET;

    @Option(
            names = "--skew",
            paramLabel = "MICROSECONDS",
            description = "How late ranks begin, in the mean; default 0.")
    double skew;

    @Option(
            names = "--jitter",
            paramLabel = "MICROSECONDS",
            description = "How much longer ranks take for a message, in the mean; default 0.")
    double jitter;

    @Option(names = "--seed", paramLabel = "N", description = "Of the noise; default 1.")
    long seed = 1;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    boolean help;
}
