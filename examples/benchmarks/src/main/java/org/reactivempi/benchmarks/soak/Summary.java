package org.reactivempi.benchmarks.soak;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The line at the end. */
final class Summary {

    private static final double MIB = 1024 * 1024;
    private static final double GIB = 1024 * MIB;

    private Summary() {}

    static String of(SoakOptions options, int ranks, Duration time, long pauses, Report all, boolean early) {
        return String.format(
                Locale.ROOT,
                "soak: %d ranks over %s, %d s, seed %d%s: %d messages, %.2f GiB, %d operations given up; survived %d cuts, %d"
                        + " pauses; %d lost, %d repeated, %d reordered, %d damaged; highest memory of a rank: heap %.0f MiB,"
                        + " direct %.0f MiB, resident %.0f MiB, which grew by %.1f MiB a minute in the second half; %d threads%s",
                ranks,
                options.channel,
                time.toSeconds(),
                options.seed(),
                early ? ", ended early" : "",
                all.messages(),
                all.bytes() / GIB,
                all.cancelled(),
                all.cuts(),
                pauses,
                all.lost(),
                all.repeated(),
                all.reordered(),
                all.wrong(),
                all.most().heapBytes() / MIB,
                all.most().directBytes() / MIB,
                all.most().residentBytes() / MIB,
                all.residentGrowth() / MIB,
                all.most().threads(),
                growth(all));
    }

    private static String growth(Report all) {
        List<Usage.Quantity> grown = Usage.Quantity.of(all.grows());
        return grown.isEmpty()
                ? ""
                : "; still growing: "
                        + grown.stream()
                                .map(quantity -> quantity.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "));
    }
}
