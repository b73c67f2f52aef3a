package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.Aborted;
import org.reactivempi.transport.engine.packet.Acknowledge;
import org.reactivempi.transport.engine.packet.Goodbye;
import org.reactivempi.transport.engine.packet.GoodbyeSeen;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Refusal;
import org.reactivempi.transport.engine.packet.Resumption;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The way to one peer: a stream of packets each way, from the first to the goodbyes, over as many connections as it takes.
 *
 * <pre>
 *              Outflow --- packets ---+
 *   protocol &lt;                         Contact: the connection that stands, or the search for one
 *              Inflow  &lt;-- packets ---+
 * </pre>
 * The first packet opens a connection. When it breaks, and is of a kind that may, both streams go on with the next one
 * just where they were, in the middle of a packet if need be. The link ends with the goodbyes, or is lost.
 */
public final class PeerLink implements PacketHandler {

    private static final Logger log = Loggers.getLogger(PeerLink.class);

    /** So many heartbeats in a row may fail to come. */
    private static final int MOST_SILENT_BEATS = 3;

    private final Links links;
    private final int rank;
    private final PeerListener listener;
    private final Contact contact;
    private final Outflow out;
    private final Inflow in = new Inflow(this);
    private boolean dirty;
    private @Nullable PeerLostException loss;
    private boolean leaving;
    private boolean goodbyeSent;
    /** Whether the listener has heard of a connection. */
    private boolean introduced;

    private long packetsTold;
    private long packetsHeard;
    private int silentBeats;
    private @Nullable Instant heard;
    private List<Consumer<PeerLink>> whenDecided = List.of();

    PeerLink(Links links, int rank, Function<PeerLink, PeerListener> listener) {
        this.links = links;
        this.rank = rank;
        this.contact = new Contact(links, this);
        this.out = new Outflow(links);
        this.listener = listener.apply(this);
    }

    /** The peer's rank in the job. */
    public int rank() {
        return rank;
    }

    /** Why nothing reaches the peer any more, or null as long as something may. */
    public @Nullable PeerLostException loss() {
        return loss;
    }

    /** The name of the channel that carries messages to the peer, or null while no connection stands. */
    public @Nullable String channel() {
        Connection standing = contact.standing();
        return standing == null ? null : standing.channel();
    }

    /** How the way to the peer stands. */
    public LinkStatus status() {
        Connection standing = contact.standing();
        if (loss != null || isGone()) {
            return LinkStatus.of(
                    loss == null || loss.hasFinalized() ? LinkStatus.State.FINALIZED : LinkStatus.State.LOST);
        }
        if (standing != null) {
            return LinkStatus.connected(standing.channel());
        }
        return LinkStatus.of(contact.hasNeverStood() ? LinkStatus.State.CONNECTING : LinkStatus.State.CONNECTING_AGAIN);
    }

    Contact contact() {
        return contact;
    }

    /** Opens a connection if there is none; {@code told} hears when one stands, or when there never will be. */
    public void open(Consumer<PeerLink> told) {
        if (contact.standing() != null || isGone()) {
            told.accept(this);
            return;
        }
        List<Consumer<PeerLink>> more = new ArrayList<>(whenDecided);
        more.add(told);
        whenDecided = more;
        contact.seek();
    }

    private void decided() {
        List<Consumer<PeerLink>> curious = whenDecided;
        whenDecided = List.of();
        curious.forEach(told -> told.accept(this));
    }

    /** As {@link #room(int, int)}, for a packet whose length is known. */
    public ByteBuf room(int bytes) {
        return room(bytes, bytes);
    }

    /**
     * A buffer with room for a packet, which leaves at the end of this turn. Write one whole packet into it, with
     * {@link #nextSequence}. Not to be called after {@link #loss}.
     *
     * @param leastBytes how long the packet is at least
     * @param wantedBytes how long it should be; if there is less room, a shorter one has to do
     */
    public ByteBuf room(int leastBytes, int wantedBytes) {
        ByteBuf room = out.room(leastBytes, wantedBytes);
        if (!dirty) {
            dirty = true;
            links.dirty(this);
        }
        contact.seek();
        return room;
    }

    /** The number of the next packet. */
    public int nextSequence() {
        packetsTold++;
        return out.nextSequence();
    }

    /** The number of the next packet, which says nothing of any message or rank, and is not among those {@link #told}. */
    public int nextAside() {
        return out.nextSequence();
    }

    /** How many packets have gone to the peer, or wait for a connection; asides, goodbyes and the like not counted. */
    public long told() {
        return packetsTold;
    }

    /** How many such packets have come from the peer. */
    public long heard() {
        return packetsHeard;
    }

    /** Whether a connection stands, and no packet is half here. */
    public boolean isAtRest() {
        return contact.standing() != null && !in.inPayload();
    }

    /** Whether bulk data may be added now; {@link PeerListener#onWritable} tells when it may again. */
    public boolean isWritable() {
        return out.isWritable();
    }

