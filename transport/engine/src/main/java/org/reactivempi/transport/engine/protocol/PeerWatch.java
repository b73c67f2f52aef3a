package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.MessagePackets.TraceContext;
import org.reactivempi.transport.engine.packet.WholePayload;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.PayloadSink;

/**
 * Tells the engine's listener of the traffic with one peer, and sends and takes the contexts of traces: each goes ahead of the
 * message that it belongs to. There is no {@code PeerWatch} where the engine has no listener.
 */
final class PeerWatch {

    private final Events events;
    private final PeerLink link;
    private final EagerCredit credit;
    /** The context of the trace of the next message, until that comes. */
    private byte @Nullable [] header;

    PeerWatch(Events events, PeerLink link, EagerCredit credit) {
        this.events = events;
        this.link = link;
        this.credit = credit;
    }

    /** A message leaves. */
    void eager(Outgoing message) {
        sendHeader(message);
        message.leaves(events, Protocol.EAGER);
        events.credit(link.rank(), credit.left());
    }

    /** A message is announced, perhaps for want of credit only. */
    void announced(Outgoing message, boolean isShort) {
        sendHeader(message);
        message.leaves(events, Protocol.RENDEZVOUS);
        if (isShort) {
            events.stalled(link.rank());
        }
    }

    /** Sends the trace's context, where the listener has one for the message. */
    private void sendHeader(Outgoing message) {
        byte[] context = events.header(message);
        if (context != null && context.length <= TraceContext.MOST_PAYLOAD_BYTES) {
            ByteBuf packet = link.room(TraceContext.LENGTH_BYTES + context.length);
            TraceContext.encode(packet, link.nextSequence(), context.length);
            packet.writeBytes(context);
        }
    }

    /** The peer waits for the data of a message. */
    void cleared(Outgoing message, long acceptBytes) {
        events.cleared(message, link.rank(), acceptBytes);
    }

    /** The peer has given credit back. */
    void credited() {
        events.credit(link.rank(), credit.left());
        events.resumed(link.rank());
    }

    /** The context of a trace comes; the next message of the peer belongs to it. */
    PayloadSink onHeader(int lengthBytes) {
        header = null;
        return new WholePayload(lengthBytes, whole -> header = whole);
    }

    /** A message of the peer, or its announcement, has come. */
    void arrived(Protocol protocol, int context, int tag, long lengthBytes, long order, boolean expected) {
        events.arrived(protocol, context, link.rank(), tag, lengthBytes, order, expected);
        byte[] traced = header;
        if (traced != null) {
            header = null;
            events.header(order, traced);
        }
    }

    /** A connection with the peer stands. */
    void connected(String channel, boolean again) {
        events.connected(link.rank(), channel, again);
        events.credit(link.rank(), credit.left());
    }

    /** The peer is lost. */
    void lost() {
        events.lost(link.rank());
    }
}
