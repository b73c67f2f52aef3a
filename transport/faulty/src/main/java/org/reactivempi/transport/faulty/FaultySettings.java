package org.reactivempi.transport.faulty;

import java.time.Duration;
import java.util.List;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * The settings of a rank's channel with faults.
 *
 * @param carrier the name of the channel that carries the bytes
 * @param seed what decides which fault comes when
 * @param plan how often each fault comes
 * @param cutEvery how long a connection lives on average until it is cut, whatever is written; zero: for ever
 */
record FaultySettings(String carrier, int seed, FaultPlan plan, Duration cutEvery) {

    /** What the setting {@code channels} calls it. */
    static final String CHANNEL = "faulty";

    static final Setting<String> CARRIER = Setting.text(
                    "faulty-channel", "local", "the name of a channel on the class path")
            .described("What carries the bytes of the channel `faulty`, which is for tests.");
    private static final Setting<Integer> SEED = Setting.number("faulty-seed", 0, 0, Integer.MAX_VALUE)
            .described("Which faults come when: the same seed gives each connection the same plan.");
    private static final Setting<FaultPlan> PLAN = Setting.parsed(
                    "faulty-plan", FaultPlan.NONE, FaultPlan.ALLOWED, FaultPlan::parse)
            .described("Which part of the writes, and of the reads, each fault befalls.");
    private static final Setting<Duration> CUT_EVERY = Setting.time(
                    "faulty-cut-every", Duration.ZERO, Duration.ZERO, Duration.ofHours(1))
            .described(
                    "How long a connection lives on average until it is cut, whatever is written; `0s` is for ever.");

    static final List<Setting<?>> ALL = List.of(CARRIER, SEED, PLAN, CUT_EVERY);

    static FaultySettings from(SettingSource source) {
        return new FaultySettings(CARRIER.in(source), SEED.in(source), PLAN.in(source), CUT_EVERY.in(source));
    }
}
