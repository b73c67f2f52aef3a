package org.reactivempi.core.settings;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.settings.Setting;

/** On which host each rank of the world is, as all ranks were told alike. Immutable. */
public final class RankHosts {

    private static final String AUTO = "auto";
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,7}(?:\\s*,\\s*\\d{1,7})*");

    /** Nobody has said so. */
    public static final RankHosts UNKNOWN = new RankHosts(new int[0]);

    /** What a rank's user says; the same on all ranks. */
    public static final Setting<RankHosts> SETTING = Setting.parsed(
                    "rank-hosts",
                    UNKNOWN,
                    "auto, or numbers of hosts with commas between them, such as 0,0,1,1",
                    RankHosts::parse)
            .described("Which ranks share a host, for collective operations that go through one rank of each, for"
                    + " `Reorder.BY_HOST` and for `splitType`: `auto` as the launcher says, or a number for each rank, such as `0,0,1,1`; where ranks are more, the list begins"
                    + " again. To try on one host what several would do, or to tell what a launcher doesn't. Must be the"
                    + " same on all ranks.");

    private final int[] hosts;

    private RankHosts(int[] hosts) {
        this.hosts = hosts;
    }

    /** By a number for each rank, equal for ranks that share a host; without any, nothing is known. */
    public static RankHosts of(int... hosts) {
        return new RankHosts(hosts.clone());
    }

    private static @Nullable RankHosts parse(String text) {
        String numbers = text.strip();
        if (numbers.equals(AUTO)) {
            return UNKNOWN;
        }
        return NUMBERS.matcher(numbers).matches()
                ? new RankHosts(Arrays.stream(numbers.split(",", -1))
                        .mapToInt(number -> Integer.parseInt(number.strip()))
                        .toArray())
                : null;
    }

    /** Whether anybody has said so. */
    public boolean areKnown() {
        return hosts.length > 0;
    }

    /** Whether so many ranks are on more than one host, where they are known. */
    boolean areSeveral(int ranks) {
        return IntStream.range(1, ranks).anyMatch(rank -> of(rank) != of(0));
    }

    /**
     * The host of a rank, where they are known.
     *
     * @param worldRank 0 or more
     */
    public int of(int worldRank) {
        return hosts[worldRank % hosts.length];
    }

    /** As the setting has it, without blanks. */
    @Override
    public String toString() {
        return areKnown() ? Arrays.stream(hosts).mapToObj(Integer::toString).collect(Collectors.joining(",")) : AUTO;
    }
}
