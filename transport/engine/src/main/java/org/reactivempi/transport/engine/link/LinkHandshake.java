package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.ProofHandshake;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.link.LinkContext.Identity;
import org.reactivempi.transport.engine.link.Processes.Process;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.HandshakePackets.Welcome;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The beginning of a connection, within a time limit: both sides prove that they know the secret, then they greet, and say how much of
 * their streams has come, and so where these go on.
 *
 * <pre>
 *  connector:  CONNECTING --open--&gt; PROVING --proofs; HELLO--&gt; GREETING --WELCOME--&gt; the connection stands
 *                                                                 +------REFUSAL--&gt; it is closed, and the link hears why
 *  acceptor:   PROVING --proofs--&gt; GREETING --HELLO, no objection; WELCOME--&gt; the connection stands
 *                                     +-------HELLO, an objection; REFUSAL--&gt; it is closed
 * </pre>
 * What a stranger sends that is no proof costs it the connection, and this rank a line in the log and one more on a counter.
 */
final class LinkHandshake implements PacketHandler {

    private enum State {
        CONNECTING,
        PROVING,
        GREETING
    }

    private static final Log log = Log.of(LinkHandshake.class);

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final Links links;
    private final LinkContext context;
    private final Connection connection;
    /** The peer that this rank connects to; null where it accepts. */
    private final @Nullable PeerLink peer;

    private final ProofHandshake proof;
    private final PacketReader packets = new PacketReader(this);
    private final Duration longest;
    private Duration limit;
    private ScheduledFuture<?> deadline;
    private State state;
    /** So much is left of this one's time when greetings of the peer are no longer refused in its favour; unknown before one is. */
    private long precedenceEndsNanos = UNKNOWN;

    LinkHandshake(Links links, Connection connection, @Nullable PeerLink peer) {
        this.links = links;
        this.context = links.context();
        this.connection = connection;
        this.peer = peer;
        if (peer == null) {
            proof = ProofHandshake.withStranger(context.credentials, connection::binding);
            longest = context.settings.handshakeTimeout();
            limit = longest;
            state = State.PROVING;
        } else {
            Process wanted = context.processes.of(peer.rank());
            proof = ProofHandshake.with(wanted.job(), wanted.rank(), context.credentials, connection::binding);
            longest = peer.state().longestAttempt();
            limit = peer.state().longestOpening();
            state = State.CONNECTING;
        }
        deadline = context.after(limit, this::onDeadline);
    }

    /** Something is there, which may be a rank that computes: it has the whole time to answer. */
    private void extend() {
        if (!limit.equals(longest)) {
            deadline.cancel(false);
            limit = longest;
            deadline = context.after(limit, this::onDeadline);
        }
    }

    /** The connection can send bytes. */
    void begin() {
        if (state == State.CONNECTING) {
            state = State.PROVING;
            extend();
            ByteBuf challenge = LinkContext.buffer(ProofHandshake.MOST_BYTES);
            proof.begin(challenge);
            connection.send(challenge);
        }
    }

    /** Whether the greeting of this rank, which connects, is under way, after its proof. */
    boolean hasBegun() {
        return peer != null && state != State.CONNECTING;
    }

    /**
     * Whether a greeting of the peer, which lives, is refused in favour of this one: for as long after the first one as a connection that
     * stands may be silent, and longer where something comes meanwhile. After that, the other end of this connection may be gone.
     */
    boolean claimPrecedence() {
        long left = deadline.getDelay(TimeUnit.NANOSECONDS);
        if (precedenceEndsNanos == UNKNOWN) {
            precedenceEndsNanos = left - context.settings.longestSilence().toNanos();
        }
        return left > precedenceEndsNanos;
    }

    /** Takes the bytes of the handshake; the bytes after it are the link's, and stay. */
    void read(ByteBuf bytes) {
        precedenceEndsNanos = UNKNOWN;
        switch (state) {
            case PROVING -> prove(bytes);
            case GREETING -> packets.read(bytes);
            case CONNECTING -> throw new IllegalStateException("bytes in state " + state);
        }
    }

    /** It is over, well or not. */
    void end() {
        deadline.cancel(false);
    }

    private void onDeadline() {
        String time = LinkSettings.text(limit);
        if (connection.isOfStranger()) {
            context.rejections.count(Rejection.LATE);
            log.warn("refused the connection with {}: no greeting within {}", connection.who(), time);
            connection.close();
        } else {
            connection.abandon("no answer within " + time);
        }
    }

    // ---- Proofs

    private void prove(ByteBuf bytes) {
        ByteBuf answer = LinkContext.buffer(ProofHandshake.MOST_BYTES);
        boolean proven = false;
        try {
            proven = proof.read(bytes, answer);
        } finally {
            send(answer);
        }
        if (!proven) {
            return;
        }
        state = State.GREETING;
        connection.trust();
        if (peer != null) {
            sayHello(peer);
        }
    }

