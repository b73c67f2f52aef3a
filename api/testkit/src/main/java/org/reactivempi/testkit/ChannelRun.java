package org.reactivempi.testkit;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactivempi.Settings;
import org.reactivempi.transport.channel.ChannelProvider;

/**
 * Where a test of {@link OnEveryChannel} runs: on a channel, or on one with faults over a channel, by a seed.
 *
 * @param name of the channel, as the property selects it
 * @param seed of the faults; -1 where there are none
 */
record ChannelRun(String name, int seed) {

    // What programs have as those of OnEveryChannel, which needs all of this to run.
    static final String CHANNELS_PROPERTY = "testkit.channels";
    static final String SEEDS_PROPERTY = "testkit.seeds";
    static final String FAULTS_PROPERTY = "testkit.faults";
    static final String DEFAULT_FAULTS = "cut=0.01,delay=0.02,split=0.2,merge=0.1";

    private static final String FAULTY = "faulty";
    private static final String OVER = FAULTY + ":";
    private static final String NOT = "!";
    private static final List<String> FAULTY_ONES = List.of("faulty:local", "faulty:tcp");
    private static final int WITHOUT_FAULTS = -1;
    private static final int LONGER_WITH_FAULTS = 4;
    /** So that a test needn't wait long for a connection that is frozen, nor at its end for a rank that has gone. */
    private static final String HEARTBEAT = "250ms";

    private static final String LONGER_RECONNECT_TIMEOUT = "6s";
    private static final String RECONNECT_TIMEOUT = "2s";

    /**
     * On all channels of the class path that are not for tests only, perhaps also with faults; or on the ones that the property
     * selects.
     */
    static Stream<ChannelRun> all(boolean alsoWithFaults) {
        List<String> present = ServiceLoader.load(ChannelProvider.class, ChannelRun.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> !provider.forTests())
                .map(ChannelProvider::name)
                .sorted()
                .toList();
        List<String> every = Stream.concat(present.stream(), alsoWithFaults ? FAULTY_ONES.stream() : Stream.of())
                .toList();
        String wanted = System.getProperty(CHANNELS_PROPERTY, "");
        return selected(wanted, every, present).stream().flatMap(ChannelRun::seeded);
    }

    /** Nothing, for every channel; names of channels; or {@code !} and the names of the channels that are left out. */
    private static List<String> selected(String wanted, List<String> every, List<String> present) {
        if (wanted.isBlank()) {
            return every;
        }
        List<String> names = List.of(wanted.split(",", -1));
        boolean leftOut = names.stream().allMatch(name -> name.startsWith(NOT));
        List<String> plain = names.stream()
                .map(name -> leftOut ? name.substring(NOT.length()) : name)
                .toList();
        plain.forEach(name -> check(name, present));
        return leftOut ? every.stream().filter(name -> !plain.contains(name)).toList() : plain;
    }

    private static void check(String name, List<String> present) {
        String carrier = name.startsWith(OVER) ? name.substring(OVER.length()) : name;
        if (!present.contains(carrier)) {
            throw new IllegalArgumentException(CHANNELS_PROPERTY + " names " + name + ", allowed are "
                    + String.join(", ", present) + ", and " + OVER + " before one of them; or " + NOT
                    + " before each, for all others");
        }
    }

    private static Stream<ChannelRun> seeded(String name) {
        return name.startsWith(OVER)
                ? seeds().mapToObj(seed -> new ChannelRun(name, seed))
                : Stream.of(new ChannelRun(name, WITHOUT_FAULTS));
    }

    /** The property is a number, or the first and the last of several: {@code 1-20}. */
    private static IntStream seeds() {
        String text = System.getProperty(SEEDS_PROPERTY, "1");
        if (!text.matches("\\d{1,9}(-\\d{1,9})?")) {
            throw new IllegalArgumentException(
                    SEEDS_PROPERTY + " is " + text + ", allowed is a number, or two such as 1-20");
        }
        String[] ends = text.split("-", -1);
        return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    }

    boolean hasFaults() {
        return seed != WITHOUT_FAULTS;
    }

    /** What to set for this run. */
    Settings in(Settings settings) {
        return hasFaults()
                ? settings.channel(FAULTY)
                        .with("faulty-channel", name.substring(OVER.length()))
                        .with("faulty-seed", Integer.toString(seed))
                        .with("faulty-plan", plan())
                        .with("heartbeat-interval", HEARTBEAT)
                        .with("reconnect-timeout", LONGER_RECONNECT_TIMEOUT)
                : settings.channel(name).with("reconnect-timeout", RECONNECT_TIMEOUT);
    }

    private static String plan() {
        return System.getProperty(FAULTS_PROPERTY, DEFAULT_FAULTS);
    }

    /** How much longer than without faults a test may take. */
    int patience() {
        return hasFaults() ? LONGER_WITH_FAULTS : 1;
    }

    /** What makes exactly this run happen again, as arguments of a build. */
    String arguments() {
        return "-D" + CHANNELS_PROPERTY + "=" + name
                + (hasFaults() ? " -D" + SEEDS_PROPERTY + "=" + seed + " -D" + FAULTS_PROPERTY + "=" + plan() : "");
    }

    @Override
    public String toString() {
        return hasFaults() ? name + ", seed " + seed : name;
    }
}
