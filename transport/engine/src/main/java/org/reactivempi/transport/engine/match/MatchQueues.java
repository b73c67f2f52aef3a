package org.reactivempi.transport.engine.match;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The posted and the unexpected queue.
 *
 * <p>A receive stands in the chain of exactly what it asks for, wildcards as themselves. A message with source s and tag
 * t can meet the chains (s, t), (any, t), (s, any) and (any, any), and takes the oldest of their heads: receives are
 * numbered as they are posted (ORD-2, ORD-3). A message that meets none stands in all four chains, in order of arrival,
 * and a receive looks at the head of its one (ORD-1).
 *
 * <p>Each match asks the receive first ({@link Posted#claim}): one that was cancelled meanwhile is passed over.
 */
public final class MatchQueues {

    private final ChainTable posted = new ChainTable();
    private final ChainTable unexpected = new ChainTable();
    private final Consumer<Posted> onCancelled;
    private long nextOrder;
    private int postedCount;
    private int postedWithWildcard;
    private int unexpectedCount;

    /**
     * Empty queues.
     *
     * @param onCancelled takes a receive that was to be matched and could not be claimed; it is in no queue then
     */
    public MatchQueues(Consumer<Posted> onCancelled) {
        this.onCancelled = onCancelled;
    }

    /**
     * The message that a receive gets, taken out of the queue; or null, and then the receive is posted, or was cancelled.
     */
    public @Nullable Unexpected post(Posted receive) {
        if (unexpectedCount > 0) {
            Node found = unexpected.first(receive.context, receive.source, receive.tag);
            if (found != null) {
                if (!receive.claim()) {
                    onCancelled.accept(receive);
                    return null;
                }
                Unexpected message = Unexpected.of(found);
                remove(message);
                return message;
            }
        }
        receive.order = nextOrder++;
        posted.append(receive, receive.context, receive.source, receive.tag);
        count(receive, 1);
        return null;
    }

    /** The receive that gets a message which has just come, taken out of the queue; or null. */
    public @Nullable Posted arrive(int context, int source, int tag) {
        Posted receive = oldest(context, source, tag);
        while (receive != null) {
            posted.remove(receive);
            count(receive, -1);
            if (receive.claim()) {
                return receive;
            }
            onCancelled.accept(receive);
            receive = oldest(context, source, tag);
        }
        return null;
    }

    private @Nullable Posted oldest(int context, int source, int tag) {
        Posted receive = (Posted) posted.first(context, source, tag);
        if (postedWithWildcard > 0) {
            receive = older(receive, posted.first(context, Posted.ANY, tag));
            receive = older(receive, posted.first(context, source, Posted.ANY));
            receive = older(receive, posted.first(context, Posted.ANY, Posted.ANY));
        }
        return receive;
    }

    /** Keeps a message for which {@link #arrive} found no receive. */
    public void keep(Unexpected message) {
        message.enter(unexpected);
        unexpectedCount++;
    }

    /** Takes a message out again; it must be in the queue. */
    public void remove(Unexpected message) {
        message.leave(unexpected);
        unexpectedCount--;
    }

    /** Takes a receive out again; false if it is not in the queue, since a message has met it. */
    public boolean withdraw(Posted receive) {
        if (receive.chain == null) {
            return false;
        }
        posted.remove(receive);
        count(receive, -1);
        return true;
    }

    /** Takes out all receives that wait for this rank of the job and no other, in no particular order. */
    public List<Posted> withdrawAll(int peer) {
        List<Posted> found = new ArrayList<>();
        forEachPosted(receive -> {
            if (receive.peer == peer) {
                found.add(receive);
            }
        });
        found.forEach(this::withdraw);
        return found;
    }

    /** How many receives wait. */
    public int postedCount() {
        return postedCount;
    }

    /** How many messages wait. */
    public int unexpectedCount() {
        return unexpectedCount;
    }

    /** Shows all receives that wait, in no particular order; {@code visitor} must not change the queues. */
    public void forEachPosted(Consumer<Posted> visitor) {
        posted.forEach(node -> visitor.accept((Posted) node));
    }

    /** Shows all messages that wait, in no particular order; {@code visitor} must not change the queues. */
    public void forEachUnexpected(Consumer<Unexpected> visitor) {
        unexpected.forEach(node -> {
            if (node instanceof Unexpected message) {
                visitor.accept(message);
            }
        });
    }

    private void count(Posted receive, int change) {
        postedCount += change;
        if (receive.source == Posted.ANY || receive.tag == Posted.ANY) {
            postedWithWildcard += change;
        }
    }

    private static @Nullable Posted older(@Nullable Posted one, @Nullable Node other) {
        Posted second = (Posted) other;
        if (one == null || second == null) {
            return one == null ? second : one;
        }
        return one.order <= second.order ? one : second;
    }
}