    private void send(ByteBuf answer) {
        if (answer.isReadable()) {
            connection.send(answer);
        } else {
            answer.release();
        }
    }

    // ---- Greetings

    private void sayHello(PeerLink to) {
        ByteBuf hello = LinkContext.buffer(Hello.LENGTH_BYTES);
        Identity self = context.identity;
        Hello.encode(
                hello,
                self.job(),
                self.rank(),
                context.processes.of(to.rank()).rank(),
                self.creditBytes(),
                to.state().resumption(true));
        connection.send(hello);
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        packets.pause();
        if (peer == null) {
            onHello(expected(PacketKind.HELLO, kind, packet));
        } else if (kind == PacketKind.REFUSAL) {
            Refusal.Reason reason = Refusal.reason(packet);
            connection.close();
            peer.state().onRefused(connection, reason);
        } else {
            onWelcome(expected(PacketKind.WELCOME, kind, packet), peer.state());
        }
        return PayloadSink.NOWHERE;
    }

    private static ByteBuf expected(PacketKind expected, PacketKind kind, ByteBuf packet) {
        if (kind != expected) {
            throw new ProtocolException(kind + " packet where " + expected + " was expected");
        }
        return packet;
    }

    private void onWelcome(ByteBuf packet, LinkState link) {
        Resumption theirs = Welcome.resumption(packet);
        link.meet(theirs);
        connection.stand();
        link.onStanding(connection, theirs, Welcome.credit(packet));
    }

    private void onHello(ByteBuf hello) {
        if (Hello.magic(hello) != Hello.MAGIC) {
            throw new ProtocolException(
                    "greeting with magic " + Integer.toHexString(Hello.magic(hello)) + " is not of reactive-mpi");
        }
        Refusal.Reason objection = objection(hello);
        if (objection == null) {
            welcome(links.greeted(new Process(Hello.job(hello), Hello.from(hello)), Hello.resumption(hello)), hello);
        } else {
            refuse(objection, hello);
        }
    }

    /** Why a greeting is refused, null if it isn't. */
    private Refusal.@Nullable Reason objection(ByteBuf hello) {
        int self = context.identity.rank();
        if (Hello.version(hello) != Hello.VERSION) {
            return Refusal.Reason.VERSION;
        }
        if (Hello.job(hello) != proof.job()) {
            return Refusal.Reason.JOB;
        }
        int from = from(hello);
        boolean isForeign = proof.job() != context.identity.job();
        boolean isOther = isForeign ? Hello.from(hello) >= 0 : from != Processes.NONE && from != self;
        if (Hello.to(hello) != self || !isOther || Hello.from(hello) != proof.peer()) {
            return Refusal.Reason.RANK;
        }
        return links.objectionTo(from, Hello.resumption(hello), connection);
    }

    /** The number of the peer that greets; none where it is of another job, and this rank was not told of it. */
    private int from(ByteBuf hello) {
        return context.processes.number(Hello.job(hello), Hello.from(hello));
    }

    private void welcome(PeerLink from, ByteBuf hello) {
        Resumption theirs = Hello.resumption(hello);
        LinkState link = from.state();
        link.meet(theirs);
        connection.belongsTo(from);
        connection.stand();
        ByteBuf welcome = LinkContext.buffer(Welcome.LENGTH_BYTES);
        Welcome.encode(welcome, context.identity.creditBytes(), link.resumption(false));
        connection.send(welcome);
        link.onStanding(connection, theirs, Hello.credit(hello));
    }

    private void refuse(Refusal.Reason reason, ByteBuf hello) {
        switch (reason) {
            case SIMULTANEOUS ->
                log.debug("rank {} connects at the same time as this rank; its connection yields", Hello.from(hello));
            case DUPLICATE -> {
                if (links.peer(from(hello)).state().isEnded()) {
                    warn(reason, hello);
                } else {
                    log.debug("rank {} has greeted later than by this connection, which yields", Hello.from(hello));
                }
            }
            case VERSION, JOB, RANK, FINALIZED, INCARNATION, CLAIMED, GIVEN_UP -> warn(reason, hello);
        }
        ByteBuf refusal = LinkContext.buffer(32);
        Refusal.encode(refusal, reason);
        connection.send(refusal);
        connection.close();
    }

    private void warn(Refusal.Reason reason, ByteBuf hello) {
        context.rejections.count(Rejection.GREETING);
        log.about(reason)
                .warn(
                        "refused a connection from {} as rank {} to rank {}: {}",
                        connection.remote(),
                        Hello.from(hello),
                        Hello.to(hello),
                        reason);
    }
}
