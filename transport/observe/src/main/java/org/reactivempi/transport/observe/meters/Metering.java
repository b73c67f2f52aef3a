package org.reactivempi.transport.observe.meters;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.observe.count.PeerCounts.Number;
import org.reactivempi.transport.observe.count.RankCounts;
import org.reactivempi.transport.observe.count.RankCounts.Queues;

/**
 * Shows a registry what one rank does: numbers of its counts, which the registry reads when it is asked, and how long operations of a sample
 * take. Messages count by channel, direction and protocol here, not by peer.
 */
final class Metering implements EngineListener {

    private static final Protocol[] BETWEEN_RANKS = {Protocol.EAGER, Protocol.RENDEZVOUS};

    private final Registered registered;
    private final RankCounts counts;
    private final Set<String> channels = new HashSet<>();
    private final Set<OperationKind> windowKinds = EnumSet.noneOf(OperationKind.class);
    private final Map<String, Timer> waits = new HashMap<>();
    private final @Nullable Timer[][] timers = new Timer[OperationKind.values().length][Outcome.values().length];

    Metering(MeterRegistry registry, int rank, RankCounts counts) {
        this.counts = counts;
        registered = new Registered(registry, rank);
        channel(RankCounts.OWN_CHANNEL, Protocol.OWN);
        registered.gauge(MpiMeter.POSTED_LENGTH, () -> counts.get(Queues.POSTED));
        registered.gauge(MpiMeter.UNEXPECTED_LENGTH, () -> counts.get(Queues.UNEXPECTED));
        registered.gauge(MpiMeter.UNEXPECTED_BYTES, () -> counts.get(Queues.UNEXPECTED_BYTES));
        registered.counter(MpiMeter.POSTED_ATTEMPTS, () -> counts.get(Queues.POSTED_ATTEMPTS));
        registered.counter(MpiMeter.UNEXPECTED_ATTEMPTS, () -> counts.get(Queues.UNEXPECTED_ATTEMPTS));
        registered.counter(MpiMeter.UNEXPECTED, () -> total(Number.UNEXPECTED));
        registered.timer(MpiMeter.STALLS, () -> total(Number.STALLS), () -> total(Number.STALL_NANOS));
        registered.counter(MpiMeter.RECONNECTS, () -> total(Number.RECONNECTS));
        registered.counter(MpiMeter.ANSWERS_DROPPED, () -> total(Number.ANSWERS_DROPPED));
        registered.counter(MpiMeter.MALFORMED, () -> total(Number.MALFORMED));
        Stream.of(OperationKind.values()).filter(kind -> !kind.isOfWindow()).forEach(this::operations);
        for (AskRefusal reason : AskRefusal.values()) {
            registered.counter(MpiMeter.ASKS_REFUSED, () -> counts.refusals(reason), "reason", name(reason));
        }
        for (Rejection reason : Rejection.values()) {
            registered.counter(MpiMeter.REFUSED, () -> counts.refusals(reason), "reason", name(reason));
        }
    }

    private void operations(OperationKind kind) {
        registered.counter(MpiMeter.OPERATIONS, () -> counts.operations(kind), "kind", kind.toString());
    }

    /** Those of windows appear when there are any: few programs have windows, and a rank has many kinds. */
    private void ofWindow(OperationKind kind) {
        if (windowKinds.add(kind)) {
            operations(kind);
            if (kind.movesInWindow()) {
                registered.counter(MpiMeter.WINDOW_BYTES, () -> counts.accessedBytes(kind), "kind", kind.toString());
            }
        }
    }

    private long total(Number number) {
        return counts.total(peer -> peer.get(number));
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private void channel(String name, Protocol... protocols) {
        if (!channels.add(name)) {
            return;
        }
        for (Protocol protocol : protocols) {
            counters(name, "sent", protocol, Number.SENT, Number.SENT_BYTES);
            counters(name, "received", protocol, Number.ARRIVED, Number.ARRIVED_BYTES);
        }
    }

    private void counters(String channel, String direction, Protocol protocol, Number messages, Number bytes) {
        String[] tags = {
            "direction", direction, "channel", channel, "protocol", name(protocol),
        };
        registered.counter(MpiMeter.MESSAGES, () -> over(channel, messages, protocol), tags);
        registered.counter(MpiMeter.BYTES, () -> over(channel, bytes, protocol), tags);
    }

    private long over(String channel, Number number, Protocol protocol) {
        return counts.total(peer -> channel.equals(peer.channel()) ? peer.get(number, protocol) : 0);
    }

    @Override
    public boolean hearsEachMessage() {
        return false;
    }

    @Override
    public List<EngineListener> reads() {
        return List.of(counts);
    }

    /** The first one of a kind is always timed. */
    @Override
    public void began(Span span) {
        if (span.kind().isOfWindow()) {
            ofWindow(span.kind());
        }
    }

    @Override
    public void ended(Span span) {
        int kind = span.kind().ordinal();
        int outcome = span.outcome().ordinal();
        Timer timer = timers[kind][outcome];
        if (timer == null) {
            timer = registered.timer(
                    MpiMeter.OPERATION_DURATION, "kind", span.kind().toString(), "outcome", name(span.outcome()));
            timers[kind][outcome] = timer;
        }
        timer.record(span.endNanos() - span.startNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void ended(CollectiveReport operation) {
        waits.computeIfAbsent(operation.operation(), name -> registered.timer(MpiMeter.COLLECTIVE_WAIT, "op", name))
                .record(operation.waitNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void connected(int peer, String channel, boolean again) {
        channel(channel, BETWEEN_RANKS);
    }

    @Override
    public void closed() {
        registered.removeAll();
    }
}
