package org.reactivempi.transport.observe.stats;

import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.Span;

/**
 * One operation, and how long it took.
 *
 * @param nanos how long
 * @param kind what it did
 * @param peer the rank of the job that it was for, or -1 for any
 * @param tag its tag, or -1 for any
 * @param context of its communicator
 * @param lengthBytes of the message, or of what is moved in a window
 * @param window what people know the window by; empty for a message
 */
record Wait(long nanos, OperationKind kind, int peer, int tag, int context, long lengthBytes, String window) {

    static Wait of(Span span) {
        return new Wait(
                span.endNanos() - span.startNanos(),
                span.kind(),
                span.peer(),
                span.tag(),
                span.context(),
                span.lengthBytes(),
                span.window());
    }

    /** Whether it is one that a user would know: of a communicator's own messages, a question, or a collective operation's. */
    static boolean isOfInterest(Span span) {
        return switch (ContextId.purpose(span.context())) {
            case MESSAGES, COLLECTIVE, ANSWERS, CREATION, LEADERS, PARTITIONED, PARTS, TEXTS -> true;
            case STREAM_ANNOUNCEMENTS, STREAM_ELEMENTS, QUESTIONS, RECORDS, FORGOTTEN -> false;
        };
    }

    String text(int rank) {
        String whatLong = "rank " + rank + ": " + Amounts.time(nanos) + " in " + kind;
        return kind.isOfWindow() ? whatLong + ofWindow() : whatLong + ofMessage();
    }

    private String ofWindow() {
        String where = (peer < 0 ? "(" : "(target " + peer + ", ") + window + ")";
        return kind.movesInWindow() ? where + ", " + Amounts.bytes(lengthBytes) : where;
    }

    private String ofMessage() {
        int communicator = ContextId.communicator(context);
        String where = communicator == ContextId.WORLD ? "" : ", communicator " + communicator;
        String part = ContextId.purpose(context) == Purpose.COLLECTIVE ? " of a collective operation" : "";
        return "(" + (kind.sends() ? "rank " : "source ") + name(peer) + ", tag " + name(tag) + where + ")" + part
                + ", " + Amounts.bytes(lengthBytes);
    }

    private static String name(int number) {
        return number < 0 ? "any" : Integer.toString(number);
    }
}
