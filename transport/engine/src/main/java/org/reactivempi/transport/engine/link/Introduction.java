package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.ProofHandshake;
import org.reactivempi.transport.engine.auth.Rejection;

/**
 * The beginning of a connection, within a time limit: both sides prove that they know the secret, then they greet.
 *
 * <pre>
 *  connector:  CONNECTING --open--&gt; PROVING --answer; proof; proof, hello--&gt; GREETING --welcome--&gt; the connection stands
 *  acceptor:   PROVING --challenge; answer; proof; proof-------------------&gt; GREETING --hello; welcome--&gt; the connection stands
 * </pre>
 * What a stranger sends that is no proof costs it the connection, and us a line in the log and one more on a counter. Only the
 * progress thread comes here.
 */
final class Introduction {

    private enum State {
        CONNECTING,
        PROVING,
        GREETING
    }

    private static final Log log = Log.of(Introduction.class);

    private final Links links;
    private final Connection connection;
    /** Whom this rank connects to; null where it accepts. */
    private final @Nullable PeerLink peer;

    private final ProofHandshake proof;
    private final Greeting greeting;
    private final Duration longest;
    private final ScheduledFuture<?> deadline;
    private State state;

    Introduction(Links links, Connection connection, @Nullable PeerLink peer) {
        this.links = links;
        this.connection = connection;
        this.peer = peer;
        if (peer == null) {
            proof = ProofHandshake.withStranger(links.credentials(), connection::binding);
            longest = links.identity().handshakeTimeout();
            state = State.PROVING;
        } else {
            proof = ProofHandshake.with(peer.rank(), links.credentials(), connection::binding);
            longest = peer.contact().longestAttempt();
            state = State.CONNECTING;
        }
        greeting = new Greeting(links, connection, proof, peer);
        deadline = links.after(longest, this::onDeadline);
    }

    /** Bytes can be sent. */
    void begin() {
        if (state == State.CONNECTING) {
            state = State.PROVING;
            ByteBuf challenge = links.buffer(ProofHandshake.MOST_BYTES);
            proof.begin(challenge);
            connection.send(challenge);
        }
    }

    /** Whether the greeting of this rank, which connects, is under way, behind its proof. */
    boolean hasBegun() {
        return peer != null && state != State.CONNECTING;
    }

    /** Takes what belongs to it, and nothing behind that. */
    void read(ByteBuf bytes) {
        switch (state) {
            case PROVING -> prove(bytes);
            case GREETING -> greeting.read(bytes);
            case CONNECTING -> throw new IllegalStateException("bytes in state " + state);
        }
    }

    private void prove(ByteBuf bytes) {
        ByteBuf answer = links.buffer(ProofHandshake.MOST_BYTES);
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
            greeting.say(peer);
        }
    }

    private void send(ByteBuf answer) {
        if (answer.isReadable()) {
            connection.send(answer);
        } else {
            answer.release();
        }
    }

    /** It is over, well or not. */
    void end() {
        deadline.cancel(false);
    }

    private void onDeadline() {
        if (connection.isOfStranger()) {
            links.rejections().count(Rejection.LATE);
            log.warn("refused the connection with {}: no greeting within {}", connection.who(), Contact.text(longest));
            connection.close();
        } else {
            connection.abandon("no answer within " + Contact.text(longest));
        }
    }
}
