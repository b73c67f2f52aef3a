package org.reactivempi.conformance.observe;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;

/** Does what a tracer does: gives each observation the trace of its parent, on this rank or another; the first one's is its name. */
final class TestTracer implements ObservationHandler<Observation.Context> {

    private static final String KEY = "traceparent";

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    @Override
    public void onStart(Observation.Context context) {
        String trace = trace(context);
        context.put(KEY, trace);
        if (context instanceof SenderContext<?> sender) {
            write(sender, trace);
        }
    }

    private static String trace(Observation.Context context) {
        if (context instanceof ReceiverContext<?> receiver) {
            return read(receiver);
        }
        ObservationView parent = context.getParentObservation();
        return parent == null ? context.getName() : parent.getContextView().getOrDefault(KEY, "lost");
    }

    private static <C> void write(SenderContext<C> sender, String trace) {
        sender.getSetter().set(sender.getCarrier(), KEY, trace);
    }

    private static <C> String read(ReceiverContext<C> receiver) {
        String trace = receiver.getGetter().get(receiver.getCarrier(), KEY);
        return trace == null ? "lost" : trace;
    }

    /** The trace that an observation belongs to. */
    static String traceOf(Observation observation) {
        return observation.getContextView().getOrDefault(KEY, "none");
    }
}
