package org.reactivempi.transport.observe.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings the clocks of hosts together: what they show is told as the common time, which is that of the first host.
 *
 * <p>Ranks of one host have the same clock. The others are brought in one by one, first the one whose messages from and to a known host
 * were fastest, by their {@link ClockMeeting}. Where there are messages one way only, or none, the hosts' times of day decide, as far as
 * no message would come before it was sent.
 */
final class Clocks {

    private final Overview overview;
    private final Map<Long, List<Integer>> hosts = new LinkedHashMap<>();
    private final Map<Long, ClockLine> lines = new HashMap<>();

    /** A clock with its line. */
    private record Found(long clock, ClockLine line, long roundTrip) {}

    Clocks(Overview overview) {
        this.overview = overview;
        overview.headers()
                .forEach((rank, header) -> hosts.computeIfAbsent(header.clock(), none -> new ArrayList<>())
                        .add(rank));
        hosts.keySet().stream().limit(1).forEach(clock -> lines.put(clock, ClockLine.constant(0)));
        while (lines.size() < hosts.size()) {
            joinNext();
        }
    }

    /** The one that can be compared best with one that is known; else any. */
    private void joinNext() {
        Optional<Found> best = hosts.keySet().stream()
                .filter(clock -> !lines.containsKey(clock))
                .flatMap(clock -> List.copyOf(lines.keySet()).stream()
                        .map(known -> meeting(clock, List.of(known)))
                        .filter(ClockMeeting::isMutual)
                        .map(meeting -> found(clock, meeting)))
                .min(Comparator.comparingLong(Found::roundTrip));
        Found next = best.orElseGet(this::byTimeOfDay);
        ClockMeeting all = meeting(next.clock(), List.copyOf(lines.keySet()));
        lines.put(next.clock(), all.possible(next.line()));
    }

    private static Found found(long clock, ClockMeeting meeting) {
        ClockLine line = meeting.line();
        return new Found(clock, line, meeting.roundTrip(line));
    }

    private Found byTimeOfDay() {
        long next = hosts.keySet().stream()
                .filter(clock -> !lines.containsKey(clock))
                .findFirst()
                .orElseThrow();
        long known = hosts.keySet().iterator().next();
        long offset = header(next).nanos()
                - header(known).nanos()
                - (header(next).epochNanos() - header(known).epochNanos());
        return new Found(next, ClockLine.constant(offset), 0);
    }

    /** The messages between a host and others, whose clocks are known. */
    private ClockMeeting meeting(long clock, List<Long> known) {
        ClockMeeting meeting = new ClockMeeting();
        for (long other : known) {
            ClockLine line = line(other);
            for (int here : ranks(other)) {
                for (int there : ranks(clock)) {
                    overview.forEachTime(here, there, (sent, arrived) -> meeting.there(line.common(sent), arrived));
                    overview.forEachTime(there, here, (sent, arrived) -> meeting.back(sent, line.common(arrived)));
                }
            }
        }
        return meeting;
    }

    private List<Integer> ranks(long clock) {
        return hosts.getOrDefault(clock, List.of());
    }

    private ClockLine line(long clock) {
        return lines.getOrDefault(clock, ClockLine.constant(0));
    }

    private PartHeader header(long clock) {
        PartHeader header = overview.headers().get(ranks(clock).get(0));
        if (header == null) {
            throw new IllegalStateException("no rank has clock " + clock);
        }
        return header;
    }

    /** What a rank's clock shows, by the first host's. */
    long common(int rank, long nanos) {
        PartHeader header = overview.headers().get(rank);
        return header == null ? nanos : line(header.clock()).common(nanos);
    }

    /** When the first rank started, by the first host's clock. */
    long start() {
        return overview.headers().keySet().stream()
                .mapToLong(rank -> common(rank, overview.firstNanos(rank)))
                .min()
                .orElse(0);
    }
}
