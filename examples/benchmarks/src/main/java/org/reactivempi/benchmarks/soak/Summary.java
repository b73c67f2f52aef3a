package org.reactivempi.benchmarks.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.reactivempi.benchmarks.soak.Report.Count;

/** The lines that tell what was: one a minute, and several at the end. */
final class Summary {

    private static final double MIB = 1024 * 1024;
    private static final double GIB = 1024 * MIB;

    /**
     * How often something was done to ranks.
     *
     * @param pauses how often one was stopped for a while
     * @param kills how often one was killed for good
     * @param returns how often one was killed and came again
     */
    record Done(long pauses, long kills, long returns) {}

    private Summary() {}

    /** The line of a minute. */
    static String soFar(Duration time, long rounds, Done done, Report all) {
        return String.format(
                Locale.ROOT,
                "soak: %d min, %d rounds, %d messages, %.2f GiB; %d cuts, %d pauses, %d kills, %d returns; highest of a rank:"
                        + " %s",
                time.toMinutes(),
                rounds,
                all.count(Count.MESSAGES),
                all.count(Count.BYTES) / GIB,
                all.count(Count.CUTS),
                done.pauses(),
                done.kills(),
                done.returns(),
                told(all.last()));
    }

    private static String told(Sample sample) {
        return String.format(
                Locale.ROOT,
                "heap %.0f MiB, direct %.0f MiB, resident %.0f MiB, %d threads, %d descriptors",
                sample.heapBytes() / MIB,
                sample.directBytes() / MIB,
                sample.residentBytes() / MIB,
                sample.threads(),
                sample.descriptors());
    }

    /** Those of the end: what was right in each lane, what was done and survived, and whether use was flat. */
    static List<String> of(
            SoakOptions options, int ranks, Duration time, Done done, Report all, List<String> lanes, boolean early) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
            lines.add(String.format(
                    Locale.ROOT,
                    "soak: lane %-20s %14d right",
                    lanes.get(i),
                    all.lanes().get(i)));
        }
        lines.add(String.format(
                Locale.ROOT,
                "soak: %d ranks over %s, %d s, seed %d%s: %d messages, %.2f GiB, %d operations given up; survived %d cuts,"
                        + " %d pauses, %d kills, %d returns; %d lost, %d repeated, %d reordered, %d damaged; highest of a rank:"
                        + " %s",
                ranks,
                options.channel,
                time.toSeconds(),
                options.seed(),
                early ? ", ended early" : "",
                all.count(Count.MESSAGES),
                all.count(Count.BYTES) / GIB,
                all.count(Count.CANCELLED),
                all.count(Count.CUTS),
                done.pauses(),
                done.kills(),
                done.returns(),
                all.count(Count.LOST),
                all.count(Count.REPEATED),
                all.count(Count.REORDERED),
                all.count(Count.WRONG),
                told(all.most())));
        lines.add("soak: " + flat(all));
        return lines;
    }

    private static String flat(Report all) {
        if (all.early().equals(Sample.NONE)) {
            return "too short to tell whether memory, threads and descriptors were flat";
        }
        List<Usage.Quantity> grown = Usage.Quantity.of(all.grows());
        String verdict = grown.isEmpty()
                ? "flat"
                : "still growing: "
                        + grown.stream()
                                .map(quantity -> quantity.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%s; highest medians from 20 to 50 %% of the time: %s; of the last 30 %%: %s; resident grew by %.1f MiB a minute in"
                        + " the second half",
                verdict,
                told(all.early()),
                told(all.late()),
                all.residentGrowth() / MIB);
    }
}
