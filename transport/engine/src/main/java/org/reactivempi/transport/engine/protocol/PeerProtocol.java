package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.LongObjectHashMap;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.Correspondence;
import org.reactivempi.transport.engine.diagnosis.Evidence;
import org.reactivempi.transport.engine.diagnosis.IncomingAnswer;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.failure.IncomingBallot;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.ClearToSend;
import org.reactivempi.transport.engine.packet.Credit;
import org.reactivempi.transport.engine.packet.Data;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.packet.Eager;
import org.reactivempi.transport.engine.packet.EagerReady;
import org.reactivempi.transport.engine.packet.EagerSynchronous;
import org.reactivempi.transport.engine.packet.Envelope;
import org.reactivempi.transport.engine.packet.Matched;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.ReadyToSend;
import org.reactivempi.transport.engine.packet.RequestToSend;
import org.reactivempi.transport.engine.packet.StallQuestion;
import org.reactivempi.transport.engine.packet.TraceContext;
import org.reactivempi.transport.engine.packet.Withdraw;
import org.reactivempi.transport.engine.packet.Withdrawn;
import org.reactivempi.transport.engine.progress.Signals;

/** The protocols with one peer: chooses how a message goes out, and brings in what comes. */
public final class PeerProtocol implements PeerListener {

    static final long NOBODY_WAITS = -1;

    /** Long messages yield to everything else after this much (PRG-6). */
    private static final int MOST_BYTES_IN_A_ROW = 1024 * 1024;

    /** For less than this a system call of its own costs more than a copy. */
    private static final int LEAST_LONG_BYTES = 16 * 1024;

    /** So much of a long message is copied with its header, if it is to be placed. */
    private static final int HEADER_AND_SOME_BYTES = 4 * 1024;

    private static final Landing NOWHERE = new Landing() {
        @Override
        public void land(ByteBuf bytes, int length) {}

        @Override
        public void landed() {}

        @Override
        public void lost(Throwable cause) {}
    };

    private final PeerLink link;
    private final MatchQueues queues;
    private final Signals signals;
    private final Executor loop;
    private final long eagerLimitBytes;
    private final EagerCredit credit;
    private final Communicators communicators;
    private final Correspondence stalls;
    /** What waits for the first connection, in the order in which it was sent. */
    private final Set<HeldSend> held = new LinkedHashSet<>();

    private final Pending<PeerSend> sends = new Pending<>("send");
    private final Pending<RendezvousReceive> receives = new Pending<>("receive");
    /** Messages from the peer that wait for a receive and that it may still take back, by its number for them. */
    private final LongObjectHashMap<Parked> parked = new LongObjectHashMap<>();
    /** Cleared to send, in the order of their turns. */
    private final Queue<RendezvousSend> sending = new ArrayDeque<>();

    /** All given to the link, which reads their memory, in the order in which they leave. */
    private final Queue<Outgoing> leaving = new ArrayDeque<>();

    private final EagerLanding eager = new EagerLanding(this);
    private Landing landing = NOWHERE;
    private long payloadLeft;
    /** Whether the peer has said what it takes. */
    private boolean stood;

    private int directReceives;
    /** Whether the last message could be placed, and so, most likely, the next. */
    private boolean lastWasPlaced;

    private final @Nullable Events events;
    private final HeaderLanding header = new HeaderLanding();
    private boolean pumpScheduled;

    /**
     * The protocols with a peer.
     *
     * @param link the way to it
     * @param queues this rank's
     * @param signals this rank's
     * @param loop this rank's
     * @param eagerLimitBytes the longest message that is sent without asking
     * @param creditBytes how much of eager messages the peer may have under way to us
     * @param communicators this rank's
     * @param stalls takes what detectors ask and answer
     * @param events who watches, if anybody does
     */
    public PeerProtocol(
            PeerLink link,
            MatchQueues queues,
            Signals signals,
            Executor loop,
            long eagerLimitBytes,
            long creditBytes,
            Communicators communicators,
            Correspondence stalls,
            @Nullable Events events) {
        this.link = link;
        this.stalls = stalls;
        this.queues = queues;
        this.signals = signals;
        this.loop = loop;
        this.eagerLimitBytes = eagerLimitBytes;
        this.credit = new EagerCredit(creditBytes);
        this.communicators = communicators;
        this.events = events;
    }

