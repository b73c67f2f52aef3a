package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Lending.Payload;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.flow.LentPiece;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.MessagePackets.ClearToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.Data;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.Envelope;
import org.reactivempi.transport.engine.packet.MessagePackets.RequestToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.UnreadableData;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineException.UnreadableException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The receiver's side of rendezvous with one peer: what the peer announces waits for a receive, and what it has been cleared to
 * send fills that receive, piece by piece.
 *
 * <pre>
 *  announced --a receive waits--------------------&gt; CLEAR_TO_SEND --&gt; {@link Filling}, by number --last byte--&gt; complete
 *      |                                                 ^
 *      +--none does--&gt; {@link Announced}, in the queue --a receive comes--+
 *      +--refused--&gt; DECLINED
 * </pre>
 */
final class RendezvousReceives {

    private final PeerLink link;
    private final CompletionQueue signals;
    private final Arrivals arrivals;
    private final MemoryCopy copies;
    private final Pending<Filling> receives = new Pending<>("receive");
    private int direct;

    RendezvousReceives(PeerContext peer, Arrivals arrivals) {
        this.link = peer.link;
        this.signals = peer.rank.signals;
        this.arrivals = arrivals;
        this.copies = peer.rank.copies;
    }

    /** A message is announced; one that is ready fails where no receive waits. */
    void onRequest(ByteBuf packet, boolean ready) {
        int context = Envelope.context(packet);
        int source = arrivals.source(packet);
        int tag = Arrivals.tag(packet);
        long sendId = Arrivals.checked(Envelope.sendId(packet));
        long lengthBytes = RequestToSend.lengthBytes(packet);
        Posted met = arrivals.match(Protocol.RENDEZVOUS, context, source, tag, lengthBytes);
        if (met instanceof Incoming receive) {
            clearToSend(receive, source, tag, sendId, lengthBytes);
        } else if (met == null && arrivals.isRefused(context, source, tag, ready)) {
            arrivals.refuse(Protocol.RENDEZVOUS, context, tag, lengthBytes, sendId);
        } else {
            Announced message = new Announced(context, source, tag, sendId, lengthBytes);
            arrivals.keep(Protocol.RENDEZVOUS, message, sendId, met);
        }
    }

    /** A receive has met an announced message: asks for the data, or for none where it doesn't fit. */
    private void clearToSend(Incoming receive, int source, int tag, long sendId, long lengthBytes) {
        PeerLostException loss = link.loss();
        if (loss != null) {
            receive.fail(loss, signals);
            return;
        }
        boolean wanted = receive.meet(source, tag, lengthBytes) && lengthBytes > 0;
        long receiveId = receives.nextId();
        if (wanted) {
            Filling filling = new Filling(this, receiveId, receive, lengthBytes);
            receives.put(receiveId, filling);
            direct += filling.isDirect() ? 1 : 0;
        }
        ByteBuf packet = link.room(ClearToSend.LENGTH_BYTES);
        ClearToSend.encode(packet, link.nextSequence(), sendId, receiveId, wanted ? lengthBytes : 0);
        link.pass();
        if (!wanted) {
            signals.due(receive);
        }
    }

    /** The next piece of a message begins; returns where it goes. */
    PayloadSink onData(ByteBuf packet, long payloadBytes) {
        Filling receive = receives.get(Data.receiveId(packet));
        receive.expect(Data.offset(packet), payloadBytes);
        return receive;
    }

    /** The rest of a message does not come, since its sender could not read it. */
    void onUnreadable(ByteBuf packet) {
        long receiveId = UnreadableData.receiveId(packet);
        receives.get(receiveId).unreadable = true;
        filled(receiveId);
    }

    private void filled(long receiveId) {
        Filling filled = receives.remove(receiveId);
        direct -= filled.isDirect() ? 1 : 0;
        if (filled.unreadable) {
            filled.receive.fail(UnreadableException.at(link.rank()), signals);
        } else {
            signals.due(filled.receive);
        }
    }

