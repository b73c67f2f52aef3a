package org.reactivempi.transport.engine.match;

import java.util.function.Consumer;

/**
 * Probes that wait for a message, and leave it where it is. All that could see a message do, and are in no queue any more.
 *
 * <p>They stand in a table of their own, so that receives and messages need not pass them over. One thread, hence no locks.
 */
final class Looks {

    private final MatchQueues.Listener listener;
    private final PostedTable waiting = new PostedTable();
    private int count;

    Looks(MatchQueues.Listener listener) {
        this.listener = listener;
    }

    /** How many wait. */
    int count() {
        return count;
    }

    void add(Posted look, int context, int source, int tag) {
        waiting.append(look, context, source, tag);
        count++;
    }

    void remove(Posted look) {
        waiting.remove(look);
        count--;
    }

    /** A message has come that stays. */
    void show(Unexpected message) {
        show(message, message.source, message.tag);
        show(message, Posted.ANY, message.tag);
        show(message, message.source, Posted.ANY);
        show(message, Posted.ANY, Posted.ANY);
    }

    private void show(Unexpected message, int source, int tag) {
        Posted look = waiting.first(message.context, source, tag);
        while (look != null) {
            remove(look);
            if (look.claim()) {
                listener.onSeen(look, message);
            } else {
                listener.onCancelled(look);
            }
            look = waiting.first(message.context, source, tag);
        }
    }

    void forEach(Consumer<Posted> visitor) {
        waiting.forEach(visitor);
    }
}