    /** Starts a send to this peer. */
    public void send(Outgoing message) {
        PeerLostException loss = link.loss();
        long lengthBytes = message.lengthBytes();
        boolean eager = lengthBytes <= eagerLimitBytes && held.isEmpty() && credit.take(lengthBytes);
        if (loss != null) {
            fail(message, loss);
        } else if (!eager && !stood && (lengthBytes <= eagerLimitBytes || !held.isEmpty())) {
            hold(message);
        } else if (!eager) {
            if (events != null) {
                watchAnnounced(events, message, lengthBytes);
            }
            announce(message, lengthBytes);
        } else {
            if (events != null) {
                watchEager(events, message);
            }
            sendEager(message, (int) lengthBytes);
        }
    }

    /** Who traces tells the receiver to which trace the message belongs. */
    private void sendHeader(Events events, Outgoing message) {
        byte[] header = events.header(message);
        if (header != null && header.length <= TraceContext.MOST_PAYLOAD_BYTES) {
            ByteBuf packet = link.room(TraceContext.LENGTH_BYTES + header.length);
            TraceContext.encode(packet, link.nextSequence(), header.length);
            packet.writeBytes(header);
        }
    }

    private void watchAnnounced(Events events, Outgoing message, long lengthBytes) {
        sendHeader(events, message);
        message.leaves(events, Protocol.RENDEZVOUS);
        if (lengthBytes <= eagerLimitBytes) {
            events.stalled(link.rank());
        }
    }

    private void watchEager(Events events, Outgoing message) {
        sendHeader(events, message);
        message.leaves(events, Protocol.EAGER);
        events.credit(link.rank(), credit.left());
    }

    private void sendEager(Outgoing message, int lengthBytes) {
        if (message.mode() == SendMode.STANDARD) {
            sendStandard(message, lengthBytes);
        } else {
            sendAnswered(message, lengthBytes);
        }
    }

    private void hold(Outgoing message) {
        if (held.isEmpty()) {
            link.open(decided -> {});
        }
        held.add(new HeldSend(this, message, signals.tick()));
    }

    void withdrawHeld(HeldSend send) {
        if (held.remove(send)) {
            send.message.cancelled();
            signals.due(send.message);
        }
    }

    private void sendStandard(Outgoing message, int length) {
        ByteBuffer memory = length >= LEAST_LONG_BYTES && link.takesMemory() ? message.directMemory() : null;
        ByteBuf packet = link.room(Eager.LENGTH_BYTES + (memory == null ? length : 0));
        Eager.encode(packet, link.nextSequence(), message.context(), message.source(), message.tag(), length);
        if (memory == null) {
            Payloads.write(message, 0, packet, length);
        } else {
            link.send(memory.limit(length));
        }
        signals.due(message);
    }

    private void sendAnswered(Outgoing message, int length) {
        long id = sends.nextId();
        sends.put(id, new AnsweredSend(id, message, link, signals));
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
        long id = sends.nextId();
        sends.put(id, new RendezvousSend(this, id, message, link, signals));
        ByteBuf packet = link.room(64);
        int number = link.nextSequence();
        if (message.mode() == SendMode.READY) {
            ReadyToSend.encode(packet, number, message.context(), message.source(), message.tag(), id, length);
        } else {
            RequestToSend.encode(packet, number, message.context(), message.source(), message.tag(), id, length);
        }
    }

    @Override
    public void onStanding(long creditBytes) {
        credit.onGrant(creditBytes);
        stood = true;
        List<HeldSend> waiting = List.copyOf(held);
        held.clear();
        waiting.forEach(send -> {
            send.message.met();
            send(send.message);
        });
    }

