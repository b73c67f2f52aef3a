package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.LinkLog;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.LinkPackets.Acknowledge;
import org.reactivempi.transport.engine.packet.LinkPackets.Goodbye;
import org.reactivempi.transport.engine.packet.PacketKind;

/** What a rank knows at its end of messages that have not been delivered. Rank 1 is the link's peer. */
class UndeliveredTest {

    private final FakeNetwork network = new FakeNetwork();
    private LinkRank rank;

    @AfterEach
    void end() {
        rank.abort();
        network.run();
    }

    private static ByteBuf bytes(Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        return out;
    }

    private RawPeer standing(boolean mayBreak) {
        rank = new LinkRank(network, 0, 2, mayBreak);
        RawPeer peer = connected();
        assertThat(rank.events(1)).containsExactly("standing");
        return peer;
    }

    private RawPeer connected() {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        peer.send(bytes(out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING)));
        network.run();
        return peer;
    }

    private void closeInVain() {
        rank.close();
        rank.fake.advance(FakeRank.RECONNECT_TIMEOUT);
        rank.fake.advance(FakeRank.RECONNECT_TIMEOUT);
        assertThat(rank.isClosed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "LIF-2 a message that the peer has not read when the time for the goodbye is over is told of, in the log as well")
    void notRead(boolean mayBreak) {
        standing(mayBreak);
        try (LinkLog log = new LinkLog()) {
            rank.sendMessage(1, 10);
            closeInVain();
            assertThat(log.warnings()).anyMatch(line -> line.contains("may not have reached it"));
        }
        assertThat(rank.silentLosses()).singleElement().asString().startsWith("rank 1 ");
    }

    @Test
    @DisplayName("LIF-2 what the peer has read has been delivered, though it doesn't answer the goodbye")
    void read() {
        RawPeer peer = standing(false);
        rank.sendMessage(1, 10);
        network.run();
        closeInVain();
        assertThat(peer.received()).hasSize(2);
        assertThat(rank.silentLosses()).isEmpty();
    }

    @Test
    @DisplayName("LIF-2 so has what it has acknowledged; other packets than messages don't matter")
    void acknowledged() {
        RawPeer peer = standing(true);
        rank.sendMessage(1, 10);
        network.run();
        peer.send(bytes(out -> Acknowledge.encode(out, 0, 24)));
        network.run();
        rank.send(1, 11);
        closeInVain();
        assertThat(rank.silentLosses()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("LIF-2 a peer that finalizes without having read a message has not failed, and no line warns of it")
    void finalized(boolean mayBreak) {
        RawPeer peer = standing(mayBreak);
        try (LinkLog log = new LinkLog()) {
            rank.sendMessage(1, 10);
            peer.send(bytes(out -> Goodbye.encode(out, PacketKind.GOODBYE, 0)));
            network.run();
            closeInVain();
            assertThat(log.warnings()).isEmpty();
        }
        assertThat(rank.silentLosses()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("where only a goodbye is not answered, nothing is lost, and no line says so")
    void onlyGoodbyes(boolean mayBreak) {
        standing(mayBreak);
        try (LinkLog log = new LinkLog()) {
            closeInVain();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("LIF-2 a loss of which the program knows is not told of once more")
    void known(boolean byOperation) {
        RawPeer peer = standing(false);
        rank.sendMessage(1, 10);
        peer.close();
        network.run();
        assertThat(rank.silentLosses()).isEqualTo(List.of("rank 1 ended its connection"));
        if (byOperation) {
            rank.link(1).loss().noteTold();
        } else {
            rank.fake.links().noteKnown(1);
        }
        assertThat(rank.silentLosses()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("LIF-2 a peer of whom nothing is left has got all, if others know that it has finalized")
    void vanished(boolean finalized) {
        RawPeer peer = standing(true);
        rank.fake.finalized(finalized);
        rank.sendMessage(1, 10);
        rank.close();
        peer.close();
        network.run();
        rank.fake.advance(FakeRank.RECONNECT_TIMEOUT.dividedBy(2));
        network.run();
        assertThat(rank.isClosed()).isTrue();
        assertThat(rank.silentLosses()).isEqualTo(finalized ? List.of() : List.of("rank 1 has ended"));
    }

    /** A rank whose peer has not come. */
    private void startsFirst() {
        network.unlisten("fake-1");
        rank = new LinkRank(network, 0, 2, true);
        rank.fake.comesAndGoes();
    }

    /** The same, which sends that peer a message, and finalizes. */
    private void closesFirst() {
        startsFirst();
        rank.sendMessage(1, 10);
        network.run();
        rank.close();
        pass(FakeRank.WAIT_FOR_PEERS.dividedBy(2));
    }

    @Test
    @DisplayName("a peer that has not come is not waited for where no message is to be delivered")
    void nothingToDeliver() {
        startsFirst();
        rank.send(1, 11);
        network.run();
        rank.close();
        pass(Duration.ofSeconds(2));
        assertThat(rank.isClosed()).isTrue();
        assertThat(rank.silentLosses()).isEmpty();
    }

    private void pass(Duration time) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plusSeconds(1)) {
            rank.fake.advance(Duration.ofSeconds(1));
            network.run();
        }
    }

    @Test
    @DisplayName("LIF-2 a rank that finalizes waits for a peer that has not come, says so once, and gives it all")
    void notThereYet() {
        try (LinkLog log = new LinkLog()) {
            closesFirst();
            assertThat(rank.isClosed()).isFalse();
            assertThat(log.warnings())
                    .containsExactly("closing waits until what was sent is delivered: rank 1 has not come");
        }
        LinkRank late = new LinkRank(network, 1, 2, true);
        pass(Duration.ofSeconds(2));
        assertThat(late.events(0)).contains("packet 10");
        assertThat(rank.isClosed()).isTrue();
        assertThat(rank.silentLosses()).isEmpty();
        late.abort();
    }

    @Test
    @DisplayName("where several peers have not come, the line names one of them, and says how many more there are")
    void severalNotThere() {
        network.unlisten("fake-1");
        rank = new LinkRank(network, 0, 4, true);
        rank.fake.comesAndGoes();
        for (int peer = 1; peer < 4; peer++) {
            rank.sendMessage(peer, 10);
        }
        network.run();
        try (LinkLog log = new LinkLog()) {
            rank.close();
            pass(FakeRank.WAIT_FOR_PEERS.dividedBy(2));
            assertThat(log.warnings())
                    .containsExactly(
                            "closing waits until what was sent is delivered: rank 1, as well as 2 more, has not come");
        }
    }

    @Test
    @DisplayName(
            "LIF-2, LIF-4 a peer that never comes is lost when the time to wait for it is over, and what was sent to it")
    void neverComes() {
        closesFirst();
        pass(FakeRank.WAIT_FOR_PEERS);
        assertThat(rank.isClosed()).isTrue();
        assertThat(rank.silentLosses()).singleElement().asString().startsWith("rank 1 cannot be reached");
    }

    @Test
    @DisplayName("LIF-2 a peer that comes late, lives and answers no goodbye is waited for as long as any other")
    void comesAndNeverAnswers() {
        closesFirst();
        RawPeer peer = connected();
        assertThat(rank.events(1)).contains("standing");
        for (int second = 0; second < 2 * FakeRank.RECONNECT_TIMEOUT.toSeconds(); second++) {
            int sequence = second;
            peer.send(bytes(out -> Acknowledge.encode(out, sequence, 24)));
            pass(Duration.ofSeconds(1));
        }
        assertThat(peer.received()).contains(PacketKind.GOODBYE);
        assertThat(rank.isClosed()).isTrue();
    }
}
