package org.reactivempi.spring;

import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** OpenTelemetry for each rank, as processes have it, and one place for all of their spans that have ended. */
final class TracedRanks implements AutoCloseable {

    private static final AttributeKey<String> KIND = AttributeKey.stringKey("kind");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");

    /**
     * A span that has ended.
     *
     * @param trace which it belongs to
     * @param id its own
     * @param parent that of the span that it is a child of
     * @param rank whose it is
     * @param what its kind; its name where it is none of ours
     * @param outcome how it has ended, if it is one of ours
     * @param failed whether it has an error
     */
    record Ended(
            String trace,
            String id,
            @Nullable String parent,
            int rank,
            String what,
            @Nullable String outcome,
            boolean failed) {

        static Ended of(int rank, SpanData span) {
            String kind = span.getAttributes().get(KIND);
            return new Ended(
                    span.getTraceId(),
                    span.getSpanId(),
                    SpanId.isValid(span.getParentSpanId()) ? span.getParentSpanId() : null,
                    rank,
                    kind == null ? span.getName() : kind,
                    span.getAttributes().get(OUTCOME),
                    span.getStatus().getStatusCode() == StatusCode.ERROR);
        }
    }

    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
    private final Queue<SdkTracerProvider> providers = new ConcurrentLinkedQueue<>();

    /** The registry of a rank, with a tracer behind it, as Spring Boot puts them together. */
    ObservationRegistry registry(int rank) {
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .addSpanProcessor(new Collecting(rank))
                .build();
        providers.add(provider);
        Tracer otel = provider.get("test");
        OtelTracer tracer = new OtelTracer(otel, new OtelCurrentTraceContext(), event -> {});
        OtelPropagator propagator =
                new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), otel);
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig()
                .observationHandler(new FirstMatchingCompositeObservationHandler(
                        new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                        new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                        new DefaultTracingObservationHandler(tracer)));
        return registry;
    }

    /** The id of the span that is current for the caller. */
    static String current() {
        return Span.current().getSpanContext().getSpanId();
    }

    List<Ended> ended() {
        return List.copyOf(ended);
    }

    /** The spans from the one without a parent on, each the only child of the one before; as their ranks and names. */
    List<String> chain() {
        List<String> chain = new ArrayList<>();
        for (@Nullable Ended next = childOf(null); next != null; next = childOf(next.id())) {
            chain.add(next.rank() + ": " + next.what());
        }
        return chain;
    }

    private @Nullable Ended childOf(@Nullable String id) {
        List<Ended> children =
                ended.stream().filter(span -> Objects.equals(span.parent(), id)).toList();
        if (children.size() > 1) {
            throw new AssertionError("several children of " + id + ": " + children);
        }
        return children.isEmpty() ? null : children.get(0);
    }

    @Override
    public void close() {
        providers.forEach(SdkTracerProvider::close);
    }

    private final class Collecting implements SpanProcessor {

        private final int rank;

        Collecting(int rank) {
            this.rank = rank;
        }

        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            ended.add(Ended.of(rank, span.toSpanData()));
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }
}
