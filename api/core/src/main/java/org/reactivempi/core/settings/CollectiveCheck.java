package org.reactivempi.core.settings;

import org.reactivempi.transport.channel.settings.Setting;

/** Whether ranks compare what they do in a collective operation before they do it. */
public enum CollectiveCheck {
    /** Each rank does its part at once. */
    OFF,
    /** All ranks first tell each other what they do, and fail if that differs. */
    ON;

    public static final Setting<CollectiveCheck> SETTING = Setting.choice(
                    "check-collectives", OFF, CollectiveCheck.class)
            .described(
                    "Whether all ranks tell each other which collective operation they start, with its root, its reduction and"
                            + " its lengths, before anything else of it is done: where that differs it fails on all of them, with"
                            + " what each side does. Costs log2(p) short messages for each operation, and makes each wait"
                            + " for all ranks. Must be the same on all ranks. The test kit has it on.");
}