    @Override
    public void onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        payloadLeft = payloadBytes;
        switch (kind) {
            case EAGER -> onEager(packet, NOBODY_WAITS, (int) payloadBytes, false);
            case EAGER_SYNCHRONOUS ->
                onEager(packet, checked(EagerSynchronous.sendId(packet)), (int) payloadBytes, false);
            case EAGER_READY -> onEager(packet, checked(EagerReady.sendId(packet)), (int) payloadBytes, true);
            case MATCHED -> onMatched(Matched.sendId(packet));
            case REQUEST_TO_SEND ->
                onRequest(packet, RequestToSend.sendId(packet), RequestToSend.lengthBytes(packet), false);
            case READY_TO_SEND -> onRequest(packet, ReadyToSend.sendId(packet), ReadyToSend.lengthBytes(packet), true);
            case CLEAR_TO_SEND -> onClearToSend(packet);
            case DATA -> onData(packet, payloadBytes);
            case CREDIT -> onCredit(Credit.bytes(packet));
            case WITHDRAW -> onWithdraw(Withdraw.sendId(packet));
            case DECLINED -> onDeclined(Declined.sendId(packet), Declined.reason(packet));
            case REVOKE -> communicators.onRevoke(link.rank(), packet);
            case BALLOT -> landing = ballot(packet, (int) payloadBytes);
            case TRACE_CONTEXT -> landing = header.of((int) payloadBytes);
            case STALL_QUESTION ->
                stalls.onQuestion(link.rank(), StallQuestion.inquiry(packet), StallQuestion.step(packet));
            case STALL_ANSWER ->
                landing = new StallLanding(stalls, new IncomingAnswer(link.rank(), packet, (int) payloadBytes));
            case WITHDRAWN -> onWithdrawn(Withdrawn.sendId(packet));
            case HELLO, WELCOME, REFUSAL, GOODBYE, GOODBYE_SEEN, ACKNOWLEDGE, ABORTED ->
                throw new IllegalStateException(kind + " belongs to the link");
        }
        if (payloadBytes == 0) {
            landed();
        }
    }

    private Landing ballot(ByteBuf packet, int payloadBytes) {
        communicators.checkBallot(payloadBytes);
        return new BallotLanding(communicators, new IncomingBallot(link.rank(), packet, payloadBytes));
    }

    @Override
    public void onPayload(ByteBuf bytes, int length) {
        landing.land(bytes, length);
        payloadLeft -= length;
        if (payloadLeft == 0) {
            landed();
        }
    }

    @Override
    public @Nullable ByteBuffer place() {
        return landing.place(payloadLeft);
    }

    @Override
    public void onPlaced(int length) {
        landing.placed(length);
        payloadLeft -= length;
        if (payloadLeft == 0) {
            landed();
        }
    }

    /** What can be placed begins behind the next packet's header; what is left of a payload that can't comes before. */
    @Override
    public int mostBytes() {
        return directReceives > 0 || lastWasPlaced
                ? (int) Math.min(payloadLeft + HEADER_AND_SOME_BYTES, Integer.MAX_VALUE)
                : Integer.MAX_VALUE;
    }

    private void landed() {
        Landing complete = landing;
        landing = NOWHERE;
        complete.landed();
    }

    private void onCredit(long bytes) {
        credit.onReturned(bytes);
        if (events != null) {
            events.credit(link.rank(), credit.left());
            events.resumed(link.rank());
        }
    }

    private void onEager(ByteBuf packet, long sendId, int payloadBytes, boolean ready) {
        credit.onArrival(payloadBytes);
        int context = Envelope.context(packet);
        int source = checked("source", Envelope.source(packet));
        int tag = checked("tag", Envelope.tag(packet));
        Posted met = queues.arrive(context, source, tag);
        if (met != null) {
            arrived(Protocol.EAGER, context, tag, payloadBytes, met.order(), true);
        }
        if (met instanceof Incoming receive) {
            boolean fits = receive.meet(source, tag, payloadBytes);
            matched(sendId);
            ByteBuffer memory = fits && payloadBytes >= LEAST_LONG_BYTES ? receive.directMemory() : null;
            lastWasPlaced = memory != null;
            landing = eager.into(receive, payloadBytes, fits, memory);
        } else if (met == null && (ready || communicators.isRevoked(context))) {
            lastWasPlaced = false;
            arrived(Protocol.EAGER, context, tag, payloadBytes, EngineListener.NO_MESSAGE, false);
            consumed(payloadBytes);
            refuse(context, sendId);
        } else {
            lastWasPlaced = false;
            ParkedEager message = new ParkedEager(this, context, source, tag, sendId, payloadBytes);
            landing = message;
            park(Protocol.EAGER, message, sendId, met);
        }
    }

    private void onRequest(ByteBuf packet, long sendId, long lengthBytes, boolean ready) {
        int context = Envelope.context(packet);
        int source = checked("source", Envelope.source(packet));
        int tag = checked("tag", Envelope.tag(packet));
        checked(sendId);
        Posted met = queues.arrive(context, source, tag);
        if (met != null) {
            arrived(Protocol.RENDEZVOUS, context, tag, lengthBytes, met.order(), true);
        }
        if (met instanceof Incoming receive) {
            clearToSend(receive, source, tag, sendId, lengthBytes);
        } else if (met == null && (ready || communicators.isRevoked(context))) {
            arrived(Protocol.RENDEZVOUS, context, tag, lengthBytes, EngineListener.NO_MESSAGE, false);
            refuse(context, sendId);
        } else {
            ParkedRequest message = new ParkedRequest(this, context, source, tag, sendId, lengthBytes);
            park(Protocol.RENDEZVOUS, message, sendId, met);
        }
    }

    private void arrived(Protocol protocol, int context, int tag, long lengthBytes, long order, boolean expected) {
        if (events != null) {
            events.arrived(protocol, context, link.rank(), tag, lengthBytes, order, expected);
            if (header.isHere()) {
                events.header(order, header.take());
            }
        }
    }

    private void refuse(int context, long sendId) {
        decline(sendId, communicators.isRevoked(context) ? Declined.Reason.REVOKED : Declined.Reason.NOT_READY);
    }

    /** Keeps a message that no receive has met; {@code met} may be a probe that takes it. */
    private void park(Protocol protocol, Parked message, long sendId, @Nullable Posted met) {
        if (met instanceof Receiver probe) {
            probe.take(message, signals);
            return;
        }
        if (sendId != NOBODY_WAITS && parked.put(sendId, message) != null) {
            throw new ProtocolException("send number " + sendId + " is used twice");
        }
        queues.keep(message);
        arrived(protocol, message.context(), message.tag(), message.lengthBytes(), message.order(), false);
    }

    /** A message that a probe had taken is in the queue again. */
    void parkAgain(long sendId, Parked message) {
        if (sendId != NOBODY_WAITS) {
            parked.put(sendId, message);
        }
    }

    /** A receive has met an announced message: asks for the data, or for none where it doesn't fit. */
    void clearToSend(Incoming receive, int source, int tag, long sendId, long lengthBytes) {
        PeerLostException loss = link.loss();
        if (loss != null) {
            fail(receive, loss);
            return;
        }
        boolean wanted = receive.meet(source, tag, lengthBytes) && lengthBytes > 0;
        long receiveId = receives.nextId();
        if (wanted) {
            RendezvousReceive filling = new RendezvousReceive(this, receiveId, receive, lengthBytes);
            receives.put(receiveId, filling);
            directReceives += filling.isDirect() ? 1 : 0;
        }
        ByteBuf packet = link.room(64);
        ClearToSend.encode(packet, link.nextSequence(), sendId, receiveId, wanted ? lengthBytes : 0);
        if (!wanted) {
            complete(receive);
        }
    }

    /** The send leaves its place only when the packet fits it: else it must be found when the link is lost. */
    private void onMatched(long sendId) {
        sends.get(sendId).onMatched();
        sends.remove(sendId);
    }

    private void onClearToSend(ByteBuf packet) {
        long sendId = ClearToSend.sendId(packet);
        PeerSend send = sends.get(sendId);
        send.onClearToSend(ClearToSend.receiveId(packet), ClearToSend.acceptBytes(packet));
        sends.remove(sendId);
        if (events != null) {
            events.cleared(send.message, link.rank(), ClearToSend.acceptBytes(packet));
        }
        if (send instanceof RendezvousSend cleared && cleared.isSending()) {
            sending.add(cleared);
            pump();
        }
    }

    private void onDeclined(long sendId, Declined.Reason reason) {
        sends.get(sendId).onDeclined(reason);
        sends.remove(sendId);
    }

    private void onData(ByteBuf packet, long payloadBytes) {
        RendezvousReceive receive = receives.get(Data.receiveId(packet));
        receive.expect(Data.offset(packet), payloadBytes);
        landing = receive;
    }

    private void onWithdrawn(long sendId) {
        sends.get(sendId).onWithdrawn();
        sends.remove(sendId);
    }

    private void onWithdraw(long sendId) {
        Parked message = parked.remove(sendId);
        if (message == null) {
            return;
        }
        queues.remove(message);
        if (message instanceof ParkedEager stored) {
            stored.forget();
        }
        if (link.loss() == null) {
            Withdrawn.encode(link.room(Withdrawn.LENGTH_BYTES), link.nextSequence(), sendId);
        }
    }

    @Override
    public void onWritable() {
        pumpLater();
    }

    /**
     * Sends the next pieces of the long message whose turn it is, as long as the connection takes them. Many pieces of
     * one message in a row find their memory in the cache; that others get their turn keeps them from waiting behind a
     * very long one.
     */
    private void pump() {
        for (long left = MOST_BYTES_IN_A_ROW; left > 0 && !sending.isEmpty() && link.isWritable(); ) {
            RendezvousSend next = sending.element();
            left -= next.pieceBytes();
            if (next.sendPiece()) {
                sending.remove();
                if (next.isLeaving()) {
                    leaving.add(next.message);
                }
            }
        }
        if (!sending.isEmpty() && link.isWritable()) {
            sending.add(sending.remove());
            pumpLater();
        }
    }

    /** The link doesn't need the memory of a message any more. */
    void left(Outgoing message) {
        if (leaving.remove(message)) {
            message.met();
            signals.due(message);
        }
    }

    private void pumpLater() {
        if (!pumpScheduled) {
            pumpScheduled = true;
            loop.execute(() -> {
                pumpScheduled = false;
                signals.step(this::pump);
            });
        }
    }

    @Override
    public void onConnected(String channel, boolean again) {
        if (events != null) {
            events.connected(link.rank(), channel, again);
            events.credit(link.rank(), credit.left());
        }
    }

    @Override
    public void onLost(PeerLostException cause) {
        if (events != null) {
            events.lost(link.rank());
        }
        cut(cause);
        // No message of the peer is on its way any more; what it has sent before is in the queue.
        queues.withdrawAll(link.rank()).forEach(receive -> fail((Receiver) receive, cause));
        if (stood) {
            communicators.onLost(cause);
        } else {
            communicators.onUnreachable(cause);
        }
    }

    /** Ends all that waits for an answer of this peer, or for the rest of a message. */
    void cut(Throwable cause) {
        // Whoever is told that his send has failed may use its memory for something else.
        link.keepCopies();
        landing.lost(cause);
        landing = NOWHERE;
        held.forEach(send -> fail(send.message, cause));
        held.clear();
        sends.removeAll().forEach(send -> send.fail(cause));
        sending.forEach(send -> send.fail(cause));
        sending.clear();
        leaving.forEach(message -> fail(message, cause));
        leaving.clear();
        receives.removeAll().forEach(receive -> fail(receive.receive(), cause));
        directReceives = 0;
        parked.clear();
    }

    /** Takes back what waits for the peer, of a communicator that is revoked; what is under way goes to its end. */
    void revoke(int communicator, Throwable cause) {
        for (PeerSend send : sends.all()) {
            if (Communicators.communicator(send.message.context()) == communicator) {
                send.revoke(cause);
            }
        }
    }

    /** Why the peer is lost, or null. */
    @Nullable
    PeerLostException loss() {
        return link.loss();
    }

    /** Ends a receive that is posted for this peer, if the peer is lost. */
    void failIfLost(Receiver receive) {
        PeerLostException loss = link.loss();
        if (loss != null && queues.withdraw(receive)) {
            fail(receive, loss);
        }
    }

    /** Shows all operations that wait for this peer. */
    void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        held.forEach(send -> visitor.accept(send.pending(ages)));
        sends.all().forEach(send -> visitor.accept(send.pending(ages)));
        sending.forEach(send -> visitor.accept(send.pending(ages)));
        leaving.forEach(message -> visitor.accept(message.pending(Duration.ZERO, "SENDING")));
        receives.all().forEach(receive -> {
            Incoming filling = receive.receive();
            visitor.accept(filling.pending(ages.ofOrder(filling.order()), "RECEIVING"));
        });
    }

    /** The peer's rank in the job. */
    int rank() {
        return link.rank();
    }

    /** How many sends wait for the peer to receive. */
    int waitingSends() {
        return sends.size();
    }

    /** How many operations wait for the peer, or are under way with it. */
    int running() {
        return held.size() + sends.size() + sending.size() + leaving.size() + receives.size();
    }

    /** How many packets there were each way. */
    void count(Evidence.LinkVisitor visitor) {
        visitor.accept(link.rank(), link.told(), link.heard());
    }

    /** Why something may happen without the peer's doing; null if nothing will. */
    @Nullable
    String unrest() {
        if (link.loss() != null) {
            return null;
        }
        if (!link.isAtRest()) {
            return "there is no connection with rank " + link.rank() + " that is at rest";
        }
        boolean moves = !held.isEmpty() || !sending.isEmpty() || !leaving.isEmpty() || receives.size() > 0;
        return moves ? "a message with rank " + link.rank() + " is under way" : null;
    }

    /** Whether an operation with this context waits for this peer. */
    boolean runs(int context) {
        return held.stream().anyMatch(send -> send.message.context() == context)
                || sends.all().stream().anyMatch(send -> send.message.context() == context)
                || sending.stream().anyMatch(send -> send.message.context() == context)
                || leaving.stream().anyMatch(message -> message.context() == context)
                || receives.all().stream().anyMatch(receive -> receive.receive().context() == context);
    }

    /** Tells the sender that its short message has been met; nothing for one that doesn't wait. */
    void matched(long sendId) {
        if (sendId != NOBODY_WAITS) {
            parked.remove(sendId);
            if (link.loss() == null) {
                Matched.encode(link.room(Matched.LENGTH_BYTES), link.nextSequence(), sendId);
            }
        }
    }

    /** Tells the sender that its message has been dropped; nothing for one that doesn't wait. */
    void decline(long sendId, Declined.Reason reason) {
        if (sendId != NOBODY_WAITS) {
            parked.remove(sendId);
            if (link.loss() == null) {
                Declined.encode(link.room(Declined.LENGTH_BYTES), link.nextSequence(), sendId, reason);
            }
        }
    }

    /** Gives credit back for an eager message that is out of the way. */
    void consumed(long payloadBytes) {
        long back = credit.consume(payloadBytes);
        if (back > 0 && link.loss() == null) {
            ByteBuf packet = link.room(Credit.LENGTH_BYTES);
            Credit.encode(packet, link.nextSequence(), back);
        }
    }

    void forgetParked(long sendId) {
        parked.remove(sendId);
    }

    void filled(long receiveId) {
        directReceives -= receives.remove(receiveId).isDirect() ? 1 : 0;
    }

    void complete(Incoming receive) {
        signals.due(receive);
    }

    private void fail(Outgoing message, Throwable cause) {
        message.failed(cause);
        signals.due(message);
    }

    void fail(Receiver receive, Throwable cause) {
        receive.failed(cause);
        signals.due(receive);
    }

    private static long checked(long sendId) {
        if (sendId < 0) {
            throw new ProtocolException("send number " + sendId + " is negative");
        }
        return sendId;
    }

    private static int checked(String what, int value) {
        if (value < 0) {
            throw new ProtocolException(what + " " + value + " is negative");
        }
        return value;
    }
}
