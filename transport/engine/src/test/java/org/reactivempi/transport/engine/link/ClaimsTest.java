package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.HandshakePackets.Welcome;
import org.reactivempi.transport.engine.packet.PacketKind;

/** Which of two processes is the rank that both claim to be, where ranks come and go; the peer is written as bytes. */
class ClaimsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    /** As long as any doubt can last: that of a connection, and of four heartbeats. */
    private static final int DOUBT_SECONDS = (int)
            FakeRank.RECONNECT_TIMEOUT.plus(FakeRank.HEARTBEAT.multipliedBy(4)).toSeconds();

    private static final String TAKEN = "rank 1 says that rank 0 is another process, which lives";

    private final FakeNetwork network = new FakeNetwork();
    private final List<String> taken = new ArrayList<>();
    private LinkRank rank;

    @BeforeEach
    void start() {
        rank = new LinkRank(network, 0, 2, true);
        rank.fake.comesAndGoes().links().whenRankIsTaken(taken::add);
    }

    @AfterEach
    void end() {
        rank.abort();
    }

    private static ByteBuf bytes(Consumer<ByteBuf> write) {
        ByteBuf bytes = Unpooled.buffer();
        write.accept(bytes);
        return bytes;
    }

    /** So much time goes by, in which the peer says of each greeting that another process is this rank. */
    private void claimFor(int seconds) {
        for (int second = 0; second < seconds; second++) {
            RawPeer peer = RawPeer.inPlaceOf(1, network);
            pass();
            if (peer.received().contains(PacketKind.HELLO)) {
                peer.send(bytes(out -> Refusal.encode(out, Refusal.Reason.CLAIMED)));
                network.run();
            }
        }
    }

    /** So much time goes by, in which nobody listens where the peer was. */
    private void awayFor(int seconds) {
        network.unlisten("fake-1");
        for (int second = 0; second < seconds; second++) {
            pass();
        }
    }

    private void pass() {
        rank.fake.advance(SECOND);
        network.run();
    }

    private void greet() {
        rank.fake.run(() -> rank.fake.links().greet(1));
    }

    private RawPeer welcome() {
        RawPeer peer = RawPeer.inPlaceOf(1, network);
        for (int second = 0; second < 3 && !peer.received().contains(PacketKind.HELLO); second++) {
            pass();
        }
        assertThat(peer.received()).contains(PacketKind.HELLO);
        network.unlisten("fake-1");
        peer.send(bytes(out -> Welcome.encode(out, FakeRank.CREDIT_BYTES, FakeRank.GREETING)));
        network.run();
        return peer;
    }

    @Test
    @DisplayName("MBR-6 a rank that is refused for as long as a doubt can last is another process's, and not before")
    void timer() {
        claimFor(1);
        rank.send(1, 7);
        claimFor(DOUBT_SECONDS - 1);
        assertThat(taken).isEmpty();
        assertThat(rank.events(1)).isEmpty();

        claimFor(2);
        assertThat(taken).containsExactly(TAKEN);
        assertThat(rank.events(1)).containsExactly("lost: " + TAKEN);
    }

    @Test
    @DisplayName("MBR-6 two claims in a row have their whole time each")
    void twoInARow() {
        rank.send(1, 7);
        claimFor(DOUBT_SECONDS - 5);
        welcome().close();
        network.run();
        assertThat(rank.events(1)).containsExactly("standing");

        // As long as a link that has stood looks for another connection, nearly; the time of the first claim is over
        // meanwhile.
        claimFor((int) FakeRank.RECONNECT_TIMEOUT.toSeconds() - 1);
        assertThat(taken).isEmpty();
        assertThat(rank.events(1)).containsExactly("standing");
    }

    @Test
    @DisplayName(
            "MBR-6 a connection that stands ends the claim: its time may run out, or another break come, and nothing happens")
    void settled() {
        rank.send(1, 7);
        claimFor(DOUBT_SECONDS - 5);
        RawPeer peer = welcome();
        peer.close();
        network.run();
        // Looks for another connection when the time of the claim would be over, without one.
        awayFor(6);

        assertThat(taken).isEmpty();
        assertThat(rank.events(1)).containsExactly("standing");
    }

    @Test
    @DisplayName("MBR-6 a break within the time of a claim neither ends it nor begins it anew")
    void broken() {
        greet();
        claimFor(5);
        awayFor(5);
        claimFor(DOUBT_SECONDS - 12);
        assertThat(taken).isEmpty();

        claimFor(3);
        assertThat(taken).containsExactly(TAKEN);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("MBR-6 a peer that has refused a rank, and has gone since, says nothing of it any more")
    void refusesAndGoes(boolean isWanted) {
        if (isWanted) {
            rank.send(1, 7);
        } else {
            greet();
        }
        claimFor(5);
        awayFor(DOUBT_SECONDS);
        assertThat(taken).isEmpty();

        welcome();
        assertThat(rank.events(1)).containsExactly("standing");
        assertThat(taken).isEmpty();
    }

    @Test
    @DisplayName("MBR-6 a rank that finalizes while it is refused just ends")
    void leaves() {
        rank.send(1, 7);
        claimFor(2);
        rank.close();
        claimFor(DOUBT_SECONDS);

        assertThat(taken).isEmpty();
        assertThat(rank.isClosed()).isTrue();
    }

    private RawPeer greet(Resumption resumption) {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        peer.send(bytes(out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, resumption)));
        network.run();
        return peer;
    }

    private static Refusal.Reason refusal(RawPeer peer) {
        assertThat(peer.received()).containsExactly(PacketKind.REFUSAL);
        return Refusal.reason(peer.last(PacketKind.REFUSAL));
    }

    /** What this rank has said of itself. */
    private static long incarnation(RawPeer peer) {
        return Welcome.resumption(peer.last(PacketKind.WELCOME)).incarnation();
    }

    private void assertStands(RawPeer peer, int packet) {
        peer.send(bytes(out -> Credit.encode(out, 0, packet)));
        network.run();
        assertThat(peer.isClosed()).isFalse();
        assertThat(rank.events(1)).last().isEqualTo("packet " + packet);
    }

    @Test
    @DisplayName("MBR-2 greetings of a process whose rank another one has come for are refused, and that one stays")
    void staleGreetings() {
        RawPeer first = greet(new Resumption(0x11, 0, 0, 0, 1, 1));
        long met = incarnation(first);
        first.close();
        network.run();
        rank.fake.advance(FakeRank.RECONNECT_TIMEOUT.plus(SECOND));
        network.run();
        assertThat(rank.events(1)).last().asString().startsWith("lost: rank 1 has failed");
        RawPeer second = greet(new Resumption(0x22, 0, 0, 0, 1, 1));
        assertThat(second.received()).contains(PacketKind.WELCOME);

        assertThat(refusal(greet(new Resumption(0x11, met, 0, 1, 2, 1)))).isEqualTo(Refusal.Reason.INCARNATION);
        assertThat(refusal(greet(new Resumption(0x11, 0, 0, 0, 2, 1)))).isEqualTo(Refusal.Reason.CLAIMED);
        assertThat(refusal(greet(new Resumption(0x22, met, 0, 1, 2, 1))))
                .as("who has met the end of the first link")
                .isEqualTo(Refusal.Reason.INCARNATION);
        assertThat(refusal(greet(new Resumption(0x22, incarnation(second), 0, 0, 1, 1))))
                .as("a greeting that has come before")
                .isEqualTo(Refusal.Reason.DUPLICATE);
        assertStands(second, 5);
    }

    @Test
    @DisplayName("MBR-2 a greeting that goes on with a link begins none, also when that link has ended")
    void staleGreetingBehindTheEnd() {
        RawPeer first = greet(new Resumption(0x11, 0, 0, 0, 1, 1));
        long met = incarnation(first);
        first.close();
        network.run();
        rank.fake.advance(FakeRank.RECONNECT_TIMEOUT.plus(SECOND));
        network.run();

        assertThat(refusal(greet(new Resumption(0x11, met, 0, 1, 2, 1)))).isEqualTo(Refusal.Reason.DUPLICATE);
        assertThat(refusal(greet(new Resumption(0x33, met, 0, 1, 2, 1)))).isEqualTo(Refusal.Reason.INCARNATION);
    }
}
