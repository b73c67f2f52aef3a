package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.packet.Hello;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Refusal;
import org.reactivempi.transport.engine.packet.Welcome;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * One connection of a channel, from its first byte to its last.
 *
 * <pre>
 *  connector:  CONNECTING --open, hello--> GREETED --welcome--> STANDING --> CLOSED
 *  acceptor:   ACCEPTED   --hello, welcome--------------------> STANDING --> CLOSED
 * </pre>
 * It belongs to a {@link PeerLink} from the start where we connect, from the hello on where the peer does. What a stranger
 * sends before its hello costs it the connection, and us a line in the log.
 */
final class Connection implements LinkHandler, PacketHandler {

    private enum State {
        CONNECTING,
        GREETED,
        ACCEPTED,
        STANDING,
        CLOSED
    }

    private static final Logger log = Loggers.getLogger(Connection.class);

    private final Links links;
    private final String channel;
    private final PacketReader reader = new PacketReader(this);
    private final ScheduledFuture<?> deadline;
    private State state;
    private @Nullable Link link;
    private @Nullable PeerLink peer;

    private Connection(Links links, String channel, State state, @Nullable PeerLink peer) {
        this.links = links;
        this.channel = channel;
        this.state = state;
        this.peer = peer;
        this.deadline = links.after(links.identity().connectTimeout(), this::onDeadline);
    }

    static Connection to(PeerLink peer, String channel, Links links) {
        return new Connection(links, channel, State.CONNECTING, peer);
    }

    static Connection accepted(String channel, Links links) {
        return new Connection(links, channel, State.ACCEPTED, null);
    }

    /** The name of the channel that carries it. */
    String channel() {
        return channel;
    }

    @Override
    public void onOpen(Link link) {
        if (state == State.CLOSED) {
            link.close();
            return;
        }
        this.link = link;
        if (state == State.CONNECTING) {
            state = State.GREETED;
            ByteBuf hello = links.buffer(Hello.LENGTH_BYTES);
            Identity self = links.identity();
            Hello.encode(hello, self.job(), self.rank(), peer().rank(), self.creditBytes());
            link.write(hello);
            link.flush();
        }
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        if (state != State.CLOSED) {
            read(bytes, 0);
        }
    }

    @Override
    public @Nullable ByteBuffer place() {
        if (state != State.STANDING) {
            return null;
        }
        return reader.inPayload() ? peer().place() : null;
    }

    @Override
    public void onPlaced(int length) {
        if (state == State.STANDING) {
            read(Unpooled.EMPTY_BUFFER, length);
        }
    }

    @Override
    public int mostBytes() {
        return state == State.STANDING ? peer().mostBytes() : Integer.MAX_VALUE;
    }

    /** A step: takes {@code placed} bytes that are where they belong, or those in {@code bytes}. */
    private void read(ByteBuf bytes, int placed) {
        links.waiting().traffic();
        boolean outermost = links.signals().enter();
        try {
            if (placed > 0) {
                reader.passed(placed);
                peer().onPlaced(placed);
            }
            reader.read(bytes);
        } catch (ProtocolException e) {
            log.warn("closed the connection with {}: {}", who(), e.getMessage());
            breach(e);
        } catch (RuntimeException e) {
            log.error("closed the connection with " + who() + ", by a mistake in reactive-mpi", e);
            breach(e);
        } finally {
            links.signals().exit(outermost);
        }
    }

