package org.reactivempi.transport.engine.match;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.platform.Matches.Candidate;
import org.reactivempi.transport.engine.platform.Matches.Open;

/**
 * Receives and probes that wait until somebody decides which message they get, in the order in which they were posted: those from any
 * source, and those from one that an older one of them might rob.
 *
 * <pre>
 *  from any source -----------------------------&gt; DEFERRED --decided--------------------&gt; has its message
 *  from one, after one of them that may rob it -&gt; DEFERRED --nobody may rob it any more-&gt; waits, or has its message, as all others
 * </pre>
 * All of them stand in the tables of the queues as well. What one of them might get is hidden from all that came later.
 */
final class DeferredMatches implements Matches.Undecided {

    private final MatchQueues queues;
    private final Matches matches;
    private final int rank;
    private final List<Deferred> deferred = new ArrayList<>();
    private long numbered;

    /** One that waits; {@code nth} counts those from any source. */
    private record Deferred(Posted asking, long nth) {

        boolean isFromAny() {
            return asking.source() == Posted.ANY;
        }

        boolean mayGet(int context, int source, int tag) {
            return asking.context() == context
                    && (isFromAny() || asking.source() == source)
                    && (asking.tag() == Posted.ANY || asking.tag() == tag);
        }

        /** Whether it takes a message away from one that asks for this. */
        boolean mayRob(int context, int tag) {
            return isFromAny()
                    && !asking.looks()
                    && asking.context() == context
                    && (asking.tag() == Posted.ANY || tag == Posted.ANY || asking.tag() == tag);
        }
    }

    DeferredMatches(MatchQueues queues, Matches matches, int rank) {
        this.queues = queues;
        this.matches = matches;
        this.rank = rank;
        matches.begin(rank, this);
    }

    /** Whether a receive or a probe that is posted now has to wait. */
    boolean defers(int context, int source, int tag) {
        return source == Posted.ANY || isRobbed(deferred.size(), context, tag);
    }

    /** Whether one of the first {@code olders} may take a message away from one that asks for this. */
    private boolean isRobbed(int olders, int context, int tag) {
        return olders > 0 && deferred.subList(0, olders).stream().anyMatch(older -> older.mayRob(context, tag));
    }

    /** One that {@link #defers} has said to wait stands in its table. */
    void add(Posted asking) {
        deferred.add(new Deferred(asking, asking.source() == Posted.ANY ? numbered++ : -1));
        matches.deferred(rank);
    }

    boolean holds(Posted asking) {
        return !deferred.isEmpty() && deferred.stream().anyMatch(each -> each.asking == asking);
    }

    @Override
    public boolean isEmpty() {
        return deferred.isEmpty();
    }

    /** One has left its table; without effect where it was not deferred. */
    void left(Posted asking) {
        if (deferred.removeIf(each -> each.asking == asking)) {
            settle();
        }
    }

    /** A message has come. */
    void arrived(long order, int context, int source, int tag) {
        matches.arrived(rank, new Matches.Came(order, context, source, tag));
    }

    /** Whether a receive that waits might get a message, so that nobody who comes now sees it. */
    boolean hides(Unexpected message) {
        return hides(deferred.size(), message);
    }

    private boolean hides(int olders, Unexpected message) {
        return deferred.subList(0, olders).stream()
                .anyMatch(older ->
                        !older.asking.looks() && older.mayGet(message.context(), message.source(), message.tag()));
    }

    /** Whether a receive that waits might get such a message. */
    boolean mayGet(int context, int source, int tag) {
        return deferred.stream().anyMatch(each -> !each.asking.looks() && each.mayGet(context, source, tag));
    }

    @Override
    public List<Open> open() {
        List<Open> open = new ArrayList<>();
        for (int i = 0; i < deferred.size(); i++) {
            Deferred each = deferred.get(i);
            List<Candidate> candidates = each.isFromAny() ? candidates(i) : List.of();
            if (!candidates.isEmpty()) {
                Posted asking = each.asking;
                int tag = asking.tag();
                open.add(new Open(
                        each.nth,
                        asking.wanted(),
                        asking.context(),
                        tag,
                        tag == Posted.ANY,
                        queues.nextOrder(),
                        candidates));
            }
        }
        return open;
    }

    private List<Candidate> candidates(int index) {
        Posted asking = deferred.get(index).asking;
        Map<Integer, Candidate> heads = new LinkedHashMap<>();
        queues.waiting(asking.context(), Posted.ANY, asking.tag()).stream()
                .filter(message -> !hides(index, message))
                .forEach(message -> heads.putIfAbsent(
                        message.source(),
                        new Candidate(message.order(), message.source(), message.tag(), message.content())));
        return List.copyOf(heads.values());
    }

    @Override
    public void decide(Candidate chosen) {
        for (int i = 0; i < deferred.size(); i++) {
            Deferred each = deferred.get(i);
            if (each.isFromAny() && candidates(i).contains(chosen)) {
                deferred.remove(i);
                queues.give(
                        each.asking,
                        queues.waiting(each.asking.context(), chosen.source(), chosen.tag()).stream()
                                .filter(message -> message.order() == chosen.order())
                                .findFirst()
                                .orElseThrow());
                settle();
                return;
            }
        }
        throw new IllegalStateException("nobody waits for " + chosen);
    }

    /** What nobody robs any more goes on as if it had come just now; probes see what is hidden no more. */
    private void settle() {
        int i = 0;
        while (i < deferred.size()) {
            Deferred each = deferred.get(i);
            Posted asking = each.asking;
            if (each.isFromAny() || isRobbed(i, asking.context(), asking.tag())) {
                i++;
            } else {
                deferred.remove(i);
                queues.waiting(asking.context(), asking.source(), asking.tag()).stream()
                        .findFirst()
                        .ifPresent(message -> queues.give(asking, message));
            }
        }
        queues.showWaiting();
    }
}
