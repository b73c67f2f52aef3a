package org.reactivempi.transport.engine.event;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An operation that has started and not ended, or a message that no receive has matched.
 *
 * @param kind of what it is one
 * @param name of the call, such as {@code irecv}; of an operation of another kind, all that it says of itself
 * @param addressing from where or to where, and what
 * @param progress how far it has come
 * @param site where it was called, where that is known
 * @param words what people know its communicator and ranks by; null where there is none, or where this rank has no such
 *     communicator yet
 */
public record PendingOperation(
        Kind kind,
        String name,
        Addressing addressing,
        Progress progress,
        @Nullable String site,
        @Nullable Words words) {

    /**
     * From where or to where, and what.
     *
     * @param rank the other rank in the communicator, {@link #ANY} for any, {@link #NONE} where there is none
     * @param peer the other rank in the job, likewise
     * @param tag the tag, {@link #ANY} for any, {@link #NONE} where there is none
     * @param context in which it travels, see {@link ContextId}
     * @param bytes how long the message is; {@link #NONE} where that is unknown
     */
    public record Addressing(int rank, int peer, int tag, int context, long bytes) {

        private static final Addressing NOWHERE = new Addressing(NONE, NONE, NONE, NONE, NONE);
    }

    /**
     * How far it has come.
     *
     * @param age for how long it has been so, at least; as precise as the detector's ticks
     * @param state of the protocol, in a word
     * @param part whether it is a message of an operation that describes itself, such as a barrier or a stream
     */
    public record Progress(Duration age, String state, boolean part) {

        private static final Progress RUNNING = new Progress(Duration.ZERO, "RUNNING", false);
    }

    /** In place of a rank or a tag: any. The engine's only wildcard; the layer above translates its own. */
    public static final int ANY = -1;

    /** In place of a number: there is none, or it isn't known. */
    public static final int NONE = -2;

    /** A state of receives and probes: no message has come. */
    public static final String POSTED = "POSTED";

    /** A state of sends and questions: the first connection with their rank does not stand yet. */
    public static final String CONNECTING = "CONNECTING";

    /** A state of sends to this very rank, and of questions: no receive, or no handler, has taken them. */
    public static final String UNMATCHED = "UNMATCHED";

    /**
     * What people know a communicator and its ranks by.
     *
     * @param communicator its name
     * @param here the same, with this rank in it where that is another number than in the job
     * @param other the other rank, with its number in the job where that is another one; or any
     */
    public record Words(String communicator, String here, String other) {}

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
        return new PendingOperation(Kind.OTHER, description, Addressing.NOWHERE, Progress.RUNNING, null, null);
    }

    /** The same, where the communicator and the ranks are known. */
    public PendingOperation in(int knownRank, int knownPeer, Words known) {
        return new PendingOperation(
                kind, name, new Addressing(knownRank, knownPeer, tag(), context(), bytes()), progress, site, known);
    }

    /** The other rank in the communicator, {@link #ANY} for any, {@link #NONE} where there is none. */
    public int rank() {
        return addressing.rank;
    }

    /** The other rank in the job, likewise. */
    public int peer() {
        return addressing.peer;
    }

    /** The tag, {@link #ANY} for any, {@link #NONE} where there is none. */
    public int tag() {
        return addressing.tag;
    }

    /** The context in which it travels. */
    public int context() {
        return addressing.context;
    }

    /** How long the message is; {@link #NONE} where that is unknown. */
    public long bytes() {
        return addressing.bytes;
    }

    /** For how long it has been so, at least. */
    public Duration age() {
        return progress.age;
    }

    /** The state of the protocol, in a word. */
    public String state() {
        return progress.state;
    }

    /** Whether it is a message of an operation that describes itself. */
    public boolean part() {
        return progress.part;
    }

    /** Whether it is a message of a collective operation. */
    public boolean isPartOfCollective() {
        return context() != NONE && ContextId.purpose(context()) == ContextId.Purpose.COLLECTIVE;
    }

    /** The communicator's number, 0 for the world; or {@link #NONE}. */
    public int communicator() {
        return context() == NONE ? NONE : ContextId.communicator(context());
    }

    /** What was called, for people: with the communicator, and with all ranks of both sides that are not the same. */
    public String call() {
        return switch (kind) {
            case OTHER -> name;
            case RECEIVE, PROBE -> name + "(source " + other() + ", tag " + number(tag()) + ", " + here() + ")";
            case SEND ->
                name + "(destination " + other() + ", tag " + number(tag()) + ", " + here() + ", " + bytes()
                        + " bytes)";
            case UNEXPECTED ->
                name + " from " + other() + " (tag " + number(tag()) + ", " + here() + ", " + bytes() + " bytes)";
        };
    }

    /** The state in one word, in capitals. */
    public String stateWord() {
        return state().split(" ", 2)[0].toUpperCase(Locale.ROOT);
    }

    /** The user's operations among all that is pending, a line each. */
    public static List<String> lines(List<PendingOperation> pending) {
        return pending.stream()
                .filter(any -> any.kind() != Kind.UNEXPECTED && !any.part())
                .map(PendingOperation::line)
                .toList();
    }

    /** What was called, and how it stands unless that goes without saying, in one line. */
    public String line() {
        boolean plain = kind == Kind.OTHER || state().equals(POSTED) || state().equals(UNMATCHED);
        return call() + (plain ? "" : ", " + state());
    }

    /** Its communicator, for people. */
    public String communicatorName() {
        return words == null ? "a communicator that this rank has not got yet" : words.communicator();
    }

    private String here() {
        return words == null ? communicatorName() : words.here();
    }

    /** The other rank, for people. */
    public String other() {
        return words == null ? number(rank()) : words.other();
    }

    private static String number(int number) {
        return number == ANY ? "any" : Integer.toString(number);
    }
}
