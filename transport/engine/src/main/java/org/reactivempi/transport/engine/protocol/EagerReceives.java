package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.flow.BulkSend;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.Envelope;
import org.reactivempi.transport.engine.packet.MessagePackets.Unreadable;
import org.reactivempi.transport.engine.port.EngineException.UnreadableException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The receiver's side of eager messages of one peer: into the receive that waits, or into a copy until one comes; and credit back
 * for what is out of the way.
 *
 * <pre>
 *  a receive waits --&gt; {@link Met}: its memory -----------------------------------+
 *  else -------------&gt; {@link Copy}, in the queue --a receive comes--&gt; copied to it +--&gt; credit back
 *                                              --dropped, withdrawn-----------------+
 * </pre>
 */
final class EagerReceives implements UnexpectedMessage.Account {

    private final PeerLink link;
    private final CompletionQueue signals;
    private final EagerCredit credit;
    private final Arrivals arrivals;
    private final Met met = new Met();
    /** Whether the last message could be placed, and so, most likely, the next. */
    private boolean lastWasPlaced;
    /** What the messages cost that probes have taken and nobody has received. */
    private long takenBytes;

    EagerReceives(PeerContext peer, Arrivals arrivals) {
        this.link = peer.link;
        this.signals = peer.rank.signals;
        this.credit = peer.credit;
        this.arrivals = arrivals;
    }

    /**
     * A message begins.
     *
     * @param fixedBytes how long {@code packet} is in front of the payload
     * @param sendId {@link Arrivals#NOBODY_WAITS}, or the number by which the sender waits to hear of it
     * @param ready whether it fails where no receive waits
     * @return where its payload goes
     */
    PayloadSink onEager(ByteBuf packet, int fixedBytes, long sendId, int payloadBytes, boolean ready) {
        credit.onArrival(payloadBytes);
        int context = Envelope.context(packet);
        int source = arrivals.source(packet);
        int tag = Arrivals.tag(packet);
        Posted posted = arrivals.match(Protocol.EAGER, context, source, tag, payloadBytes);
        if (posted instanceof Incoming receive) {
            boolean here = payloadBytes > 0 && packet.readableBytes() - fixedBytes >= payloadBytes;
            return into(receive, source, tag, sendId, payloadBytes, here);
        }
        lastWasPlaced = false;
        if (posted == null && arrivals.isRefused(context, source, tag, ready)) {
            consumed(payloadBytes);
            arrivals.refuse(Protocol.EAGER, context, tag, payloadBytes, sendId);
            return PayloadSink.NOWHERE;
        }
        Copy message = new Copy(context, source, tag, sendId, payloadBytes);
        arrivals.keep(Protocol.EAGER, message, sendId, posted);
        return message;
    }

    /** In place of a message comes that its sender could not read it. */
    void onUnreadable(ByteBuf packet) {
        PayloadSink message = onEager(packet, Unreadable.LENGTH_BYTES, Arrivals.NOBODY_WAITS, 0, false);
        if (message == met) {
            consumed(0);
        }
        message.lost(UnreadableException.at(link.rank()));
    }

    private PayloadSink into(Incoming receive, int source, int tag, long sendId, int payloadBytes, boolean here) {
        boolean fits = here ? receive.meetAndHold(source, tag, payloadBytes) : receive.meet(source, tag, payloadBytes);
        arrivals.matched(sendId);
        ByteBuffer memory = fits && payloadBytes >= BulkSend.LEAST_DIRECT_BYTES ? receive.directMemory() : null;
        lastWasPlaced = memory != null;
        return met.into(receive, payloadBytes, fits, memory);
    }

    boolean lastWasPlaced() {
        return lastWasPlaced;
    }

    @Override
    public void charge(long payloadBytes) {
        credit.charge(payloadBytes);
    }

    @Override
    public void consumed(long payloadBytes) {
        credit.consume(payloadBytes);
    }

    @Override
    public void taken(long costBytes) {
        takenBytes += costBytes;
    }

    /** What the messages cost that wait for a receive; not those that are still coming. */
    long storedBytes() {
        long[] stored = {takenBytes};
        arrivals.forEachKept(message -> stored[0] += ((UnexpectedMessage) message).costTo(this));
        return stored[0];
    }

    /** A message that has met its receive, from its first byte to its last; one object per peer, used again. */
    private final class Met implements PayloadSink {

        private @Nullable Incoming receive;
        private @Nullable ByteBuffer memory;
        private long lengthBytes;
        private long at;
        private boolean fits;

        /** Begins the next; {@code memory} is where it can be placed, if it can. */
        Met into(Incoming receive, long lengthBytes, boolean fits, @Nullable ByteBuffer memory) {
            this.receive = receive;
            this.memory = memory;
            this.lengthBytes = lengthBytes;
            this.at = 0;
            this.fits = fits;
            return this;
        }

        @Override
        public void take(ByteBuf bytes, int length) {
            if (fits) {
                receive().fill(at, bytes, length);
            } else {
                receive().release();
            }
            at += length;
        }

        @Override
        public @Nullable ByteBuffer place(long left) {
            ByteBuffer into = memory;
            return into == null || !receive().hold()
                    ? null
                    : into.limit((int) (at + left)).position((int) at);
        }

        @Override
        public void placed(int length) {
            receive().release();
            at += length;
        }

        @Override
        public void complete() {
            Incoming done = end();
            consumed(lengthBytes);
            signals.due(done);
        }

        @Override
        public void lost(Throwable cause) {
            end().fail(cause, signals);
        }

        private Incoming end() {
            Incoming ended = receive();
            receive = null;
            memory = null;
            return ended;
        }

        private Incoming receive() {
            Incoming into = receive;
            if (into == null) {
                throw new IllegalStateException("no message is coming");
            }
            return into;
        }
    }

    /** A message without a receive: an exact copy of its payload. */
    private final class Copy extends BufferedMessage implements PayloadSink {

        private static final long DROPPED = -2;

        private long sendId;
        private int at;

        Copy(int context, int source, int tag, long sendId, int lengthBytes) {
            super(context, source, tag, new byte[lengthBytes]);
            this.sendId = sendId;
        }

        @Override
        public void take(ByteBuf bytes, int length) {
            bytes.getBytes(bytes.readerIndex(), payload(), at, length);
            at += length;
        }

        @Override
        Account account() {
            return EagerReceives.this;
        }

        @Override
        CompletionQueue signals() {
            return signals;
        }

        @Override
        boolean isOf(CommunicatorState communicator) {
            return communicator.isNamed(context(), source(), link.rank());
        }

        @Override
        boolean isFrom(int peer) {
            return link.rank() == peer;
        }

        @Override
        boolean isHere() {
            return at == payload().length;
        }

        @Override
        public void complete() {
            if (sendId == DROPPED) {
                discharge();
            } else {
                super.complete();
            }
        }

        @Override
        void met() {
            arrivals.matched(sendId);
        }

        @Override
        void taken() {
            super.taken();
            arrivals.forget(sendId);
        }

        @Override
        void putBack() {
            super.putBack();
            arrivals.keepAgain(sendId, this);
        }

        @Override
        void drop(Declined.Reason reason) {
            arrivals.declined(sendId, reason);
            sendId = DROPPED;
            if (isHere()) {
                discharge();
            }
        }

        /** All of it has come, and nobody will receive it. */
        @Override
        void withdrawn() {
            discharge();
        }
    }
}
