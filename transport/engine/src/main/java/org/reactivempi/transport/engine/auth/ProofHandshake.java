package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.auth.Credentials.End;
import org.reactivempi.transport.engine.auth.Credentials.Role;
import org.reactivempi.transport.engine.auth.ProofMessages.Answer;
import org.reactivempi.transport.engine.auth.ProofMessages.Challenge;
import org.reactivempi.transport.engine.auth.ProofMessages.Proof;
import org.reactivempi.transport.engine.event.Rejection;

/**
 * One end of the handshake in which two processes prove to each other that they know a secret: that of their job, or one of their two jobs.
 *
 * <pre>
 *  connector                              acceptor
 *     |------------- Challenge ------------&gt;|
 *     |&lt;------------ Answer ----------------|
 *     |------------- Proof ----------------&gt;|   over both nonces, and over what protects the connection
 *     |&lt;------------ Proof -----------------|   the acceptor's, over the same
 *     |------------- packets --------------&gt;|
 * </pre>
 * It takes bytes as they come, in pieces of any length, and gives bytes to send. The caller closes the connection when this throws,
 * or when it takes too long. It keeps a few hundred bytes, however many come.
 */
public abstract sealed class ProofHandshake {

    /** The most bytes that {@link #begin} and {@link #read} write at once. */
    public static final int MOST_BYTES = Answer.LENGTH_BYTES + Proof.LENGTH_BYTES;

    final Credentials credentials;
    final byte[] nonce;
    private final Supplier<byte[]> binding;

    private ProofHandshake(Credentials credentials, Supplier<byte[]> binding) {
        this.credentials = credentials;
        this.nonce = credentials.nonce();
        this.binding = binding;
    }

    /**
     * The end of a rank that has connected to a peer's address.
     *
     * @param peer the rank that it wants to reach
     * @param credentials this rank's
     * @param binding what both ends see of the connection's protection, empty without; asked when bytes have come
     */
    public static ProofHandshake with(int peer, Credentials credentials, Supplier<byte[]> binding) {
        return with(credentials.job(), peer, credentials, binding);
    }

    /** The same, for a rank of this job, or for a process of another one that the credentials know a secret of. */
    public static ProofHandshake with(long job, int peer, Credentials credentials, Supplier<byte[]> binding) {
        return new Connector(new End(job, peer), credentials, binding);
    }

    /** The end of a rank that has accepted a connection; {@code binding} as above. */
    public static ProofHandshake withStranger(Credentials credentials, Supplier<byte[]> binding) {
        return new Acceptor(credentials, binding);
    }

    /** Writes the bytes to send first; the acceptor has none. */
    public abstract void begin(ByteBuf out);

    /**
     * Takes the bytes of the handshake, and none of the bytes that follow.
     *
     * @param in what has come
     * @param out gets what is to be sent, also before an exception
     * @return true at the end: the other end is rank {@link #peer} of the job {@link #job}
     * @throws RejectedException if the other end has not proven that
     */
    public abstract boolean read(ByteBuf in, ByteBuf out);

    /** The rank at the other end, in its job, once it has proven to be that. */
    public final int peer() {
        return other().rank();
    }

    /** The job of the other end, once it has proven to be of that. */
    public final long job() {
        return other().job();
    }

    abstract End other();

    final End self() {
        return new End(credentials.job(), credentials.rank());
    }

    final byte[] proof(Hmac key, Role of, End connector, End acceptor, byte[] connectorNonce, byte[] acceptorNonce) {
        return Credentials.proof(key, of, connector, acceptor, connectorNonce, acceptorNonce, binding.get());
    }

    /**
     * The connector's end.
     *
     * <pre>
     *  NEW --challenge sent--&gt; ASKED --answer, proof sent--&gt; PROVEN --right proof--&gt; DONE
     *                            +--anything else--&gt; thrown    +--anything else--&gt; thrown
     * </pre>
     */
    private static final class Connector extends ProofHandshake {

        private enum State {
            NEW,
            ASKED,
            PROVEN,
            DONE
        }

        private final End acceptor;
        private final Arriving answer = new Arriving(Answer.LENGTH_BYTES, ProofMessages::checkOpening);
        private final Arriving proof = new Arriving(Proof.LENGTH_BYTES, soFar -> {});
        private State state = State.NEW;
        /** That of the proof: this rank may come to know another one before the answer comes. */
        private @Nullable Hmac key;

        Connector(End acceptor, Credentials credentials, Supplier<byte[]> binding) {
            super(credentials, binding);
            this.acceptor = acceptor;
        }

