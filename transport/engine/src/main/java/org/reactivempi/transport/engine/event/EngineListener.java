package org.reactivempi.transport.engine.event;

import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * Hears what happens in one rank's engine. An SPI: meters, traces and statistics of this library use it, and so may any jar
 * that names an {@link EngineListenerProvider} in its {@code META-INF/services}. Methods may be added; all do nothing unless
 * overridden.
 *
 * <pre>
 *  sender                                              receiver
 *  started ... began(span)
 *  sent --------------------- message --------------&gt; arrived, at once matched or put into a queue
 *  cleared, if it was announced
 *  ended(span)                                         ended(span) of its receive
 * </pre>
 * All calls come on the progress thread, or a thread that does its work while it blocks, in the middle of that work: they must be short, not block, not throw, and not call
 * back. Ranks are those of the job. Messages of collective operations and of streams count as any others; the messages
 * that hand over {@linkplain #records() records} do not.
 *
 * <p>The n-th message that one rank has {@link #sent} to another is the n-th that {@link #arrived} there from it: links keep
 * their order, and lose and repeat nothing. So both sides can number them without a word on the wire.
 */
public interface EngineListener {

    /** In place of a message's number, where none has matched. */
    long NO_MESSAGE = -1;

    /**
     * Listeners whose numbers this one reads: they hear of all events as well, before it, and once though several read them.
     *
     * @return none unless overridden; asked once
     */
    default List<EngineListener> reads() {
        return List.of();
    }

    /**
     * Whether it is told of each operation that starts, each message with its credit, and each turn, and not only of what is timed or
     * rare: a call for each message that does nothing costs a nanosecond or two all the same.
     *
     * @return true unless overridden; asked once
     */
    default boolean hearsEachMessage() {
        return true;
    }

    /**
     * Whether each operation is to be timed, and not only one of a kind in a while.
     *
     * @return false unless overridden; asked once
     */
    default boolean timesAll() {
        return false;
    }

    /**
     * Whether operations are parts of traces that go through all ranks; then each is timed.
     *
     * @return false unless overridden; asked once
     */
    default boolean tracesContexts() {
        return false;
    }

    /**
     * An operation has begun, where {@link #tracesContexts}.
     *
     * @param context the Reactor context of its subscriber
     * @return its part of a trace, or null if it has none
     */
    default @Nullable OperationTrace trace(Span span, ContextView context) {
        return null;
    }

    /** A send, a receive or a probe has started; for each of them, where {@link #hearsEachMessage}. */
    default void started(OperationKind kind) {}

    /**
     * A call of a window has started; for each of them, where {@link #hearsEachMessage}.
     *
     * @param kind one that {@linkplain OperationKind#isOfWindow() is of a window}
     * @param lengthBytes how much it moves; 0 for a synchronization
     */
    default void accessed(OperationKind kind, long lengthBytes) {}

    /** An operation that is timed has started. */
    default void began(Span span) {}

    /** An operation that is timed has ended. */
    default void ended(Span span) {}

    /**
     * A message, or its announcement, leaves for a peer; where {@link #hearsEachMessage}.
     *
     * @param slot that of the send's {@link Span}, or {@link Span#NONE}
     */
    default void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {}

    /**
     * A message, or its announcement, has come from a peer; where {@link #hearsEachMessage}.
     *
     * @param message its number among all that have come to this rank, or {@link #NO_MESSAGE} for one that was refused;
     *     what receives it has it in its {@link Span}
     * @param expected whether a receive or a matched probe waited for it
     */
    default void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {}

    /** A message that was announced may be sent, as its receive is there; where {@link #hearsEachMessage}. */
    default void cleared(int slot, int peer, long lengthBytes) {}

    /**
     * How many bytes of eager messages, with what they are counted for, the peer takes from this rank at the moment; where
     * {@link #hearsEachMessage}.
     */
    default void credit(int peer, long leftBytes) {}

    /** A message that is short enough to be eager was announced instead, since the peer takes no more for the moment. */
    default void stalled(int peer) {}

    /** The peer takes more again. */
    default void resumed(int peer) {}

    /** A connection with a peer stands; the first one, or another one. */
    default void connected(int peer, String channel, boolean again) {}

    /** Nothing reaches the peer any more. */
    default void lost(int peer) {}

    /** The answer to a question has come from a peer, and was dropped, since nobody waits for it any more. */
    default void answerDropped(int peer) {}

    /** A message of a peer was dropped that its part of the library can't read, such as a question without a number. */
    default void malformed(int peer) {}

    /** A question has failed on this rank, since what the other side has sent can't be taken. */
    default void askRefused(AskRefusal why) {}

    /** A collective operation has ended. */
    default void ended(CollectiveReport operation) {}

    /** A connection was refused. */
    default void refused(Rejection why) {}

    /**
     * A turn of the loop has ended; where {@link #hearsEachMessage}.
     *
     * @param posted how many receives wait
     * @param unexpected how many messages wait
     * @param unexpectedBytes how long they are together
     * @param postedAttempts how often messages that came have looked for a receive, in all
     * @param unexpectedAttempts how often receives and probes have looked for a message, in all
     */
    default void turnEnded(
            int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {}

    /**
     * What this rank records, and hands over to rank 0 where that is on another host.
     *
     * @return one for each file; none unless overridden; asked once
     */
    default List<RankRecord> records() {
        return List.of();
    }

    /** The engine ends; the last call. May block for a short while, to bring to an end what was begun. */
    default void closed() {}
}
