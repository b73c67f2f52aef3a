package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Lending.Payload;
import org.reactivempi.transport.engine.event.LinkStatus;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.LinkPackets.Acknowledge;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The way to one peer: a stream of packets each way, from the first to the goodbyes, over as many connections as it takes.
 *
 * <pre>
 *   protocol and others ----&gt; Outflow ----- packets ---+
 *                                                       LinkState: the connection that stands, or the search for one
 *   handlers of families &lt;-- PacketReader &lt;-- packets --+
 * </pre>
 * The first packet opens a connection. When it breaks, and is of a kind that may, both streams go on with the next one
 * just where they were, in the middle of a packet if need be. For that the peer is told how much of its stream has come: it keeps all
 * that is not acknowledged. The link ends with the goodbyes, or is lost.
 */
public final class PeerLink implements PacketHandler {

    /** The peer keeps all that isn't acknowledged: after so much it is told. */
    private static final int MOST_UNREPORTED_BYTES = 128 * 1024;

    /**
     * And it is told so when it is sent something else: that costs next to nothing, and what it sends next it can write into the memory
     * of what it has sent last, which is still in its cache.
     */
    private static final int REPORTED_ALONG_BYTES = 8 * 1024;

    private final Links links;
    private final LinkContext context;
    private final int rank;
    private final int generation;
    private final @Nullable PacketHandler[] handlers = new PacketHandler[Family.values().length];
    /** In the order in which they were registered; each link has some, and no room for more. */
    private PeerListener[] listeners = {};

    private final PacketReader in = new PacketReader(this);
    private final Outflow out;
    private final LinkState state;
    private List<Consumer<PeerLink>> whenDecided = List.of();
    private @Nullable PeerLostException loss;
    /** Whether packets may go to the peer, and come from it; else this is only an attempt to reach it. */
    private boolean installed;
    /** Whether the program has heard from others that the peer has failed; or it hasn't failed, but finalized. */
    private boolean known;
    /** Whether the handlers have heard of a connection. */
    private boolean introduced;

    private long packetsTold;
    private long packetsHeard;
    private long reportedBytes;
    /** Data has come that may still be in the memory of the peer's user, who waits to have it back. */
    private boolean awaited;

    /** The link of a generation, 1 for the first one with a rank. */
    PeerLink(Links links, int rank, int generation) {
        this.links = links;
        this.context = links.context();
        this.rank = rank;
        this.generation = generation;
        this.out = new Outflow(context, this::onGathered, this::onOutFault);
        this.state = new LinkState(links, this, in, out);
        handlers[Family.LINK.ordinal()] = this::onLinkPacket;
    }

    Links links() {
        return links;
    }

    /** It is the link with its rank from now on. */
    void install() {
        installed = true;
    }

    /** Whether it is, or has been, the link with its rank. */
    boolean isInstalled() {
        return installed;
    }

    /** Which link with a rank of this number it is, 1 for the first one. */
    int generation() {
        return generation;
    }

    /** One more handler, for a family that has none yet. */
    void add(Family family, PeerListener handler) {
        handlers[family.ordinal()] = handler;
        listeners = Arrays.copyOf(listeners, listeners.length + 1);
        listeners[listeners.length - 1] = handler;
    }

    /** Tells the handlers how the link stands, in the order in which they were registered. */
    void tell(Consumer<PeerListener> news) {
        for (PeerListener listener : listeners) {
            news.accept(listener);
        }
    }

    /** The handler of a family, or null if it has none yet. */
    public @Nullable PacketHandler handler(Family family) {
        return handlers[family.ordinal()];
    }

    /** How much of what the peer has sent unasked is kept, of all families. */
    public long storedBytes() {
        return Stream.of(listeners).mapToLong(PeerListener::storedBytes).sum();
    }

    LinkState state() {
        return state;
    }

    /** The peer's rank in the job, or its number where it is of another one. */
    public int rank() {
        return rank;
    }

    /** The name of the channel that carries messages to the peer, or null while no connection stands. */
    public @Nullable String channel() {
        Connection standing = state.standing();
        return standing == null ? null : standing.channel();
    }

