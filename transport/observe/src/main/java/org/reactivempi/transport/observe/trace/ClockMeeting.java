package org.reactivempi.transport.observe.trace;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages between a host whose clock is to be brought in, and hosts whose clocks are known: the ping-pong by which clocks are compared.
 *
 * <pre>
 *  common time  ----s--------------------a'----          seems to take    a - s  = flight + offset
 *                    \                  /                                 a' - s' = flight - offset
 *  the clock    ------a----------------s'------          offset = (min(a - s) - min(a' - s')) / 2
 * </pre>
 * The fastest message each way is taken to have been under way for the same time. Over a longer trace this is done early and late, and the
 * line through both is the offset with its drift.
 */
final class ClockMeeting {

    /** No clock of a computer drifts faster; what seems to is noise. */
    private static final double LARGEST_DRIFT = 500e-6;

    private static final int WINDOWS = 3;
    /** Of so many messages each way in a window, one was fast. */
    private static final int FEWEST = 8;
    /** The fastest messages are found again once the drift is known by and by. */
    private static final int ROUNDS = 4;

    private final List<Sample> there = new ArrayList<>();
    private final List<Sample> back = new ArrayList<>();
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** A message: what the clock showed at its end there, and how long it seems to have been under way. */
    private record Sample(long nanos, long seeming) {}

    /** A moment by the clock, and how far it is ahead then. */
    private record Point(long nanos, long offset) {}

    /** A message to the host of the clock. */
    void there(long sentCommon, long arrived) {
        add(there, new Sample(arrived, arrived - sentCommon));
    }

    /** A message from the host of the clock. */
    void back(long sent, long arrivedCommon) {
        add(back, new Sample(sent, arrivedCommon - sent));
    }

    private void add(List<Sample> samples, Sample sample) {
        samples.add(sample);
        first = Math.min(first, sample.nanos());
        last = Math.max(last, sample.nanos());
    }

    /** Whether messages went both ways. */
    boolean isMutual() {
        return !there.isEmpty() && !back.isEmpty();
    }

    /** How long the fastest message each way took together: half of that is how far the offset may be wrong. */
    long roundTrip(ClockLine line) {
        return shortest(there, line, 1) + shortest(back, line, -1);
    }

    /** The offset, of messages both ways; with its drift where there are enough of them, over a time that is long enough. */
    ClockLine line() {
        ClockLine line = constant();
        for (int round = 0; round < ROUNDS; round++) {
            ClockLine better = better(line);
            if (better == null || Math.abs(better.drift()) > LARGEST_DRIFT) {
                return constant();
            }
            line = better;
        }
        // Over a short time even the fastest drift is less than what is not known anyway.
        return (last - first) * LARGEST_DRIFT < roundTrip(line) / 2.0 ? constant() : line;
    }

    private ClockLine constant() {
        ClockLine none = ClockLine.constant(0);
        return ClockLine.constant((shortest(there, none, 1) - shortest(back, none, -1)) / 2);
    }

    private @Nullable ClockLine better(ClockLine line) {
        long window = (last - first) / WINDOWS;
        Point early = point(line, first, first + window);
        Point late = point(line, last - window, last);
        return early == null || late == null || early.nanos() >= late.nanos()
                ? null
                : ClockLine.through(early.nanos(), early.offset(), late.nanos(), late.offset());
    }

    /** Where the fastest message one way left later than that the other way came, the offset is that of the moment between. */
    private @Nullable Point point(ClockLine line, long from, long to) {
        Sample fastThere = fastest(there, line, 1, from, to);
        Sample fastBack = fastest(back, line, -1, from, to);
        if (fastThere == null || fastBack == null) {
            return null;
        }
        long middle = fastThere.nanos() + (fastBack.nanos() - fastThere.nanos()) / 2;
        long correction = (flight(fastThere, line, 1) - flight(fastBack, line, -1)) / 2;
        return new Point(middle, line.at(middle) + correction);
    }

    private static @Nullable Sample fastest(List<Sample> samples, ClockLine line, int sign, long from, long to) {
        Sample fastest = null;
        int count = 0;
        for (Sample sample : samples) {
            if (sample.nanos() >= from && sample.nanos() <= to) {
                count++;
                fastest =
                        fastest == null || flight(sample, line, sign) < flight(fastest, line, sign) ? sample : fastest;
            }
        }
        return count < FEWEST ? null : fastest;
    }

    private static long flight(Sample sample, ClockLine line, int sign) {
        return sample.seeming() - sign * line.at(sample.nanos());
    }

    private static long shortest(List<Sample> samples, ClockLine line, int sign) {
        return samples.stream()
                .mapToLong(sample -> flight(sample, line, sign))
                .min()
                .orElseThrow();
    }

    /** The same line, moved so far that no message comes before it was sent; as far as that is possible. */
    ClockLine possible(ClockLine line) {
        long most = there.isEmpty() ? Long.MAX_VALUE : shortest(there, line, 1);
        long least = back.isEmpty() ? Long.MIN_VALUE : -shortest(back, line, -1);
        return most < least ? line : line.moved(Math.max(least, Math.min(0, most)));
    }
}
