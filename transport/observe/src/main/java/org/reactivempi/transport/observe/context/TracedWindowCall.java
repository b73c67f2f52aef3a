package org.reactivempi.transport.observe.context;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Span;

/**
 * A call of a window in the trace of its subscriber; its signals are in the scope of the subscriber's observation. The trace ends here: what is
 * done at the target is no call of its program.
 */
final class TracedWindowCall implements OperationTrace {

    private final Observation parent;
    private final Observation observation;

    TracedWindowCall(ObservationRegistry registry, Observation parent, int rank, Span span) {
        this.parent = parent;
        String call = span.call();
        Observation made = Observation.createNotStarted("reactivempi.window", registry)
                .contextualName(span.peer() < 0 ? call : call + " at " + span.peer())
                .lowCardinalityKeyValue("kind", call)
                .highCardinalityKeyValue("rank", Integer.toString(rank))
                .highCardinalityKeyValue("window", span.window());
        if (span.peer() >= 0) {
            made.highCardinalityKeyValue("peer", Integer.toString(span.peer()));
        }
        if (span.kind().movesInWindow()) {
            made.highCardinalityKeyValue("bytes", Long.toString(span.lengthBytes()));
        }
        observation = made.parentObservation(parent).start();
    }

    @Override
    public void ended(Span span, @Nullable Throwable failure, byte @Nullable [] none) {
        Ends.end(observation, span.outcome(), failure);
    }

    @Override
    public void signal(Runnable signal) {
        parent.scoped(signal);
    }
}
