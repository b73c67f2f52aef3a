package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.flow.BulkSend;
import org.reactivempi.transport.engine.flow.BulkSends;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.MessagePackets.ClearToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.Eager;
import org.reactivempi.transport.engine.packet.MessagePackets.EagerAnswered;
import org.reactivempi.transport.engine.packet.MessagePackets.RequestToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.MessagePackets.Signature;
import org.reactivempi.transport.engine.packet.MessagePackets.Unreadable;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineException.UnreadableException;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The sender's side of messages to one peer, from their start to the peer's answer: chooses how each of them goes, writes its first
 * packet, and knows by number the messages that the peer owes an answer.
 *
 * <pre>
 *           short, and credit left --&gt; standard ----------&gt; EAGER: done
 *           |                      --&gt; synchronous, ready -&gt; EAGER_SYNCHRONOUS, EAGER_READY: unanswered --MATCHED--&gt; done
 *  send --&gt; everything else, before the peer has said what it takes, and all after it ---&gt; held --first connection--&gt; send
 *           everything else, later ----------------------&gt; REQUEST_TO_SEND, READY_TO_SEND: unanswered --CLEAR_TO_SEND--&gt; {@link BulkSends}
 * </pre>
 * Before the peer has said how much it takes, only what is done when it is written is written: a standard message within the initial
 * credit. What the peer has to answer is held, and all after it, in the order in which they were sent; it can be taken back without the
 * peer, which may never come.
 *
 * <p>The bytes of a message are copied before its header is written: where its memory throws, the message fails, and UNREADABLE stands in
 * its place, so that the receive fails as well.
 *
 * <p>The peer answers each send once; it may also decline it, or tell that it is withdrawn. A send is forgotten only
 * after the answer has been checked, so that it fails with the link where the answer is a breach.
 */
final class Sends {

    /** Parts of collective operations from here on are announced to a peer in this JVM, which copies them itself: once in place of twice. */
    private static final int LEAST_LENT_BYTES = 32 << 10;

    private final PeerContext peer;
    private final PeerLink link;
    private final CompletionQueue signals;
    private final long eagerLimitBytes;
    private final EagerCredit credit;
    private final @Nullable PeerWatch watch;
    /** Where the peer is of another job, which numbers communicators itself; else null. */
    private final @Nullable Communicators ofOtherJob;
    /** In the order in which they were sent. */
    private Set<HeldSend> held = Collections.emptySet();

    private final Pending<PeerSend> unanswered = new Pending<>("send");
    /** Whether the peer has said what it takes. */
    private boolean granted;

    Sends(PeerContext peer, @Nullable Communicators ofOtherJob) {
        this.peer = peer;
        this.link = peer.link;
        this.signals = peer.rank.signals;
        this.eagerLimitBytes = peer.rank.limits.eagerBytes();
        this.credit = peer.credit;
        this.watch = peer.watch;
        this.ofOtherJob = ofOtherJob;
    }

    private int contextThere(Outgoing message) {
        int context = message.context();
        return ofOtherJob == null
                ? context
                : ContextId.of(
                        ofOtherJob.numberAt(ContextId.communicator(context), link.rank()), ContextId.purpose(context));
    }

    /** A message that waits for the first connection, since a tick of the stall detector. */
    private final class HeldSend implements Outgoing.AwaitedSend {

        private final Outgoing message;
        private final int since = signals.tick();

        HeldSend(Outgoing message) {
            this.message = message;
            message.await(this);
        }

        @Override
        public void withdraw() {
            if (held.remove(this)) {
                message.cancel(signals);
            }
        }
    }

    void send(Outgoing message) {
        PeerLostException loss = link.loss();
        long lengthBytes = message.lengthBytes();
        boolean isShort = lengthBytes <= eagerLimitBytes
                && !(lengthBytes >= LEAST_LENT_BYTES && message.isPart() && message.mayBeLent() && link.lends());
        boolean mayLeave = granted || held.isEmpty() && message.mode() == SendMode.STANDARD;
        if (loss != null) {
            message.fail(loss, signals);
        } else if (isShort && mayLeave && credit.take(lengthBytes)) {
            sendEager(message, (int) lengthBytes);
        } else if (!granted) {
            hold(message);
        } else {
            announce(message, lengthBytes);
        }
    }

    private void hold(Outgoing message) {
        if (held.isEmpty()) {
            held = new LinkedHashSet<>();
            link.open();
        }
        held.add(new HeldSend(message));
    }

    private void sendSignature(Outgoing message) {
        byte[] elements = message.signature();
        if (elements != null) {
            ByteBuf packet = link.room(Signature.LENGTH_BYTES + elements.length);
            Signature.encode(packet, link.nextSequence(), elements.length);
            packet.writeBytes(elements);
            link.pass();
        }
    }

    private void sendEager(Outgoing message, int lengthBytes) {
        sendSignature(message);
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
        ByteBuffer memory = null;
        ByteBuf packet;
        try {
            if (length >= BulkSend.LEAST_DIRECT_BYTES && link.takesMemory()) {
                memory = message.directMemory();
            }
            packet = link.room(Eager.LENGTH_BYTES + (memory == null ? length : 0));
            if (memory == null) {
                message.copyTo(0, packet, Eager.LENGTH_BYTES, length);
            }
        } catch (Throwable unreadable) {
            sendUnreadable(message, length, unreadable);
            return;
        }
        Eager.encode(packet, link.nextSequence(), contextThere(message), message.source(), message.tag(), length);
        if (memory == null) {
            packet.writerIndex(packet.writerIndex() + length);
        } else {
            link.send(memory.limit(length));
        }
        link.noteMessage();
        link.pass();
        signals.due(message);
    }

