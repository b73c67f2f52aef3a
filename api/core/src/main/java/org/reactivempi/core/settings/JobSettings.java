package org.reactivempi.core.settings;

import java.util.List;
import java.util.stream.Collectors;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.collective.algorithm.AlgorithmTable;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * The settings that must be the same on all ranks of a job, as the ranks tell them to each other when they start.
 *
 * @param text such as {@code algorithms=bcast:0-16k:binomial}, or nothing where none is set
 */
public record JobSettings(String text) {

    /** All of them. */
    static final List<Setting<?>> ALL = List.of(
            AlgorithmTable.SETTING,
            CollectiveCheck.SETTING,
            ReductionOrder.SETTING,
            RankHosts.SETTING,
            ProcessSets.SETTING);

    // Ranks tell it after their addresses, which have neither blanks nor semicolons.
    /** What ranks tell each other has an end; what is longer is told apart by its hash. */
    private static final int LONGEST = 300;

    private static final String BETWEEN = "&";

    /** Those of a rank. */
    public static JobSettings in(SettingSource source) {
        String all = ALL.stream()
                .filter(setting -> !setting.textIn(source).equals(setting.defaultText()))
                .map(setting -> setting.name() + "=" + setting.textIn(source))
                .collect(Collectors.joining(BETWEEN));
        return new JobSettings(
                all.length() <= LONGEST
                        ? all
                        : all.substring(0, LONGEST) + "...#" + Integer.toHexString(all.hashCode()));
    }

    /** Whether none is set. */
    public boolean areDefaults() {
        return text.isEmpty();
    }

    /**
     * Compares them with those of another rank.
     *
     * @throws MpiException {@link ErrorClass#ARG} if they differ, which names both ranks
     */
    public void check(int rank, int other, JobSettings ofOther) {
        if (!equals(ofOther)) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "settings that must be the same on all ranks differ: rank " + rank + " has " + inWords() + ", rank "
                            + other + " has " + ofOther.inWords());
        }
    }

    private String inWords() {
        return areDefaults() ? "none of them" : text.replace(BETWEEN, " and ");
    }
}
