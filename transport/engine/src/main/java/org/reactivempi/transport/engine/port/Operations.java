package org.reactivempi.transport.engine.port;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.EngineException.EngineClosedException;
import org.reactivempi.transport.engine.port.Probe.WaitingMessage;
import org.reactivempi.transport.engine.progress.Completable;

/**
 * Where a rank's operations start, are taken back, and end, for the layers above.
 *
 * <pre>
 *  send, receive, probe --&gt; the operation's own end, once
 *  start ---------------------------&gt; end          what is no message
 *  begin --messages that are parts--&gt; end          a conversation
 * </pre>
 */
@OnProgressThread
public interface Operations {

    /** Shows the receives that wait for exactly this, wildcards as themselves. */
    void forEachPosted(int context, int source, int tag, Consumer<Incoming> visitor);

    /**
     * A message of a peer can't be read by the part of the library that it is for, and is dropped: counted, and said once of each peer.
     *
     * @param peer its rank in the job
     * @param why what is wrong with it
     */
    void malformed(int peer, Throwable why);

    /** Starts a send. */
    void send(Outgoing message);

    /** Starts a receive. */
    void receive(Incoming receive);

    /** Starts a probe. */
    void probe(Probe probe);

    /**
     * Throws why no message can come any more that isn't here, as {@link #receive(Incoming)} would fail.
     *
     * @param context a communicator's
     * @param peer the sender's rank in the job, or any
     */
    void checkSource(int context, int peer);

    /** Starts an operation that is no message; {@link #end} is to end it, now or later. */
    void start(Runnable operation);

    /** Starts one that begins by itself. */
    void start(LocalOperation operation);

    /** Ends an operation that is no message: its subscriber is told in its turn. */
    void end(Completable operation);

    /** Tries to take a started send back; it ends as cancelled, or as sent if a receive was faster. */
    void withdraw(Outgoing message);

    /** Takes a started receive out of the queue, and ends it as cancelled; without effect if it has left the queue. */
    void withdraw(Incoming receive);

    /** As {@link #withdraw(Incoming)}. */
    void withdraw(Probe probe);

    /**
     * Starts an operation that consists of many messages; it runs until {@link #end}.
     *
     * @param conversation whose messages may start as long as it runs, also while the engine closes
     * @return the number under which it ends
     * @throws EngineClosedException if no operation may start any more
     */
    int begin(Conversation conversation);

    /**
     * As {@link #begin(Conversation)}, also while the engine closes and nothing else runs any more: the last conversation of this rank.
     *
     * @return the number under which it ends
     * @throws EngineClosedException if the engine ends at once
     */
    int beginLast(Conversation conversation);

    /** Ends an operation that has begun under this number; none of its messages runs any more. */
    void end(int conversation);

    /** Does something whose signals all come after it, and in turns with the signals of others. */
    void step(Runnable work);

    /**
     * Puts the message that a receive has got back where it came from, for the next receive, and ends this one as
     * cancelled. While the message is still arriving, that goes on. Without effect if nothing has met it, if it has failed,
     * if its memory is the user's, or if it has been given back before; its user must not have got the message.
     */
    void giveBack(Incoming receive);

    /** Puts the message that a probe has taken back, as that of a receive; its user must not have got the message. */
    void giveBack(Probe probe);

    /**
     * Drops a message that a receive has given back, if it still waits for the next one. Its sender is not told, since it has been
     * told that the message was received.
     *
     * @return false if the next receive has it, or if it was dropped before
     */
    boolean drop(Incoming.Returned message);

    /** Has a probe that does not wait look whether a message is there: at once, unless somebody decides in which order its program hears of things. */
    void look(Probe probe);

    /** The message that a receive with these arguments would get now, or null; it stays where it is. */
    @Nullable
    WaitingMessage peek(int context, int source, int tag);

    /**
     * What a receive with these arguments has just missed, in words; empty if nothing. Announcements of streams stand in a context of
     * their own, and count as messages there.
     */
    String nearMisses(int context, int source, int tag);

    /** Starts the receive of a message that a probe has taken; once for each message, by a receive that is claimed. */
    void receive(WaitingMessage taken, Incoming receive);

    /**
     * Drops all messages of communicators that are freed here and that nobody has received. Senders that wait for them
     * are told; what is posted, or has been taken by probes, stays.
     *
     * @param contexts one of collective operations only where none of these runs any more
     */
    void forget(int... contexts);

    /**
     * Which wildcards receives and probes of a context are to use, so that messages which wait there need not be found by others. Some that
     * come all the same find them later than they would have, and not fewer.
     *
     * @param context a communicator's; {@link #forget} does not end it
     * @param anySource whether there are receives from any source
     * @param anyTag whether there are receives with any tag
     */
    void useWildcards(int context, boolean anySource, boolean anyTag);

    /** Throws {@link EngineClosedException} when no operation may start any more. */
    void checkOpen();

    /** Whether there is, or was, a link to a rank of the job: no message has gone there, or come from there, without. */
    boolean isConnected(int rank);

    /** Whether a connection to a rank of the job stands, or has stood: until then nothing that is sent there has left. */
    boolean isReached(int rank);

    /**
     * Asks now, and again whenever operations may have ended and all have their signals, whether something is over, until that says so.
     *
     * @param over may start operations
     */
    void untilOver(BooleanSupplier over);

    /**
     * Whether a send, a receive or a probe in one of these contexts has started and not ended.
     *
     * @param contexts none is one of collective operations
     */
    boolean runs(int... contexts);
}