    @Override
    public void onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        switch (state) {
            case STANDING -> peer().onPacket(kind, packet, payloadBytes);
            case ACCEPTED -> onHello(expected(PacketKind.HELLO, kind, packet));
            case GREETED -> onAnswer(kind, packet);
            case CLOSED -> {}
            case CONNECTING -> throw new ProtocolException(kind + " before the connection was open");
        }
    }

    @Override
    public void onPayload(ByteBuf bytes, int length) {
        if (state == State.STANDING) {
            peer().onPayload(bytes, length);
        }
    }

    @Override
    public void onWritable() {
        if (state == State.STANDING) {
            peer().onWritable();
        }
    }

    @Override
    public void onClosed(@Nullable Throwable cause) {
        boolean accepted = state == State.ACCEPTED;
        if (!end()) {
            return;
        }
        if (accepted) {
            log.debug("connection ended before its greeting");
        }
        PeerLink owner = peer;
        if (owner != null) {
            owner.onConnectionClosed(this, cause);
        }
    }

    ByteBuf room(int leastBytes, int wantedBytes) {
        return link().room(leastBytes, wantedBytes);
    }

    /** Hands bytes to the channel, to leave with the next {@link #flush}. */
    void write(ByteBuf bytes) {
        link().write(bytes);
    }

    boolean takesMemory() {
        return link().takesMemory();
    }

    void write(ByteBuffer memory, Runnable written) {
        link().write(memory, written);
    }

    void send(ByteBuffer memory) {
        link().send(memory);
    }

    void keepCopies() {
        link().keepCopies();
    }

    void flush() {
        link().flush();
    }

    boolean isWritable() {
        return link().isWritable();
    }

    /** Ends the connection without telling its peer link, after what was written has left. */
    void close() {
        Link open = link;
        if (end() && open != null) {
            open.close();
        }
    }

    private boolean end() {
        boolean first = state != State.CLOSED;
        state = State.CLOSED;
        deadline.cancel(false);
        if (first) {
            links.ended(this);
        }
        return first;
    }

    private void onHello(ByteBuf packet) {
        if (Hello.magic(packet) != Hello.MAGIC) {
            throw new ProtocolException(
                    "greeting with magic " + Integer.toHexString(Hello.magic(packet)) + " is not of reactive-mpi");
        }
        Refusal.Reason refused = links.objectionTo(packet);
        if (refused != null) {
            refuse(refused, packet);
            return;
        }
        PeerLink owner = links.peer(Hello.from(packet));
        peer = owner;
        stand();
        ByteBuf welcome = links.buffer(32);
        Welcome.encode(welcome, links.identity().creditBytes());
        link().write(welcome);
        link().flush();
        owner.onStanding(this, Hello.credit(packet));
    }

    private void refuse(Refusal.Reason reason, ByteBuf hello) {
        switch (reason) {
            case SIMULTANEOUS ->
                log.debug("rank {} connects at the same time as this rank; its connection yields", Hello.from(hello));
            case VERSION, JOB, RANK, DUPLICATE, FINALIZED ->
                log.warn(
                        "refused a connection from {} as rank {} to rank {}: {}",
                        link().remote(),
                        Hello.from(hello),
                        Hello.to(hello),
                        reason);
        }
        ByteBuf refusal = links.buffer(32);
        Refusal.encode(refusal, reason);
        link().write(refusal);
        link().flush();
        close();
    }

    private void onAnswer(PacketKind kind, ByteBuf packet) {
        if (kind == PacketKind.REFUSAL) {
            PeerLink owner = peer();
            Refusal.Reason reason = Refusal.reason(packet);
            close();
            owner.onRefused(this, reason);
            return;
        }
        long credit = Welcome.credit(expected(PacketKind.WELCOME, kind, packet));
        stand();
        peer().onStanding(this, credit);
    }

    private void stand() {
        state = State.STANDING;
        deadline.cancel(false);
        links.identified(this);
    }

    private void breach(RuntimeException breach) {
        PeerLink owner = peer;
        close();
        if (owner != null) {
            owner.onConnectionClosed(this, breach);
        }
    }

    private String who() {
        PeerLink owner = peer;
        return (owner == null ? "a stranger at " : "rank " + owner.rank() + " at ") + link().remote();
    }

    private void onDeadline() {
        PeerLink owner = peer;
        long seconds = links.identity().connectTimeout().toSeconds();
        if (owner == null) {
            log.warn(
                    "closed a connection from {}: no greeting within {} s",
                    link == null ? "?" : link.remote(),
                    seconds);
            close();
        } else {
            close();
            owner.onConnectionClosed(this, new TimeoutException("no answer within " + seconds + " s"));
        }
    }

    private static ByteBuf expected(PacketKind expected, PacketKind kind, ByteBuf packet) {
        if (kind != expected) {
            throw new ProtocolException(kind + " packet where " + expected + " was expected");
        }
        return packet;
    }

    private Link link() {
        Link open = link;
        if (open == null) {
            throw new IllegalStateException("connection is " + state);
        }
        return open;
    }

    private PeerLink peer() {
        PeerLink owner = peer;
        if (owner == null) {
            throw new IllegalStateException("connection has no peer yet");
        }
        return owner;
    }
}