    /** Whether data is to come that can be placed. */
    boolean areDirect() {
        return direct > 0;
    }

    /** How many receives are being filled. */
    int running() {
        return receives.size();
    }

    /** Shows their contexts. */
    void forEachRunning(IntConsumer contexts) {
        receives.forEach(receive -> contexts.accept(receive.receive.context()));
    }

    /** Shows how they stand. */
    void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        receives.all().forEach(receive -> {
            Incoming filling = receive.receive;
            visitor.accept(filling.pending(ages.ofOrder(filling.order()), "RECEIVING"));
        });
    }

    /** Ends them all as failed. */
    void cut(Throwable cause) {
        receives.removeAll().forEach(receive -> receive.receive.fail(cause, signals));
        direct = 0;
    }

    /** A receive that has met its message, from the first byte to the last, in any number of packets. */
    static final class Filling implements PayloadSink {

        /** Other links want their turn (PRG-6). */
        private static final int MOST_AT_ONCE_BYTES = 1024 * 1024;

        private final RendezvousReceives receives;
        private final long id;
        private final Incoming receive;
        private final long lengthBytes;
        private final @Nullable ByteBuffer memory;
        private long at;
        /** Whether its sender could not read it: then the pieces that follow don't matter. */
        private boolean unreadable;

        Filling(RendezvousReceives receives, long id, Incoming receive, long lengthBytes) {
            this.receives = receives;
            this.id = id;
            this.receive = receive;
            this.lengthBytes = lengthBytes;
            this.memory = receive.directMemory();
        }

        /** Checks the next piece before its payload comes. */
        void expect(long offset, long payloadBytes) {
            if (offset != at || payloadBytes <= 0 || payloadBytes > lengthBytes - at) {
                throw new ProtocolException("data for receive " + id + " with " + payloadBytes + " bytes at " + offset
                        + ", expected up to " + (lengthBytes - at) + " at " + at);
            }
        }

        /** Whether the system can write to the receive's memory without a copy. */
        boolean isDirect() {
            return memory != null;
        }

        @Override
        public void take(ByteBuf bytes, int length) {
            receive.fill(at, bytes, length);
            at += length;
        }

        @Override
        public void take(Payload lent) {
            if (lent instanceof LentPiece piece && piece.send() instanceof BulkMessage message) {
                unreadable = unreadable || !message.copyTo(receive, piece, receives.copies);
                at += piece.lengthBytes();
            } else {
                PayloadSink.super.take(lent);
            }
        }

        @Override
        public @Nullable ByteBuffer place(long left) {
            ByteBuffer into = memory;
            return into == null || !receive.hold()
                    ? null
                    : into.limit((int) (at + Math.min(left, MOST_AT_ONCE_BYTES)))
                            .position((int) at);
        }

        @Override
        public void placed(int length) {
            receive.release();
            at += length;
        }

        @Override
        public void complete() {
            if (at == lengthBytes) {
                receives.filled(id);
            }
        }

        /** The receive fails with the peer, which knows it by its number. */
        @Override
        public void lost(Throwable cause) {}
    }

    /** A message whose receive has not come: its sender keeps it. */
    private final class Announced extends UnexpectedMessage {

        private final long sendId;
        private final long lengthBytes;

        Announced(int context, int source, int tag, long sendId, long lengthBytes) {
            super(context, source, tag);
            this.sendId = sendId;
            this.lengthBytes = lengthBytes;
        }

        @Override
        public long lengthBytes() {
            return lengthBytes;
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
        String state() {
            return "ANNOUNCED";
        }

        @Override
        void deliver(Incoming receive) {
            arrivals.forget(sendId);
            clearToSend(receive, source(), tag(), sendId, lengthBytes);
        }

        @Override
        void taken() {
            arrivals.forget(sendId);
        }

        @Override
        void putBack() {
            arrivals.keepAgain(sendId, this);
        }

        @Override
        void drop(Declined.Reason reason) {
            arrivals.declined(sendId, reason);
        }
    }
}
