package org.reactivempi.transport.engine.event;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.Completable;

/**
 * What is known of an operation that is timed. It is used again for another one after its end, so what is of interest must be
 * taken out of it during the call.
 *
 * <p>The operation carries it where it will later carry its place in the queue of signals: so an operation that nobody times
 * is not larger for it.
 */
public final class Span extends Completable {

    /** In place of a slot, for an operation that is not timed. */
    public static final int NONE = -1;

    private final int slot;
    private OperationKind kind = OperationKind.ISEND;
    private boolean part;
    private int context;
    private int peer;
    private int tag;
    private long lengthBytes;
    private long message;
    private long startNanos;
    private long endNanos;
    private Outcome outcome = Outcome.DONE;

    @Nullable
    OperationTrace trace;

    /** What the opening of a stream or question is called. */
    @Nullable
    String call;

    /** The window that it is a call of; empty for all others. */
    private String window = "";

    Span(int slot) {
        this.slot = slot;
    }

    /** The slot of an operation's span, or {@link #NONE}. */
    public static int slotOf(Completable operation) {
        return operation.mark() instanceof Span span ? span.slot : NONE;
    }

    /** What goes with a send's message, or null. */
    static byte @Nullable [] headerOf(Completable send) {
        return send.mark() instanceof Span span && span.trace != null ? span.trace.header() : null;
    }

    /** A message has met the operation. */
    public void met(long number, int messageTag, long messageBytes) {
        message = number;
        tag = messageTag;
        lengthBytes = messageBytes;
    }

    void begin(OperationKind kind, boolean part, int context, int peer, int tag, long lengthBytes, long startNanos) {
        this.kind = kind;
        this.part = part;
        this.context = context;
        this.peer = peer;
        this.tag = tag;
        this.lengthBytes = lengthBytes;
        this.message = EngineListener.NO_MESSAGE;
        this.startNanos = startNanos;
        this.call = null;
        this.window = "";
    }

    void begin(OperationKind windowKind, WatchedWindow of, int target, long bytes, long nanos) {
        int context = ContextId.of(of.number(), ContextId.Purpose.MESSAGES);
        begin(windowKind, false, context, of.worldRank(target), NONE, bytes, nanos);
        this.window = of.label();
    }

    void end(Outcome outcome, long endNanos) {
        this.outcome = outcome;
        this.endNanos = endNanos;
    }

    /** A number from 0 on that no other operation has that runs and is timed; small, since it is used again. */
    public int slot() {
        return slot;
    }

    /** What it does. */
    public OperationKind kind() {
        return kind;
    }

    /** What a trace calls it: its kind, or the call that it opens. */
    public String call() {
        return call == null ? kind.toString() : call;
    }

    /** What people know the window by that it is a call of; empty for what is no call of a window. */
    public String window() {
        return window;
    }

    /** Whether it is a part of a collective operation or of a stream. */
    public boolean isPart() {
        return part;
    }

    /** The context of its messages, see {@link ContextId}. */
    public int context() {
        return context;
    }

    /** The rank of the job that it was started for, or {@code Posted.ANY}; of a window's call for all targets {@link WatchedWindow#ALL}. */
    public int peer() {
        return peer;
    }

    /** Its tag; once a message has met it, the message's; -1 for a call of a window. */
    public int tag() {
        return tag;
    }

    /** How long the message is, or what is moved in a window; 0 while no message has met a receive. */
    public long lengthBytes() {
        return lengthBytes;
    }

    /** The number of the message that has met it, or {@link EngineListener#NO_MESSAGE}. */
    public long message() {
        return message;
    }

    /** When it started, by {@link System#nanoTime}. */
    public long startNanos() {
        return startNanos;
    }

    /** When it ended, by {@link System#nanoTime}. */
    public long endNanos() {
        return endNanos;
    }

    /** How it ended. */
    public Outcome outcome() {
        return outcome;
    }

    @Override
    protected void signal() {
        throw new IllegalStateException("a span is not signalled");
    }
}
