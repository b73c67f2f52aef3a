package org.reactivempi.transport.engine.diagnosis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.reactivempi.transport.engine.diagnosis.PendingOperation.Kind;

/** What a rank waits for, in words: a line for each operation, and indented ones for what is known of it. */
public final class Description {

    private static final int MOST_OPERATIONS = 20;
    private static final String INDENT = "  ";
    /** How a line begins that says where a thread is; ranks of one JVM may say the same. */
    static final String PLACE = INDENT + "thread ";

    private Description() {}

    /** Of a rank. */
    static String of(int rank, List<PendingOperation> pending, List<String> places) {
        List<String> lines = new ArrayList<>();
        List<PendingOperation> waiting =
                pending.stream().filter(any -> any.kind() != Kind.UNEXPECTED).toList();
        if (waiting.isEmpty()) {
            lines.add("rank " + rank + " waits for no message, and nothing is left in its program that could go on");
        }
        for (PendingOperation operation : waiting.subList(0, Math.min(waiting.size(), MOST_OPERATIONS))) {
            lines.add("rank " + rank + " waits for " + inWords(operation));
            if (operation.site() != null) {
                lines.add(INDENT + "called at " + operation.site());
            }
            NearMisses.of(operation, pending).forEach(miss -> lines.add(INDENT + miss));
        }
        if (waiting.size() > MOST_OPERATIONS) {
            lines.add("rank " + rank + " waits for " + (waiting.size() - MOST_OPERATIONS) + " more");
        }
        places.forEach(place -> lines.add(INDENT + place));
        return String.join("\n", lines);
    }

    private static String inWords(PendingOperation operation) {
        String call = operation.call() + (operation.part() ? ", a part of the above" : "");
        String age = operation.age().isZero() ? "" : ", for " + seconds(operation.age());
        return operation.kind() == Kind.SEND ? call + ", which is " + operation.state() + age : call + age;
    }

    /** A time, as {@code 1.2 s}. */
    public static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
