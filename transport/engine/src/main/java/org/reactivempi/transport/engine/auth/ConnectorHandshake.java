package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;

/**
 * The connector's part.
 *
 * <pre>
 *  NEW --challenge sent--&gt; ASKED --right answer, proof sent--&gt; DONE
 *                            +--anything else--&gt; thrown
 * </pre>
 */
final class ConnectorHandshake implements Handshake {

    private enum State {
        NEW,
        ASKED,
        DONE
    }

    private final int acceptor;
    private final Credentials credentials;
    private final byte[] nonce;
    private final Message answer = new Message(Answer.LENGTH_BYTES, Opening::check);
    private State state = State.NEW;

    ConnectorHandshake(int acceptor, Credentials credentials) {
        this.acceptor = acceptor;
        this.credentials = credentials;
        this.nonce = credentials.nonce();
    }

    @Override
    public void begin(ByteBuf out) {
        move(State.NEW, State.ASKED);
        Challenge.encode(out, credentials.rank(), nonce);
    }

    @Override
    public boolean read(ByteBuf in, ByteBuf out) {
        if (!answer.take(in)) {
            return false;
        }
        move(State.ASKED, State.DONE);
        byte[] theirs = Answer.nonce(answer.bytes());
        check(theirs, Answer.proof(answer.bytes()));
        Proof.encode(out, proof(Role.CONNECTOR, theirs));
        return true;
    }

    private void check(byte[] theirs, byte[] given) {
        if (Credentials.same(nonce, theirs)) {
            throw new RejectedException(Rejection.REFLECTION, "it answers with what this rank has asked");
        }
        if (!Credentials.same(proof(Role.ACCEPTOR, theirs), given)) {
            throw new RejectedException(
                    Rejection.PROOF,
                    "its proof is wrong: it has another secret, or it is not rank " + acceptor + " of this job");
        }
    }

    private byte[] proof(Role of, byte[] theirs) {
        return credentials.proof(of, credentials.rank(), acceptor, nonce, theirs);
    }

    @Override
    public int peer() {
        return acceptor;
    }

    private void move(State from, State to) {
        if (state != from) {
            throw new IllegalStateException("handshake is " + state + ", cannot go from " + from + " to " + to);
        }
        state = to;
    }
}
