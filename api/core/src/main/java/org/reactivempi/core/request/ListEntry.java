package org.reactivempi.core.request;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.request.RequestOutcome.Absent;

/**
 * One request of a list that is waited for, and its watch at the request.
 *
 * <pre>
 *             start             end, offered            polled
 *  IDLE -----------------&gt; ARMED ------------&gt; ENDED -----------&gt; TAKING --consumed--&gt; IDLE
 *                            ^                                      |
 *                            +---- runs again, or started again ----+
 *
 *  everything --retire--&gt; RETIRED
 * </pre>
 * An entry that is not idle counts as active; it stands among the ended ones at most once. A start or an end that is
 * told while somebody takes is noted in the state, and heeded when the taking is over: so a persistent request may be taken,
 * started and ended on three threads at the same time.
 */
final class ListEntry extends CoreRequest.Standing {

    private static final AtomicIntegerFieldUpdater<ListEntry> STATE =
            AtomicIntegerFieldUpdater.newUpdater(ListEntry.class, "state");
    private static final int IDLE = 0;
    private static final int ARMED = 1;
    private static final int ENDED = 2;
    private static final int TAKING = 3;
    private static final int TAKING_STARTED = 4;
    private static final int TAKING_ENDED = 5;
    private static final int RETIRED = 6;

    final int index;
    final CoreRequest request;
    private final ReadyRequests.Reference list;
    private volatile int state = ARMED;

    /** An entry that is armed, and must be attached to its request. */
    ListEntry(ReadyRequests.Reference list, int index, CoreRequest request) {
        this.list = list;
        this.index = index;
        this.request = request;
    }

    @Override
    boolean isOver() {
        ReadyRequests ready = list.get();
        return state == RETIRED || ready == null || ready.isOver();
    }

    @Override
    void onStart() {
        ReadyRequests ready = list.get();
        if (ready == null) {
            return;
        }
        int before = state;
        while (before == IDLE || before == TAKING) {
            if (before == IDLE ? armed(ready) : move(TAKING, TAKING_STARTED)) {
                return;
            }
            before = state;
        }
    }

    // Counted first, so that nobody sees a list without active requests while one is.
    private boolean armed(ReadyRequests ready) {
        ready.countActive();
        if (move(IDLE, ARMED)) {
            return true;
        }
        ready.countIdle();
        return false;
    }

    @Override
    void onAttached() {
        ReadyRequests ready = list.get();
        if (ready != null && move(ARMED, TAKING)) {
            boolean isIdle = request.outcome() == Absent.INACTIVE;
            while (!taken(isIdle ? IDLE : ARMED, ready)) {
                // A start or an end came in between.
            }
        }
        if (request.outcome() != null) {
            onEnd(request);
        }
    }

    /** The waits themselves see to it which thread serves them. */
    @Override
    boolean isQuiet() {
        return true;
    }

    @Override
    void onEnd(CoreRequest ended) {
        int before = state;
        while (before == ARMED || before == TAKING || before == TAKING_STARTED) {
            if (move(before, before == ARMED ? ENDED : TAKING_ENDED)) {
                if (before == ARMED) {
                    offer();
                }
                return;
            }
            before = state;
        }
    }

    /** Consumes the outcome of an entry that was polled; {@code null} if another wait has, or the request runs again. */
    @Nullable
    Object take(ReadyRequests ready) {
        if (!move(ENDED, TAKING)) {
            return null;
        }
        Object outcome = request.consume();
        while (!taken(outcome == null ? ARMED : IDLE, ready)) {
            // A start or an end came in between.
        }
        return outcome == Absent.INACTIVE ? null : outcome;
    }

    private boolean taken(int next, ReadyRequests ready) {
        int before = state;
        switch (before) {
            case TAKING:
                if (move(TAKING, next)) {
                    if (next == IDLE) {
                        ready.countIdle();
                    }
                    return true;
                }
                return false;
            case TAKING_STARTED:
                return move(TAKING_STARTED, ARMED);
            case TAKING_ENDED:
                if (move(TAKING_ENDED, ENDED)) {
                    ready.offer(this);
                    return true;
                }
                return false;
            default:
                return true;
        }
    }

    /** The entry is replaced, and watches its request no longer. */
    void retire(ReadyRequests ready) {
        int before = STATE.getAndSet(this, RETIRED);
        request.detach(this);
        if (before != IDLE && before != RETIRED) {
            ready.countIdle();
        }
    }

    boolean isRetired() {
        return state == RETIRED;
    }

    private void offer() {
        ReadyRequests ready = list.get();
        if (ready != null) {
            ready.offer(this);
        }
    }

    private boolean move(int from, int to) {
        return STATE.compareAndSet(this, from, to);
    }
}
