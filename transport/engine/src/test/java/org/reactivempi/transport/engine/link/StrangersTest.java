package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.Credit;
import org.reactivempi.transport.engine.packet.Hello;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.Refusal;
import org.reactivempi.transport.engine.packet.Welcome;

/** Whoever connects without being a peer loses the connection, and disturbs nobody. Ranks 0 and 1 have a link. */
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
        RawPeer stranger = RawPeer.connectTo(0, network);
        stranger.send(bytes);
        network.run();
        return stranger;
    }

    private RawPeer greeting(Consumer<ByteBuf> encode) {
        ByteBuf hello = Unpooled.buffer();
        encode.accept(hello);
        return stranger(hello);
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
        "VERSION, 2, 0, 0, 2",
        "JOB,     3, 1, 0, 2",
        "RANK,    3, 0, 1, 2",
        "RANK,    3, 0, 0, 0",
        "RANK,    3, 0, 0, 3",
        "RANK,    3, 0, 0, -1"
    })
    @DisplayName("a greeting that doesn't fit is refused with the reason")
    void refused(Refusal.Reason reason, int version, long otherJob, int to, int from) {
        RawPeer stranger = greeting(out -> {
            Hello.encode(out, FakeRank.JOB + otherJob, from, to, CREDIT, FakeRank.GREETING);
            out.setIntLE(20, version);
        });
        assertThat(stranger.received()).containsExactly(PacketKind.REFUSAL);
        assertThat(Refusal.reason(stranger.last(PacketKind.REFUSAL))).isEqualTo(reason);
        assertThat(stranger.isClosed()).isTrue();
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
        RawPeer silent = RawPeer.connectTo(0, network);
        zero.fake.advance(FakeRank.CONNECT_TIMEOUT.minusNanos(1));
        network.run();
        assertThat(silent.isClosed()).isFalse();
        zero.fake.advance(Duration.ofNanos(1));
        network.run();
        assertThat(silent.isClosed()).isTrue();
    }

    @Test
    @DisplayName("one that comes and goes")
    void comesAndGoes() {
        RawPeer.connectTo(0, network).close();
        network.run();
    }

    @Test
    @DisplayName("very many that say nothing: the oldest make room, so that a peer is always heard")
    void crowd() {
        List<RawPeer> crowd = new ArrayList<>();
        for (int i = 0; i < MOST_STRANGERS + 10; i++) {
            crowd.add(RawPeer.connectTo(0, network));
        }
        assertThat(crowd.subList(0, 10)).allMatch(RawPeer::isClosed);
        assertThat(crowd.subList(10, crowd.size())).noneMatch(RawPeer::isClosed);

        RawPeer peer = greeting(out -> Hello.encode(out, FakeRank.JOB, 2, 0, CREDIT, FakeRank.GREETING));
        assertThat(peer.received()).containsExactly(PacketKind.WELCOME);
        assertThat(zero.events(2)).containsExactly("standing");
    }
}
