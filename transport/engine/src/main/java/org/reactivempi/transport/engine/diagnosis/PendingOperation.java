package org.reactivempi.transport.engine.diagnosis;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An operation that has started and not ended, or a message that nobody has received.
 *
 * @param kind of what it is one
 * @param name of the call, such as {@code irecv}; of an operation of another kind, all that it says of itself
 * @param rank the other rank as the call names it, {@link #ANY} for any, {@link #NONE} where there is none
 * @param peer the other rank in the job, likewise
 * @param tag the tag, {@link #ANY} for any, {@link #NONE} where there is none
 * @param context in which it travels; a communicator has four
 * @param bytes how long the message is; {@link #NONE} where that is unknown
 * @param age for how long it has been so, at least; as precise as the detector's ticks
 * @param state of the protocol, in a word
 * @param part whether it is a message of an operation that describes itself, such as a barrier or a stream
 * @param site where it was called, where that is known
 */
public record PendingOperation(
        Kind kind,
        String name,
        int rank,
        int peer,
        int tag,
        int context,
        long bytes,
        Duration age,
        String state,
        boolean part,
        @Nullable String site) {

    /** In place of a rank or a tag: any. */
    public static final int ANY = -1;

    /** In place of a number: there is none, or it isn't known. */
    public static final int NONE = -2;

    /** A state of receives and probes: no message has come. */
    public static final String POSTED = "POSTED";

    /** A state of sends to this very rank: no receive has come. */
    public static final String UNMATCHED = "UNMATCHED";

    private static final int CONTEXTS = 4;

    /** What there is. */
    public enum Kind {
        /** A receive that waits for a message, or that is getting it. */
        RECEIVE,
        /** A probe that waits for a message. */
        PROBE,
        /** A message that waits for its receive. */
        UNEXPECTED,
        /** A send that waits for room, or for its receiver. */
        SEND,
        /** An operation of many messages, or of none. */
        OTHER
    }

    /** An operation of many messages, or of none. */
    public static PendingOperation other(String description) {
        return new PendingOperation(
                Kind.OTHER, description, NONE, NONE, NONE, NONE, NONE, Duration.ZERO, "RUNNING", false, null);
    }

    /** The communicator's number, 0 for the world; or {@link #NONE}. */
    public int communicator() {
        return context == NONE ? NONE : context / CONTEXTS;
    }

    /** What was called, for people: with the communicator. */
    public String call() {
        return switch (kind) {
            case OTHER -> name;
            case RECEIVE, PROBE ->
                name + "(source " + number(rank) + ", tag " + number(tag) + ", " + communicatorName() + ")";
            case SEND ->
                name + "(destination " + number(rank) + ", tag " + number(tag) + ", " + communicatorName() + ", "
                        + bytes + " bytes)";
            case UNEXPECTED ->
                name + " from " + number(rank) + " (tag " + number(tag) + ", " + communicatorName() + ", " + bytes
                        + " bytes)";
        };
    }

    /** The state in one word, in capitals. */
    public String stateWord() {
        return state.split(" ", 2)[0].toUpperCase(Locale.ROOT);
    }

    /** The user's operations among all that is pending, a line each. */
    public static List<String> lines(List<PendingOperation> pending) {
        return pending.stream()
                .filter(any -> any.kind() != Kind.UNEXPECTED && !any.part())
                .map(PendingOperation::line)
                .toList();
    }

    /** What was called, and how it stands, in one line. */
    public String line() {
        return switch (kind) {
            case OTHER -> name;
            case RECEIVE, PROBE ->
                name + "(source " + number(rank) + ", tag " + number(tag) + ", context " + context + ")"
                        + (state.equals(POSTED) ? "" : ", " + state);
            case SEND, UNEXPECTED ->
                name + "(rank " + rank + ", tag " + tag + ", context " + context + ", " + bytes + " bytes)"
                        + (state.equals(UNMATCHED) ? "" : ", " + state);
        };
    }

    /** Its communicator, for people. */
    public String communicatorName() {
        return communicator() == 0 ? "world" : "communicator " + communicator();
    }

    private static String number(int number) {
        return number == ANY ? "any" : Integer.toString(number);
    }
}
