package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * What the queues of a rank tell beside matches: ends receives that were cancelled meanwhile, shows messages to probes that wait,
 * and tells who watches of what is queued. Only the progress thread comes here.
 */
final class Matches implements MatchQueues.Listener {

    private final CompletionQueue signals;
    private final @Nullable Events events;

    Matches(CompletionQueue signals, @Nullable Events events) {
        this.signals = signals;
        this.events = events;
    }

    @Override
    public void onCancelled(Posted receive) {
        ((Receiver) receive).cancel(signals);
    }

    @Override
    public void onTooLong(Posted receive, int source, int tag, long lengthBytes) {
        Receiver refused = (Receiver) receive;
        refused.fail(refused.tooLong(source, tag, lengthBytes), signals);
    }

    @Override
    public void onSeen(Posted look, Unexpected message) {
        ((Receiver) look).take((Parked) message, signals);
    }

    @Override
    public void onQueued(Unexpected message) {
        if (events != null) {
            events.queued(((Parked) message).lengthBytes());
        }
    }

    @Override
    public void onUnqueued(Unexpected message) {
        if (events != null) {
            events.unqueued(((Parked) message).lengthBytes());
        }
    }
}
