package org.reactivempi.transport.engine.protocol;

import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.match.MatchQueues;

/**
 * The contexts in which sends, receives and probes run, and the ones in which messages wait that nobody has received; those of collective
 * operations left out. They are looked for when somebody asks, and known until the next operation starts or message comes: thousands of
 * communicators may be freed at once, each of them asks, and looks at thousands of operations would hold the rank for seconds.
 */
final class UsedContexts {

    private final OpenMessages open;
    private final MatchQueues queues;
    private final LongSupplier started;
    /** Nobody has asked yet: a rank that frees nothing has no room for what it finds. */
    private Set<Integer> running = Set.of();

    private Set<Integer> waiting = Set.of();
    private long known = -1;

    /**
     * Of a rank on which nothing runs yet.
     *
     * @param started how many operations have started that are of no collective operation
     */
    UsedContexts(OpenMessages open, MatchQueues queues, LongSupplier started) {
        this.open = open;
        this.queues = queues;
        this.started = started;
    }

    /** Whether an operation runs in one of these. */
    boolean areRunning(int... contexts) {
        if (isOld() || areIn(running, contexts)) {
            look();
        }
        return areIn(running, contexts);
    }

    /** Whether a message waits in one of these. */
    boolean areWaiting(int... contexts) {
        if (isOld() || areIn(waiting, contexts)) {
            look();
        }
        return areIn(waiting, contexts);
    }

    /** Whether more may be used than was found. Less may be used at any time: what is found is looked for again. */
    private boolean isOld() {
        return known != now();
    }

    private long now() {
        return started.getAsLong() + queues.keptOfPrograms();
    }

    private static boolean areIn(Set<Integer> found, int... contexts) {
        assert IntStream.of(contexts).noneMatch(ContextId::isCollective);
        return !found.isEmpty() && IntStream.of(contexts).anyMatch(found::contains);
    }

    private void look() {
        known = now();
        Set<Integer> nowRunning = new HashSet<>();
        open.forEachRunning(context -> add(nowRunning, context));
        running = nowRunning;
        Set<Integer> nowWaiting = new HashSet<>();
        queues.forEachUnexpected(message -> add(nowWaiting, message.context()));
        waiting = nowWaiting;
    }

    private static void add(Set<Integer> found, int context) {
        if (!ContextId.isCollective(context)) {
            found.add(context);
        }
    }
}
