package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Lending;
import org.reactivempi.transport.channel.Lending.Payload;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.RejectedException;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.link.LinkContext.Route;
import org.reactivempi.transport.engine.port.ProtocolException;
import org.reactivempi.transport.engine.progress.Boundary;

/**
 * One connection of a channel, from its first byte to its last.
 *
 * <pre>
 *  OPENING: {@link LinkHandshake} --stand--&gt; STANDING: the link's streams --end--&gt; CLOSED
 *     +---------------------------------end-----------------------------------------^
 * </pre>
 * It belongs to a {@link PeerLink} from the start where we connect, from the hello on where the peer does. Once it stands it
 * carries a part of the link's streams, which may begin and end anywhere in them.
 */
final class Connection implements LinkHandler, DirectMemory.Input, Lending.Input, Connections.Entry {

    private enum State {
        OPENING,
        STANDING,
        CLOSED
    }

    private static final Boundary READ = Boundary.to(MethodHandles.lookup(), "readAll");
    private static final Log log = Log.of(Connection.class);

    private final LinkContext context;
    private final Connections connections;
    private final String channel;
    private final boolean mayBreak;
    /** Null since the connection stands. */
    private @Nullable LinkHandshake handshake;

    private State state = State.OPENING;
    private @Nullable Link link;
    private @Nullable PeerLink peer;

    private Connection(Links links, String channel, boolean mayBreak, @Nullable PeerLink peer) {
        this.context = links.context();
        this.connections = links.connections();
        this.channel = channel;
        this.mayBreak = mayBreak;
        this.peer = peer;
        this.handshake = new LinkHandshake(links, this, peer);
    }

    static Connection to(PeerLink peer, Route route, Links links) {
        return new Connection(links, route.channel(), route.mayBreak(), peer);
    }

    static Connection accepted(String channel, boolean mayBreak, Links links) {
        return new Connection(links, channel, mayBreak, null);
    }

    /** Whether it may end while both sides live. */
    boolean mayBreak() {
        return mayBreak;
    }

    /** Whether this rank's greeting is under way, after its proof. */
    boolean hasGreeted() {
        LinkHandshake opening = handshake;
        return opening != null && opening.hasBegun();
    }

    /**
     * Whether one that the peer has opened meanwhile, and greets on, is refused in favour of this one. It may yield after some time where both
     * may break: if the peer has just welcomed this one, both end, and another one takes up what was sent.
     */
    boolean goesBefore(Connection other, boolean mayYield) {
        LinkHandshake opening = handshake;
        boolean yields = mayYield && mayBreak && other.mayBreak;
        return opening != null && opening.hasBegun() && (!yields || opening.claimPrecedence());
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
        handshake().begin();
    }

    /** What both ends see of the protection below them. */
    byte[] binding() {
        return link().binding();
    }

    /** The other end has proven which rank it is. */
    void trust() {
        link().trust();
    }

    /** Writes a packet of the handshake, which leaves now. */
    void send(ByteBuf packet) {
        link().write(packet);
        link().flush();
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        context.traffic();
        READ.cross(this, bytes);
    }

    private static void readAll(Object connection, Object bytes) {
        ((Connection) connection).readAll((ByteBuf) bytes);
    }

    private void readAll(ByteBuf bytes) {
        while (state != State.CLOSED && bytes.isReadable()) {
            step(bytes, 0, null);
        }
        bytes.skipBytes(bytes.readableBytes());
    }

    @Override
    public @Nullable ByteBuffer place() {
        return state == State.STANDING ? peer().place() : null;
    }

    @Override
    public void onPlaced(int length) {
        if (length == 0) {
            peer().onPlaced(0);
            return;
        }
        context.traffic();
        if (state == State.STANDING) {
            step(Unpooled.EMPTY_BUFFER, length, null);
        }
    }

    @Override
    public void onLent(Payload lent) {
        context.traffic();
        if (state != State.CLOSED) {
            step(Unpooled.EMPTY_BUFFER, 0, lent);
        }
    }

    @Override
    public int mostBytes() {
        return state == State.STANDING ? peer().mostBytes() : Integer.MAX_VALUE;
    }

