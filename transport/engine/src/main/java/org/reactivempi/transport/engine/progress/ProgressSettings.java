package org.reactivempi.transport.engine.progress;

import java.time.Duration;
import java.util.List;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * The settings of the progress thread.
 *
 * @param waiting how it waits
 * @param spin for how long it polls after traffic where it may sleep
 * @param bindTo on which core it runs
 */
public record ProgressSettings(Waiting.Mode waiting, Duration spin, Binding.Mode bindTo) {

    private static final Setting<Waiting.Mode> WAITING = Setting.choice(
                    "waiting", Waiting.Mode.ADAPTIVE, Waiting.Mode.class)
            .described("How the progress thread waits. `adaptive` polls for a short while after traffic, then sleeps; "
                    + "where it was woken soon after, it polls for four times as long the next time. `spin` always "
                    + "polls, and takes a core.");
    private static final Setting<Duration> SPIN = Setting.time(
                    "spin-time", Waiting.USUAL_SPIN, Duration.ZERO, Duration.ofSeconds(1))
            .described("For how long `adaptive` polls after traffic. Longer pays where messages come at such distances "
                    + "and a core is free; `0ns` is as `sleep`.");
    private static final Setting<Binding.Mode> BIND_TO = Setting.choice(
                    "bind-to", Binding.Mode.NONE, Binding.Mode.class)
            .described("`core` keeps the progress thread of rank *r* on core *r* of those that the process may use "
                    + "(Linux, with `taskset` of util-linux): short round trips then are shorter and vary less. For "
                    + "jobs that have the host's cores for themselves. It has no effect where ranks outnumber cores.");

    /** All of them. */
    public static List<Setting<?>> all() {
        return List.of(WAITING, SPIN, BIND_TO);
    }

    /** Reads them. Throws {@link org.reactivempi.transport.channel.settings.SettingException} where one is wrong. */
    public static ProgressSettings from(SettingSource source) {
        return new ProgressSettings(WAITING.in(source), SPIN.in(source), BIND_TO.in(source));
    }
}
