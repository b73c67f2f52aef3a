package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.port.EngineException.UnreadableException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * Messages of a rank to itself: from memory to memory, without a packet.
 *
 * <pre>
 *  send --&gt; a receive waits ---------------------------&gt; copied to it, both done
 *       --&gt; short, standard, and room left -&gt; {@link SelfCopy}: the send is done --a receive comes--&gt; copied to it
 *       --&gt; else ---------------------------&gt; {@link SelfMessage}: the send waits --a receive comes--&gt; copied to it, both done
 * </pre>
 */
final class SelfProtocol implements UnexpectedMessage.Account {

    private final int rank;
    private final MatchQueues queues;
    private final CompletionQueue signals;
    private final RankContext.Limits limits;
    private final @Nullable Events events;
    private final MemoryCopy copies;
    /** The messages that probes have taken and nobody has received. */
    private Set<SelfMessage> taken = Collections.emptySet();
    /** What tells the trace of the message that is being sent. */
    private byte @Nullable [] header;

    private long bufferableBytes;
    /** What the copies cost that probes have taken and nobody has received. */
    private long takenBytes;

    SelfProtocol(RankContext context) {
        this.rank = context.rank;
        this.queues = context.queues;
        this.signals = context.signals;
        this.limits = context.limits;
        this.copies = context.copies;
        this.events = context.events;
        this.bufferableBytes = limits.creditBytes();
    }

    /** Starts a send to this rank. */
    void send(Outgoing message) {
        if (events != null) {
            header = events.header(message);
            message.leaves(events, Protocol.OWN);
        }
        Posted met = queues.arrive(message.context(), message.source(), message.tag(), message.lengthBytes());
        if (met != null) {
            arrived(message, met.order(), true);
        }
        if (met instanceof Incoming receive) {
            transfer(message, receive);
        } else if (met != null) {
            met.take(unexpected(message), signals);
        } else if (message.mode() == SendMode.READY
                && !queues.mayBeDecided(message.context(), message.source(), message.tag())) {
            arrived(message, EngineListener.NO_MESSAGE, false);
            message.fail(Declined.Reason.NOT_READY.failure(message.destination()), signals);
        } else {
            UnexpectedMessage waiting = unexpected(message);
            queues.keep(waiting);
            arrived(message, waiting.order(), false);
        }
    }

    private void arrived(Outgoing message, long order, boolean expected) {
        if (events != null) {
            events.arrived(
                    Protocol.OWN, message.context(), rank, message.tag(), message.lengthBytes(), order, expected);
            if (header != null) {
                events.header(order, header);
            }
        }
    }

    private UnexpectedMessage unexpected(Outgoing message) {
        boolean buffered = message.mode() == SendMode.STANDARD
                && message.lengthBytes() <= limits.eagerBytes()
                && EagerCredit.cost(message.lengthBytes()) <= bufferableBytes;
        if (!buffered) {
            return new SelfMessage(message);
        }
        charge(message.lengthBytes());
        UnexpectedMessage copy = new SelfCopy(message);
        copy.describe(message.signature());
        return copy;
    }

    private void transfer(Outgoing message, Incoming receive) {
        byte[] elements = message.signature();
        if (elements != null) {
            receive.onSignature(elements);
        }
        long lengthBytes = message.lengthBytes();
        if (receive.meet(message.source(), message.tag(), lengthBytes) && lengthBytes > 0) {
            try {
                copies.copy(message, receive, 0, lengthBytes);
            } catch (Throwable thrown) {
                message.fail(UnreadableException.here(thrown), signals);
                receive.fail(UnreadableException.at(rank), signals);
                return;
            }
        }
        message.met();
        signals.due(message);
        signals.due(receive);
    }

    @Override
    public void charge(long lengthBytes) {
        bufferableBytes -= EagerCredit.cost(lengthBytes);
    }

    /** A buffered message has been received. */
    @Override
    public void consumed(long lengthBytes) {
        bufferableBytes += EagerCredit.cost(lengthBytes);
    }

