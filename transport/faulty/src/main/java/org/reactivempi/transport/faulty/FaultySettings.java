package org.reactivempi.transport.faulty;

import java.time.Duration;
import java.util.List;
import org.reactivempi.transport.channel.Setting;
import org.reactivempi.transport.channel.SettingSource;

/**
 * The settings of a rank's channel with faults.
 *
 * @param carrier the name of the channel that carries the bytes
 * @param seed what decides which fault comes when
 * @param plan how often each fault comes
 * @param cutEvery how long a connection lives on average until it is cut, whatever is written; zero: for ever
 */
record FaultySettings(String carrier, int seed, FaultPlan plan, Duration cutEvery) {

    static final Setting<String> CARRIER = Setting.text("faulty-channel", "local");
    private static final Setting<Integer> SEED = Setting.number("faulty-seed", 0, 0, Integer.MAX_VALUE);
    private static final Setting<FaultPlan> PLAN =
            Setting.parsed("faulty-plan", FaultPlan.NONE, FaultPlan.ALLOWED, FaultPlan::parse);
    private static final Setting<Duration> CUT_EVERY =
            Setting.time("faulty-cut-every", Duration.ZERO, Duration.ZERO, Duration.ofHours(1));

    static final List<Setting<?>> ALL = List.of(CARRIER, SEED, PLAN, CUT_EVERY);

    static FaultySettings from(SettingSource source) {
        return new FaultySettings(CARRIER.in(source), SEED.in(source), PLAN.in(source), CUT_EVERY.in(source));
    }
}
