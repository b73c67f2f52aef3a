package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.RejectedException;
import org.reactivempi.transport.engine.auth.Rejection;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * One connection of a channel, from its first byte to its last.
 *
 * <pre>
 *  OPENING: {@link Introduction} --stand--&gt; STANDING: the link's streams --end--&gt; CLOSED
 *     +---------------------------------end-----------------------------------------^
 * </pre>
 * It belongs to a {@link PeerLink} from the start where we connect, from the hello on where the peer does. Once it stands it
 * carries a part of the link's streams, which may begin and end anywhere in them. Only the progress thread comes here.
 */
final class Connection implements LinkHandler, DirectMemory.Input {

    private enum State {
        OPENING,
        STANDING,
        CLOSED
    }

    private static final Log log = Log.of(Connection.class);

    private final Links links;
    private final String channel;
    private final boolean mayBreak;
    private final Introduction introduction;
    private State state = State.OPENING;
    private @Nullable Link link;
    private DirectMemory.@Nullable Output direct;
    private @Nullable PeerLink peer;

    private Connection(Links links, String channel, boolean mayBreak, @Nullable PeerLink peer) {
        this.links = links;
        this.channel = channel;
        this.mayBreak = mayBreak;
        this.peer = peer;
        this.introduction = new Introduction(links, this, peer);
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

    /** Whether this rank's greeting is under way, behind its proof. */
    boolean hasGreeted() {
        return introduction.hasBegun();
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
        this.direct = link instanceof DirectMemory.Output output ? output : null;
        introduction.begin();
    }

    /** What both ends see of the protection below them. */
    byte[] binding() {
        return link().binding();
    }

    /** The other end has proven who it is. */
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
        links.waiting().traffic();
        while (state != State.CLOSED && bytes.isReadable()) {
            step(bytes, 0);
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
        links.waiting().traffic();
        if (state == State.STANDING) {
            step(Unpooled.EMPTY_BUFFER, length);
        }
    }

    @Override
    public int mostBytes() {
        return state == State.STANDING ? peer().mostBytes() : Integer.MAX_VALUE;
    }

    /** Takes {@code placed} bytes that are where they belong, or some in {@code bytes}: what follows them may depend on them. */
    private void step(ByteBuf bytes, int placed) {
        boolean outermost = links.signals().enter();
        try {
            if (placed > 0) {
                peer().onPlaced(placed);
            } else {
                read(bytes);
            }
        } catch (RejectedException e) {
            links.rejections().count(e.rejection());
            log.about(e.rejection()).warn("refused the connection with {}: {}", who(), e.getMessage());
            breach(e);
        } catch (ProtocolException e) {
            if (peer == null) {
                links.rejections().count(Rejection.GREETING);
            }
            log.about(subject()).warn("closed the connection with {}: {}", who(), e.getMessage());
            breach(e);
        } catch (Throwable fault) {
            fail(fault);
        } finally {
            links.signals().exit(outermost);
        }
    }

    private void read(ByteBuf bytes) {
        switch (state) {
            case STANDING -> peer().read(bytes);
            case OPENING -> introduction.read(bytes);
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
        links.connections().closed(this);
        if (!end()) {
            return;
        }
        if (peer == null) {
            onStrangerGone(cause);
        }
        PeerLink owner = peer;
        if (owner != null) {
            owner.contact().onClosed(this, cause);
        }
    }

    private void onStrangerGone(@Nullable Throwable cause) {
        if (cause instanceof SSLException || cause instanceof RefusedException) {
            Rejection reason = cause instanceof SSLException ? Rejection.TLS : Rejection.CHANNEL;
            links.rejections().count(reason);
            log.about(reason).warn("refused the connection with {}: {}", who(), cause.getMessage());
        } else {
            log.debug("connection ended before its greeting");
        }
    }

    /** Ends the connection with a peer, from which nothing comes any more. */
    void abandon(String why) {
        PeerLink owner = peer();
        close();
        owner.contact().onClosed(this, new TimeoutException(why));
    }

    ByteBuf room(int leastBytes, int wantedBytes) {
        return link().room(leastBytes, wantedBytes);
    }

    /** Hands bytes to the channel, to leave with the next {@link #flush}. */
    void write(ByteBuf bytes) {
        link().write(bytes);
    }

    /** Shows the peer that this rank lives, and sees whether it does, where the carrier can. */
    long beat() {
        return link().beat();
    }

    boolean takesMemory() {
        DirectMemory.Output output = direct;
        return output != null && output.takesMemory();
    }

    void write(ByteBuffer memory, Runnable written) {
        Objects.requireNonNull(direct, "takes no memory").write(memory, written);
    }

    void keepCopies() {
        DirectMemory.Output output = direct;
        if (output != null) {
            output.keepCopies();
        }
    }

    void flush() {
        link().flush();
    }

    /** How much of what was written the peer has not read, as far as that is known. */
    long unreadBytes() {
        return link().unreadBytes();
    }

    boolean isWritable() {
        return link().isWritable();
    }

    /** Ends the connection without telling its peer link, after what was written has left. */
    void close() {
        Link open = link;
        if (end() && open != null) {
            links.connections().closing(this);
            open.close();
        }
    }

    private boolean end() {
        boolean first = state != State.CLOSED;
        state = State.CLOSED;
        introduction.end();
        if (first) {
            links.connections().ended(this);
        }
        return first;
    }

    /** The address that the other side has. */
    String remote() {
        Link open = link;
        return open == null ? "?" : open.remote();
    }

    /** The peer that connects has said who it is. */
    void belongsTo(PeerLink owner) {
        peer = owner;
    }

    /** The greetings are over: what follows is a part of the streams. */
    void stand() {
        state = State.STANDING;
        introduction.end();
        links.connections().identified(this);
    }

    /** This rank's own failure: what has come is half read, and no other connection could go on behind it. */
    private void fail(Throwable fault) {
        PeerLink owner = peer;
        if (state == State.STANDING && owner != null) {
            owner.life().onFault(fault);
        } else {
            log.about(subject()).error(fault, "closed the connection with {}, by a failure of this rank", who());
            breach(fault);
        }
    }

    private void breach(Throwable breach) {
        PeerLink owner = peer;
        close();
        if (owner != null) {
            owner.contact().onBreach(this, breach);
        }
    }

    /** Whether nobody has said yet who is at the other end. */
    boolean isOfStranger() {
        return peer == null;
    }

    /** Who is at the other end, for the log. */
    String who() {
        PeerLink owner = peer;
        return (owner == null ? "a stranger at " : "rank " + owner.rank() + " at ") + remote();
    }

    /** Lines of the log about strangers are all of one kind. */
    private Object subject() {
        PeerLink owner = peer;
        return owner == null ? "strangers" : owner.rank();
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
