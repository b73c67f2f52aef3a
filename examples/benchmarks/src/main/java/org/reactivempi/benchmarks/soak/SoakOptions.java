package org.reactivempi.benchmarks.soak;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command line of {@link Soak}, which is handed on to its ranks. */
@Command(
        name = "soak",
        sortOptions = false,
        description = {
            "Sends random traffic of all operations over connections that are cut, between ranks that are paused or killed,"
                    + " checks each value that comes, and watches whether memory, threads and open files grow.",
            "",
            "Prints a line a minute, and what was at the end, or when it is interrupted; the exit code is 0 if all was right.",
            ""
        })
final class SoakOptions {

    private static final String LOCAL = "local";

    @Option(
            names = "--minutes",
            paramLabel = "M",
            converter = Minutes.class,
            defaultValue = "1",
            description = "How long, such as 10 or 0.5; default ${DEFAULT-VALUE}.")
    Duration time = Duration.ZERO;

    @Option(
            names = "-n",
            paramLabel = "N",
            converter = RankCount.class,
            defaultValue = "4",
            description = "How many ranks, 2 to 64; default ${DEFAULT-VALUE}.")
    int ranks;

    @Option(
            names = "--channel",
            paramLabel = "NAME",
            converter = Carrier.class,
            defaultValue = "tcp",
            description =
                    "What carries messages: tcp, shm or rsocket; or local, between ranks that are threads of one JVM;"
                            + " default ${DEFAULT-VALUE}.")
    String channel = "";

    @Option(names = "--in-jvm", description = "The same as --channel local.")
    boolean inJvm;

    @Option(
            names = "--lanes",
            paramLabel = "NAMES",
            split = ",",
            converter = LaneName.class,
            description = "The kinds of traffic, such as ask,records; all by default, which the end lists.")
    @Nullable
    List<String> lanes;

    @Option(
            names = "--seed",
            paramLabel = "S",
            converter = Seed.class,
            description =
                    "What decides the traffic and the faults; another one each time by default, which is printed.")
    @Nullable
    Integer seed;

    @Option(
            names = "--cut-every",
            paramLabel = "SECONDS",
            converter = Seconds.class,
            defaultValue = "4",
            description =
                    "How long a connection lives on average until it is cut; 0 for ever, and then nothing is delayed or divided"
                            + " either; default ${DEFAULT-VALUE}.")
    Duration cutEvery = Duration.ZERO;

    @Option(
            names = "--pause-every",
            paramLabel = "SECONDS",
            converter = Seconds.class,
            defaultValue = "10",
            description = "How often some rank is stopped for 1 to 4 s, 0 for never; default ${DEFAULT-VALUE}.")
    Duration pauseEvery = Duration.ZERO;

    @Option(
            names = "--kill-every",
            paramLabel = "SECONDS",
            converter = Seconds.class,
            defaultValue = "60",
            description =
                    "How often a rank of small jobs beside the traffic is killed, and one comes again; 0 for never;"
                            + " default ${DEFAULT-VALUE}.")
    Duration killEvery = Duration.ZERO;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    int seed() {
        return seed == null ? 0 : seed;
    }

    boolean isInJvm() {
        return channel.equals(LOCAL);
    }

    /** Faults come from a channel of their own, which hides what the channel below it does for ranks that share memory. */
    boolean hasFaults() {
        return !isInJvm() && !cutEvery.isZero();
    }

    boolean has(String lane) {
        return lanes == null || lanes.contains(lane);
    }

    /** The same once more, for the ranks. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "--minutes", minutes(time),
                "-n", Integer.toString(ranks),
                "--channel", channel,
                "--seed", Integer.toString(seed()),
                "--cut-every", Long.toString(cutEvery.toSeconds()),
                "--pause-every", Long.toString(pauseEvery.toSeconds()),
                "--kill-every", Long.toString(killEvery.toSeconds())));
        if (lanes != null) {
            arguments.addAll(List.of("--lanes", String.join(",", lanes)));
        }
        return arguments;
    }

    private static String minutes(Duration time) {
        return String.format(Locale.ROOT, "%.4f", time.toMillis() / 60_000.0);
    }

    /** 0.01 to 100000. */
    static final class Minutes implements ITypeConverter<Duration> {

        private static final BigDecimal SHORTEST = new BigDecimal("0.01");
        private static final BigDecimal LONGEST = new BigDecimal(100_000);
        private static final BigDecimal MILLIS = new BigDecimal(60_000);

        @Override
        public Duration convert(String text) {
            if (text.matches("\\d{1,6}(\\.\\d{1,6})?")) {
                BigDecimal minutes = new BigDecimal(text);
                if (minutes.compareTo(SHORTEST) >= 0 && minutes.compareTo(LONGEST) <= 0) {
                    return Duration.ofMillis(minutes.multiply(MILLIS).longValue());
                }
            }
            throw new TypeConversionException(text + " is not a number of minutes from 0.01 to 100000");
        }
    }

    /** 0 to 3600. */
    static final class Seconds implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String text) {
            if (text.matches("\\d{1,4}") && Integer.parseInt(text) <= 3600) {
                return Duration.ofSeconds(Integer.parseInt(text));
            }
            throw new TypeConversionException(text + " is not a number of seconds from 0 to 3600");
        }
    }

    /** 2 to 64. */
    static final class RankCount implements ITypeConverter<Integer> {

        @Override
        public Integer convert(String text) {
            if (text.matches("\\d{1,2}") && Integer.parseInt(text) >= 2 && Integer.parseInt(text) <= 64) {
                return Integer.valueOf(text);
            }
            throw new TypeConversionException(text + " is not a number of ranks from 2 to 64");
        }
    }

    /** 0 to 999999999. */
    static final class Seed implements ITypeConverter<Integer> {

        @Override
        public Integer convert(String text) {
            if (text.matches("\\d{1,9}")) {
                return Integer.valueOf(text);
            }
            throw new TypeConversionException(text + " is not a number from 0 to 999999999");
        }
    }

    /** A lane that there is. */
    static final class LaneName implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            if (Lanes.known().contains(text)) {
                return text;
            }
            throw new TypeConversionException(text + " is none of " + String.join(", ", Lanes.known()));
        }
    }

    /** A channel, which between threads of one JVM is another one. */
    static final class Carrier implements ITypeConverter<String> {

        private static final List<String> NAMES = List.of("tcp", "shm", "rsocket", LOCAL);

        @Override
        public String convert(String text) {
            if (NAMES.contains(text)) {
                return text;
            }
            throw new TypeConversionException(text + " is none of " + String.join(", ", NAMES));
        }
    }
}
