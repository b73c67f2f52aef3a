package org.reactivempi.transport.observe.context;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Span;

/**
 * A receive, which goes on with the trace of its message: its signal, and what that starts, is in the scope of an observation
 * that the sender's is the parent of. A message without a trace leaves the receive in that of its own subscriber.
 */
final class TracedReceive implements OperationTrace {

    private final ObservationRegistry registry;
    private final @Nullable Observation own;
    private final int rank;
    private @Nullable Observation ofMessage;

    TracedReceive(ObservationRegistry registry, @Nullable Observation own, int rank) {
        this.registry = registry;
        this.own = own;
        this.rank = rank;
    }

    @Override
    public void ended(Span span, byte @Nullable [] header) {
        if (header != null) {
            ofMessage = observation(span, Carrier.decode(header)).start();
        }
    }

    private Observation observation(Span span, Map<String, String> carrier) {
        ReceiverContext<Map<String, String>> context = new ReceiverContext<>(
                (texts, key) -> Objects.requireNonNull(texts).get(key));
        context.setCarrier(carrier);
        return Observation.createNotStarted("reactivempi.receive", () -> context, registry)
                .contextualName("irecv")
                .lowCardinalityKeyValue("kind", span.kind().toString())
                .lowCardinalityKeyValue("outcome", span.outcome().name().toLowerCase(Locale.ROOT))
                .highCardinalityKeyValue("rank", Integer.toString(rank))
                .highCardinalityKeyValue("tag", Integer.toString(span.tag()))
                .highCardinalityKeyValue("bytes", Long.toString(span.lengthBytes()));
    }

    @Override
    public void signal(Runnable signal) {
        Observation observation = ofMessage;
        if (observation != null) {
            observation.scoped(signal);
            observation.stop();
        } else if (own != null) {
            own.scoped(signal);
        } else {
            signal.run();
        }
    }
}
