package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.LinkPackets.Acknowledge;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * The way to one peer: a stream of packets each way, from the first to the goodbyes, over as many connections as it takes.
 *
 * <pre>
 *   protocol and others ----&gt; Outflow ----- packets ---+
 *                                                       LinkState: the connection that stands, or the search for one
 *   handlers of families &lt;-- PacketReader &lt;-- packets --+
 * </pre>
 * The first packet opens a connection. When it breaks, and is of a kind that may, both streams go on with the next one
 * just where they were, in the middle of a packet if need be. The link ends with the goodbyes, or is lost.
 */
public final class PeerLink implements PacketHandler, Outflow.Owner {

    private final Links links;
    private final LinkContext context;
    private final int rank;
    private final PeerHandlers handlers = new PeerHandlers(this::onLinkPacket);
    private final PacketReader in = new PacketReader(this);
    private final Outflow out;
    private final Acknowledgements acknowledgements;
    private final LinkState state;
    private long packetsTold;
    private long packetsHeard;
    private List<Consumer<PeerLink>> whenDecided = List.of();

    PeerLink(Links links, int rank) {
        this.links = links;
        this.context = links.context();
        this.rank = rank;
        this.out = new Outflow(context, this);
        this.acknowledgements = new Acknowledgements(context.settings(), in, out);
        this.state = new LinkState(links, this, in, out, acknowledgements, handlers);
    }

    PeerHandlers handlers() {
        return handlers;
    }

    LinkState state() {
        return state;
    }

    /** The peer's rank in the job. */
    public int rank() {
        return rank;
    }

    /** Why nothing reaches the peer any more, or null as long as something may. */
    public @Nullable PeerLostException loss() {
        return state.loss();
    }

    /** The name of the channel that carries messages to the peer, or null while no connection stands. */
    public @Nullable String channel() {
        Connection standing = state.standing();
        return standing == null ? null : standing.channel();
    }

    /** How the way to the peer stands. */
    public LinkStatus status() {
        return state.status();
    }

    /** Opens a connection if there is none; calls {@code told} when one stands, or when there never will be one. */
    public void open(Consumer<PeerLink> told) {
        if (state.standing() != null || state.isEnded()) {
            told.accept(this);
            return;
        }
        List<Consumer<PeerLink>> more = new ArrayList<>(whenDecided);
        more.add(told);
        whenDecided = more;
        state.seek();
    }

    /** A connection stands, or never will. */
    void decided() {
        List<Consumer<PeerLink>> waiting = whenDecided;
        whenDecided = List.of();
        waiting.forEach(told -> told.accept(this));
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
        state.seek();
        return room;
    }

    @Override
    public void onGathered() {
        links.gathered(out);
    }

    /** Whatever waits for the peer hears of it later, since the caller is in the middle of something. */
    @Override
    public void onOutFault(Throwable fault) {
        context.later(() -> state.onFault(fault));
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
        return state.standing() != null && !in.inPayload();
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
     * @param done runs in a step when the memory is the caller's again: it has left, and will not be sent again;
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

    /** What was written last is a message, of which no operation waits to hear whether it has arrived. */
    public void noteMessage() {
        out.noteMessage();
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

    /** The rest of the payload that is coming goes nowhere; its sink hears why. */
    public void dropPayload(Throwable cause) {
        in.lost(cause);
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        if (state.loss() != null) {
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
            case ACKNOWLEDGE -> onAcknowledged(Acknowledge.receivedBytes(packet));
            case GOODBYE -> state.onGoodbye();
            case GOODBYE_SEEN -> state.onGoodbyeSeen();
            case ABORTED -> state.lose("has aborted", null);
            default -> throw new IllegalStateException(kind + " is no packet of a link");
        }
        return PayloadSink.NOWHERE;
    }

    private void onAcknowledged(long receivedBytes) {
        if (acknowledgements.onAcknowledged(receivedBytes)) {
            handlers.onWritable();
        }
    }

    void onWritable() {
        context.completions().step(handlers::onWritable);
    }
}
