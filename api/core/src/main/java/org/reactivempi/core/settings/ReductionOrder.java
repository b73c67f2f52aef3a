package org.reactivempi.core.settings;

import org.reactivempi.transport.channel.settings.Setting;

/** In which order collective operations reduce. */
public enum ReductionOrder {
    /** As is fastest for so many ranks and such lengths. */
    FAST,
    /** By one tree over the ranks, whatever the lengths. */
    REPRODUCIBLE;

    public static final Setting<ReductionOrder> SETTING = Setting.choice("reductions", FAST, ReductionOrder.class)
            .described(
                    "How `reduce`, `allreduce`, `reduceScatter` and the scans put values together: `fast` gives the same bits in"
                            + " each run with the same arguments, `reproducible` gives each element bits that depend on"
                            + " nothing but the number of ranks and their values, not on lengths, hosts or channels."
                            + " Must be the same on all ranks.");
}
