package org.reactivempi.transport.observe.context;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.event.Span;

/**
 * A receive, the receiving end of a stream, or a question at its handler, which goes on with the trace of its message, of the
 * stream's sender, or of the asker: its signals, and what they start, are in the scope of an observation that the sender's is the
 * parent of. A message without a trace leaves the receive in that of its own subscriber.
 */
final class TracedReceive implements OperationTrace {

    private final ObservationRegistry registry;
    private final @Nullable Observation own;
    private final int rank;
    private final boolean isOpening;
    private @Nullable Observation ofMessage;
    private Outcome outcome = Outcome.DONE;
    private @Nullable Throwable failure;

    TracedReceive(ObservationRegistry registry, @Nullable Observation own, int rank, Span span) {
        this.registry = registry;
        this.own = own;
        this.rank = rank;
        this.isOpening = span.isPart();
    }

    @Override
    public void ended(Span span, @Nullable Throwable error, byte @Nullable [] header) {
        outcome = span.outcome();
        failure = error;
        if (header != null) {
            ofMessage = observation(span, Carrier.decode(header)).start();
        }
    }

    private Observation observation(Span span, Map<String, String> carrier) {
        ReceiverContext<Map<String, String>> context = new ReceiverContext<>(
                (texts, key) -> Objects.requireNonNull(texts).get(key));
        context.setCarrier(carrier);
        String call = span.call();
        Observation made = Observation.createNotStarted("reactivempi.receive", () -> context, registry)
                .contextualName(call)
                .lowCardinalityKeyValue("kind", call)
                .highCardinalityKeyValue("rank", Integer.toString(rank))
                .highCardinalityKeyValue("tag", Integer.toString(span.tag()));
        return isOpening ? made : made.highCardinalityKeyValue("bytes", Long.toString(span.lengthBytes()));
    }

    @Override
    public void signal(Runnable signal) {
        Observation observation = ofMessage;
        if (observation != null) {
            observation.scoped(signal);
            if (!isOpening) {
                over(outcome, failure);
            }
        } else if (own != null) {
            own.scoped(signal);
        } else {
            signal.run();
        }
    }

    @Override
    public void over(Outcome how, @Nullable Throwable error) {
        if (ofMessage != null) {
            Ends.end(ofMessage, how, error);
        }
    }
}
