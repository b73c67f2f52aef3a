package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;

/**
 * The acceptor's part.
 *
 * <pre>
 *  LISTENING --challenge, answer sent--&gt; ASKING --right proof, proof sent--&gt; DONE
 *      +--anything else--&gt; thrown          +--anything else, refusal sent--&gt; thrown
 * </pre>
 * What a stranger says of itself is only used to check the proof, and a stranger gets nothing that is made of the secret.
 */
final class AcceptorHandshake implements Handshake {

    private enum State {
        LISTENING,
        ASKING,
        DONE
    }

    private final Credentials credentials;
    private final Supplier<byte[]> binding;
    private final byte[] nonce;
    private final Message challenge = new Message(Challenge.LENGTH_BYTES, Opening::check);
    private final Message proof = new Message(Proof.LENGTH_BYTES, soFar -> {});
    private State state = State.LISTENING;

    AcceptorHandshake(Credentials credentials, Supplier<byte[]> binding) {
        this.credentials = credentials;
        this.binding = binding;
        this.nonce = credentials.nonce();
    }

    @Override
    public void begin(ByteBuf out) {}

    @Override
    public boolean read(ByteBuf in, ByteBuf out) {
        if (state == State.LISTENING && takeChallenge(in, out)) {
            state = State.ASKING;
            Answer.encode(out, nonce);
        }
        if (state == State.ASKING && proof.take(in)) {
            check(out);
            state = State.DONE;
            Proof.encode(out, proof(Role.ACCEPTOR));
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

    private void check(ByteBuf out) {
        if (!Credentials.same(proof(Role.CONNECTOR), Proof.proof(proof.bytes()))) {
            Proof.encodeRefusal(out);
            throw new RejectedException(
                    Rejection.PROOF,
                    "its proof is wrong: it has another secret, or another job, or repeats old bytes, or somebody"
                            + " stands between it and this rank, or only one of the two uses TLS");
        }
    }

    private byte[] proof(Role of) {
        return credentials.proof(
                of, peer(), credentials.rank(), Challenge.nonce(challenge.bytes()), nonce, binding.get());
    }

    @Override
    public int peer() {
        return Challenge.from(challenge.bytes());
    }
}