    /** How the way to the peer stands. */
    public LinkStatus status() {
        PeerLostException lost = loss;
        String channel = channel();
        if (lost != null) {
            return LinkStatus.of(lost.hasFinalized() ? LinkStatus.State.FINALIZED : LinkStatus.State.LOST);
        }
        if (channel != null) {
            return LinkStatus.connected(channel);
        }
        return LinkStatus.of(state.hasNeverStood() ? LinkStatus.State.CONNECTING : LinkStatus.State.CONNECTING_AGAIN);
    }

    /** Whether a connection stands, and no packet is half here. */
    public boolean isAtRest() {
        return state.standing() != null && !in.inPayload();
    }

    // ---- The connection

    /** Opens a connection if there is none. */
    public void open() {
        state.seek();
    }

    /** The same; calls {@code told} when one stands, or when there never will be one. */
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

    /** The streams go on with a connection that stands, after what the peer has received; {@code again} if it isn't the first. */
    void resume(Connection standing, Resumption theirs, long creditBytes, boolean again) {
        out.resume(standing.link(), standing.mayBreak(), theirs.receivedBytes());
        if (!introduced) {
            // Not by the number: the welcome of the first may have been lost, and then the peer has counted one more.
            introduced = true;
            if (generation > 1 || theirs.generation() > 1) {
                tell(PeerListener::onReturned);
            }
            tell(listener -> listener.onStanding(creditBytes));
        }
        tell(listener -> listener.onConnected(standing.channel(), again));
    }

    // ---- The loss

    /** Why nothing reaches the peer any more, or null as long as something may. */
    public @Nullable PeerLostException loss() {
        return loss;
    }

    /** Nothing reaches the peer any more. */
    void become(PeerLostException lost) {
        loss = lost;
    }

    /** The program knows that the peer has failed. */
    void noteKnown() {
        known = true;
    }

    /** The loss of the peer, if it has cost messages whose sends have completed, and the program doesn't know. */
    @Nullable
    PeerLostException silentLoss() {
        PeerLostException lost = loss;
        return lost != null && lost.isSilent() && !known ? lost : null;
    }

