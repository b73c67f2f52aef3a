package org.reactivempi.transport.engine.diagnosis;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * The detector's settings.
 *
 * @param stallAfter how long a rank that waits has to be quiet before it asks the others; zero for never
 * @param suspectAfter how long it has to be quiet before that is told though nothing is proven; zero for never
 * @param blockedAfter how long the thread that moves the messages may be busy in one signal before it is named; zero for ever
 * @param ignoredThreads how the names of threads begin that never start an operation, as the user says
 */
public record StallSettings(
        Duration stallAfter, Duration suspectAfter, Duration blockedAfter, List<String> ignoredThreads) {

    private static final Setting<Duration> STALL_AFTER = Setting.time(
                    "stall-after", Duration.ofSeconds(1), Duration.ZERO, Duration.ofHours(1))
            .described(
                    "How long nothing may happen on a rank that waits before it asks the others whether all of them wait"
                            + " for ever; `0s` is never.");
    private static final Setting<Duration> SUSPECT_AFTER = Setting.time(
                    "suspect-after", Duration.ofSeconds(10), Duration.ZERO, Duration.ofHours(24))
            .described(
                    "How long nothing may happen on a rank that waits before it says so in the log, though no deadlock"
                            + " is proven; the next time twice as long, and so on; `0s` is never.");
    private static final Setting<Duration> BLOCKED_AFTER = Setting.time(
                    "blocked-after", Duration.ofSeconds(1), Duration.ZERO, Duration.ofHours(24))
            .described(
                    "How long the program may keep the thread that moves the messages, in one signal, before the log names"
                            + " that thread and shows its stack; while that goes on, the next time twice as long, and so on; time in"
                            + " which it could run and gets no processor counts a tenth; `0s` is for ever.");
    private static final Setting<String> IGNORE_THREADS = Setting.parsed(
                    "stall-ignore-threads",
                    "",
                    "how names of threads begin, separated by commas",
                    text -> split(text).contains("") ? null : text)
            .described(
                    "Threads that never make a rank go on, though they look as if they might, such as the event loops of a"
                            + " server (`reactor-http-`): a deadlock is proven in spite of them. If one of them does, the proof"
                            + " is wrong.");

    /** So often a rank looks at itself while it is quiet, before it asks others. */
    static final int QUIET_TICKS = 3;

    private static final Duration SHORTEST_TICK = Duration.ofMillis(10);
    private static final Duration LONGEST_TICK = Duration.ofMillis(500);

    /** All of them. */
    public static List<Setting<?>> all() {
        return List.of(STALL_AFTER, SUSPECT_AFTER, BLOCKED_AFTER, IGNORE_THREADS);
    }

    /** Reads them. Throws {@link org.reactivempi.transport.channel.settings.SettingException} where one is wrong. */
    public static StallSettings from(SettingSource source) {
        String ignored = IGNORE_THREADS.in(source);
        return new StallSettings(
                STALL_AFTER.in(source),
                SUSPECT_AFTER.in(source),
                BLOCKED_AFTER.in(source),
                ignored.isEmpty() ? List.of() : split(ignored));
    }

    private static List<String> split(String text) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    /** The defaults. */
    public static StallSettings defaults() {
        return from(name -> null);
    }

    /** Whether the user says that a thread with this name never starts an operation. */
    public boolean ignores(String thread) {
        return ignoredThreads.stream().anyMatch(thread::startsWith);
    }

    /** How often the detector looks; also how precise ages are. */
    public Duration tick() {
        Duration third = stallAfter.dividedBy(QUIET_TICKS);
        if (third.isZero() || third.compareTo(LONGEST_TICK) > 0) {
            return LONGEST_TICK;
        }
        return third.compareTo(SHORTEST_TICK) < 0 ? SHORTEST_TICK : third;
    }

    /** So many quiet ticks are as long as {@code time}, and no fewer than some. */
    int ticks(Duration time) {
        long ticks = (time.toNanos() + tick().toNanos() - 1) / tick().toNanos();
        return (int) Math.max(QUIET_TICKS, Math.min(ticks, Integer.MAX_VALUE));
    }
}
