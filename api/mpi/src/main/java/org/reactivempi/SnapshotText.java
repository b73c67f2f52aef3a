package org.reactivempi;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** A snapshot for people: what there is by kind, a line each, and indented ones for what is known of it. */
final class SnapshotText {

    private final StringBuilder text = new StringBuilder();

    SnapshotText(Snapshot snapshot) {
        text.append("rank ").append(snapshot.rank()).append(" of ").append(snapshot.size());
        text.append(" at ").append(snapshot.takenAt());
        if (snapshot.isEmpty()) {
            line("nothing waits");
        }
        add("receives", snapshot.receives());
        add("probes", snapshot.probes());
        add("sends", snapshot.sends());
        add("other operations", snapshot.others());
        add("unexpected messages", snapshot.unexpected());
        snapshot.threads().forEach(this::line);
    }

    private void add(String title, List<Snapshot.Entry> entries) {
        if (!entries.isEmpty()) {
            line(title + ":");
        }
        for (Snapshot.Entry entry : entries) {
            line("  " + entry.call() + ", " + entry.state() + age(entry.age()) + (entry.part() ? ", a part" : ""));
            entry.site().ifPresent(site -> line("    called at " + site));
            entry.nearMisses().forEach(miss -> line("    " + miss));
        }
    }

    private static String age(Duration age) {
        return age.isZero() ? "" : String.format(Locale.ROOT, ", for %.1f s", age.toMillis() / 1000.0);
    }

    private void line(String line) {
        text.append("\n  ").append(line);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
