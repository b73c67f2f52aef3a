package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.auth.ProofHandshake;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.HandshakePackets.Welcome;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.Secret;

/** A stranger that connects loses the connection, and disturbs nobody. Ranks 0 and 1 have a link. */
class StrangersTest {

    private static final int CREDIT = FakeRank.CREDIT_BYTES;
    private static final int MOST_STRANGERS = 256;

    private final long buffersBefore = DirectBuffers.live();
    private final FakeNetwork network = new FakeNetwork();
    private final LinkRank zero = new LinkRank(network, 0, 3);
    private final LinkRank one = new LinkRank(network, 1, 3);

    @BeforeEach
    void connect() {
        zero.send(1, 10);
        network.run();
    }

    @AfterEach
    void linkIsUndisturbed() {
        zero.send(1, 11);
        one.send(0, 21);
        network.run();
        assertThat(zero.events(1)).containsExactly("standing", "packet 21");
        assertThat(one.events(0)).containsExactly("standing", "packet 10", "packet 11");
        zero.abort();
        one.abort();
        network.run();
        assertThat(DirectBuffers.live()).isEqualTo(buffersBefore);
    }

    private RawPeer stranger(ByteBuf bytes) {
        RawPeer stranger = RawPeer.stranger(0, network);
        stranger.send(bytes);
        network.run();
        return stranger;
    }

    /** What a process says that has proven to be rank 2. */
    private RawPeer greeting(Consumer<ByteBuf> encode) {
        return greeting(2, encode);
    }

    private RawPeer greeting(int as, Consumer<ByteBuf> encode) {
        RawPeer peer = RawPeer.connectTo(0, as, network);
        assertThat(peer.isProven()).isTrue();
        ByteBuf hello = Unpooled.buffer();
        encode.accept(hello);
        peer.send(hello);
        network.run();
        return peer;
    }

    private long rejections(Rejection rejection) {
        return zero.fake.links().rejections().of(rejection);
    }

