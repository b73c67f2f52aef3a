package org.reactivempi.benchmarks.soak;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.reactivempi.examples.Run;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.transport.launcher.Launcher;

/** Launches the ranks: a program of its own, not a rank. */
public final class Soak {

    /** None of these ranks dies; on a machine that is busy with something else, a rank that is paused may take its time. */
    private static final String PATIENCE = "reconnect-timeout=60s";

    private static final int SEEDS = 1_000_000_000;
    private static final String LINKS_LOG = "org.slf4j.simpleLogger.log.org.reactivempi.transport.engine.link";
    /** Little, so that what grows is seen soon. */
    private static final List<String> JVM = List.of(
            // All of the heap from the beginning on: what else is resident is then seen to grow, or not.
            "-Xms256m",
            "-Xmx256m",
            "-XX:+AlwaysPreTouch",
            "-XX:MaxDirectMemorySize=256m",
            "-XX:+UseSerialGC",
            // Each cut is worth a line, but not here.
            "-D" + LINKS_LOG + "=warn");

    private Soak() {}

    /**
     * Runs it, and exits with 0; with 1 if something was not right; with 2 for wrong arguments.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), Run.archive(), System.out, System.err));
    }

    static int run(List<String> arguments, List<String> launcherOptions, PrintStream out, PrintStream err) {
        SoakOptions options = new SoakOptions();
        OptionalInt end = Arguments.readAlone(arguments, options, out, err);
        if (end.isPresent()) {
            return end.getAsInt();
        }
        if (options.inJvm) {
            options.channel = "local";
        }
        if (options.seed == null) {
            options.seed = ThreadLocalRandom.current().nextInt(SEEDS);
        }
        return Launcher.run("soak", SoakRank.class.getName(), words(options, launcherOptions));
    }

    private static String[] words(SoakOptions options, List<String> launcherOptions) {
        List<String> words = new ArrayList<>(List.of("-n", Integer.toString(options.ranks)));
        if (options.isInJvm()) {
            words.add("--in-jvm");
            // Ranks of the lane of kills live here as well: each that is lost is worth a line, but not here.
            System.setProperty(LINKS_LOG + ".LinkState", "error");
        } else {
            words.addAll(launcherOptions);
            JVM.forEach(argument -> words.addAll(List.of("--jvm-arg", argument)));
        }
        words.add("--");
        words.addAll(options.arguments());
        words.addAll(settings(options));
        return words.toArray(String[]::new);
    }

    private static List<String> settings(SoakOptions options) {
        Stream<String> channel = options.hasFaults()
                ? Stream.of(
                        "channel=faulty",
                        "faulty-channel=" + options.channel,
                        "faulty-seed=" + options.seed(),
                        "faulty-cut-every=" + options.cutEvery.toSeconds() + "s",
                        "faulty-plan=delay=0.001,split=0.02,merge=0.02")
                : Stream.of("channel=" + options.channel);
        return Stream.concat(channel, Stream.of(PATIENCE))
                .map(setting -> "--reactivempi." + setting)
                .toList();
    }
}
