package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.Acknowledge;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Resumption;

/**
 * The way to one peer: a stream of packets each way, from the first to the goodbyes, over as many connections as it takes.
 *
 * <pre>
 *   protocol and others ----&gt; Outflow ----- packets ---+
 *                                                       Contact: the connection that stands, or the search for one
 *   handlers of families &lt;-- PacketReader &lt;-- packets --+
 * </pre>
 * The first packet opens a connection. When it breaks, and is of a kind that may, both streams go on with the next one
 * just where they were, in the middle of a packet if need be. The link ends with the goodbyes, or is lost.
 */
public final class PeerLink implements PacketHandler {

    private final Links links;
    private final int rank;
    private final PeerHandlers handlers;
    private final Contact contact;
    private final Outflow out;
    private final PacketReader in = new PacketReader(this);
    private final Acknowledgements acknowledgements;
    private final Lifetime life;
    private boolean dirty;
    private long packetsTold;
    private long packetsHeard;

    PeerLink(Links links, int rank, PeerHandlers.Factories factories) {
        this.links = links;
        this.rank = rank;
        this.contact = new Contact(links, this);
        this.out = new Outflow(links);
        this.handlers = factories.make(this, this::onLinkPacket);
        this.acknowledgements = new Acknowledgements(this, contact, in, out, handlers);
        this.life = new Lifetime(links, this, contact, in, out, handlers, acknowledgements);
    }

    /** The peer's rank in the job. */
    public int rank() {
        return rank;
    }

    /** Why nothing reaches the peer any more, or null as long as something may. */
    public @Nullable PeerLostException loss() {
        return life.loss();
    }

    /** The name of the channel that carries messages to the peer, or null while no connection stands. */
    public @Nullable String channel() {
        Connection standing = contact.standing();
        return standing == null ? null : standing.channel();
    }

    /** How the way to the peer stands. */
    public LinkStatus status() {
        return life.status();
    }

    Contact contact() {
        return contact;
    }

    Lifetime life() {
        return life;
    }

    /** Opens a connection if there is none; {@code told} hears when one stands, or when there never will be. */
    public void open(Consumer<PeerLink> told) {
        life.open(told);
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
        ByteBuf room;
        try {
            room = out.room(leastBytes, wantedBytes);
        } catch (Throwable fault) {
            fail(fault);
            return out.room(leastBytes, wantedBytes);
        }
        if (!dirty) {
            dirty = true;
            links.dirty(this);
        }
        contact.seek();
        return room;
    }

    /**
     * There is no memory for what is to be sent, or the connection does not take it: nothing more will leave. The caller is in the
     * middle of something, and hears of it later, as all do that wait for the peer.
     */
    private void fail(Throwable fault) {
        if (out.breakOff()) {
            links.later(() -> life.onFault(fault));
        }
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
        try {
            out.write(memory, done);
        } catch (Throwable fault) {
            fail(fault);
        }
    }

    /** Sends what has gathered, and then direct memory, which is the caller's again; only where {@link #takesMemory}. */
    public void send(ByteBuffer memory) {
        try {
            out.send(memory);
        } catch (Throwable fault) {
            fail(fault);
        }
    }

    /** Copies what has not left yet of what was given to {@link #write}. */
    public void keepCopies() {
        out.keepCopies();
    }

    /** What was written last is a message, of which nobody waits to hear whether it has arrived. */
    public void noteMessage() {
        out.noteMessage();
    }

    /** Sends what has gathered, at the end of a turn. */
    void flush() {
        dirty = false;
        try {
            out.flush();
        } catch (Throwable fault) {
            fail(fault);
        }
    }

    /** How much of the peer's stream has come. */
    long receivedBytes() {
        return in.receivedBytes();
    }

    /** Throws {@link ProtocolException} if the peer can't be where it says. */
    void check(Resumption theirs) {
        out.check(theirs.receivedBytes());
    }

    /** Takes the next bytes of the stream, some of them at least. */
    void read(ByteBuf bytes) {
        in.read(bytes);
        acknowledgements.report();
    }

    /** Where the carrier may put the next bytes of the stream; null if they have to be {@link #read}. */
    @Nullable
    ByteBuffer place() {
        return in.place();
    }

    /** The next bytes of the stream are in their place; 0 where the carrier had a place, and nothing for it. */
    void onPlaced(int length) {
        in.placed(length);
        if (length > 0) {
            acknowledgements.report();
        }
    }

    /** How many bytes the carrier should {@link #read} at once. */
    int mostBytes() {
        return in.mostBytes();
    }

    /** The rest of the payload that is coming goes nowhere: whoever was to get it hears why. */
    public void dropPayload(Throwable cause) {
        in.lost(cause);
    }

    /** Time for a sign of life; and for one of the peer. */
    void beat() {
        acknowledgements.beat(links.identity());
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        if (life.loss() != null) {
            switch (kind.afterGoodbye()) {
                case FORBIDDEN -> throw new ProtocolException(kind + " behind a goodbye");
                case IGNORED -> {
                    count(kind);
                    return PayloadSink.NOWHERE;
                }
                case HANDLED -> {}
            }
        }
        count(kind);
        return handlers.onPacket(kind, packet, payloadBytes);
    }

    private void count(PacketKind kind) {
        packetsHeard += kind.family().isAside() ? 0 : 1;
        if (kind.mayHoldMemory()) {
            acknowledgements.onMemory();
        }
    }

    @Override
    public boolean awaitsPlaceable() {
        return handlers.awaitsPlaceable();
    }

    /** Takes a packet of the family LINK. */
    private PayloadSink onLinkPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        switch (kind) {
            case ACKNOWLEDGE -> acknowledgements.onAcknowledged(Acknowledge.receivedBytes(packet));
            case GOODBYE -> life.onGoodbye();
            case GOODBYE_SEEN -> life.onGoodbyeSeen();
            case ABORTED -> life.lose("has aborted", null);
            default -> throw new IllegalStateException(kind + " is no packet of a link");
        }
        return PayloadSink.NOWHERE;
    }

    void onWritable() {
        links.signals().step(handlers::onWritable);
    }
}