    /**
     * Takes {@code placed} bytes that are in their place already, or the {@code lent} payload, or some of {@code bytes}: what follows
     * may depend on them.
     */
    private void step(ByteBuf bytes, int placed, @Nullable Payload lent) {
        boolean outermost = context.completions.enter();
        try {
            if (placed > 0) {
                peer().onPlaced(placed);
            } else if (lent != null) {
                onLentPayload(lent);
            } else {
                read(bytes);
            }
        } catch (RejectedException e) {
            context.rejections.count(e.rejection());
            log.about(e.rejection()).warn("refused the connection with {}: {}", who(), e.getMessage());
            breach(e);
        } catch (ProtocolException e) {
            if (peer == null) {
                context.rejections.count(Rejection.GREETING);
            }
            log.about(subject()).warn("closed the connection with {}: {}", who(), e.getMessage());
            breach(e);
        } catch (Throwable fault) {
            fail(fault);
        } finally {
            context.completions.exit(outermost);
        }
    }

    private void onLentPayload(Payload lent) {
        if (state != State.STANDING) {
            throw new ProtocolException("lent payload before the greetings are over");
        }
        peer().onLent(lent);
    }

    private void read(ByteBuf bytes) {
        switch (state) {
            case STANDING -> peer().read(bytes);
            case OPENING -> handshake().read(bytes);
            case CLOSED -> throw new IllegalStateException("bytes in state " + state);
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
        connections.closed(this);
        if (!end()) {
            return;
        }
        if (peer == null) {
            onStrangerGone(cause);
        }
        PeerLink owner = peer;
        if (owner != null) {
            owner.state().onClosed(this, cause, false);
        }
    }

    private void onStrangerGone(@Nullable Throwable cause) {
        if (cause instanceof SSLException || cause instanceof RefusedException) {
            Rejection reason = cause instanceof SSLException ? Rejection.TLS : Rejection.CHANNEL;
            context.rejections.count(reason);
            log.about(reason).warn("refused the connection with {}: {}", who(), cause.getMessage());
        } else {
            log.debug("connection ended before its greeting");
        }
    }

    /** Ends the connection with a peer, from which nothing comes any more. */
    void abandon(String why) {
        PeerLink owner = peer();
        close();
        owner.state().onClosed(this, new TimeoutException(why), false);
    }

    /** Whether its carrier shows by itself that both ends live. */
    boolean beats() {
        return link().beat() != Link.NO_BEAT;
    }

    /** Ends the connection without telling its peer link, after what was written has left. */
    @Override
    public void close() {
        Link open = link;
        if (end() && open != null) {
            connections.closing(this);
            open.close();
        }
    }

    private boolean end() {
        boolean first = state != State.CLOSED;
        state = State.CLOSED;
        endHandshake();
        if (first) {
            connections.ended(this);
        }
        return first;
    }

    /** The address that the other side has. */
    String remote() {
        Link open = link;
        return open == null ? "?" : open.remote();
    }

    /** The peer that connects has said which rank it is. */
    void belongsTo(PeerLink owner) {
        peer = owner;
    }

    /** The greetings are over: what follows is a part of the streams. */
    void stand() {
        state = State.STANDING;
        endHandshake();
        handshake = null;
        connections.identified(this);
    }

    private void endHandshake() {
        LinkHandshake opening = handshake;
        if (opening != null) {
            opening.end();
        }
    }

    private LinkHandshake handshake() {
        LinkHandshake opening = handshake;
        if (opening == null) {
            throw new IllegalStateException("connection is " + state);
        }
        return opening;
    }

    /** This rank's own failure: what has come is half read, and no other connection could go on from there. */
    private void fail(Throwable fault) {
        PeerLink owner = peer;
        if (state == State.STANDING && owner != null) {
            owner.state().onFault(fault);
        } else {
            log.about(subject()).error(fault, "closed the connection with {}, by a failure of this rank", who());
            breach(fault);
        }
    }

    private void breach(Throwable breach) {
        PeerLink owner = peer;
        close();
        if (owner != null) {
            owner.state().onClosed(this, breach, true);
        }
    }

    /** Whether it isn't known yet which rank is at the other end. */
    boolean isOfStranger() {
        return peer == null;
    }

    /** The other end, for the log. */
    String who() {
        PeerLink owner = peer;
        return (owner == null ? "a stranger at " : "rank " + owner.rank() + " at ") + remote();
    }

    /** What a line of the log is about; those about strangers are all of one kind. */
    private Object subject() {
        PeerLink owner = peer;
        return owner == null ? "strangers" : owner.rank();
    }

    /** What carries it, since it was opened. */
    Link link() {
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
