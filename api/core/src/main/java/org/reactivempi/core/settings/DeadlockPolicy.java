package org.reactivempi.core.settings;

import org.reactivempi.transport.channel.settings.Setting;

/** What a rank does that has proven a deadlock. */
public enum DeadlockPolicy {
    /** Reports it, and waits on. */
    REPORT,
    /** Reports it, and ends the job. */
    ABORT;

    /** The exit code of a job that is ended so: the number of {@code EDEADLK}. */
    public static final int CODE = 35;

    public static final Setting<DeadlockPolicy> SETTING = Setting.choice("deadlock", REPORT, DeadlockPolicy.class)
            .described(
                    "What a proven deadlock leads to: `report` writes what each rank waits for to the log, `abort` also ends"
                            + " the job, with code 35.");
}
