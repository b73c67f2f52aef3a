package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.auth.Handshake;
import org.reactivempi.transport.engine.auth.RejectedException;
import org.reactivempi.transport.engine.auth.Rejection;
import org.reactivempi.transport.engine.packet.ProtocolException;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * One connection of a channel, from its first byte to its last.
 *
 * <pre>
 *  connector:  CONNECTING --open--> PROVING --answer; proof, hello--> GREETED --welcome--> STANDING --> CLOSED
 *  acceptor:   ACCEPTED --challenge; answer; proof--> KNOWN --hello, welcome-------------> STANDING --> CLOSED
 * </pre>
 * It belongs to a {@link PeerLink} from the start where we connect, from the hello on where the peer does. What a stranger
 * sends that is no proof costs it the connection, and us a line in the log and one more on a counter. Once it stands it carries a part of the link's
 * streams, which may begin and end anywhere in them.
 */
final class Connection implements LinkHandler {

    private enum State {
        CONNECTING,
        PROVING,
        GREETED,
        ACCEPTED,
        KNOWN,
        STANDING,
        CLOSED
    }

    private static final Logger log = Loggers.getLogger(Connection.class);

    private final Links links;
    private final String channel;
    private final boolean mayBreak;
    private final Handshake proof;
    private final Greeting greeting;
    private final Duration longestHandshake;
    private final ScheduledFuture<?> deadline;
    private State state;
    private boolean greeted;
    private @Nullable Link link;
    private @Nullable PeerLink peer;

    private Connection(
            Links links,
            String channel,
            boolean mayBreak,
            Duration longestHandshake,
            State state,
            Handshake proof,
            @Nullable PeerLink peer) {
        this.links = links;
        this.channel = channel;
        this.mayBreak = mayBreak;
        this.longestHandshake = longestHandshake;
        this.state = state;
        this.proof = proof;
        this.peer = peer;
        this.greeting = new Greeting(links, this, peer);
        this.deadline = links.after(longestHandshake, this::onDeadline);
    }

    static Connection to(PeerLink peer, Route route, Links links) {
        Handshake proof = Handshake.with(peer.rank(), links.credentials());
        return new Connection(
                links,
                route.channel(),
                route.mayBreak(),
                peer.contact().longestAttempt(),
                State.CONNECTING,
                proof,
                peer);
    }

    static Connection accepted(String channel, boolean mayBreak, Links links) {
        Handshake proof = Handshake.withStranger(links.credentials());
        Duration longest = links.identity().handshakeTimeout();
        return new Connection(links, channel, mayBreak, longest, State.ACCEPTED, proof, null);
    }

    /** Whether it may end while both sides live. */
    boolean mayBreak() {
        return mayBreak;
    }

    /** Whether this rank's greeting is under way, behind its proof. */
    boolean hasGreeted() {
        return greeted;
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
            state = State.PROVING;
            greeted = true;
            ByteBuf challenge = links.buffer(Handshake.MOST_BYTES);
            proof.begin(challenge);
            send(challenge);
        }
    }

    private void prove(ByteBuf bytes) {
        ByteBuf answer = links.buffer(Handshake.MOST_BYTES);
        boolean proven = false;
        try {
            proven = proof.read(bytes, answer);
        } finally {
            writeOrRelease(answer);
        }
        if (!proven) {
            link().flush();
        } else if (state == State.PROVING) {
            state = State.GREETED;
            greeting.say(peer());
        } else {
            state = State.KNOWN;
        }
    }

    private void writeOrRelease(ByteBuf answer) {
        if (answer.isReadable()) {
            link().write(answer);
        } else {
            answer.release();
        }
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
            log.warn("refused the connection with {}: {}", who(), e.getMessage());
            breach(e);
        } catch (ProtocolException e) {
            if (peer == null) {
                links.rejections().count(Rejection.GREETING);
            }
            log.warn("closed the connection with {}: {}", who(), e.getMessage());
            breach(e);
        } catch (RuntimeException e) {
            log.error("closed the connection with " + who() + ", by a mistake in reactive-mpi", e);
            breach(e);
        } finally {
            links.signals().exit(outermost);
        }
    }

    private void read(ByteBuf bytes) {
        switch (state) {
            case STANDING -> peer().read(bytes);
            case PROVING, ACCEPTED -> prove(bytes);
            case GREETED, KNOWN -> greeting.read(bytes);
            case CONNECTING, CLOSED -> throw new IllegalStateException("bytes in state " + state);
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
        if (cause instanceof SSLException) {
            links.rejections().count(Rejection.TLS);
            log.warn("refused the connection with {}: {}", who(), cause.getMessage());
        } else {
            log.debug("connection ended before its greeting");
        }
    }

    /** Ends a connection on which nothing comes any more. */
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

    boolean takesMemory() {
        return link().takesMemory();
    }

    void write(ByteBuffer memory, Runnable written) {
        link().write(memory, written);
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
            links.connections().closing(this);
            open.close();
        }
    }

    private boolean end() {
        boolean first = state != State.CLOSED;
        state = State.CLOSED;
        deadline.cancel(false);
        if (first) {
            links.connections().ended(this);
        }
        return first;
    }

    /** The rank that the other side has proven to be. */
    int provenPeer() {
        return proof.peer();
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
        deadline.cancel(false);
        links.connections().identified(this);
    }

    private void breach(RuntimeException breach) {
        PeerLink owner = peer;
        close();
        if (owner != null) {
            owner.contact().onBreach(this, breach);
        }
    }

    private String who() {
        PeerLink owner = peer;
        return (owner == null ? "a stranger at " : "rank " + owner.rank() + " at ") + remote();
    }

    private void onDeadline() {
        PeerLink owner = peer;
        if (owner == null) {
            links.rejections().count(Rejection.LATE);
            log.warn("refused the connection with {}: no greeting within {}", who(), Contact.text(longestHandshake));
            close();
        } else {
            close();
            owner.contact().onClosed(this, new TimeoutException("no answer within " + Contact.text(longestHandshake)));
        }
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
