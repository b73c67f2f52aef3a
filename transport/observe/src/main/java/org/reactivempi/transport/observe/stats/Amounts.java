package org.reactivempi.transport.observe.stats;

import java.util.Locale;

/** Times and lengths in words. */
final class Amounts {

    private static final long KIBI = 1024;
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

    private Amounts() {}

    static String bytes(long bytes) {
        if (bytes < KIBI) {
            return bytes + (bytes == 1 ? " byte" : " bytes");
        }
        double amount = bytes;
        int unit = -1;
        while (amount >= KIBI && unit < UNITS.length - 1) {
            amount /= KIBI;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
    }

    static String time(long nanos) {
        if (nanos >= 1_000_000_000L) {
            return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
        }
        return nanos >= 1_000_000L
                ? String.format(Locale.ROOT, "%.3f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.1f us", nanos / 1e3);
    }
}
