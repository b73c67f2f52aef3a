package org.reactivempi.core.settings;

import java.util.List;
import org.reactivempi.core.collective.algorithm.AlgorithmTable;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * How collective operations are done; the same on all ranks of a job.
 *
 * @param checked whether ranks compare what they do before they do it
 * @param reproducible whether the bits of a reduction depend on the ranks and their values alone
 * @param algorithms what they run by, where the user wants others than the library chooses
 * @param hosts of the ranks of the world
 * @param ownHost what tells this rank's host from others; of each rank its own
 */
public record CollectiveSettings(
        boolean checked, boolean reproducible, AlgorithmTable algorithms, RankHosts hosts, long ownHost) {

    /** Unless anything else is set. */
    public static final CollectiveSettings DEFAULTS =
            new CollectiveSettings(false, false, AlgorithmTable.NONE, RankHosts.UNKNOWN, HostId.own());

    /** Spreads small numbers over all bits: an odd number without a pattern. */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** All of them. */
    static final List<Setting<?>> ALL = List.of(CollectiveCheck.SETTING, ReductionOrder.SETTING, RankHosts.SETTING);

    /** The settings that are set. */
    public static CollectiveSettings in(SettingSource source) {
        return new CollectiveSettings(
                CollectiveCheck.SETTING.in(source) == CollectiveCheck.ON,
                ReductionOrder.SETTING.in(source) == ReductionOrder.REPRODUCIBLE,
                AlgorithmTable.SETTING.in(source),
                RankHosts.SETTING.in(source),
                HostId.own());
    }

    /**
     * What tells this rank's host from those of others, as ranks tell each other: ranks have the same where they really share a host, and what
     * is known of the hosts of all ranks does not part them.
     *
     * @param worldRank this rank's
     */
    public long host(int worldRank) {
        return hosts.areKnown() ? ownHost ^ (hosts.of(worldRank) + 1L) * MIX : ownHost;
    }

    /** The same, with the ranks on these hosts. */
    public CollectiveSettings with(RankHosts hosts) {
        return new CollectiveSettings(checked, reproducible, algorithms, hosts, ownHost);
    }
}
