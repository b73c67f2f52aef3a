package org.reactivempi.transport.engine.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.auth.Credentials.End;
import org.reactivempi.transport.engine.auth.Credentials.Role;
import org.reactivempi.transport.engine.auth.ProofMessages.Answer;
import org.reactivempi.transport.engine.auth.ProofMessages.Challenge;
import org.reactivempi.transport.engine.auth.ProofMessages.Proof;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.port.Secret;

/** Two ends, and an attacker between them or in the place of one. */
class ProofHandshakeTest {

    private static final long JOB = 0x1122334455667788L;
    private static final byte[] REFUSAL = new byte[Proof.LENGTH_BYTES];

    private final Credentials three = of("the job's own secret", JOB, 3);
    private final Credentials seven = of("the job's own secret", JOB, 7);

    private static Credentials of(String secret, long job, int rank) {
        return new Credentials(Secret.of(secret), job, rank, new SecureRandom());
    }

    private static End end(Credentials of, int rank) {
        return new End(of.job(), rank);
    }

    private static void rejects(Rejection rejection, ThrowingCallable call) {
        assertThatExceptionOfType(RejectedException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.rejection()).isEqualTo(rejection));
    }

    private static ByteBuf garbage(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }

    @Test
    @DisplayName("two ranks of a job believe each other, and each knows who the other is")
    void success() {
        Side connector = Side.connector(7, three);
        Side acceptor = Side.acceptor(seven);

        acceptor.reads(connector.takeSent());
        assertThat(acceptor.done).isFalse();
        connector.reads(acceptor.takeSent());
        assertThat(connector.done).isFalse();
        acceptor.reads(connector.takeSent());
        assertThat(acceptor.done).isTrue();
        connector.reads(acceptor.takeSent());

        assertThat(connector.done).isTrue();
        assertThat(connector.sent.isReadable()).isFalse();
        assertThat(connector.handshake.peer()).isEqualTo(7);
        assertThat(acceptor.handshake.peer()).isEqualTo(3);
        assertThat(acceptor.sent.isReadable()).isFalse();
    }

    @Test
    @DisplayName("byte by byte, too")
    void byteByByte() {
        Side connector = Side.connector(7, three);
        Side acceptor = Side.acceptor(seven);
        while (!connector.done) {
            ByteBuf next = connector.sent.isReadable() ? connector.sent : acceptor.sent;
            (next == connector.sent ? acceptor : connector).reads(next.readSlice(1));
        }
        assertThat(acceptor.done).isTrue();
        assertThat(acceptor.sent.isReadable()).isFalse();
    }

    @Test
    @DisplayName("the acceptor gives nothing that is made of the secret before the connector has proven to know it")
    void connectorFirst() {
        ByteBuf answer =
                Side.acceptor(seven).reads(Side.connector(7, three).takeSent()).takeSent();
        assertThat(answer.readableBytes()).isEqualTo(Answer.LENGTH_BYTES);
        // Magic, version, and a random number.
        assertThat(answer.readableBytes() - ProofMessages.OPENING_BYTES).isEqualTo(ProofMessages.NONCE_BYTES);
    }

    @Test
    @DisplayName("what is behind the proof is left for the next reader")
    void bytesBehind() {
        Side connector = Side.connector(7, three);
        Side acceptor = Side.acceptor(seven).reads(connector.takeSent());
        connector.reads(acceptor.takeSent());

        ByteBuf bytes = connector.takeSent().writeByte(42);
        assertThat(acceptor.reads(bytes).done).isTrue();
        assertThat(bytes.readableBytes()).isEqualTo(1);

        ByteBuf more = acceptor.takeSent().writeByte(43);
        assertThat(connector.reads(more).done).isTrue();
        assertThat(more.readableBytes()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "proofs that somebody passes on between two connections are wrong where these are protected, at each end")
    void relay() {
        byte[] one = {1};
        byte[] two = {2};
        assertThat(succeeds(one, one)).isTrue();
        for (byte[][] ends : new byte[][][] {{one, two}, {one, {}}, {{}, two}, {one, {1, 0}}}) {
            assertThat(succeeds(ends[0], ends[1])).isFalse();
        }
    }

    /** With a connector and an acceptor that see these protections. */
    private boolean succeeds(byte[] connectors, byte[] acceptors) {
        Side connector = Side.connector(7, three, connectors);
        Side acceptor = Side.acceptor(seven, acceptors).reads(connector.takeSent());
        connector.reads(acceptor.takeSent());
        try {
            acceptor.reads(connector.takeSent());
        } catch (RejectedException e) {
            ByteBuf refusal = acceptor.takeSent();
            assertThatExceptionOfType(RejectedException.class)
                    .isThrownBy(() -> connector.reads(refusal))
                    .withMessageContaining("it says that this rank's proof is wrong")
                    .withMessageContaining("somebody stands between");
            return false;
        }
        return connector.reads(acceptor.takeSent()).done;
    }

    @Test
    @DisplayName("an acceptor with another secret, of another job, or of another rank is rejected")
    void wrongAcceptor() {
        for (Credentials wrong :
                new Credentials[] {of("another secret", JOB, 7), of("the job's own secret", 1, 7), three}) {
            Side connector = Side.connector(7, three);
            ByteBuf challenge = connector.takeSent();
            Side acceptor = Side.acceptor(wrong).reads(challenge.copy());
            ByteBuf answer = acceptor.takeSent();
            connector.reads(answer.copy()).takeSent();
            byte[] proof = Credentials.proof(
                    wrong.keyWith(end(wrong, 3)),
                    Role.ACCEPTOR,
                    end(wrong, 3),
                    end(wrong, 7),
                    Challenge.nonce(challenge),
                    Answer.nonce(answer),
                    new byte[0]);
            rejects(Rejection.PROOF, () -> connector.reads(Unpooled.wrappedBuffer(wrong == three ? REFUSAL : proof)));
            assertThat(connector.sent.isReadable()).isFalse();
        }
    }

    @Test
    @DisplayName("a connector with another secret, or of another job, is rejected")
    void wrongConnector() {
        for (Credentials wrong : new Credentials[] {of("another secret", JOB, 3), of("the job's own secret", 1, 3)}) {
            Side acceptor = Side.acceptor(seven).reads(Side.connector(7, wrong).takeSent());
            ByteBuf answer = acceptor.takeSent();
            ByteBuf proof = Unpooled.wrappedBuffer(Credentials.proof(
                    wrong.keyWith(end(wrong, 7)),
                    Role.CONNECTOR,
                    end(wrong, 3),
                    end(wrong, 7),
                    new byte[32],
                    Answer.nonce(answer),
                    new byte[0]));
            rejects(Rejection.PROOF, () -> acceptor.reads(proof));
        }
    }

    @Test
    @DisplayName("a connector that says that it is another rank than the one whose proof it has is rejected")
    void changedRank() {
        Side connector = Side.connector(7, three);
        ByteBuf challenge = connector.takeSent().setIntLE(16, 4);
        Side acceptor = Side.acceptor(seven).reads(challenge);
        connector.reads(acceptor.takeSent());
        rejects(Rejection.PROOF, () -> acceptor.reads(connector.takeSent()));
        rejects(Rejection.PROOF, () -> connector.reads(acceptor.takeSent()));
    }

    /** Whether a rank of another job proves to be that to rank 7. */
    private boolean meets(Credentials connecting) {
        Side connector = Side.connector(JOB, 7, connecting);
        Side acceptor = Side.acceptor(seven).reads(connector.takeSent());
        connector.reads(acceptor.takeSent());
        acceptor.reads(connector.takeSent());
        connector.reads(acceptor.takeSent());
        return connector.done && acceptor.done && acceptor.handshake.job() == 1;
    }

    @Test
    @DisplayName("ranks of two jobs believe each other by the secret of the pair, and by that alone")
    void twoJobs() {
        Credentials other = of("the other job's secret", 1, 3);
        other.meet(JOB, 7, Secret.of("the pair's"));
        rejects(Rejection.PROOF, () -> meets(other));
        seven.meet(1, 3, Secret.of("the other job's secret"));
        rejects(Rejection.PROOF, () -> meets(other));
        seven.meet(1, 3, Secret.of("the pair's"));
        assertThat(meets(other)).isTrue();

        Credentials pretending = of("the pair's", JOB, 3);
        pretending.meet(JOB, 7, Secret.of("the pair's"));
        rejects(Rejection.PROOF, () -> meets(pretending));
    }

    @Test
    @DisplayName(
            "DPM-4 a process of any job is let in by what becomes of a port's secret for the two jobs, as long as the port is open")
    void port() {
        Secret port = Secret.of("the port's");
        Credentials other = of("the other job's secret", 1, 3);
        other.meet(JOB, 7, Credentials.ofPair(port, 1, JOB));
        rejects(Rejection.PROOF, () -> meets(other));
        seven.admit(Secret.of("another port's"));
        rejects(Rejection.PROOF, () -> meets(other));
        seven.admit(port);
        assertThat(meets(other)).isTrue();
        seven.dismiss(port);
        // It has proven what it is, and was no peer.
        rejects(Rejection.PROOF, () -> meets(other));
        seven.admit(port);
        seven.admit(port);
        assertThat(meets(other)).isTrue();
        seven.welcome(1, 3);
        seven.dismiss(port);
        seven.dismiss(port);
        assertThat(meets(other)).isTrue();
        seven.forget(1, 3);
        rejects(Rejection.PROOF, () -> meets(other));

        seven.admit(port);
        Credentials itself = of("the job's secret, which it doesn't know", JOB, 3);
        itself.meet(JOB, 7, Credentials.ofPair(port, JOB, JOB));
        rejects(Rejection.PROOF, () -> meets(itself));
    }

    @Test
    @DisplayName("a connector that says that it is of another job than the one whose proof it has is rejected")
    void changedJob() {
        seven.meet(1, 3, Secret.of("the job's own secret"));
        Side connector = Side.connector(7, three);
        ByteBuf challenge = connector.takeSent().setLongLE(8, 1);
        Side acceptor = Side.acceptor(seven).reads(challenge);
        connector.reads(acceptor.takeSent());
        rejects(Rejection.PROOF, () -> acceptor.reads(connector.takeSent()));
    }

    @Test
    @DisplayName("a whole handshake that was recorded opens nothing, at either end")
    void replay() {
        Side connector = Side.connector(7, three);
        ByteBuf challenge = connector.takeSent();
        Side recorded = Side.acceptor(seven).reads(challenge.copy());
        ByteBuf answer = recorded.takeSent();
        ByteBuf proof = connector.reads(answer.copy()).takeSent();
        ByteBuf proofOfAcceptor = recorded.reads(proof.copy()).takeSent();
        assertThat(recorded.done).isTrue();

        Side acceptor = Side.acceptor(seven).reads(challenge);
        rejects(Rejection.PROOF, () -> acceptor.reads(proof));
        Side other = Side.connector(7, three).reads(answer);
        rejects(Rejection.PROOF, () -> other.reads(proofOfAcceptor));
    }

    @Test
    @DisplayName("the connector's own proof, sent back, is none of an acceptor")
    void reflectedProof() {
        Side connector = Side.connector(7, three);
        connector.reads(Side.acceptor(seven).reads(connector.takeSent()).takeSent());
        rejects(Rejection.PROOF, () -> connector.reads(connector.takeSent()));
    }

    @Test
    @DisplayName("an answer with the challenge's own nonce is rejected, whatever the proof")
    void reflectedNonce() {
        Side connector = Side.connector(7, three);
        byte[] nonce = Challenge.nonce(connector.takeSent());
        ByteBuf answer = Unpooled.buffer();
        Answer.encode(answer, nonce);
        rejects(Rejection.REFLECTION, () -> connector.reads(answer));
    }

    @Test
    @DisplayName("a rank's own answers are of no use against itself, in a second connection")
    void ownAnswer() {
        Side connector = Side.connector(7, three);
        Side ownAcceptor = Side.acceptor(three).reads(connector.takeSent());
        connector.reads(ownAcceptor.takeSent());
        rejects(Rejection.PROOF, () -> ownAcceptor.reads(connector.takeSent()));
        rejects(Rejection.PROOF, () -> connector.reads(ownAcceptor.takeSent()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1", "SSH-2.0-OpenSSH", "\26\3\1\2\0", "\1\0\0\0", "\0", "\377"})
    @DisplayName("the first byte of something else ends it, and nothing is answered")
    void somethingElse(String text) {
        Side acceptor = Side.acceptor(seven);
        rejects(Rejection.GARBAGE, () -> acceptor.reads(garbage(text.substring(0, 1))));
        assertThat(acceptor.sent.isReadable()).isFalse();
        rejects(Rejection.GARBAGE, () -> Side.connector(7, three).reads(garbage(text)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    @DisplayName("so does each wrong byte of the magic, at once")
    void wrongMagic(int index) {
        ByteBuf magic = garbage("RMPA").setByte(index, 'x');
        Side acceptor = Side.acceptor(seven).reads(magic.readSlice(index));
        rejects(Rejection.GARBAGE, () -> acceptor.reads(magic.readSlice(1)));
    }

    @Test
    @DisplayName("each end says by which version it authenticates, also where they differ")
    void otherVersion() {
        ByteBuf challenge = Side.connector(7, three).takeSent().setIntLE(4, 4);
        Side acceptor = Side.acceptor(seven);
        assertThatExceptionOfType(RejectedException.class)
                .isThrownBy(() -> acceptor.reads(challenge))
                .withMessage("it authenticates by version 4, this rank by version 3");
        assertThat(acceptor.sent.readableBytes()).isEqualTo(8);

        ByteBuf opening = acceptor.takeSent().setIntLE(4, 1);
        rejects(Rejection.VERSION, () -> Side.connector(7, three).reads(opening));
    }

    @Test
    @DisplayName("no two challenges and no two answers are the same")
    void fresh() {
        ByteBuf challenge = Side.connector(7, three).takeSent();
        assertThat(Side.connector(7, three).takeSent()).isNotEqualTo(challenge);
        assertThat(Side.acceptor(seven).reads(challenge.copy()).takeSent())
                .isNotEqualTo(Side.acceptor(seven).reads(challenge.copy()).takeSent());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName("a handshake with one changed bit succeeds at neither of the ends that see it, or after it")
    void changedBit(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            changedBit(random);
        }
    }

    private void changedBit(Random random) {
        Side connector = Side.connector(7, three);
        Side acceptor = Side.acceptor(seven);
        int changed = random.nextInt(4);
        try {
            acceptor.reads(passed(connector.takeSent(), changed == 0, random));
            connector.reads(passed(acceptor.takeSent(), changed == 1, random));
            acceptor.reads(passed(connector.takeSent(), changed == 2, random));
            assertThat(changed).as("what was changed, and nobody noticed").isEqualTo(3);
            connector.reads(passed(acceptor.takeSent(), true, random));
        } catch (RejectedException e) {
            assertThat(acceptor.done).isEqualTo(changed == 3);
            assertThat(connector.done).isFalse();
            return;
        }
        throw new AssertionError("nobody was rejected");
    }

    private static ByteBuf passed(ByteBuf bytes, boolean change, Random random) {
        if (change) {
            int index = random.nextInt(bytes.readableBytes());
            bytes.setByte(index, bytes.getByte(index) ^ (1 << random.nextInt(Byte.SIZE)));
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    @DisplayName(
            "whatever comes, in whatever pieces: rejected or waited for, and never answered with more than one answer")
    void anyBytes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            anyBytes(Side.acceptor(seven), garbageBehindSomeOf(Side.connector(7, three), random), random);
            Side connector = Side.connector(7, three);
            Side acceptor = Side.acceptor(seven).reads(connector.takeSent());
            anyBytes(Side.connector(7, three), garbageBehindSomeOf(acceptor, random), random);
        }
        for (int i = 0; i < 500; i++) {
            Side connector = Side.connector(7, three);
            Side acceptor = Side.acceptor(seven).reads(connector.takeSent());
            connector.reads(acceptor.takeSent());
            anyBytes(acceptor, garbageBehindSomeOf(connector, random), random);
            anyBytes(connector, garbageBehindSomeOf(acceptor, random), random);
        }
    }

    private static ByteBuf garbageBehindSomeOf(Side side, Random random) {
        ByteBuf right = side.takeSent();
        byte[] wrong = new byte[random.nextInt(200)];
        random.nextBytes(wrong);
        int rightBytes = right.isReadable() ? random.nextInt(right.readableBytes()) : 0;
        if (wrong.length > 0 && right.isReadable()) {
            // A random byte may be the right one, and nonces are of each run's own: garbage is wrong from its start.
            wrong[0] = (byte) ~right.getByte(right.readerIndex() + rightBytes);
        }
        return Unpooled.wrappedBuffer(right.readSlice(rightBytes), Unpooled.copiedBuffer(wrong));
    }

    private static void anyBytes(Side side, ByteBuf bytes, Random random) {
        side.sent.clear();
        try {
            while (bytes.isReadable()) {
                side.reads(bytes.readSlice(1 + random.nextInt(bytes.readableBytes())));
            }
        } catch (RejectedException e) {
            // As it should be.
        }
        assertThat(side.done).isFalse();
        assertThat(side.sent.readableBytes()).isLessThanOrEqualTo(ProofHandshake.MOST_BYTES);
    }
}
