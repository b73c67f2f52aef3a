package org.reactivempi.core.settings;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/** Whether a debugger may stop ranks of the job: one that stands at a breakpoint answers nobody, and has not failed. */
public final class Debugging {

    static final Setting<Boolean> SETTING = Setting.parsed(
                    "debugging",
                    false,
                    "true or false",
                    text -> text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null)
            .described("`true` where a debugger may stop ranks, on all ranks: `reconnect-timeout` is `24h`, and"
                    + " `connect-timeout` and `handshake-timeout` are `1h`, where they are not set, so that a rank at a"
                    + " breakpoint is not taken for a failed one. The launcher sets it where `--jvm-arg` has the JDK's"
                    + " agent for debuggers.");

    /** What a breakpoint is given by the settings that say how long others wait for a rank. */
    private static final Map<String, String> PATIENCE =
            Map.of("reconnect-timeout", "24h", "connect-timeout", "1h", "handshake-timeout", "1h");

    private Debugging() {}

    /**
     * The same settings, with other defaults where a debugger may stop ranks.
     *
     * @param source what has been set
     * @return looks into it each time
     */
    public static SettingSource in(SettingSource source) {
        return name -> {
            @Nullable String set = source.setting(name);
            @Nullable String patience = PATIENCE.get(name);
            return set == null && patience != null && SETTING.in(source) ? patience : set;
        };
    }
}
