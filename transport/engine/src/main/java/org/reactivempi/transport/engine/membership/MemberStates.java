package org.reactivempi.transport.engine.membership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reactivempi.transport.engine.event.MemberChange;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.progress.Completable;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * Which ranks of the job are there, as this rank sees it, and who watches.
 *
 * <pre>
 *  AWAITED --first connection--&gt; JOINED --broken--&gt; SUSPECT --another connection--&gt; JOINED
 *     |                            |                   |
 *     |                            +--goodbye--------&gt; LEFT ----+
 *     +--waited for in vain------&gt; FAILED &lt;--lost------+        +--another process--&gt; RETURNED, and on as JOINED
 *                                    +---------------------------+
 * </pre>
 * Changes are signals like those of operations, in one queue with them: a change is told before the operations that end, or
 * go on, because of it. Nothing is kept for a change that nobody watches.
 */
final class MemberStates {

    /** One subscriber. */
    private static final class Watcher {

        final Sinks.Many<MemberChange> sink = Sinks.many().unicast().onBackpressureBuffer();
    }

    private final int self;
    private final CompletionQueue signals;
    private final int size;
    /** Those ranks that are otherwise than at the beginning: a job may have many ranks that this one never meets. */
    private final Map<Integer, MemberChange> changed = new HashMap<>();

    private boolean allJoined;
    private final List<Watcher> watchers = new ArrayList<>();
    private boolean ended;

    /** Of so many ranks none but this one is there. */
    MemberStates(int self, int size, CompletionQueue signals) {
        this.self = self;
        this.signals = signals;
        this.size = size;
    }

    private MemberChange member(int rank) {
        MemberChange known = changed.get(rank);
        if (known != null) {
            return known;
        }
        return allJoined || rank == self
                ? new MemberChange(rank, MemberChange.State.JOINED, 1)
                : new MemberChange(rank, MemberChange.State.AWAITED, 0);
    }

    /** All ranks are there: they have met before this one goes on. */
    void allHaveJoined() {
        allJoined = true;
        changed.clear();
    }

    /** The state of each rank, then what changes; completes when the engine ends. Subscribed on the progress thread. */
    Flux<MemberChange> changes() {
        return Flux.defer(() -> {
            Watcher watcher = new Watcher();
            for (int rank = 0; rank < size; rank++) {
                watcher.sink.tryEmitNext(member(rank));
            }
            if (ended) {
                watcher.sink.tryEmitComplete();
            } else {
                forgetCancelled();
                watchers.add(watcher);
            }
            return watcher.sink.asFlux();
        });
    }

    /** A watcher that looks once and goes, as a check of health does, would else be kept until something changes. */
    private void forgetCancelled() {
        watchers.removeIf(each -> each.sink.currentSubscriberCount() == 0);
    }

    /** Whether somebody wants to hear of changes. */
    boolean isWatched() {
        forgetCancelled();
        return !watchers.isEmpty();
    }

    /** How many subscribers are kept. */
    int watchers() {
        return watchers.size();
    }

    /** A connection stands with a rank, the first one of a link or another one. */
    void stands(int rank) {
        MemberChange known = member(rank);
        boolean isAnother = known.incarnation() == 0 || known.isOver();
        int incarnation = isAnother ? known.incarnation() + 1 : known.incarnation();
        become(rank, incarnation > 1 ? MemberChange.State.RETURNED : MemberChange.State.JOINED, incarnation);
    }

    /** The connection with a rank has ended, and another is looked for. */
    void broken(int rank) {
        become(rank, MemberChange.State.SUSPECT, member(rank).incarnation());
    }

    void lost(PeerLostException loss) {
        MemberChange.State state = loss.hasFinalized() ? MemberChange.State.LEFT : MemberChange.State.FAILED;
        become(loss.rank(), state, member(loss.rank()).incarnation());
    }

    private void become(int rank, MemberChange.State state, int incarnation) {
        MemberChange change = new MemberChange(rank, state, incarnation);
        if (rank != self && !change.equals(member(rank))) {
            changed.put(rank, change);
            if (!watchers.isEmpty()) {
                Told told = new Told(List.copyOf(watchers), change);
                signals.step(() -> {
                    signals.started();
                    signals.due(told);
                });
            }
        }
    }

    /** Nothing changes any more: watchers hear so after the changes that are due. */
    void end() {
        ended = true;
        List<Watcher> last = List.copyOf(watchers);
        watchers.clear();
        signals.step(() -> {
            signals.started();
            signals.due(new Ended(last));
        });
    }

    /** The end, on its way to the watchers. */
    private static final class Ended extends Completable {

        private final List<Watcher> to;

        Ended(List<Watcher> to) {
            this.to = to;
        }

        @Override
        protected void signal() {
            to.forEach(watcher -> watcher.sink.tryEmitComplete());
        }
    }

    /** One change on its way to the watchers that were there when it came. */
    private final class Told extends Completable {

        private final List<Watcher> to;
        private final MemberChange change;

        Told(List<Watcher> to, MemberChange change) {
            this.to = to;
            this.change = change;
        }

        @Override
        protected void signal() {
            to.forEach(this::tell);
        }

        private void tell(Watcher watcher) {
            if (watcher.sink.tryEmitNext(change) == Sinks.EmitResult.FAIL_CANCELLED) {
                watchers.remove(watcher);
            }
        }
    }
}
