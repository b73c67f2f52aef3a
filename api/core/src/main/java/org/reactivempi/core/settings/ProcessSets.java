package org.reactivempi.core.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;

/** Sets of ranks that the user has given names to, for sessions. Immutable. */
public final class ProcessSets {

    private static final String BETWEEN_SETS = "|";
    private static final String BETWEEN_RANGES = ",";
    private static final Pattern SET = Pattern.compile("([A-Za-z0-9._:/-]{1,64})=([0-9,-]+)");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");

    /** Names of the library's own, and of the standard's. */
    private static final Pattern RESERVED = Pattern.compile("r?mpi://.*");

    private static final ProcessSets NONE = new ProcessSets(Map.of());

    /** What a rank's user says; the same on all ranks. */
    public static final Setting<ProcessSets> SETTING = Setting.parsed(
                    "process-sets",
                    NONE,
                    "none, or names of sets with their ranks, such as ocean=0-3|ice=4,6; no name begins with mpi:// or rmpi://",
                    ProcessSets::parse)
            .described(
                    "Names for sets of ranks, which `session.group(name)` gives as groups: each set has a name, `=`, and ranks or"
                            + " ranges of ranks with commas between them; sets have a bar between them, as in"
                            + " `ocean=0-3|ice=4,6`. The launcher's `--process-set ocean=0-3` says the same. Must be the same on"
                            + " all ranks.");

    private static final String NO_SETS = "none";
    private static final int[] NOBODY = {};

    /** The ranks of each, by its name, in the order of the user. */
    private final Map<String, int[]> sets;

    private ProcessSets(Map<String, int[]> sets) {
        this.sets = sets;
    }

    private static @Nullable ProcessSets parse(String text) {
        String all = text.strip();
        if (all.equals(NO_SETS)) {
            return NONE;
        }
        Map<String, int[]> sets = new LinkedHashMap<>();
        for (String each : all.split(Pattern.quote(BETWEEN_SETS), -1)) {
            Matcher set = SET.matcher(each.strip());
            int @Nullable [] ranks =
                    set.matches() && !RESERVED.matcher(set.group(1)).matches() ? parsedRanks(set.group(2)) : null;
            if (ranks == null || sets.putIfAbsent(set.group(1), ranks) != null) {
                return null;
            }
        }
        return new ProcessSets(sets);
    }

    /** Null where they are none, or where one is there twice. */
    private static int @Nullable [] parsedRanks(String text) {
        IntStream.Builder ranks = IntStream.builder();
        for (String each : text.split(BETWEEN_RANGES, -1)) {
            Matcher range = RANGE.matcher(each);
            if (!range.matches()) {
                return null;
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first) {
                return null;
            }
            IntStream.rangeClosed(first, last).forEach(ranks::add);
        }
        int[] all = ranks.build().toArray();
        return IntStream.of(all).distinct().count() == all.length ? all : null;
    }

    /**
     * Those of the setting.
     *
     * @param size of the job
     * @throws SettingException if a rank is not in the job, too
     */
    public static ProcessSets in(SettingSource source, int size) {
        ProcessSets all = SETTING.in(source);
        all.sets.forEach((name, ranks) -> IntStream.of(ranks)
                .filter(rank -> rank >= size)
                .findFirst()
                .ifPresent(rank -> {
                    throw new SettingException(
                            SETTING.name(),
                            name + "=..." + rank,
                            "ranks of the job, 0.." + (size - 1) + "; the set " + name + " has rank " + rank);
                }));
        return all;
    }

    /** In the order of the user. */
    public Set<String> names() {
        return Collections.unmodifiableSet(sets.keySet());
    }

    /** The ranks of a set; none where there is no such set. */
    public IntStream ranks(String name) {
        return IntStream.of(sets.getOrDefault(name, NOBODY));
    }

    /** As the setting has it, without blanks; each rank by itself. */
    @Override
    public String toString() {
        return sets.isEmpty()
                ? NO_SETS
                : sets.entrySet().stream()
                        .map(set -> set.getKey() + "="
                                + IntStream.of(set.getValue())
                                        .mapToObj(Integer::toString)
                                        .collect(Collectors.joining(BETWEEN_RANGES)))
                        .collect(Collectors.joining(BETWEEN_SETS));
    }
}
