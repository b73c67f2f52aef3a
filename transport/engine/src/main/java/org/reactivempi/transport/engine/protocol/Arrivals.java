package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.packet.Envelope;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * What happens to a message of one peer, or to its announcement, when it comes.
 *
 * <pre>
 *  match --&gt; a receive: it is met
 *        --&gt; a probe that takes: park gives it to that
 *        --&gt; nothing --&gt; ready, or of a revoked communicator: refuse
 *                    --&gt; else: park, in the queue of unexpected messages
 * </pre>
 * Only the progress thread comes here.
 */
final class Arrivals {

    private final MatchQueues queues;
    private final CompletionQueue signals;
    private final Communicators communicators;
    private final Answers answers;
    private final @Nullable PeerWatch watch;

    Arrivals(
            MatchQueues queues,
            CompletionQueue signals,
            Communicators communicators,
            Answers answers,
            @Nullable PeerWatch watch) {
        this.queues = queues;
        this.signals = signals;
        this.communicators = communicators;
        this.answers = answers;
        this.watch = watch;
    }

    /** The receive or probe that gets it, or null. */
    @Nullable
    Posted match(Protocol protocol, int context, int source, int tag, long lengthBytes) {
        Posted met = queues.arrive(context, source, tag, lengthBytes);
        if (met != null && watch != null) {
            watch.arrived(protocol, context, tag, lengthBytes, met.order(), true);
        }
        return met;
    }

    /** Whether one that nothing has matched can't wait. */
    boolean isRefused(int context, boolean ready) {
        return ready || communicators.isRevoked(context);
    }

    void refuse(Protocol protocol, int context, int tag, long lengthBytes, long sendId) {
        if (watch != null) {
            watch.arrived(protocol, context, tag, lengthBytes, EngineListener.NO_MESSAGE, false);
        }
        boolean revoked = communicators.isRevoked(context);
        answers.declined(sendId, revoked ? Declined.Reason.REVOKED : Declined.Reason.NOT_READY);
    }

    /** Keeps a message that no receive has met; {@code met} may be a probe that takes it. */
    void park(Protocol protocol, Parked message, long sendId, @Nullable Posted met) {
        if (met instanceof Receiver probe) {
            probe.take(message, signals);
            return;
        }
        answers.keep(sendId, message);
        queues.keep(message);
        if (watch != null) {
            watch.arrived(protocol, message.context(), message.tag(), message.lengthBytes(), message.order(), false);
        }
    }

    /** The sender, as its packet names it. */
    static int source(ByteBuf packet) {
        return checked("source", Envelope.source(packet));
    }

    /** The tag, as its packet names it. */
    static int tag(ByteBuf packet) {
        return checked("tag", Envelope.tag(packet));
    }

    private static int checked(String what, int value) {
        if (value < 0) {
            throw new ProtocolException(what + " " + value + " is negative");
        }
        return value;
    }

    /** The number of a send whose sender waits. */
    static long checked(long sendId) {
        if (sendId < 0) {
            throw new ProtocolException("send number " + sendId + " is negative");
        }
        return sendId;
    }
}
