package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.Goodbye;
import org.reactivempi.transport.engine.packet.GoodbyeSeen;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Refusal;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The way to one peer: gathers packets, and opens a connection when there is one to send.
 *
 * <pre>
 *          packet             address              welcome
 *  IDLE ----------> LOOKING_UP ------> CONNECTING ---------> STANDING --goodbyes--> GONE
 *    |                  |                 |  refused: the     ^
 *    |                  |                 |  peer connects    |
 *    |                  |                 +----> AWAITING ----+
 *    +------------------+------ the peer's hello -------------+
 * </pre>
 * From everywhere a failure leads to GONE. When both sides connect at once, the connection of the lower rank stays: that
 * rank refuses the other's hello, and the other accepts its.
 */
public final class PeerLink {

    private enum State {
        IDLE,
        LOOKING_UP,
        CONNECTING,
        AWAITING,
        STANDING,
        GONE
    }

    private static final Logger log = Loggers.getLogger(PeerLink.class);

    private static final int BATCH_BYTES = 16 * 1024;
    /** So much leaves without waiting for the end of the turn, to keep the peer busy meanwhile. */
    private static final int EARLY_FLUSH_BYTES = 128 * 1024;

    private final Links links;
    private final int rank;
    private final PeerListener listener;
    private final Queue<ByteBuf> queued = new ArrayDeque<>();
    private State state = State.IDLE;
    private ByteBuf batch = Unpooled.EMPTY_BUFFER;
    private int unflushedBytes;
    private boolean dirty;
    private int sequence;
    private @Nullable Connection connection;
    private @Nullable PeerLostException loss;
    /** Whether this rank opened the connection that stands. */
    private boolean ours;

    private boolean leaving;
    private boolean goodbyeSent;
    private @Nullable Ways ways;
    private List<Consumer<PeerLink>> whenDecided = List.of();

    PeerLink(Links links, int rank, Function<PeerLink, PeerListener> listener) {
        this.links = links;
        this.rank = rank;
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
        Connection standing = connection;
        return state == State.STANDING && standing != null ? standing.channel() : null;
    }

    /** Opens a connection if there is none; {@code told} hears when one stands, or when there never will be. */
    public void open(Consumer<PeerLink> told) {
        if (state == State.STANDING || state == State.GONE) {
            told.accept(this);
            return;
        }
        List<Consumer<PeerLink>> more = new ArrayList<>(whenDecided);
        more.add(told);
        whenDecided = more;
        if (state == State.IDLE) {
            lookUp();
        }
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
        if (batch.writableBytes() < wantedBytes) {
            handOver();
            batch = newBatch(leastBytes, wantedBytes);
        }
        if (!dirty) {
            dirty = true;
            links.dirty(this);
        }
        if (state == State.IDLE) {
            lookUp();
        }
        return batch;
    }

    private ByteBuf newBatch(int leastBytes, int wantedBytes) {
        int bytes = Math.max(BATCH_BYTES, wantedBytes);
        Connection standing = connection;
        return state == State.STANDING && standing != null ? standing.room(leastBytes, bytes) : links.buffer(bytes);
    }

    /** The number of the next packet. */
    public int nextSequence() {
        return sequence++;
    }

    /** Whether bulk data may be added now; {@link PeerListener#onWritable} tells when it may again. */
    public boolean isWritable() {
        Connection standing = connection;
        return state == State.STANDING && standing != null && standing.isWritable();
    }

    /** Whether {@link #write} works now. */
    public boolean takesMemory() {
        Connection standing = connection;
        return state == State.STANDING && standing != null && standing.takesMemory();
    }

    /**
     * Sends direct memory behind what has gathered, without a copy; only where {@link #takesMemory}.
     *
     * @param memory from position to limit; not to be changed before {@code written}
     * @param written runs when it has left; never after {@link #keepCopies}, nor when the peer is lost
     */
    public void write(ByteBuffer memory, Runnable written) {
        int length = memory.remaining();
        handOver();
        Connection standing = connection;
        if (standing != null) {
            standing.write(memory, written);
            unflushedBytes += length;
            flushEarly(standing);
        }
    }

    /**
     * Sends what has gathered, and then direct memory, which is the caller's again after the call; only where
     * {@link #takesMemory}.
     */
    public void send(ByteBuffer memory) {
        handOver();
        Connection standing = connection;
        if (standing != null) {
            unflushedBytes = 0;
            standing.send(memory);
        }
    }

    /** Copies what has not left yet of what was given to {@link #write}. */
    public void keepCopies() {
        Connection standing = connection;
        if (state == State.STANDING && standing != null) {
            standing.keepCopies();
        }
    }

    /** Sends what has gathered. */
    void flush() {
        dirty = false;
        handOver();
        Connection standing = connection;
        if (state == State.STANDING && standing != null) {
            unflushedBytes = 0;
            standing.flush();
        }
    }

    private void handOver() {
        ByteBuf full = batch;
        batch = Unpooled.EMPTY_BUFFER;
        if (!full.isReadable()) {
            full.release();
            return;
        }
        Connection standing = connection;
        if (state != State.STANDING || standing == null) {
            queued.add(full);
            return;
        }
        unflushedBytes += full.readableBytes();
        standing.write(full);
        flushEarly(standing);
    }

    private void flushEarly(Connection standing) {
        if (unflushedBytes >= EARLY_FLUSH_BYTES) {
            unflushedBytes = 0;
            standing.flush();
        }
    }

    private void lookUp() {
        state = State.LOOKING_UP;
        links.lookUp(this);
    }

    void onAddresses(Ways ways) {
        if (state == State.LOOKING_UP) {
            state = State.CONNECTING;
            this.ways = ways;
            connect(ways, null);
        }
    }