        @Override
        public void begin(ByteBuf out) {
            if (state != State.NEW) {
                throw new IllegalStateException("handshake has begun, and is " + state);
            }
            state = State.ASKED;
            Challenge.encode(out, credentials.job(), credentials.rank(), nonce);
        }

        @Override
        public boolean read(ByteBuf in, ByteBuf out) {
            if (state == State.ASKED && answer.take(in)) {
                checkAnswer();
                state = State.PROVEN;
                Proof.encode(out, proof(Role.CONNECTOR));
            }
            if (state == State.PROVEN && proof.take(in)) {
                checkProof(Proof.proof(proof.bytes));
                state = State.DONE;
            }
            return state == State.DONE;
        }

        private void checkAnswer() {
            if (Credentials.same(nonce, Answer.nonce(answer.bytes))) {
                throw new RejectedException(Rejection.REFLECTION, "it answers with what this rank has asked");
            }
        }

        private void checkProof(byte[] given) {
            if (!Credentials.same(proof(Role.ACCEPTOR), given)) {
                String what = Proof.isRefusal(given) ? "it says that this rank's proof is wrong" : "its proof is wrong";
                throw new RejectedException(
                        Rejection.PROOF,
                        what + ": it has another secret or another list of peers, or it is not rank "
                                + acceptor.rank()
                                + " of this job, or somebody stands between it and this rank, or only one of the two uses TLS");
            }
        }

        private byte[] proof(Role of) {
            Hmac known = key == null ? credentials.keyWith(acceptor) : key;
            key = known;
            return proof(known, of, self(), acceptor, nonce, Answer.nonce(answer.bytes));
        }

        @Override
        End other() {
            return acceptor;
        }
    }

    /**
     * The acceptor's end.
     *
     * <pre>
     *  LISTENING --challenge, answer sent--&gt; ASKING --right proof, proof sent--&gt; DONE
     *      +--anything else--&gt; thrown          +--anything else, refusal sent--&gt; thrown
     * </pre>
     * What a stranger says of itself is only used to check its proof. Before the proof is right, the stranger gets nothing that is
     * made of the secret.
     */
    private static final class Acceptor extends ProofHandshake {

        private enum State {
            LISTENING,
            ASKING,
            DONE
        }

        private final Arriving challenge = new Arriving(Challenge.LENGTH_BYTES, ProofMessages::checkOpening);
        private final Arriving proof = new Arriving(Proof.LENGTH_BYTES, soFar -> {});
        private State state = State.LISTENING;

        Acceptor(Credentials credentials, Supplier<byte[]> binding) {
            super(credentials, binding);
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
                Hmac key = checked(out);
                state = State.DONE;
                Proof.encode(out, proof(key, Role.ACCEPTOR));
            }
            return state == State.DONE;
        }

        private boolean takeChallenge(ByteBuf in, ByteBuf out) {
            try {
                return challenge.take(in);
            } catch (RejectedException e) {
                if (e.rejection() == Rejection.VERSION) {
                    ProofMessages.encodeOpening(out);
                }
                throw e;
            }
        }

        /** The key of the proof that has come. */
        private Hmac checked(ByteBuf out) {
            byte[] given = Proof.proof(proof.bytes);
            Hmac key = credentials.keyOf(other(), known -> Credentials.same(proof(known, Role.CONNECTOR), given));
            if (key == null) {
                Proof.encodeRefusal(out);
                throw new RejectedException(
                        Rejection.PROOF,
                        "its proof is wrong: it has another secret, or another job or list of peers, or repeats old bytes, or somebody"
                                + " stands between it and this rank, or only one of the two uses TLS");
            }
            return key;
        }

        private byte[] proof(Hmac key, Role of) {
            return proof(key, of, other(), self(), Challenge.nonce(challenge.bytes), nonce);
        }

        @Override
        End other() {
            return new End(Challenge.job(challenge.bytes), Challenge.from(challenge.bytes));
        }
    }

    /** A message that is coming in: as many bytes as it has, and no more. */
    private static final class Arriving {

        final ByteBuf bytes;
        private final int length;
        private final Consumer<ByteBuf> check;

        /** None of {@code length} bytes yet; {@code check} sees all that has come, each time when more has. */
        Arriving(int length, Consumer<ByteBuf> check) {
            this.length = length;
            this.bytes = Unpooled.buffer(length, length);
            this.check = check;
        }

        /** Takes the bytes of this message; true when it is complete. */
        boolean take(ByteBuf in) {
            in.readBytes(bytes, Math.min(in.readableBytes(), bytes.writableBytes()));
            check.accept(bytes);
            return bytes.readableBytes() == length;
        }
    }
}
