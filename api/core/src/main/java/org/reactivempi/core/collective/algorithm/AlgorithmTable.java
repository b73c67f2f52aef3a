package org.reactivempi.core.collective.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;

/**
 * Which algorithms collective operations are to run by, where the user wants others than the library chooses:
 * {@code bcast:0-16k:binomial,bcast:16k-inf:scatter-ring}. Immutable.
 */
public final class AlgorithmTable {

    private static final String NAME = "algorithms";
    private static final String FORM = "OPERATION:FROM-TO:ALGORITHM, with commas between them";
    private static final String UNITS = "kmg";
    private static final Pattern ENTRY =
            Pattern.compile("([^:]+):(\\d{1,9})([kmg]?)-(?:(\\d{1,9})([kmg]?)|inf):([^:]+)");

    /** The library chooses everything. */
    public static final AlgorithmTable NONE = new AlgorithmTable(List.of());

    /** What a rank's user wants; the same on all ranks. */
    public static final Setting<AlgorithmTable> SETTING = Setting.parsed(NAME, NONE, FORM, AlgorithmTable::parse)
            .described("Which algorithms collective operations run by, such as"
                    + " `bcast:0-16k:binomial,bcast:16k-inf:scatter-ring`: for lengths in bytes, with `k`, `m` or `g` for"
                    + " powers of 1024, both ends included; the first entry that fits counts, and where none does, or its"
                    + " algorithm is not for so many ranks, such hosts, or such an operation, the library chooses. Must be the same on"
                    + " all ranks, which is compared at the start but where ranks find each other by a list of peers.");

    private final List<Entry> entries;

    private record Entry(String operation, long from, long to, String algorithm) {

        boolean fits(String wanted, long bytes) {
            return operation.equals(wanted) && bytes >= from && bytes <= to;
        }

        @Override
        public String toString() {
            return operation + ":" + text(from) + "-" + (to == Long.MAX_VALUE ? "inf" : text(to)) + ":" + algorithm;
        }

        private static String text(long bytes) {
            int units = bytes == 0 ? 0 : Math.min(UNITS.length(), Long.numberOfTrailingZeros(bytes) / 10);
            return (bytes >> 10 * units) + UNITS.substring(Math.max(0, units - 1), units);
        }
    }

    private AlgorithmTable(List<Entry> entries) {
        this.entries = entries;
    }

    /**
     * Reads a table.
     *
     * @throws SettingException if an entry is none, which names it and what is allowed in its place
     */
    public static AlgorithmTable parse(String text) {
        List<Entry> entries = new ArrayList<>();
        for (String entry : text.split(",", -1)) {
            entries.add(entry(entry.strip()));
        }
        return new AlgorithmTable(List.copyOf(entries));
    }

    private static Entry entry(String text) {
        Matcher parts = ENTRY.matcher(text);
        if (!parts.matches()) {
            throw new SettingException(
                    NAME, text, FORM + ", such as bcast:0-16k:binomial or bcast:16k-inf:scatter-ring");
        }
        String operation = parts.group(1);
        List<String> algorithms = Operations.algorithmsOf(operation);
        if (algorithms.isEmpty()) {
            throw wrong("operation " + operation, text, String.join(", ", Operations.names()));
        }
        if (!algorithms.contains(parts.group(6))) {
            throw wrong("algorithm " + parts.group(6), text, "for " + operation + " " + String.join(", ", algorithms));
        }
        long from = bytes(parts.group(2), parts.group(3));
        long to = parts.group(4) == null ? Long.MAX_VALUE : bytes(parts.group(4), parts.group(5));
        if (to < from) {
            throw wrong("end below its beginning", text, "FROM-TO with FROM at most TO");
        }
        return new Entry(operation, from, to, parts.group(6));
    }

    private static SettingException wrong(String what, String entry, String allowed) {
        return new SettingException(NAME, entry + ", with the " + what, allowed);
    }

    private static long bytes(String digits, String unit) {
        int shift = unit.isEmpty() ? 0 : 10 * (UNITS.indexOf(unit) + 1);
        return Long.parseLong(digits) << shift;
    }

    /**
     * What is wanted for an operation.
     *
     * @param operation as the method is called
     * @param bytes how long it is; see {@link Algorithms#length}
     * @return the algorithm's name, or null for what the library chooses
     */
    public @Nullable String algorithm(String operation, long bytes) {
        for (Entry entry : entries) {
            if (entry.fits(operation, bytes)) {
                return entry.algorithm;
            }
        }
        return null;
    }

    /** The same text for the same table, without blanks. */
    @Override
    public String toString() {
        return entries.stream().map(Entry::toString).collect(Collectors.joining(","));
    }
}
