package org.reactivempi.transport.observe.meters;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.Ticker;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.auth.Rejection;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.engine.progress.Outcome;
import org.reactivempi.transport.observe.count.Counts;
import org.reactivempi.transport.observe.count.PeerCounting;
import org.reactivempi.transport.observe.count.PeerCounts.Number;
import org.reactivempi.transport.observe.meters.Traffic.Direction;

/**
 * Counts for a registry what one rank does, on its progress thread. Messages count by channel, direction and protocol here, not by
 * peer.
 *
 * <p>Short messages may be sent before the first connection with a peer stands; they are counted for the peer, and for the
 * channel as soon as that is known.
 */
final class Metering extends PeerCounting {

    private static final int POSTED = 0;
    private static final int UNEXPECTED = 1;
    private static final int UNEXPECTED_BYTES = 2;
    private static final int POSTED_ATTEMPTS = 3;
    private static final int UNEXPECTED_ATTEMPTS = 4;
    private static final int NUMBERS = 5;

    private static final Protocol[] BETWEEN_RANKS = {Protocol.EAGER, Protocol.RENDEZVOUS};

    private final Registered registered;
    private final Counts numbers = new Counts(NUMBERS);
    private final Counts started = new Counts(OperationKind.values().length);
    private final Map<String, Traffic> byChannel = new HashMap<>();
    private final IntObjectMap<Traffic> byPeer = new IntObjectHashMap<>();
    private final Map<String, Timer> waits = new HashMap<>();
    private final @Nullable Timer[][] timers = new Timer[OperationKind.values().length][Outcome.values().length];

    Metering(MeterRegistry registry, int rank, Ticker ticker) {
        super(ticker);
        registered = new Registered(registry, rank);
        byPeer.put(rank, channel("own", Protocol.OWN));
        registered.gauge(MpiMeter.POSTED_LENGTH, () -> numbers.get(POSTED));
        registered.gauge(MpiMeter.UNEXPECTED_LENGTH, () -> numbers.get(UNEXPECTED));
        registered.gauge(MpiMeter.UNEXPECTED_BYTES, () -> numbers.get(UNEXPECTED_BYTES));
        registered.counter(MpiMeter.POSTED_ATTEMPTS, () -> numbers.get(POSTED_ATTEMPTS));
        registered.counter(MpiMeter.UNEXPECTED_ATTEMPTS, () -> numbers.get(UNEXPECTED_ATTEMPTS));
        registered.counter(MpiMeter.UNEXPECTED, () -> total(Number.UNEXPECTED));
        registered.timer(MpiMeter.STALLS, () -> total(Number.STALLS), () -> total(Number.STALL_NANOS));
        registered.counter(MpiMeter.RECONNECTS, () -> total(Number.RECONNECTS));
        registered.counter(MpiMeter.ANSWERS_DROPPED, () -> total(Number.ANSWERS_DROPPED));
        registered.counter(MpiMeter.MALFORMED, () -> total(Number.MALFORMED));
        for (OperationKind kind : OperationKind.values()) {
            registered.counter(MpiMeter.OPERATIONS, () -> started.get(kind.ordinal()), "kind", kind.toString());
        }
        for (AskRefusal reason : AskRefusal.values()) {
            registered.counter(MpiMeter.ASKS_REFUSED, () -> refusals(reason), "reason", name(reason));
        }
        for (Rejection reason : Rejection.values()) {
            registered.counter(MpiMeter.REFUSED, () -> refusals(reason), "reason", name(reason));
        }
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private Traffic channel(String name, Protocol... protocols) {
        Traffic traffic = new Traffic();
        for (Direction direction : Direction.values()) {
            for (Protocol protocol : protocols) {
                String[] tags = {
                    "direction", name(direction), "channel", name, "protocol", name(protocol),
                };
                registered.counter(MpiMeter.MESSAGES, () -> traffic.messages(direction, protocol), tags);
                registered.counter(MpiMeter.BYTES, () -> traffic.bytes(direction, protocol), tags);
            }
        }
        return traffic;
    }

    @Override
    public void started(OperationKind kind) {
        started.add(kind.ordinal(), 1);
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
    public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        traffic(peer).add(Direction.SENT, protocol, lengthBytes);
    }

    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        traffic(peer).add(Direction.RECEIVED, protocol, lengthBytes);
        if (!expected) {
            unexpected(protocol, peer);
        }
    }

    private Traffic traffic(int peer) {
        Traffic traffic = byPeer.get(peer);
        if (traffic == null) {
            traffic = new Traffic();
            byPeer.put(peer, traffic);
        }
        return traffic;
    }

    @Override
    public void connected(int peer, String channel, boolean again) {
        super.connected(peer, channel, again);
        Traffic early = byPeer.get(peer);
        Traffic ofChannel = byChannel.computeIfAbsent(channel, name -> channel(name, BETWEEN_RANKS));
        if (early != null && !byChannel.containsValue(early)) {
            ofChannel.add(early);
        }
        byPeer.put(peer, ofChannel);
    }

    @Override
    public void turnEnded(
            int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
        numbers.set(POSTED, posted);
        numbers.set(UNEXPECTED, unexpected);
        numbers.set(UNEXPECTED_BYTES, unexpectedBytes);
        numbers.set(POSTED_ATTEMPTS, postedAttempts);
        numbers.set(UNEXPECTED_ATTEMPTS, unexpectedAttempts);
    }

    @Override
    public void closed() {
        registered.removeAll();
    }
}
