package org.reactivempi.testkit;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks into ranks that may hang. */
final class Diagnosis {

    /** How long a progress thread may take to say what it waits for. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(1);

    private static final int MOST_FRAMES = 30;

    private final Ranks ranks;

    Diagnosis(Ranks ranks) {
        this.ranks = ranks;
    }

    /** Whether no rank has an operation that runs. */
    boolean isAtRest() {
        return IntStream.range(0, ranks.size()).allMatch(rank -> {
            List<String> pending = pending(rank);
            return pending != null && pending.isEmpty();
        });
    }

    /** What each rank waits for, a line for each operation. */
    String waitsFor() {
        return IntStream.range(0, ranks.size()).mapToObj(this::waitsFor).collect(Collectors.joining("\n"));
    }

    private String waitsFor(int rank) {
        String name = "  rank " + rank + ": ";
        List<String> pending = pending(rank);
        if (pending == null) {
            return name + "its progress thread does not answer"
                    + placeOf(ranks.threads().progressThread(rank));
        }
        return name + (pending.isEmpty() ? "nothing" : String.join("\n" + name, pending));
    }

    /** Why it is not a deadlock for sure, a line for each rank that has tried to find out. */
    String doubts() {
        return IntStream.range(0, ranks.size())
                .filter(rank -> !ranks.doubt(rank).isEmpty())
                .mapToObj(rank -> "\n  rank " + rank + " has proven no deadlock, since " + ranks.doubt(rank))
                .collect(Collectors.joining());
    }

    /** What a rank waits for, nothing where it has ended, or null where it does not answer. */
    private @Nullable List<String> pending(int rank) {
        try {
            return ranks.pending(rank).onErrorReturn(List.of()).block(LONGEST_ANSWER);
        } catch (IllegalStateException timeout) {
            return null;
        }
    }

    /** The messages that a rank has got, and that nobody has received; none where it has ended, or does not answer. */
    List<String> unreceived(int rank) {
        try {
            List<String> messages =
                    ranks.unreceived(rank).onErrorReturn(List.of()).block(LONGEST_ANSWER);
            return messages == null ? List.of() : messages;
        } catch (IllegalStateException timeout) {
            return List.of();
        }
    }

    /** Where a thread is, in lines that follow its name. */
    static String placeOf(@Nullable Thread thread) {
        if (thread == null) {
            return "";
        }
        return Stream.of(thread.getStackTrace())
                .limit(MOST_FRAMES)
                .map(frame -> "\n    at " + frame)
                .collect(Collectors.joining());
    }
}
