package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.ProofHandshake;
import org.reactivempi.transport.engine.auth.Rejection;
import org.reactivempi.transport.engine.packet.Hello;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Refusal;
import org.reactivempi.transport.engine.packet.Resumption;
import org.reactivempi.transport.engine.packet.Welcome;

/**
 * The greetings on one connection, behind the proofs: both sides say what has come of their streams, and so where these go on.
 *
 * <pre>
 *  who connects:  HELLO --&gt; WELCOME: the connection stands
 *                       --&gt; REFUSAL: it is closed, and the contact hears why
 *  who accepts:   &lt;-- HELLO, no objection --&gt; WELCOME: the connection stands
 *                 &lt;-- HELLO, an objection --&gt; REFUSAL, and it is closed
 * </pre>
 * Only the progress thread comes here.
 */
final class Greeting implements PacketHandler {

    private static final Log log = Log.of(Greeting.class);

    private final Links links;
    private final Connection connection;
    private final ProofHandshake proof;
    /** Whom this rank connects to; null where it accepts. */
    private final @Nullable PeerLink peer;

    private final PacketReader packets = new PacketReader(this);

    Greeting(Links links, Connection connection, ProofHandshake proof, @Nullable PeerLink peer) {
        this.links = links;
        this.connection = connection;
        this.proof = proof;
        this.peer = peer;
    }

    /** Says who this rank is, to the one that it connects to. */
    void say(PeerLink to) {
        ByteBuf hello = links.buffer(Hello.LENGTH_BYTES);
        Identity self = links.identity();
        Hello.encode(
                hello,
                self.job(),
                self.rank(),
                to.rank(),
                self.creditBytes(),
                to.contact().resumption(true));
        connection.send(hello);
    }

    /** Takes a greeting; what follows it is the link's, and stays. */
    void read(ByteBuf bytes) {
        packets.read(bytes);
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        packets.pause();
        if (peer == null) {
            onHello(expected(PacketKind.HELLO, kind, packet));
        } else if (kind == PacketKind.REFUSAL) {
            Refusal.Reason reason = Refusal.reason(packet);
            connection.close();
            peer.contact().onRefused(connection, reason);
        } else {
            onWelcome(expected(PacketKind.WELCOME, kind, packet), peer);
        }
        return PayloadSink.NOWHERE;
    }

    private void onHello(ByteBuf packet) {
        if (Hello.magic(packet) != Hello.MAGIC) {
            throw new ProtocolException(
                    "greeting with magic " + Integer.toHexString(Hello.magic(packet)) + " is not of reactive-mpi");
        }
        Refusal.Reason refused = links.objectionTo(packet, proof.peer());
        if (refused == null) {
            welcome(links.peer(Hello.from(packet)), packet);
        } else {
            refuse(refused, packet);
        }
    }

    private void welcome(PeerLink from, ByteBuf hello) {
        Resumption theirs = Hello.resumption(hello);
        from.check(theirs);
        connection.belongsTo(from);
        from.contact().meet(theirs);
        connection.stand();
        ByteBuf welcome = links.buffer(Welcome.LENGTH_BYTES);
        Welcome.encode(welcome, links.identity().creditBytes(), from.contact().resumption(false));
        connection.send(welcome);
        from.contact().onStanding(connection, theirs, Hello.credit(hello));
    }

    private void refuse(Refusal.Reason reason, ByteBuf hello) {
        switch (reason) {
            case SIMULTANEOUS ->
                log.debug("rank {} connects at the same time as this rank; its connection yields", Hello.from(hello));
            case DUPLICATE -> {
                if (links.peer(Hello.from(hello)).life().isGone()) {
                    warn(reason, hello);
                } else {
                    log.debug("rank {} has greeted later than by this connection, which yields", Hello.from(hello));
                }
            }
            case VERSION, JOB, RANK, FINALIZED, INCARNATION -> warn(reason, hello);
        }
        ByteBuf refusal = links.buffer(32);
        Refusal.encode(refusal, reason);
        connection.send(refusal);
        connection.close();
    }

    private void warn(Refusal.Reason reason, ByteBuf hello) {
        links.rejections().count(Rejection.GREETING);
        log.about(reason)
                .warn(
                        "refused a connection from {} as rank {} to rank {}: {}",
                        connection.remote(),
                        Hello.from(hello),
                        Hello.to(hello),
                        reason);
    }

    private void onWelcome(ByteBuf packet, PeerLink from) {
        Resumption theirs = Welcome.resumption(packet);
        from.check(theirs);
        from.contact().meet(theirs);
        connection.stand();
        from.contact().onStanding(connection, theirs, Welcome.credit(packet));
    }

    private static ByteBuf expected(PacketKind expected, PacketKind kind, ByteBuf packet) {
        if (kind != expected) {
            throw new ProtocolException(kind + " packet where " + expected + " was expected");
        }
        return packet;
    }
}