    private void sendAnswered(Outgoing message, int length) {
        ByteBuf packet = link.room(EagerAnswered.LENGTH_BYTES + length);
        try {
            message.copyTo(0, packet, EagerAnswered.LENGTH_BYTES, length);
        } catch (Throwable unreadable) {
            sendUnreadable(message, length, unreadable);
            return;
        }
        long id = unanswered.nextId();
        unanswered.put(id, new PeerSend(id, message, false, peer));
        PacketKind kind = message.mode() == SendMode.READY ? PacketKind.EAGER_READY : PacketKind.EAGER_SYNCHRONOUS;
        EagerAnswered.encode(
                packet, kind, link.nextSequence(), contextThere(message), message.source(), message.tag(), id, length);
        packet.writerIndex(packet.writerIndex() + length);
        link.pass();
    }

    /** The message fails, and so does the receive that it would have met, in its place. */
    private void sendUnreadable(Outgoing message, int length, Throwable thrown) {
        credit.takeLess(length, 0);
        ByteBuf packet = link.room(Unreadable.LENGTH_BYTES);
        Unreadable.encode(packet, link.nextSequence(), contextThere(message), message.source(), message.tag());
        link.pass();
        message.fail(UnreadableException.here(thrown), signals);
    }

    private void announce(Outgoing message, long length) {
        sendSignature(message);
        if (watch != null) {
            watch.announced(message, length <= eagerLimitBytes);
        }
        long id = unanswered.nextId();
        unanswered.put(id, new PeerSend(id, message, true, peer));
        ByteBuf packet = link.room(RequestToSend.LENGTH_BYTES);
        PacketKind kind = message.mode() == SendMode.READY ? PacketKind.READY_TO_SEND : PacketKind.REQUEST_TO_SEND;
        RequestToSend.encode(
                packet, kind, link.nextSequence(), contextThere(message), message.source(), message.tag(), id, length);
        link.pass();
    }

    /** The peer has said what it takes. */
    void onGrant() {
        granted = true;
        List<HeldSend> waiting = List.copyOf(held);
        held = Collections.emptySet();
        waiting.forEach(send -> {
            send.message.met();
            send(send.message);
        });
    }

    void onMatched(long sendId) {
        unanswered.get(sendId).onMatched();
        unanswered.remove(sendId);
    }

    void onClearToSend(ByteBuf packet) {
        long sendId = SendNumber.sendId(packet);
        long acceptBytes = ClearToSend.acceptBytes(packet);
        PeerSend send = unanswered.get(sendId);
        send.onClearToSend(acceptBytes);
        unanswered.remove(sendId);
        if (watch != null) {
            watch.cleared(send.message, acceptBytes);
        }
        if (acceptBytes > 0) {
            peer.flow.bulk().add(new BulkMessage(peer, send.message, ClearToSend.receiveId(packet), send.since));
        }
    }

    void onDeclined(long sendId, Declined.Reason reason) {
        unanswered.get(sendId).onDeclined(reason);
        unanswered.remove(sendId);
    }

    void onWithdrawn(long sendId) {
        unanswered.get(sendId).onWithdrawn();
        unanswered.remove(sendId);
    }

    /** Takes back what has one of these contexts. */
    void revoke(IntPredicate contexts, Throwable cause) {
        for (PeerSend send : unanswered.all()) {
            if (contexts.test(send.message.context())) {
                send.revoke(cause);
            }
        }
        List.copyOf(held).stream()
                .filter(send -> contexts.test(send.message.context()))
                .filter(held::remove)
                .forEach(send -> send.message.fail(cause, signals));
    }

    /** How many sends wait to hear from the peer. */
    int unanswered() {
        return unanswered.size();
    }

    /** How many sends have not ended. */
    int running() {
        return held.size() + unanswered.size() + cleared().size();
    }

    /** The messages that the peer has cleared to send. */
    private List<BulkMessage> cleared() {
        BulkSends bulk = peer.flow.begunBulk();
        return bulk == null ? List.of() : bulk.all(BulkMessage.class);
    }

    /** Shows the contexts of the sends that have not ended. */
    void forEachRunning(IntConsumer contexts) {
        held.forEach(send -> contexts.accept(send.message.context()));
        unanswered.forEach(send -> contexts.accept(send.message.context()));
        cleared().forEach(send -> contexts.accept(send.context()));
    }

    /** Shows how they stand. */
    void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        held.forEach(
                send -> visitor.accept(send.message.pending(ages.ofTick(send.since), PendingOperation.CONNECTING)));
        unanswered.all().forEach(send -> visitor.accept(send.pending(ages)));
        cleared().forEach(send -> visitor.accept(send.pending(ages)));
    }

    /** Ends them all as failed: the peer is lost, or the engine ends. */
    void cut(Throwable cause) {
        held.forEach(send -> send.message.fail(cause, signals));
        held = Collections.emptySet();
        unanswered.removeAll().forEach(send -> send.fail(cause));
        BulkSends bulk = peer.flow.begunBulk();
        if (bulk != null) {
            bulk.cut(BulkMessage.class, cause);
        }
    }
}
