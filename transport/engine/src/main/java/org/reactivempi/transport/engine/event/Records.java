package org.reactivempi.transport.engine.event;

import java.time.Duration;
import java.util.List;
import org.reactivempi.transport.channel.settings.Setting;

/** The settings of what is recorded. They are known here, so that they are explained also where nobody records. */
public final class Records {

    /** When the flight recorder gets events. */
    public enum FlightRecorder {
        /** Where a recording runs when the session starts. */
        AUTO,
        /** Always, for recordings that start later. */
        ON,
        /** Never. */
        OFF
    }

    /** The file of the trace; empty for none. */
    public static final Setting<String> TRACE = Setting.text("trace", "", "the path of a file")
            .described("The file into which a trace of the job is written, for Perfetto.");

    /** The file of the statistics; empty for none. */
    public static final Setting<String> STATS = Setting.text("stats", "", "the path of a file")
            .described(
                    "The file into which statistics of the job are written at its end; `-` for the standard error of rank 0.");

    /** In place of the file of the statistics: the standard error of rank 0. */
    public static final String STANDARD_ERROR = "-";

    /** How long a rank waits at its end for another one's records. */
    public static final Setting<Duration> WAIT = Setting.time(
                    "wait-for-records", Duration.ofSeconds(10), Duration.ofMillis(1), Duration.ofHours(24))
            .described(
                    "With `trace` or `stats`, on several hosts: how long a rank that ends waits for the others, which hand their parts"
                            + " over to rank 0, while nothing of them comes. What has not come then is left out.");

    /** Whether events of the flight recorder are made. */
    public static final Setting<FlightRecorder> JFR = Setting.choice("jfr", FlightRecorder.AUTO, FlightRecorder.class)
            .described(
                    "Whether there are events for Java's flight recorder: `auto` where a recording runs when the session starts, `on` always, for recordings that start later, `off` never.");

    private Records() {}

    /** All of them. */
    public static List<Setting<?>> all() {
        return List.of(TRACE, STATS, WAIT, JFR);
    }
}
