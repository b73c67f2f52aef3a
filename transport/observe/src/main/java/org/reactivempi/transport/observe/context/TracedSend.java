package org.reactivempi.transport.observe.context;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.event.Span;

/**
 * A send, the sending end of a stream, or a question, in the trace of its subscriber. The signals are in the scope of the
 * subscriber's observation, where they come from; a stream's publisher is asked there, too.
 */
final class TracedSend implements OperationTrace {

    private final Observation parent;
    private final Observation observation;
    private final byte @Nullable [] header;
    private final boolean isOpening;

    TracedSend(ObservationRegistry registry, Observation parent, int rank, Span span) {
        this.parent = parent;
        isOpening = span.isPart();
        Map<String, String> carrier = new HashMap<>();
        observation = observation(registry, carrier, rank, span)
                .parentObservation(parent)
                .start();
        header = carrier.isEmpty() ? null : Carrier.encode(carrier);
    }

    private Observation observation(ObservationRegistry registry, Map<String, String> carrier, int rank, Span span) {
        SenderContext<Map<String, String>> context = new SenderContext<>(
                (texts, key, value) -> Objects.requireNonNull(texts).put(key, value));
        context.setCarrier(carrier);
        context.setRemoteServiceName("rank " + span.peer());
        String call = span.call();
        Observation made = Observation.createNotStarted("reactivempi.send", () -> context, registry)
                .contextualName(call + " to " + span.peer())
                .lowCardinalityKeyValue("kind", call)
                .highCardinalityKeyValue("rank", Integer.toString(rank))
                .highCardinalityKeyValue("peer", Integer.toString(span.peer()))
                .highCardinalityKeyValue("tag", Integer.toString(span.tag()));
        return isOpening ? made : made.highCardinalityKeyValue("bytes", Long.toString(span.lengthBytes()));
    }

    @Override
    public byte @Nullable [] header() {
        return header;
    }

    @Override
    public void ended(Span span, @Nullable Throwable failure, byte @Nullable [] none) {
        if (!isOpening) {
            over(span.outcome(), failure);
        }
    }

    @Override
    public void signal(Runnable signal) {
        parent.scoped(signal);
    }

    @Override
    public void over(Outcome outcome, @Nullable Throwable failure) {
        Ends.end(observation, outcome, failure);
    }
}
