package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.LinkPackets.Goodbye;
import org.reactivempi.transport.engine.packet.PacketKind;

/** A rank that takes a living process for failed tells it so, and one that hears it of itself goes no further. */
class GivenUpTest {

    private static final String WHY = "rank 1 takes it for failed, and goes on without it";

    private final FakeNetwork network = new FakeNetwork();
    private final List<String> heard = new ArrayList<>();

    private LinkRank rank(boolean mayBreak) {
        LinkRank rank = new LinkRank(network, 0, 2, mayBreak);
        rank.fake.links().whenGivenUp(heard::add);
        return rank;
    }

    private static ByteBuf bytes(Consumer<ByteBuf> write) {
        ByteBuf bytes = Unpooled.buffer();
        write.accept(bytes);
        return bytes;
    }

    private RawPeer greet(Resumption resumption) {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        peer.send(bytes(out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, resumption)));
        network.run();
        return peer;
    }

    private RawPeer greetAgain() {
        return greet(new Resumption(0x5eed, 100, 0, 1, 2, 1));
    }

    private static Refusal.Reason refusal(RawPeer peer) {
        assertThat(peer.received()).containsExactly(PacketKind.REFUSAL);
        return Refusal.reason(peer.last(PacketKind.REFUSAL));
    }

    private void say(RawPeer peer, PacketKind kind) {
        peer.send(bytes(out -> Goodbye.encode(out, kind, 0)));
        network.run();
    }

    @Test
    @DisplayName("LIF-4 a peer that comes after the reconnect-timeout is told that it was given up")
    void afterTheReconnectTimeout() {
        LinkRank rank = rank(true);
        greet(FakeRank.GREETING).close();
        network.run();
        rank.fake.advance(FakeRank.RECONNECT_TIMEOUT.plusSeconds(1));
        network.run();
        assertThat(rank.events(1)).last().asString().startsWith("lost: rank 1 has failed");

        assertThat(refusal(greetAgain())).isEqualTo(Refusal.Reason.GIVEN_UP);
        assertThat(heard).isEmpty();
    }

    @Test
    @DisplayName("LIF-4 a peer that stands still on a connection that doesn't break finds there that it was given up")
    void silent() {
        network.beating();
        LinkRank rank = rank(false);
        RawPeer peer = greet(FakeRank.GREETING);
        for (int beats = 0; beats < 10; beats++) {
            rank.fake.advance(FakeRank.HEARTBEAT);
            network.run();
        }
        assertThat(rank.events(1)).last().asString().startsWith("lost: rank 1 has failed: nothing heard for");
        assertThat(peer.received()).last().isEqualTo(PacketKind.GIVEN_UP);
        assertThat(refusal(greetAgain())).isEqualTo(Refusal.Reason.GIVEN_UP);
    }

    @Test
    @DisplayName(
            "LIF-4 a peer that accepts a connection, and stands still, was given up; one that can't be reached was not")
    void neverMet() {
        LinkRank rank = rank(true);
        RawPeer.inPlaceOf(1, network);
        rank.send(1, 7);
        network.run();
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT);
        network.run();
        assertThat(refusal(greet(FakeRank.GREETING))).isEqualTo(Refusal.Reason.GIVEN_UP);
    }

    @Test
    @DisplayName("a peer that has ended by itself, or that this rank has failed on, was not given up")
    void otherLosses() {
        LinkRank rank = rank(true);
        say(greet(FakeRank.GREETING), PacketKind.ABORTED);
        assertThat(rank.events(1)).contains("lost: rank 1 has aborted");
        assertThat(refusal(greetAgain())).isEqualTo(Refusal.Reason.DUPLICATE);
    }

    @Test
    @DisplayName("LIF-4 a rank that is refused since it was given up says so, and not that its peer has failed")
    void refused() {
        LinkRank rank = rank(true);
        greet(FakeRank.GREETING).close();
        network.run();
        RawPeer again = RawPeer.inPlaceOf(1, network);
        rank.fake.advance(Duration.ofMillis(400));
        network.run();
        again.send(bytes(out -> Refusal.encode(out, Refusal.Reason.GIVEN_UP)));
        network.run();

        assertThat(heard).containsExactly(WHY);
        assertThat(rank.events(1)).containsExactly("standing");
        rank.abort();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("LIF-4 so does one that reads it")
    void told(boolean mayBreak) {
        LinkRank rank = rank(mayBreak);
        say(greet(FakeRank.GREETING), PacketKind.GIVEN_UP);

        assertThat(heard).containsExactly(WHY);
        assertThat(rank.events(1)).containsExactly("standing");
        rank.abort();
    }

    @Test
    @DisplayName("LIF-2 a rank that finalizes ends as it wanted to, with what may not have been delivered")
    void finalizing() {
        LinkRank rank = rank(true);
        RawPeer peer = greet(FakeRank.GREETING);
        rank.sendMessage(1, 5);
        rank.close();
        network.run();
        say(peer, PacketKind.GIVEN_UP);

        assertThat(heard).isEmpty();
        assertThat(rank.isClosed()).isTrue();
        assertThat(rank.silentLosses()).containsExactly("rank 1 takes this rank for failed");
    }
}
