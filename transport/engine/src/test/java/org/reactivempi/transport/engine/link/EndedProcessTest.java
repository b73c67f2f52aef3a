package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.event.LinkStatus;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Welcome;
import org.reactivempi.transport.engine.packet.LinkPackets.Goodbye;
import org.reactivempi.transport.engine.packet.PacketKind;

/** The bootstrap says that the peer's process has ended, in each state that the link may have. Rank 1 is the peer. */
class EndedProcessTest {

    private static final String LOST = "lost: rank 1 has failed: its process has ended";
    private static final Duration SILENCE = Duration.ofMillis(300);

    private final long buffersBefore = DirectBuffers.live();
    private final FakeNetwork network = new FakeNetwork();
    private final LinkRank rank = new LinkRank(network, 0, 3, true);

    @AfterEach
    void nothingIsLeft() {
        rank.abort();
        network.run();
        assertThat(DirectBuffers.live()).isEqualTo(buffersBefore);
    }

    private static void say(RawPeer peer, Consumer<ByteBuf> write) {
        ByteBuf bytes = Unpooled.buffer();
        write.accept(bytes);
        peer.send(bytes);
    }

    private RawPeer standing(LinkRank with) {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        say(peer, out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        network.run();
        assertThat(with.events(1)).containsExactly("standing");
        return peer;
    }

    private void processEnded(LinkRank told) {
        told.fake.run(() -> told.fake.signals().step(() -> told.fake.links().onProcessEnded(1)));
        network.run();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("LIF-4 what an ended process had sent is received, to the end of its connection, and then it is lost")
    void lastWords(boolean mayBreak) {
        LinkRank with = mayBreak ? rank : new LinkRank(network, 0, 3, false);
        RawPeer peer = standing(with);
        with.send(1, 10);
        say(peer, out -> Credit.encode(out, 0, 11));
        processEnded(with);
        say(peer, out -> Credit.encode(out, 1, 12));
        network.run();
        assertThat(with.events(1)).containsExactly("standing", "packet 11", "packet 12");

        peer.close();
        network.run();
        assertThat(with.events(1)).hasSize(4).last().asString().startsWith("lost: rank 1 ");
        with.abort();
    }

    @Test
    @DisplayName("LIF-4 a connection with an ended process that does not end is given up when it is silent, not before")
    void silent() {
        RawPeer peer = standing(rank);
        processEnded(rank);
        rank.fake.advance(SILENCE.minusMillis(1));
        say(peer, out -> Credit.encode(out, 0, 11));
        network.run();
        rank.fake.advance(Duration.ofMillis(1));
        assertThat(rank.events(1)).containsExactly("standing", "packet 11");
        rank.fake.advance(SILENCE.minusMillis(1));
        assertThat(rank.events(1)).hasSize(2);
        rank.fake.advance(Duration.ofMillis(1));
        assertThat(rank.events(1)).containsExactly("standing", "packet 11", LOST);
    }

    @Test
    @DisplayName("LIF-4 a connection that has broken is not looked for when the process has ended")
    void resting() {
        standing(rank).close();
        network.run();
        assertThat(rank.events(1)).containsExactly("standing");
        processEnded(rank);
        assertThat(rank.events(1)).containsExactly("standing", LOST);
        assertThat(rank.link(1).status().state()).isEqualTo(LinkStatus.State.LOST);
    }

    @Test
    @DisplayName("LIF-4 a peer that was never reached is lost at once when its process has ended")
    void idle() {
        processEnded(rank);
        assertThat(rank.events(1)).containsExactly(LOST);
        assertThat(rank.fake.connections()).isEmpty();
    }

    @Test
    @DisplayName("LIF-4 what an ended process had sent behind its welcome is received")
    void connecting() {
        RawPeer peer = RawPeer.inPlaceOf(1, network);
        rank.send(1, 10);
        network.run();
        processEnded(rank);
        say(peer, out -> Welcome.encode(out, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        say(peer, out -> Credit.encode(out, 0, 11));
        network.run();
        assertThat(rank.events(1)).containsExactly("standing", "packet 11");
        peer.close();
        network.run();
        assertThat(rank.events(1)).containsExactly("standing", "packet 11", LOST);
    }

    @Test
    @DisplayName("LIF-4 a peer that has said goodbye has finalized, also when its process is said to have failed")
    void saidGoodbye() {
        RawPeer peer = standing(rank);
        say(peer, out -> Goodbye.encode(out, PacketKind.GOODBYE, 0));
        network.run();
        processEnded(rank);
        peer.close();
        network.run();
        assertThat(rank.events(1)).containsExactly("standing", "lost: rank 1 has finalized");
        assertThat(rank.link(1).status().state()).isEqualTo(LinkStatus.State.FINALIZED);
    }

    @Test
    @DisplayName("LIF-2 closing doesn't wait for the goodbye of a process that has ended")
    void closing() {
        standing(rank);
        rank.close();
        network.run();
        assertThat(rank.isClosed()).isFalse();
        processEnded(rank);
        rank.fake.advance(SILENCE);
        assertThat(rank.isClosed()).isTrue();
    }
}