    /** Whether {@link #write} works now, and saves a copy. */
    public boolean takesMemory() {
        return out.takesMemory();
    }

    /**
     * Sends direct memory behind what has gathered, without a copy; only where {@link #takesMemory}.
     *
     * @param memory from position to limit; not to be changed before {@code done}
     * @param done runs in a step when the memory is the caller's again: it has left, and nobody will need it once more;
     *     never after {@link #keepCopies}, nor when the peer is lost
     */
    public void write(ByteBuffer memory, Runnable done) {
        out.write(memory, done);
    }

    /** Sends what has gathered, and then direct memory, which is the caller's again; only where {@link #takesMemory}. */
    public void send(ByteBuffer memory) {
        out.send(memory);
    }

    /** Copies what has not left yet of what was given to {@link #write}. */
    public void keepCopies() {
        out.keepCopies();
    }

    /** Sends what has gathered, at the end of a turn. */
    void flush() {
        dirty = false;
        out.flush();
    }

    /** How much of the peer's stream has come. */
    long receivedBytes() {
        return in.receivedBytes();
    }

    /** Throws {@link ProtocolException} if the peer can't be where it says. */
    void check(Resumption theirs) {
        out.check(theirs.receivedBytes());
    }

    /** A connection stands, and the peer has received so much on those before. */
    void onStanding(Connection standing, long receivedBytes, long creditBytes, int connections) {
        silentBeats = 0;
        if (connections > 1) {
            log.info("rank {} is connected again by {}, for the {}. time", rank, standing.channel(), connections);
        }
        links.signals().step(() -> {
            out.resume(standing, receivedBytes);
            if (!introduced) {
                // Not by the number: the welcome of the first may have been lost, and then the peer has counted one
                // more.
                introduced = true;
                listener.onStanding(creditBytes);
            }
            listener.onConnected(standing.channel(), connections > 1);
            if (leaving) {
                sayGoodbye();
            }
            out.flush();
            if (connections > 1) {
                listener.onWritable();
            }
        });
        links.beat(out.isKeeping());
        decided();
    }

    /** The connection that stood will carry nothing more; another one takes its place. */
    void onInterrupted() {
        out.interrupt();
    }

    void onRefused(Refusal.Reason reason) {
        if (goodbyeSent && reason == Refusal.Reason.DUPLICATE) {
            onEnded();
        } else if (reason == Refusal.Reason.FINALIZED && loss == null) {
            gone(PeerLostException.finalized(rank));
        } else {
            lose("refused the connection: " + reason, null);
        }
    }

    /** The peer has ended without this rank. */
    private void gone(PeerLostException finalized) {
        loss = finalized;
        gone();
        links.signals().step(() -> listener.onLost(finalized));
    }

    /** Whether this rank finalizes: all that it has to say is a goodbye. */
    boolean isLeaving() {
        return leaving;
    }

    /** The peer has ended, and no goodbye of this rank matters to it. */
    void onEnded() {
        gone();
    }

    /** The connection that stood has ended. */
    void onClosed(@Nullable Throwable cause) {
        out.interrupt();
        listen();
        if (loss == null && out.isKeeping()) {
            log.info("the connection with rank {} has ended, looking for another: {}", rank, words(cause));
            contact.renew(words(cause));
        } else {
            end(ending(cause), cause);
        }
    }

    /** What has come on the connection that stood is not what the peer may send. */
    void onBreach(RuntimeException breach) {
        out.interrupt();
        end(ending(breach), breach);
    }

    private void end(String why, @Nullable Throwable cause) {
        if (loss == null && !goodbyeSent) {
            lose(why, cause);
        } else {
            gone();
        }
    }

    /** Takes the next bytes of the stream, some of them at least. */
    void read(ByteBuf bytes) {
        in.read(bytes);
        report();
    }

    void onPlaced(int length) {
        in.placed(length);
        listener.onPlaced(length);
        report();
    }

    /** Ahead of what the packets that have come are answered with. */
    private void report() {
        if (out.isKeeping() && in.owesReport()) {
            acknowledge();
        }
    }

    private void acknowledge() {
        if (loss == null) {
            Acknowledge.encode(room(Acknowledge.LENGTH_BYTES), nextAside(), in.report());
        }
    }

    /** Time for a sign of life; and for one of the peer. */
    void beat() {
        Connection standing = contact.standing();
        if (standing == null || !out.isKeeping() || loss != null) {
            return;
        }
        silentBeats = listen() ? 0 : silentBeats + 1;
        if (silentBeats < MOST_SILENT_BEATS) {
            acknowledge();
        } else {
            silentBeats = 0;
            standing.abandon("nothing heard for "
                    + Contact.text(links.identity().heartbeat().multipliedBy(MOST_SILENT_BEATS)));
        }
    }

    /** Whether the peer has been heard since the last time. */
    private boolean listen() {
        boolean hears = in.hasHeard();
        if (hears) {
            heard = Instant.now();
        }
        return hears;
    }

