package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;

/**
 * The acceptor's part.
 *
 * <pre>
 *  LISTENING --challenge, answer sent--&gt; ASKING --right proof--&gt; DONE
 *      +--anything else--&gt; thrown          +--anything else--&gt; thrown
 * </pre>
 * What a stranger says of itself is only used to check the proof.
 */
final class AcceptorHandshake implements Handshake {

    private enum State {
        LISTENING,
        ASKING,
        DONE
    }

    private final Credentials credentials;
    private final Message challenge = new Message(Challenge.LENGTH_BYTES, Opening::check);
    private final Message proof = new Message(Proof.LENGTH_BYTES, soFar -> {});
    private byte[] expected = new byte[0];
    private State state = State.LISTENING;

    AcceptorHandshake(Credentials credentials) {
        this.credentials = credentials;
    }

    @Override
    public void begin(ByteBuf out) {}

    @Override
    public boolean read(ByteBuf in, ByteBuf out) {
        if (state == State.LISTENING && takeChallenge(in, out)) {
            state = State.ASKING;
            answer(out);
        }
        if (state == State.ASKING && proof.take(in)) {
            state = State.DONE;
            check();
        }
        return state == State.DONE;
    }

    private boolean takeChallenge(ByteBuf in, ByteBuf out) {
        try {
            return challenge.take(in);
        } catch (RejectedException e) {
            if (e.rejection() == Rejection.VERSION) {
                Answer.encodeOpening(out);
            }
            throw e;
        }
    }

    private void answer(ByteBuf out) {
        byte[] theirs = Challenge.nonce(challenge.bytes());
        byte[] nonce = credentials.nonce();
        Answer.encode(out, nonce, proof(Role.ACCEPTOR, theirs, nonce));
        expected = proof(Role.CONNECTOR, theirs, nonce);
    }

    private byte[] proof(Role of, byte[] theirs, byte[] nonce) {
        return credentials.proof(of, peer(), credentials.rank(), theirs, nonce);
    }

    private void check() {
        if (!Credentials.same(expected, Proof.proof(proof.bytes()))) {
            throw new RejectedException(
                    Rejection.PROOF, "its proof is wrong: it has another secret, or another job, or repeats old bytes");
        }
    }

    @Override
    public int peer() {
        return Challenge.from(challenge.bytes());
    }
}
