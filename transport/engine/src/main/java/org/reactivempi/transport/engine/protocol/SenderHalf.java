package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.packet.Eager;
import org.reactivempi.transport.engine.packet.EagerReady;
import org.reactivempi.transport.engine.packet.EagerSynchronous;
import org.reactivempi.transport.engine.packet.ReadyToSend;
import org.reactivempi.transport.engine.packet.RequestToSend;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * Where messages to one peer start: chooses how each of them goes, and writes its first packet.
 *
 * <pre>
 *           short, and credit left --------------------------------------&gt; eager
 *  send --&gt; short, before the peer has said what it takes, or behind such --&gt; held
 *           everything else ---------------------------------------------&gt; announced, for a rendezvous
 * </pre>
 * Only the progress thread comes here.
 */
final class SenderHalf {

    private final PeerLink link;
    private final CompletionQueue signals;
    private final long eagerLimitBytes;
    private final EagerCredit credit;
    private final HeldSends held;
    private final UnansweredSends unanswered;
    private final BulkSends bulk;
    private final @Nullable PeerWatch watch;

    SenderHalf(
            PeerLink link,
            CompletionQueue signals,
            long eagerLimitBytes,
            EagerCredit credit,
            HeldSends held,
            UnansweredSends unanswered,
            BulkSends bulk,
            @Nullable PeerWatch watch) {
        this.link = link;
        this.signals = signals;
        this.eagerLimitBytes = eagerLimitBytes;
        this.credit = credit;
        this.held = held;
        this.unanswered = unanswered;
        this.bulk = bulk;
        this.watch = watch;
    }

    void send(Outgoing message) {
        PeerLostException loss = link.loss();
        long lengthBytes = message.lengthBytes();
        boolean isShort = lengthBytes <= eagerLimitBytes;
        if (loss != null) {
            message.fail(loss, signals);
        } else if (isShort && held.isEmpty() && credit.take(lengthBytes)) {
            sendEager(message, (int) lengthBytes);
        } else if (held.holds(isShort)) {
            held.hold(message);
        } else {
            announce(message, lengthBytes);
        }
    }

    private void sendEager(Outgoing message, int lengthBytes) {
        if (watch != null) {
            watch.eager(message);
        }
        if (message.mode() == SendMode.STANDARD) {
            sendStandard(message, lengthBytes);
        } else {
            sendAnswered(message, lengthBytes);
        }
    }

    private void sendStandard(Outgoing message, int length) {
        ByteBuffer memory = length >= Payloads.LEAST_LONG_BYTES && link.takesMemory() ? message.directMemory() : null;
        ByteBuf packet = link.room(Eager.LENGTH_BYTES + (memory == null ? length : 0));
        Eager.encode(packet, link.nextSequence(), message.context(), message.source(), message.tag(), length);
        if (memory == null) {
            Payloads.write(message, 0, packet, length);
        } else {
            link.send(memory.limit(length));
        }
        link.noteMessage();
        signals.due(message);
    }

    private void sendAnswered(Outgoing message, int length) {
        long id = unanswered.nextId();
        unanswered.add(new AnsweredSend(id, message, link, signals));
        ByteBuf packet = link.room(EagerSynchronous.LENGTH_BYTES + length);
        int number = link.nextSequence();
        if (message.mode() == SendMode.READY) {
            EagerReady.encode(packet, number, message.context(), message.source(), message.tag(), id, length);
        } else {
            EagerSynchronous.encode(packet, number, message.context(), message.source(), message.tag(), id, length);
        }
        Payloads.write(message, 0, packet, length);
    }

    private void announce(Outgoing message, long length) {
        if (watch != null) {
            watch.announced(message, length <= eagerLimitBytes);
        }
        long id = unanswered.nextId();
        unanswered.add(new RendezvousSend(bulk, id, message, link, signals));
        ByteBuf packet = link.room(64);
        int number = link.nextSequence();
        if (message.mode() == SendMode.READY) {
            ReadyToSend.encode(packet, number, message.context(), message.source(), message.tag(), id, length);
        } else {
            RequestToSend.encode(packet, number, message.context(), message.source(), message.tag(), id, length);
        }
    }

    /** The peer has said what it takes. */
    void onGrant(long creditBytes) {
        credit.onGrant(creditBytes);
        held.release(this::send);
    }

    /** The peer has room for more. */
    void onCredit(long bytes) {
        credit.onReturned(bytes);
        if (watch != null) {
            watch.credited();
        }
    }
}
