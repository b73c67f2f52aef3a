package org.reactivempi.transport.observe.context;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Span;

/** A send in the trace of its subscriber. */
final class TracedSend implements OperationTrace {

    private final Observation parent;
    private final Observation observation;
    private final byte[] header;

    TracedSend(ObservationRegistry registry, Observation parent, int rank, Span span) {
        this.parent = parent;
        Map<String, String> carrier = new HashMap<>();
        SenderContext<Map<String, String>> context = new SenderContext<>(
                (texts, key, value) -> Objects.requireNonNull(texts).put(key, value));
        context.setCarrier(carrier);
        context.setRemoteServiceName("rank " + span.peer());
        observation = Observation.createNotStarted("reactivempi.send", () -> context, registry)
                .parentObservation(parent)
                .contextualName(span.kind() + " to " + span.peer())
                .lowCardinalityKeyValue("kind", span.kind().toString())
                .highCardinalityKeyValue("rank", Integer.toString(rank))
                .highCardinalityKeyValue("peer", Integer.toString(span.peer()))
                .highCardinalityKeyValue("tag", Integer.toString(span.tag()))
                .highCardinalityKeyValue("bytes", Long.toString(span.lengthBytes()))
                .start();
        header = Carrier.encode(carrier);
    }

    @Override
    public byte[] header() {
        return header;
    }

    @Override
    public void ended(Span span, byte @Nullable [] none) {
        observation.lowCardinalityKeyValue("outcome", span.outcome().name().toLowerCase(Locale.ROOT));
        observation.stop();
    }

    @Override
    public void signal(Runnable signal) {
        parent.scoped(signal);
    }
}
