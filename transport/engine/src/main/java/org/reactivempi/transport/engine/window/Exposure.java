package org.reactivempi.transport.engine.window;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;

/** Whom this rank lets access its memory, and who of them has completed. */
final class Exposure {

    private final BitSet origins = new BitSet();
    /** How often each rank has completed beyond the epochs that are over: a rank may be one ahead. */
    private final Map<Integer, Integer> completed = new HashMap<>();

    /** How often each rank will still complete what has ended here before, by the loss of another one. */
    private final Map<Integer, Integer> late = new HashMap<>();

    private @Nullable Throwable lost;
    private @Nullable Ended waiting;

    /** An epoch begins. */
    void post(int[] ranks) {
        lost = null;
        for (int rank : ranks) {
            origins.set(rank);
        }
        takeCompleted();
    }

    private void takeCompleted() {
        List<Integer> done = new ArrayList<>();
        origins.stream().filter(completed::containsKey).forEach(done::add);
        done.forEach(rank -> {
            origins.clear(rank);
            take(completed, rank);
        });
    }

    /** One less; false if there was none. */
    private static boolean take(Map<Integer, Integer> counts, int rank) {
        boolean isThere = counts.containsKey(rank);
        counts.computeIfPresent(rank, (same, count) -> count == 1 ? null : count - 1);
        return isThere;
    }

    /** A rank has completed, and all that it has done before is done. */
    void complete(int rank) {
        if (take(late, rank)) {
            return;
        }
        completed.merge(rank, 1, Integer::sum);
        takeCompleted();
        tell();
    }

    /** A rank will never complete. */
    void lose(int rank, Throwable cause) {
        if (origins.get(rank)) {
            origins.clear(rank);
            lost = cause;
            tell();
        }
    }

    /** Whether nobody accesses it any more, or it can't end well. */
    boolean isOver() {
        return origins.isEmpty() || lost != null;
    }

    /** Hears when it is over; at once if it is. */
    void await(Ended ended) {
        waiting = ended;
        tell();
    }

    private void tell() {
        Ended told = waiting;
        if (told != null && isOver()) {
            waiting = null;
            origins.stream().forEach(rank -> late.merge(rank, 1, Integer::sum));
            origins.clear();
            told.ended(lost);
        }
    }

    /** It ends as this. */
    void cut(Throwable cause) {
        lost = cause;
        tell();
    }

    /** Who has not completed; nobody if nobody waits for that. */
    BitSet awaited() {
        return waiting == null ? new BitSet() : (BitSet) origins.clone();
    }
}
