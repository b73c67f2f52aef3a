package org.reactivempi.transport.engine.match;

import io.netty.util.collection.IntCollections;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The posted and the unexpected queue.
 *
 * <p>A receive stands in the chain of exactly what it asks for, wildcards as themselves. A message with source s and tag
 * t can meet the chains (s, t), (any, t), (s, any) and (any, any), and takes the oldest of their heads: receives are
 * numbered as they are posted (ORD-2, ORD-3). A message that meets none stands in all four chains, in order of arrival,
 * and a receive looks at the head of its one (ORD-1). Where a communicator's users have said that they use no wildcards, it stands
 * in fewer; a receive or a probe with a wildcard that comes all the same has what waits put into the others first.
 *
 * <p>Each match asks the receive first ({@link Posted#holds}, {@link Posted#claim}): one that has no memory for the message,
 * or was cancelled meanwhile, is passed over. What only looks ({@link Posted#looks}) stands in a table of its own, so that
 * receives and messages need not pass it over: all looks that could see a message do, and are in no queue any more.
 */
public final class MatchQueues {

    /** Chains that a message may have to look at: with and without wildcards for source and tag. */
    private static final int KINDS_OF_RECEIVES = 4;

    private final CompletionQueue completions;
    private final @Nullable Events events;
    private final ChainTable<Posted.Chain> posted = new ChainTable<>(Posted.Chain::new);
    private final ChainTable<Posted.Chain> looks = new ChainTable<>(Posted.Chain::new);
    private final UnexpectedTable unexpected = new UnexpectedTable();
    /** Contexts in which not all wildcards are used. */
    private IntObjectMap<Wildcards> narrow = IntCollections.emptyMap();
    /** What waits until somebody decides, where somebody does. */
    private @Nullable DeferredMatches deferred;

    private long nextOrder;
    private int postedCount;
    private int postedWithWildcard;
    private int lookingCount;
    private int unexpectedCount;
    private long keptOfPrograms;
    private long postedAttempts;
    private long unexpectedAttempts;

    /**
     * Empty queues.
     *
     * @param completions where receives end that are found to be cancelled, or can't hold their message
     * @param events who watches, if anybody does
     */
    public MatchQueues(CompletionQueue completions, @Nullable Events events) {
        this.completions = completions;
        this.events = events;
    }

    /** Has somebody decide which message a receive from any source gets; before the first one. */
    public void defer(Matches matches, int rank) {
        deferred = new DeferredMatches(this, matches, rank);
    }

    /**
     * The message that a receive gets, taken out of the queue, or that a look sees, left where it is; or null, and then the
     * receive is posted, was cancelled, or can't hold it.
     */
    public @Nullable Unexpected post(Posted receive) {
        int context = receive.context();
        int source = receive.source();
        int tag = receive.tag();
        DeferredMatches undecided = deferred;
        if (undecided != null && undecided.defers(context, source, tag)) {
            stand(receive, context, source, tag);
            undecided.add(receive);
            return null;
        }
        Unexpected message = peek(context, source, tag);
        if (message == null) {
            stand(receive, context, source, tag);
            return null;
        }
        if (!isMet(receive, message.source(), message.tag(), message.lengthBytes())) {
            return null;
        }
        if (!receive.looks()) {
            receive.order = message.order;
            remove(message);
        }
        return message;
    }

    private void stand(Posted receive, int context, int source, int tag) {
        receive.order = nextOrder++;
        if (receive.looks()) {
            looks.chain(context, source, tag).append(receive);
            lookingCount++;
        } else {
            posted.chain(context, source, tag).append(receive);
            count(source, tag, 1);
        }
    }

    /** The message that a receive would get now; or null. */
    public @Nullable Unexpected peek(int context, int source, int tag) {
        if (unexpectedCount == 0) {
            return null;
        }
        unexpectedAttempts++;
        if (!finds(context, source, tag)) {
            use(context, Wildcards.ALL);
        }
        return deferred == null ? unexpected.first(context, source, tag) : seen(deferred, context, source, tag);
    }

    private @Nullable Unexpected seen(DeferredMatches undecided, int context, int source, int tag) {
        return waiting(context, source, tag).stream()
                .filter(message -> !undecided.hides(message))
                .findFirst()
                .orElse(null);
    }

    /** The messages, oldest first and {@code most} at most, that receives which ask for this would get now; not counted as a search. */
    public List<Unexpected> peek(int context, int source, int tag, int most) {
        if (finds(context, source, tag)) {
            return unexpected.first(context, source, tag, most);
        }
        List<Unexpected> found = waiting(context, source, tag);
        return found.subList(0, Math.min(most, found.size()));
    }

    /**
     * Which wildcards receives and probes of a context use, from now on. All of them where nothing else is said.
     *
     * @param used that of a context is dropped by {@link Wildcards#ALL}
     */
    public void use(int context, Wildcards used) {
        Wildcards before = narrow.isEmpty() ? null : narrow.get(context);
        if (before != null && (used.anySource() && !before.anySource() || used.anyTag() && !before.anyTag())) {
            waiting(context, Posted.ANY, Posted.ANY)
                    .forEach(message -> unexpected.widen(message, used.anySource(), used.anyTag()));
        }
        if (!used.equals(Wildcards.ALL)) {
            if (narrow.isEmpty()) {
                narrow = new IntObjectHashMap<>();
            }
            narrow.put(context, used);
        } else if (before != null) {
            narrow.remove(context);
        }
    }

    /** The messages, oldest first, that receives which ask for this could get, wherever they stand. */
    List<Unexpected> waiting(int context, int source, int tag) {
        List<Unexpected> found = new ArrayList<>();
        unexpected.forEach(message -> {
            if (message.context == context
                    && (source == Posted.ANY || source == message.source)
                    && (tag == Posted.ANY || tag == message.tag)) {
                found.add(message);
            }
        });
        found.sort(Comparator.comparingLong(Unexpected::order));
        return found;
    }

    private Wildcards wildcards(int context) {
        Wildcards used = narrow.isEmpty() ? null : narrow.get(context);
        return used == null ? Wildcards.ALL : used;
    }

    /** Whether the messages that wait stand where this is looked for. */
    private boolean finds(int context, int source, int tag) {
        return source != Posted.ANY && tag != Posted.ANY || wildcards(context).allow(source, tag);
    }

    /** The receive that gets a message which has just come, taken out of the queue; or null. */
    public @Nullable Posted arrive(int context, int source, int tag, long lengthBytes) {
        if (deferred != null) {
            deferred.arrived(nextOrder, context, source, tag);
        }
        Posted receive = match(context, source, tag, lengthBytes);
        if (receive != null) {
            receive.order = nextOrder++;
        }
        return receive;
    }

    private @Nullable Posted match(int context, int source, int tag, long lengthBytes) {
        Posted receive = oldest(context, source, tag);
        while (receive != null && !isDeferred(receive)) {
            take(receive);
            if (isMet(receive, source, tag, lengthBytes)) {
                return receive;
            }
            receive = oldest(context, source, tag);
        }
        return null;
    }

    private boolean isDeferred(Posted receive) {
        return deferred != null && deferred.holds(receive);
    }

    /** Whether a receive that waits for a decision might get such a message, which no receive has met. */
    public boolean mayBeDecided(int context, int source, int tag) {
        return deferred != null && deferred.mayGet(context, source, tag);
    }

    /** A message of the queue is for one that stands in its table. */
    void give(Posted asking, Unexpected message) {
        completions.step(() -> {
            if (asking.looks()) {
                stopLooking(asking);
            } else {
                take(asking);
            }
            if (isMet(asking, message.source(), message.tag(), message.lengthBytes())) {
                if (!asking.looks()) {
                    asking.order = message.order;
                    remove(message);
                }
                asking.take(message, completions);
            }
        });
    }

    /** Whether a receive, which is in no queue, may get a message; else it ends. */
    private boolean isMet(Posted receive, int source, int tag, long lengthBytes) {
        if (!receive.holds(lengthBytes)) {
            receive.fail(receive.tooLong(source, tag, lengthBytes), completions);
            return false;
        }
        if (!receive.claim()) {
            receive.cancel(completions);
            return false;
        }
        return true;
    }

    private void take(Posted receive) {
        posted.left(receive.leave());
        count(receive.source(), receive.tag(), -1);
    }

    private @Nullable Posted oldest(int context, int source, int tag) {
        postedAttempts += postedCount == 0 ? 0 : postedWithWildcard == 0 ? 1 : KINDS_OF_RECEIVES;
        Posted receive = first(posted, context, source, tag);
        if (postedWithWildcard > 0) {
            receive = older(receive, first(posted, context, Posted.ANY, tag));
            receive = older(receive, first(posted, context, source, Posted.ANY));
            receive = older(receive, first(posted, context, Posted.ANY, Posted.ANY));
        }
        return receive;
    }

    /** The oldest that asks for exactly this, wildcards as themselves. */
    private static @Nullable Posted first(ChainTable<Posted.Chain> table, int context, int source, int tag) {
        Posted.Chain chain = table.find(context, source, tag);
        return chain == null ? null : chain.first();
    }

    /** Keeps a message for which {@link #arrive} found no receive. */
    public void keep(Unexpected message) {
        message.order = nextOrder++;
        enter(message);
    }

    /**
     * Puts a message back that a receive or a probe had taken, at its place in the order of arrival: the oldest receive
     * that it matches gets it, taken out of the queue; or null, and then the message is in the queue.
     */
    public @Nullable Posted putBack(Unexpected message) {
        Posted receive = match(message.context, message.source, message.tag, message.lengthBytes());
        if (receive != null) {
            receive.order = message.order;
        } else {
            enter(message);
        }
        return receive;
    }

    private void enter(Unexpected message) {
        Wildcards used = wildcards(message.context);
        unexpected.add(message, used.anySource(), used.anyTag());
        unexpectedCount++;
        keptOfPrograms += ContextId.isCollective(message.context) ? 0 : 1;
        if (events != null) {
            events.queued(message.lengthBytes());
        }
        show(message);
    }

    /** Shows the messages that nobody might get any more to the looks that have waited for that. */
    void showWaiting() {
        if (lookingCount > 0) {
            List<Unexpected> messages = new ArrayList<>();
            unexpected.forEach(messages::add);
            messages.sort(Comparator.comparingLong(Unexpected::order));
            messages.forEach(this::show);
        }
    }

    /** Shows a message that stays to all looks that could see it. */
    private void show(Unexpected message) {
        if (lookingCount > 0 && !(deferred != null && deferred.hides(message))) {
            show(message, message.source, message.tag);
            show(message, Posted.ANY, message.tag);
            show(message, message.source, Posted.ANY);
            show(message, Posted.ANY, Posted.ANY);
        }
    }

    /** As the other one, for the looks that ask for exactly this. */
    private void show(Unexpected message, int source, int tag) {
        Posted look = first(looks, message.context, source, tag);
        while (look != null && !isDeferred(look)) {
            stopLooking(look);
            if (look.claim()) {
                look.take(message, completions);
            } else {
                look.cancel(completions);
            }
            look = first(looks, message.context, source, tag);
        }
    }

    private void stopLooking(Posted look) {
        looks.left(look.leave());
        lookingCount--;
    }

    /** Whether a message is in the queue, and not with a receive, a probe, or gone. */
    public boolean holds(Unexpected message) {
        return unexpected.holds(message);
    }

    /** Takes a message out again; it must be in the queue. */
    public void remove(Unexpected message) {
        unexpected.remove(message);
        unexpectedCount--;
        if (events != null) {
            events.unqueued(message.lengthBytes());
        }
    }

    /** Takes a receive out again; false if it is not in the queue, since a message has met it. */
    public boolean withdraw(Posted receive) {
        if (receive.chain == null) {
            return false;
        }
        if (receive.looks()) {
            stopLooking(receive);
        } else {
            take(receive);
        }
        if (deferred != null) {
            deferred.left(receive);
        }
        return true;
    }

    /** How many receives wait. */
    public int postedCount() {
        return postedCount;
    }

    /** How many looks wait. */
    public int lookingCount() {
        return lookingCount;
    }

    /** How many messages wait. */
    public int unexpectedCount() {
        return unexpectedCount;
    }

    /** How many messages have been kept, or put back, that are of no collective operation, since the start. */
    public long keptOfPrograms() {
        return keptOfPrograms;
    }

    /** In how many chains messages that came have looked for a receive, since the start. */
    public long postedAttempts() {
        return postedAttempts;
    }

    /** In how many chains receives and probes have looked for a message, since the start. */
    public long unexpectedAttempts() {
        return unexpectedAttempts;
    }

    /** Shows all receives and looks that wait, in no particular order; {@code visitor} must not change the queues. */
    public void forEachPosted(Consumer<Posted> visitor) {
        posted.forEachChain(chain -> chain.forEach(visitor));
        looks.forEachChain(chain -> chain.forEach(visitor));
    }

    /** Shows the receives that wait for exactly this, wildcards as themselves; {@code visitor} must not change the queues. */
    public void forEachPosted(int context, int source, int tag, Consumer<Posted> visitor) {
        Posted.Chain chain = posted.find(context, source, tag);
        if (chain != null) {
            chain.forEach(visitor);
        }
    }

    /** The number that the next receive or message gets. */
    public long nextOrder() {
        return nextOrder;
    }

    /** Shows all messages that wait, in no particular order; {@code visitor} must not change the queues. */
    public void forEachUnexpected(Consumer<Unexpected> visitor) {
        unexpected.forEach(visitor);
    }

    private void count(int source, int tag, int change) {
        postedCount += change;
        if (source == Posted.ANY || tag == Posted.ANY) {
            postedWithWildcard += change;
        }
    }

    private static @Nullable Posted older(@Nullable Posted one, @Nullable Posted second) {
        if (one == null || second == null) {
            return one == null ? second : one;
        }
        return one.order <= second.order ? one : second;
    }
}
