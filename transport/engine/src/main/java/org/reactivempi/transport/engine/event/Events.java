package org.reactivempi.transport.engine.event;

import io.netty.util.concurrent.Ticker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.progress.Completable;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The engine's side of its {@link EngineListener}s: tells all of them, times operations, and knows what the engine itself need not know.
 *
 * <pre>
 *  operation starts --&gt; is it timed? --yes--&gt; a free Span, which the operation carries to its end
 * </pre>
 * Where no listener wants all operations timed, one of each kind in {@link #BETWEEN_SAMPLES_NANOS} is.
 */
@OnProgressThread
public final class Events implements CompletionQueue.Watch {

    /** Timing an operation takes a tenth of a microsecond: this often nobody notices. */
    static final long BETWEEN_SAMPLES_NANOS = 50_000;

    private static final int RECORDS = ContextId.of(ContextId.WORLD, ContextId.Purpose.RECORDS);

    private final EngineListener[] all;
    /** Of them all that are told of each message, as one. */
    private final EngineListener often;
    /** Of them the one that traces contexts; one at most does. */
    private final @Nullable EngineListener tracer;

    private final Ticker ticker;
    private final boolean timesAll;
    private final Headers headers = new Headers();
    private final Deque<Span> free = new ArrayDeque<>();
    private final long[] nextSamples = new long[OperationKind.values().length];
    private final BitSet stalled = new BitSet();
    private int spans;
    private boolean turnIsTimed;
    private long turnNanos;
    private long unexpectedBytes;

    /**
     * The events of one rank, with times of {@code ticker}.
     *
     * @param listeners one or more
     */
    public Events(List<EngineListener> listeners, Ticker ticker) {
        List<EngineListener> told = new ArrayList<>();
        for (EngineListener listener : listeners) {
            listener.reads().stream().filter(read -> !told.contains(read)).forEach(told::add);
            told.add(listener);
        }
        this.all = told.toArray(EngineListener[]::new);
        EngineListener[] hearing =
                told.stream().filter(EngineListener::hearsEachMessage).toArray(EngineListener[]::new);
        this.often = hearing.length == 1 ? hearing[0] : new Several(hearing);
        this.ticker = ticker;
        this.tracer =
                told.stream().filter(EngineListener::tracesContexts).findFirst().orElse(null);
        this.timesAll = tracer != null || told.stream().anyMatch(EngineListener::timesAll);
        Arrays.fill(nextSamples, ticker.nanoTime());
    }

    /** What they record, and hand over to rank 0; for one call. */
    public List<RankRecord> records() {
        return Stream.of(all).flatMap(each -> each.records().stream()).toList();
    }

    /** An operation has started. */
    public void started(
            Completable operation, OperationKind kind, boolean part, int context, int peer, int tag, long lengthBytes) {
        if (isOfRecords(context)) {
            return;
        }
        often.started(kind);
        if (timesAll || isNextSample(kind)) {
            Span span = nextSpan();
            span.begin(kind, part, context, peer, tag, lengthBytes, ticker.nanoTime());
            began(operation, span);
        }
    }

    /**
     * A call of a window has started.
     *
     * @param target a rank of the window, or {@link WatchedWindow#ALL}
     * @param lengthBytes how much it moves; 0 for a synchronization
     */
    public void started(Completable operation, OperationKind kind, WatchedWindow window, int target, long lengthBytes) {
        often.accessed(kind, lengthBytes);
        if (timesAll || isNextSample(kind)) {
            Span span = nextSpan();
            span.begin(kind, window, target, lengthBytes, ticker.nanoTime());
            began(operation, span);
        }
    }

    private Span nextSpan() {
        return free.isEmpty() ? new Span(spans++) : free.pop();
    }

    private void began(Completable operation, Span span) {
        operation.mark(span);
        for (EngineListener each : all) {
            each.began(span);
        }
        span.trace = tracer == null ? null : trace(operation, span, tracer);
    }

    /** What is recorded would not end if handing it over were recorded, too. */
    private static boolean isOfRecords(int context) {
        return context == RECORDS;
    }

    private static @Nullable OperationTrace trace(Completable operation, Span span, EngineListener tracer) {
        if (!(operation instanceof Opening opening)) {
            return span.isPart() ? null : tracer.trace(span, operation.reactorContext());
        }
        span.call = opening.call();
        OperationTrace trace = tracer.trace(span, operation.reactorContext());
        if (trace != null) {
            opening.began(trace);
        }
        return trace;
    }

    /** One look at the clock for all that starts in a turn. */
    private boolean isNextSample(OperationKind kind) {
        if (!turnIsTimed) {
            turnIsTimed = true;
            turnNanos = ticker.nanoTime();
        }
        boolean next = turnNanos - nextSamples[kind.ordinal()] >= 0;
        if (next) {
            nextSamples[kind.ordinal()] = turnNanos + BETWEEN_SAMPLES_NANOS;
        }
        return next;
    }

    @Override
    public Completable onEnded(Completable operation, Completable mark) {
        Span span = (Span) mark;
        span.end(Outcome.of(operation), ticker.nanoTime());
        for (EngineListener each : all) {
            each.ended(span);
        }
        OperationTrace trace = span.trace;
        free.push(span);
        return trace == null ? operation : traced(operation, span, trace);
    }

    private Completable traced(Completable operation, Span span, OperationTrace trace) {
        span.trace = null;
        byte[] header = span.kind() == OperationKind.IRECV ? headers.remove(span.message()) : null;
        trace.ended(span, operation.failure(), header);
        if (operation instanceof Opening opening) {
            opening.goOn(trace);
            return operation;
        }
        return operation.within(trace::signal);
    }

    /** What goes with a send's message, so that its receiver knows the trace; or null. */
    public byte @Nullable [] header(Completable send) {
        return tracer == null ? null : Span.headerOf(send);
    }

    /** What has come with a message. */
    public void header(long message, byte[] header) {
        if (tracer != null && message != EngineListener.NO_MESSAGE) {
            headers.put(message, header);
        }
    }

    /** A message, or its announcement, leaves. */
    public void sent(Completable send, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        if (!isOfRecords(context)) {
            often.sent(Span.slotOf(send), protocol, context, peer, tag, lengthBytes);
        }
    }

    /** A message, or its announcement, has come. */
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        if (!isOfRecords(context)) {
            often.arrived(protocol, context, peer, tag, lengthBytes, message, expected);
        }
    }

    /** A message that was announced may be sent. */
    public void cleared(Completable send, int peer, long lengthBytes) {
        often.cleared(Span.slotOf(send), peer, lengthBytes);
    }

    /** The peer takes so much. */
    public void credit(int peer, long leftBytes) {
        often.credit(peer, leftBytes);
    }

    /** The peer takes too little for a message that is short. */
    public void stalled(int peer) {
        if (!stalled.get(peer)) {
            stalled.set(peer);
            for (EngineListener each : all) {
                each.stalled(peer);
            }
        }
    }

    /** The peer takes more. */
    public void resumed(int peer) {
        if (stalled.get(peer)) {
            stalled.clear(peer);
            for (EngineListener each : all) {
                each.resumed(peer);
            }
        }
    }

    /** A connection stands. */
    public void connected(int peer, String channel, boolean again) {
        for (EngineListener each : all) {
            each.connected(peer, channel, again);
        }
    }

    /** Nothing reaches the peer any more. */
    public void lost(int peer) {
        for (EngineListener each : all) {
            each.lost(peer);
        }
    }

    /** The answer to a question has come that nobody waits for any more. */
    public void answerDropped(int peer) {
        for (EngineListener each : all) {
            each.answerDropped(peer);
        }
    }

    /** A message of a peer can't be read, and is dropped. */
    public void malformed(int peer) {
        for (EngineListener each : all) {
            each.malformed(peer);
        }
    }

    /** A question has failed, since what the other side has sent can't be taken. */
    public void askRefused(AskRefusal why) {
        for (EngineListener each : all) {
            each.askRefused(why);
        }
    }

    /** A collective operation has ended. */
    public void ended(CollectiveReport operation) {
        for (EngineListener each : all) {
            each.ended(operation);
        }
    }

    /** A connection was refused. */
    public void refused(Rejection why) {
        for (EngineListener each : all) {
            each.refused(why);
        }
    }

    /** A message waits for its receive. */
    public void queued(long lengthBytes) {
        unexpectedBytes += lengthBytes;
    }

    /** A message waits no more. */
    public void unqueued(long lengthBytes) {
        unexpectedBytes -= lengthBytes;
    }

    /** A turn of the loop has ended. */
    public void turnEnded(int posted, int unexpected, long postedAttempts, long unexpectedAttempts) {
        turnIsTimed = false;
        often.turnEnded(posted, unexpected, unexpectedBytes, postedAttempts, unexpectedAttempts);
    }

    /** The engine ends. */
    public void closed() {
        for (EngineListener each : all) {
            each.closed();
        }
    }

    /** Those that are told of each message, where it is not just one. */
    private record Several(EngineListener... all) implements EngineListener {

        @Override
        public void started(OperationKind kind) {
            for (EngineListener each : all) {
                each.started(kind);
            }
        }

        @Override
        public void accessed(OperationKind kind, long lengthBytes) {
            for (EngineListener each : all) {
                each.accessed(kind, lengthBytes);
            }
        }

        @Override
        public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
            for (EngineListener each : all) {
                each.sent(slot, protocol, context, peer, tag, lengthBytes);
            }
        }

        @Override
        public void arrived(
                Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
            for (EngineListener each : all) {
                each.arrived(protocol, context, peer, tag, lengthBytes, message, expected);
            }
        }

        @Override
        public void cleared(int slot, int peer, long lengthBytes) {
            for (EngineListener each : all) {
                each.cleared(slot, peer, lengthBytes);
            }
        }

        @Override
        public void credit(int peer, long leftBytes) {
            for (EngineListener each : all) {
                each.credit(peer, leftBytes);
            }
        }

        @Override
        public void turnEnded(
                int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
            for (EngineListener each : all) {
                each.turnEnded(posted, unexpected, unexpectedBytes, postedAttempts, unexpectedAttempts);
            }
        }
    }
}
