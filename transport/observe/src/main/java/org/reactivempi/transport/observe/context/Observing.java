package org.reactivempi.transport.observe.context;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Span;
import reactor.util.context.ContextView;

/** Makes operations parts of the traces that their subscribers take part in. */
final class Observing implements EngineListener {

    /** Where Micrometer and Reactor have an observation in the context; their class for it needs another library. */
    private static final String KEY = "micrometer.observation";

    private final ObservationRegistry registry;
    private final int rank;

    Observing(ObservationRegistry registry, int rank) {
        this.registry = registry;
        this.rank = rank;
    }

    @Override
    public boolean hearsEachMessage() {
        return false;
    }

    @Override
    public boolean tracesContexts() {
        return true;
    }

    @Override
    public @Nullable OperationTrace trace(Span span, ContextView context) {
        Observation parent = context.getOrDefault(KEY, registry.getCurrentObservation());
        if (span.kind().sends()) {
            return parent == null ? null : new TracedSend(registry, parent, rank, span);
        }
        if (span.kind().isOfWindow()) {
            return parent == null ? null : new TracedWindowCall(registry, parent, rank, span);
        }
        return span.kind() == OperationKind.IRECV ? new TracedReceive(registry, parent, rank, span) : null;
    }
}