    @Test
    @DisplayName("random bytes")
    void randomBytes() {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[16 + random.nextInt(200)];
            random.nextBytes(bytes);
            assertThat(stranger(Unpooled.wrappedBuffer(bytes)).isClosed()).isTrue();
        }
        assertThat(rejections(Rejection.GARBAGE)).isEqualTo(200);
    }

    @Test
    @DisplayName("a rank with another secret")
    void otherSecret() {
        Credentials wrong = new Credentials(Secret.of("not what they know"), FakeRank.JOB, 2, new SplittableRandom(2));
        ByteBuf sent = recordedConnection(
                wrong, new Credentials(Secret.of("not what they know"), FakeRank.JOB, 0, new SplittableRandom(0)));
        assertThat(stranger(sent).isClosed()).isTrue();
        assertThat(rejections(Rejection.PROOF)).isEqualTo(1);
    }

    @Test
    @DisplayName("somebody in the place of a rank, with another secret: nothing is sent to him")
    void impostor() {
        RawPeer impostor = RawPeer.inPlaceOf(
                2, new Credentials(Secret.of("not what they know"), FakeRank.JOB, 2, new SplittableRandom(2)), network);
        zero.send(2, 13);
        network.run();
        assertThat(impostor.isClosed()).isTrue();
        assertThat(impostor.received()).isEmpty();
        assertThat(zero.link(2).loss()).hasMessageContaining("it says that this rank's proof is wrong");
        assertThat(rejections(Rejection.PROOF)).isEqualTo(1);
    }

    @Test
    @DisplayName("what a rank has sent to this one once, sent again")
    void replay() {
        RawPeer stranger = stranger(recordedConnection());
        assertThat(stranger.isClosed()).isTrue();
        assertThat(rejections(Rejection.PROOF)).isEqualTo(1);
        assertThat(zero.events(2)).isEmpty();
    }

    /** What rank 2 has sent to rank 0 in another connection. */
    private static ByteBuf recordedConnection() {
        return recordedConnection(FakeRank.credentials(2), FakeRank.credentials(0));
    }

    private static ByteBuf recordedConnection(Credentials connector, Credentials acceptor) {
        ProofHandshake two = ProofHandshake.with(0, connector, () -> new byte[0]);
        ProofHandshake zeroElsewhere = ProofHandshake.withStranger(acceptor, () -> new byte[0]);
        ByteBuf sent = Unpooled.buffer();
        ByteBuf answers = Unpooled.buffer();
        two.begin(sent);
        ByteBuf unread = sent.duplicate();
        zeroElsewhere.read(unread, answers);
        two.read(answers, sent);
        assertThat(zeroElsewhere.read(unread.writerIndex(sent.writerIndex()), answers))
                .isTrue();
        assertThat(two.read(answers, sent)).isTrue();
        Hello.encode(sent, FakeRank.JOB, 2, 0, CREDIT, FakeRank.GREETING);
        return sent;
    }

    @Test
    @DisplayName("another version of the authentication, which is answered with this one")
    void otherVersion() {
        ByteBuf challenge = recordedConnection().setIntLE(4, 99);
        RawPeer stranger = stranger(challenge);
        assertThat(stranger.isClosed()).isTrue();
        assertThat(stranger.unread().readableBytes()).isEqualTo(8);
        assertThat(rejections(Rejection.VERSION)).isEqualTo(1);
    }

    @Test
    @DisplayName("one whose right bytes come so slowly that the time is over first")
    void slowDrip() {
        ByteBuf challenge = recordedConnection();
        RawPeer slow = RawPeer.stranger(0, network);
        for (int i = 0; i < 7; i++) {
            assertThat(slow.isClosed()).isFalse();
            slow.send(challenge.readRetainedSlice(1));
            network.run();
            zero.fake.advance(FakeRank.HANDSHAKE_TIMEOUT.dividedBy(7));
            network.run();
        }
        assertThat(slow.isClosed()).isTrue();
        assertThat(rejections(Rejection.LATE)).isEqualTo(1);
    }

    @Test
    @DisplayName("an HTTP request")
    void http() {
        String request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        assertThat(stranger(Unpooled.copiedBuffer(request, StandardCharsets.US_ASCII))
                        .isClosed())
                .isTrue();
    }

    @Test
    @DisplayName("a huge length")
    void hugeLength() {
        ByteBuf header = Unpooled.buffer().writeIntLE(4).writeIntLE(0).writeLongLE(Long.MAX_VALUE);
        assertThat(stranger(header).isClosed()).isTrue();
    }

    @Test
    @DisplayName("a valid packet before the greeting")
    void packetBeforeGreeting() {
        assertThat(greeting(out -> Credit.encode(out, 0, 5)).isClosed()).isTrue();
        assertThat(greeting(out -> Welcome.encode(out, CREDIT, FakeRank.GREETING))
                        .isClosed())
                .isTrue();
    }

    @Test
    @DisplayName("a greeting of something else")
    void otherMagic() {
        assertThat(greeting(out -> {
                            Hello.encode(out, FakeRank.JOB, 2, 0, CREDIT, FakeRank.GREETING);
                            out.setIntLE(16, 0x50545448);
                        })
                        .isClosed())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "VERSION, 10, 0, 0, 2",
        "RANK,    13, 0, 0, 1",
        "JOB,     13, 1, 0, 2",
        "RANK,    13, 0, 1, 2",
        "RANK,    13, 0, 0, 0",
        "RANK,    13, 0, 0, 3",
        "RANK,    13, 0, 0, -1"
    })
    @DisplayName("a greeting that doesn't fit, or not to the proof, is refused with the reason")
    void refused(Refusal.Reason reason, int version, long otherJob, int to, int from) {
        RawPeer stranger = greeting(out -> {
            Hello.encode(out, FakeRank.JOB + otherJob, from, to, CREDIT, FakeRank.GREETING);
            out.setIntLE(20, version);
        });
        assertThat(stranger.received()).containsExactly(PacketKind.REFUSAL);
        assertThat(Refusal.reason(stranger.last(PacketKind.REFUSAL))).isEqualTo(reason);
        assertThat(stranger.isClosed()).isTrue();
        assertThat(rejections(Rejection.GREETING)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, -1, Integer.MIN_VALUE})
    @DisplayName("a greeting of a rank that can't be, also with the right proof")
    void impossibleRank(int from) {
        RawPeer peer = greeting(from, out -> Hello.encode(out, FakeRank.JOB, from, 0, CREDIT, FakeRank.GREETING));
        assertThat(Refusal.reason(peer.last(PacketKind.REFUSAL))).isEqualTo(Refusal.Reason.RANK);
    }

    @Test
    @DisplayName("what follows a greeting that was refused is not looked at")
    void bytesBehindRefusedGreeting() {
        RawPeer stranger = greeting(out -> {
            Hello.encode(out, FakeRank.JOB + 1, 2, 0, CREDIT, FakeRank.GREETING);
            Credit.encode(out, 0, 5);
        });
        assertThat(stranger.received()).containsExactly(PacketKind.REFUSAL);
        assertThat(zero.events(2)).isEmpty();
    }

    @Test
    @DisplayName("one that says nothing, until the deadline")
    void silent() {
        RawPeer silent = RawPeer.stranger(0, network);
        zero.fake.advance(FakeRank.HANDSHAKE_TIMEOUT.minusNanos(1));
        network.run();
        assertThat(silent.isClosed()).isFalse();
        zero.fake.advance(Duration.ofNanos(1));
        network.run();
        assertThat(silent.isClosed()).isTrue();
        assertThat(rejections(Rejection.LATE)).isEqualTo(1);
    }

    @Test
    @DisplayName("one that proves who it is and then says nothing, until the deadline")
    void silentPeer() {
        RawPeer silent = RawPeer.connectTo(0, 2, network);
        zero.fake.advance(FakeRank.HANDSHAKE_TIMEOUT);
        network.run();
        assertThat(silent.isClosed()).isTrue();
        assertThat(rejections(Rejection.LATE)).isEqualTo(1);
    }

    @Test
    @DisplayName("one that comes and goes")
    void comesAndGoes() {
        RawPeer.stranger(0, network).close();
        network.run();
    }

    @Test
    @DisplayName("very many that say nothing: the oldest make room, so that a peer is always heard")
    void crowd() {
        List<RawPeer> crowd = new ArrayList<>();
        for (int i = 0; i < MOST_STRANGERS + 10; i++) {
            crowd.add(RawPeer.stranger(0, network));
        }
        assertThat(crowd.subList(0, 10)).allMatch(RawPeer::isClosed);
        assertThat(crowd.subList(10, crowd.size())).noneMatch(RawPeer::isClosed);
        assertThat(rejections(Rejection.CROWD)).isEqualTo(10);

        RawPeer peer = greeting(out -> Hello.encode(out, FakeRank.JOB, 2, 0, CREDIT, FakeRank.GREETING));
        assertThat(peer.received()).containsExactly(PacketKind.WELCOME);
        assertThat(zero.events(2)).containsExactly("standing");
    }
}