    // ---- What goes out

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
        acknowledgeIf(hasUnreported(REPORTED_ALONG_BYTES));
        return out.room(leastBytes, wantedBytes);
    }

    /** Runs {@code writer} once at the end of this turn, to write what is to leave after all else; the last one that is given. */
    public void writeLast(Runnable writer) {
        out.writeLast(writer);
    }

    /** Something waits for the end of the turn, and for a connection. */
    private void onGathered() {
        links.gathered(out);
        if (!out.isCarried()) {
            state.seek();
        }
    }

    /** Whatever waits for the peer hears of it later, since the caller is in the middle of something. */
    private void onOutFault(Throwable fault) {
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

    /** Whether bulk data may be added now; {@link PeerListener#onWritable} tells when it may again. */
    public boolean isWritable() {
        return out.isWritable();
    }

    void onWritable() {
        context.completions.step(() -> tell(PeerListener::onWritable));
    }

    /** Whether {@link #write} works now, and saves a copy. */
    public boolean takesMemory() {
        return out.takesMemory();
    }

    /**
     * Sends direct memory after what has gathered, without a copy; only where {@link #takesMemory}.
     *
     * @param memory from position to limit; not to be changed before {@code done}
     * @param done runs in a step when the memory is the caller's again: it has left, and will not be sent again;
     *     never after {@link #keepCopies}, nor when the peer is lost
     */
    public void write(ByteBuffer memory, Runnable done) {
        out.write(memory, done);
    }

    /** Whether {@link #lend} works now. */
    public boolean lends() {
        return out.lends();
    }

    /**
     * Lends payload to the peer after what has gathered: a rank of this JVM, which copies it itself; only where {@link #lends}.
     *
     * @param payload comes back on this rank's loop, outside of any step; never when the peer is lost
     */
    public void lend(Payload payload) {
        out.lend(payload);
    }

    /** Sends what has gathered, and then direct memory, which is the caller's again; only where {@link #takesMemory}. */
    public void send(ByteBuffer memory) {
        out.send(memory);
    }

    /** Copies what has not left yet of what was given to {@link #write}. */
    public void keepCopies() {
        out.keepCopies();
    }

    /** What was written last is whole, and the peer may wait for it: it may leave before the turn ends. */
    public void pass() {
        out.pass();
    }

    /** What was written last is a message, and no operation waits to hear whether it has arrived. */
    public void noteMessage() {
        out.noteMessage();
    }

    // ---- What comes in

    /** Takes the next bytes of the stream, some of them at least. */
    void read(ByteBuf bytes) {
        in.read(bytes);
        report();
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
            report();
        }
    }

    /** The next bytes of the stream are here, in the memory of their sender. */
    void onLent(Payload lent) {
        in.lent(lent);
        report();
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
        Family family = kind.family();
        packetsHeard += family.isAside() ? 0 : 1;
        awaited |= kind.mayHoldMemory(payloadBytes);
        if (loss != null && !isHandledBehindGoodbye(kind)) {
            return PayloadSink.NOWHERE;
        }
        PacketHandler handler = handlers[family.ordinal()];
        if (handler == null) {
            handler = demanded(family);
        }
        return handler.onPacket(kind, packet, payloadBytes);
    }

    /** The handler of a family, made now if the family has none yet on this link. */
    public PacketHandler demanded(Family family) {
        PacketHandler known = handlers[family.ordinal()];
        if (known != null) {
            return known;
        }
        PeerListener made = links.demanded(family, this);
        if (made == null) {
            throw new ProtocolException("a packet of the family " + family + ", for which the link has no handler");
        }
        add(family, made);
        return made;
    }

    private static boolean isHandledBehindGoodbye(PacketKind kind) {
        return switch (kind.afterGoodbye()) {
            case FORBIDDEN -> throw new ProtocolException(kind + " behind a goodbye");
            case IGNORED -> false;
            case HANDLED -> true;
        };
    }

    @Override
    public boolean awaitsPlaceable() {
        for (PeerListener listener : listeners) {
            if (listener.awaitsPlaceable()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The program hears of what has ended before the next packet is read: that may be for the receive that it posts then, or answer a
     * send whose memory it gets back.
     */
    @Override
    public boolean pauses() {
        return context.completions.isDue();
    }

    /** Takes a packet of the family LINK. */
    private PayloadSink onLinkPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        switch (kind) {
            case ACKNOWLEDGE -> onAcknowledged(Acknowledge.receivedBytes(packet));
            case GOODBYE -> state.onGoodbye();
            case GOODBYE_SEEN -> state.onGoodbyeSeen();
            case ABORTED -> state.lose("has aborted", null);
            case GIVEN_UP -> state.onGivenUp();
            default -> throw new IllegalStateException(kind + " is no packet of a link");
        }
        return PayloadSink.NOWHERE;
    }

    // ---- Acknowledgements

    /** Some of the stream has come: the peer is told ahead of what the packets in it are answered with, if it is time. */
    private void report() {
        acknowledgeIf(awaited && !in.inPayload() || hasUnreported(MOST_UNREPORTED_BYTES));
    }

    private boolean hasUnreported(int bytes) {
        return in.receivedBytes() - reportedBytes >= bytes;
    }

    private void acknowledgeIf(boolean due) {
        if (due && out.isKeeping() && loss == null) {
            acknowledge();
        }
    }

    /** Tells the peer how much of its stream has come. */
    private void acknowledge() {
        acknowledge(out.room(Acknowledge.LENGTH_BYTES));
    }

    /** The same, as a sign of life. */
    void showLife() {
        acknowledge(out.roomAlone(Acknowledge.LENGTH_BYTES));
    }

    private void acknowledge(ByteBuf packet) {
        awaited = awaited && in.inPayload();
        reportedBytes = in.receivedBytes();
        Acknowledge.encode(packet, out.nextSequence(), reportedBytes);
    }

    /** The peer has received so much. */
    private void onAcknowledged(long receivedBytes) {
        boolean full = !out.isWritable();
        out.acknowledge(receivedBytes);
        if (full && out.isWritable()) {
            tell(PeerListener::onWritable);
        }
    }
}