    /** As precise as the heartbeat, and as the end of the connection. */
    private @Nullable Instant lastHeard() {
        listen();
        return heard;
    }

    @Override
    public void onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        switch (kind) {
            case ACKNOWLEDGE -> onAcknowledged(Acknowledge.receivedBytes(packet));
            case GOODBYE -> onGoodbye();
            case GOODBYE_SEEN -> onGoodbyeSeen();
            case ABORTED -> lose("has aborted", null);
            case HELLO, WELCOME, REFUSAL -> throw new ProtocolException(kind + " on a link that stands");
            case STALL_QUESTION, STALL_ANSWER -> {
                if (loss == null) {
                    listener.onPacket(kind, packet, payloadBytes);
                }
            }
            case CREDIT, WITHDRAWN, DECLINED, REVOKE, BALLOT -> {
                packetsHeard++;
                // May be on its way when the peer says goodbye; then nobody waits for it any more.
                if (loss == null) {
                    listener.onPacket(kind, packet, payloadBytes);
                }
            }
            case EAGER,
                    EAGER_SYNCHRONOUS,
                    EAGER_READY,
                    MATCHED,
                    REQUEST_TO_SEND,
                    READY_TO_SEND,
                    CLEAR_TO_SEND,
                    DATA,
                    WITHDRAW,
                    TRACE_CONTEXT -> {
                checkNoGoodbyeBefore(kind);
                packetsHeard++;
                listener.onPacket(kind, packet, payloadBytes);
            }
        }
    }

    /** Whoever has sent from memory of his own gets it back before the next packet, which may be for what he does then. */
    private void onAcknowledged(long receivedBytes) {
        boolean full = !out.isWritable();
        if (out.acknowledge(receivedBytes)) {
            in.pause();
        }
        if (full && out.isWritable()) {
            listener.onWritable();
        }
    }

    private void checkNoGoodbyeBefore(PacketKind kind) {
        if (loss != null) {
            throw new ProtocolException(kind + " behind a goodbye");
        }
    }

    @Override
    public void onPayload(ByteBuf bytes, int length) {
        listener.onPayload(bytes, length);
    }

    @Nullable
    ByteBuffer place() {
        return in.inPayload() ? listener.place() : null;
    }

    int mostBytes() {
        return listener.mostBytes();
    }

    void onWritable() {
        links.signals().step(listener::onWritable);
    }

    /** Takes leave of the peer once all that was gathered has left; {@link Links#left} is told at the end. */
    void leave() {
        if (leaving) {
            return;
        }
        leaving = true;
        if (contact.standing() != null) {
            sayGoodbye();
        } else if (contact.hasNeverStood() && out.isEmpty()) {
            gone();
        }
    }

    private void sayGoodbye() {
        if (!goodbyeSent) {
            goodbyeSent = true;
            Goodbye.encode(room(32), nextAside());
        }
    }

    /** The peer answers nothing any more. What it has sent before is still here. */
    private void onGoodbye() {
        checkNoGoodbyeBefore(PacketKind.GOODBYE);
        GoodbyeSeen.encode(room(32), nextAside());
        loss = PeerLostException.finalized(rank);
        // What it has cleared to send it has, and of the rest it wants nothing.
        out.copyMemory();
        listener.onLost(loss);
    }

    private void onGoodbyeSeen() {
        if (!goodbyeSent) {
            throw new ProtocolException("answer to a goodbye that was not said");
        }
        flush();
        gone();
    }

    boolean isGone() {
        return contact.isEnded();
    }

    /** Tells the peer, where it can be told, that this rank ends at once; it looks at nothing that is sent behind that. */
    void sayAborted() {
        if (contact.standing() != null && loss == null) {
            Aborted.encode(room(Aborted.LENGTH_BYTES), nextAside());
            out.flush();
        }
    }

    /** Gives the peer up. */
    void lose(String why, @Nullable Throwable cause) {
        if (isGone()) {
            return;
        }
        if (!out.isEmpty()) {
            log.warn("lost rank {}, which {}; what was sent last may not have reached it", rank, why);
        }
        boolean told = loss != null;
        Instant missing = contact.missingSince();
        PeerLostException lost =
                new PeerLostException(rank, why, cause, missing == null ? Instant.now() : missing, lastHeard());
        loss = lost;
        gone();
        if (!told) {
            links.signals().step(() -> listener.onLost(lost));
        }
    }

    private void gone() {
        // What follows in the bytes at hand is of no interest any more.
        in.pause();
        contact.end();
        if (loss == null) {
            loss = new PeerLostException(rank, "is out of reach: this rank finalizes", null);
        }
        out.end();
        links.left(this);
        decided();
    }

    private static String ending(@Nullable Throwable cause) {
        if (cause == null) {
            return "ended its connection";
        }
        return (cause instanceof ProtocolException ? "broke the protocol: " : "ended its connection: ") + words(cause);
    }

    static String words(@Nullable Throwable cause) {
        if (cause == null) {
            return "the connection ended";
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
