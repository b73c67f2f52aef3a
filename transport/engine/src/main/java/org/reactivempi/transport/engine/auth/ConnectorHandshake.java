package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;

/**
 * The connector's part.
 *
 * <pre>
 *  NEW --challenge sent--&gt; ASKED --answer, proof sent--&gt; PROVEN --right proof--&gt; DONE
 *                            +--anything else--&gt; thrown    +--anything else--&gt; thrown
 * </pre>
 */
final class ConnectorHandshake implements Handshake {

    private enum State {
        NEW,
        ASKED,
        PROVEN,
        DONE
    }

    private final int acceptor;
    private final Credentials credentials;
    private final Supplier<byte[]> binding;
    private final byte[] nonce;
    private final Message answer = new Message(Answer.LENGTH_BYTES, Opening::check);
    private final Message proof = new Message(Proof.LENGTH_BYTES, soFar -> {});
    private State state = State.NEW;

    ConnectorHandshake(int acceptor, Credentials credentials, Supplier<byte[]> binding) {
        this.acceptor = acceptor;
        this.credentials = credentials;
        this.binding = binding;
        this.nonce = credentials.nonce();
    }

    @Override
    public void begin(ByteBuf out) {
        if (state != State.NEW) {
            throw new IllegalStateException("handshake has begun, and is " + state);
        }
        state = State.ASKED;
        Challenge.encode(out, credentials.rank(), nonce);
    }

    @Override
    public boolean read(ByteBuf in, ByteBuf out) {
        if (state == State.ASKED && answer.take(in)) {
            checkAnswer();
            state = State.PROVEN;
            Proof.encode(out, proof(Role.CONNECTOR));
        }
        if (state == State.PROVEN && proof.take(in)) {
            checkProof(Proof.proof(proof.bytes()));
            state = State.DONE;
        }
        return state == State.DONE;
    }

    private void checkAnswer() {
        if (Credentials.same(nonce, Answer.nonce(answer.bytes()))) {
            throw new RejectedException(Rejection.REFLECTION, "it answers with what this rank has asked");
        }
    }

    private void checkProof(byte[] given) {
        if (!Credentials.same(proof(Role.ACCEPTOR), given)) {
            String what = Proof.isRefusal(given) ? "it says that this rank's proof is wrong" : "its proof is wrong";
            throw new RejectedException(
                    Rejection.PROOF,
                    what + ": it has another secret, or it is not rank " + acceptor
                            + " of this job, or somebody stands between it and this rank, or only one of the two uses TLS");
        }
    }

    private byte[] proof(Role of) {
        return credentials.proof(of, credentials.rank(), acceptor, nonce, Answer.nonce(answer.bytes()), binding.get());
    }

    @Override
    public int peer() {
        return acceptor;
    }
}