    /** Tries the next way, if there is one. */
    private void connect(Ways ways, @Nullable Throwable lastFailure) {
        Ways.Way way = ways.next();
        if (way == null) {
            lose(ways.problem(), lastFailure);
            return;
        }
        Connection made = Connection.to(this, way.route().channel(), links);
        connection = made;
        links.connect(way, made);
    }

    void onNoAddress(Throwable cause) {
        if (state == State.LOOKING_UP) {
            lose("has no address: " + words(cause), cause);
        }
    }

    /** Whether the peer's connection is to be refused in favour of ours, or of the one that stands; null if not. */
    Refusal.@Nullable Reason objection() {
        return switch (state) {
            case IDLE, LOOKING_UP, AWAITING -> null;
            case CONNECTING -> links.identity().rank() < rank ? Refusal.Reason.SIMULTANEOUS : null;
            // The peer's hello may have been under way when it welcomed ours.
            case STANDING -> ours ? Refusal.Reason.SIMULTANEOUS : Refusal.Reason.DUPLICATE;
            case GONE -> Refusal.Reason.DUPLICATE;
        };
    }

    void onStanding(Connection standing, long creditBytes) {
        Connection other = connection;
        ours = other == standing;
        if (other != null && !ours) {
            other.close();
        }
        connection = standing;
        state = State.STANDING;
        ways = null;
        for (ByteBuf early = queued.poll(); early != null; early = queued.poll()) {
            standing.write(early);
        }
        listener.onStanding(creditBytes);
        if (leaving) {
            sayGoodbye();
        }
        flush();
        decided();
    }

    void onRefused(Connection refused, Refusal.Reason reason) {
        if (connection != refused) {
            return;
        }
        connection = null;
        if (reason == Refusal.Reason.SIMULTANEOUS) {
            state = State.AWAITING;
            links.after(longestConnect(), this::onNobodyCame);
        } else {
            lose("refused the connection: " + reason, null);
        }
    }

    /** The peer may have to try all ways, one after the other. */
    private Duration longestConnect() {
        Ways tried = ways;
        return links.identity().connectTimeout().multipliedBy(tried == null ? 1 : tried.count());
    }

    private void onNobodyCame() {
        if (state == State.AWAITING) {
            lose("did not connect in time", null);
        }
    }

    void onConnectionClosed(Connection closed, @Nullable Throwable cause) {
        if (connection != closed) {
            return;
        }
        connection = null;
        Ways others = ways;
        if (state == State.CONNECTING && others != null) {
            others.failed(closed.channel(), words(cause));
            if (others.hasMore()) {
                log.warn(
                        "rank {} cannot be reached by {}: {}; trying another channel",
                        rank,
                        closed.channel(),
                        words(cause));
            }
            connect(others, cause);
        } else if (loss == null && !goodbyeSent) {
            lose(end(cause), cause);
        } else {
            gone();
        }
    }

    void onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        switch (kind) {
            case GOODBYE -> onGoodbye();
            case GOODBYE_SEEN -> onGoodbyeSeen();
            case HELLO, WELCOME, REFUSAL -> throw new ProtocolException(kind + " on a link that stands");
            case CREDIT, WITHDRAWN, DECLINED -> {
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
                    WITHDRAW -> {
                checkNoGoodbyeBefore(kind);
                listener.onPacket(kind, packet, payloadBytes);
            }
        }
    }

    private void checkNoGoodbyeBefore(PacketKind kind) {
        if (loss != null) {
            throw new ProtocolException(kind + " behind a goodbye");
        }
    }

    void onPayload(ByteBuf bytes, int length) {
        listener.onPayload(bytes, length);
    }

    @Nullable
    ByteBuffer place() {
        return listener.place();
    }

    void onPlaced(int length) {
        listener.onPlaced(length);
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
        if (state == State.STANDING) {
            sayGoodbye();
        } else if (queued.isEmpty() && !batch.isReadable()) {
            gone();
        }
    }

    private void sayGoodbye() {
        if (!goodbyeSent) {
            goodbyeSent = true;
            Goodbye.encode(room(32), nextSequence());
        }
    }

    /** The peer answers nothing any more. What it has sent before is still here. */
    private void onGoodbye() {
        checkNoGoodbyeBefore(PacketKind.GOODBYE);
        GoodbyeSeen.encode(room(32), nextSequence());
        loss = new PeerLostException(rank, "has finalized", null);
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
        return state == State.GONE;
    }

    /** Gives the peer up. */
    void lose(String why, @Nullable Throwable cause) {
        if (state == State.GONE) {
            return;
        }
        if (batch.isReadable() || !queued.isEmpty()) {
            log.warn("lost rank {}, which {}, with messages for it that had not left", rank, why);
        }
        boolean told = loss != null;
        PeerLostException lost = new PeerLostException(rank, why, cause);
        loss = lost;
        gone();
        if (!told) {
            links.signals().step(() -> listener.onLost(lost));
        }
    }

    private void gone() {
        state = State.GONE;
        Connection standing = connection;
        connection = null;
        if (standing != null) {
            standing.close();
        }
        if (loss == null) {
            loss = new PeerLostException(rank, "is out of reach: this rank finalizes", null);
        }
        batch.release();
        batch = Unpooled.EMPTY_BUFFER;
        queued.forEach(ByteBuf::release);
        queued.clear();
        links.left(this);
        decided();
    }

    private static String end(@Nullable Throwable cause) {
        if (cause == null) {
            return "ended its connection";
        }
        return (cause instanceof ProtocolException ? "broke the protocol: " : "ended its connection: ") + words(cause);
    }

    private static String words(@Nullable Throwable cause) {
        if (cause == null) {
            return "the connection ended";
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