    @Override
    public void taken(long costBytes) {
        takenBytes += costBytes;
    }

    /** How the share of messages to oneself stands. */
    CreditBalance balance() {
        long[] stored = {takenBytes};
        queues.forEachUnexpected(message -> stored[0] += ((UnexpectedMessage) message).costTo(this));
        return CreditBalance.ofSelf(rank, limits.creditBytes(), bufferableBytes, stored[0]);
    }

    /** How many sends wait for a receive of this rank. */
    int waits() {
        int[] waiting = {taken.size()};
        queues.forEachUnexpected(message -> waiting[0] += message instanceof SelfMessage ? 1 : 0);
        return waiting[0];
    }

    /** Shows the contexts of the sends that wait for a receive of this rank. */
    void forEachRunning(IntConsumer contexts) {
        waiting().forEach(message -> contexts.accept(message.context()));
    }

    /** Shows the sends whose messages probes have taken; the others are in the queue. */
    void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        taken.forEach(message -> visitor.accept(message.pending(ages.ofOrder(message.order()))));
    }

    /** Ends the sends that wait for a receive of this rank. */
    void cut(Throwable cause) {
        waiting().forEach(message -> message.cut(cause));
    }

    private List<SelfMessage> waiting() {
        List<SelfMessage> waiting = new ArrayList<>(taken);
        queues.forEachUnexpected(message -> {
            if (message instanceof SelfMessage own) {
                waiting.add(own);
            }
        });
        return waiting;
    }

    /**
     * A message that stays in its sender's memory until its receive comes.
     *
     * <pre>
     *  QUEUED --deliver, withdraw, drop, cut--&gt; ended
     *    |  ^
     *  taken putBack
     *    v  |
     *  TAKEN --deliver, cut--&gt; ended
     * </pre>
     */
    private final class SelfMessage extends UnexpectedMessage implements Outgoing.AwaitedSend {

        private final Outgoing message;
        private boolean isTaken;

        SelfMessage(Outgoing message) {
            super(message.context(), message.source(), message.tag());
            this.message = message;
            message.await(this);
        }

        @Override
        public long lengthBytes() {
            return message.lengthBytes();
        }

        @Override
        void deliver(Incoming receive) {
            taken.remove(this);
            transfer(message, receive);
        }

        @Override
        void taken() {
            isTaken = true;
            if (taken.isEmpty()) {
                taken = new LinkedHashSet<>();
            }
            taken.add(this);
        }

        @Override
        void putBack() {
            isTaken = false;
            taken.remove(this);
        }

        /** Without effect while a probe has it: it is matched. */
        @Override
        public void withdraw() {
            if (!isTaken) {
                queues.remove(this);
                message.cancel(signals);
            }
        }

        @Override
        void drop(Declined.Reason reason) {
            message.fail(reason.failure(message.destination()), signals);
        }

        private void cut(Throwable cause) {
            if (isTaken) {
                taken.remove(this);
            } else {
                queues.remove(this);
            }
            message.fail(cause, signals);
        }

        /** The send that waits; the message is the same. */
        @Override
        PendingOperation pending(Duration age) {
            return message.pending(age, PendingOperation.UNMATCHED);
        }

        @Override
        public String toString() {
            return message.toString();
        }
    }

    /** A message that was copied, so that its send is done before its receive comes. */
    private final class SelfCopy extends BufferedMessage {

        SelfCopy(Outgoing message) {
            super(message.context(), message.source(), message.tag(), new byte[(int) message.lengthBytes()]);
            try {
                if (payload().length > 0) {
                    message.copyTo(0, ByteBuffer.wrap(payload()));
                }
                signals.due(message);
            } catch (Throwable thrown) {
                message.fail(UnreadableException.here(thrown), signals);
                lost(UnreadableException.at(rank));
            }
        }

        @Override
        Account account() {
            return SelfProtocol.this;
        }

        @Override
        CompletionQueue signals() {
            return signals;
        }

        @Override
        boolean isHere() {
            return true;
        }
    }
}
