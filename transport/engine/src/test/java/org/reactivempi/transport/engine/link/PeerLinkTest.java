package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeLink;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.LinkLog;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.HandshakePackets.Welcome;
import org.reactivempi.transport.engine.packet.LinkPackets.Goodbye;
import org.reactivempi.transport.engine.packet.MessagePackets.Eager;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.PeerDirectory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Every arrow of the picture of {@link PeerLink}, and what else may come. Rank 1 is the link's peer. */
class PeerLinkTest {

    private static final int CREDIT = FakeRank.CREDIT_BYTES;

    private final long buffersBefore = DirectBuffers.live();
    private final FakeNetwork network = new FakeNetwork();
    private final LinkRank rank = new LinkRank(network, 0, 3);

    @AfterEach
    void nothingIsLeft() {
        rank.abort();
        network.run();
        assertThat(DirectBuffers.live()).isEqualTo(buffersBefore);
    }

    private static ByteBuf bytes(Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        return out;
    }

    private RawPeer standing() {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        peer.send(bytes(out -> Hello.encode(out, FakeRank.JOB, 1, 0, CREDIT, FakeRank.GREETING)));
        network.run();
        assertThat(rank.events(1)).containsExactly("standing");
        return peer;
    }

    private RawPeer connected() {
        RawPeer peer = RawPeer.inPlaceOf(1, network);
        rank.send(1, 10);
        network.run();
        assertThat(peer.received()).containsExactly(PacketKind.HELLO);
        return peer;
    }

    private void answer(RawPeer peer, Consumer<ByteBuf> encode) {
        peer.send(bytes(encode));
        network.run();
    }

    @Test
    @DisplayName("a link looks its peer up with its first packet, not before, and once")
    void lazy() {
        int[] lookups = {0};
        rank.fake.directory(peer -> {
            lookups[0]++;
            return Mono.just("fake-" + peer);
        });
        RawPeer peer = RawPeer.inPlaceOf(1, network);
        rank.link(1);
        network.run();
        assertThat(lookups[0]).isZero();

        rank.send(1, 10);
        rank.send(1, 11);
        network.run();
        assertThat(lookups[0]).isEqualTo(1);
        assertThat(Hello.from(peer.last(PacketKind.HELLO))).isZero();
        assertThat(Hello.to(peer.last(PacketKind.HELLO))).isEqualTo(1);
        assertThat(Hello.job(peer.last(PacketKind.HELLO))).isEqualTo(FakeRank.JOB);
        assertThat(Hello.credit(peer.last(PacketKind.HELLO))).isEqualTo(CREDIT);
    }

    @Test
    @DisplayName("packets wait for the welcome, and then leave in order, and those of one turn together")
    void packetsWait() {
        RawPeer peer = connected();
        rank.fake.run(() -> {
            rank.write(1, 11);
            rank.write(1, 12);
        });
        network.run();
        assertThat(peer.received()).containsExactly(PacketKind.HELLO);

        answer(peer, out -> Welcome.encode(out, CREDIT, FakeRank.GREETING));
        assertThat(peer.received())
                .containsExactly(PacketKind.HELLO, PacketKind.CREDIT, PacketKind.CREDIT, PacketKind.CREDIT);
        assertThat(Credit.bytes(peer.last(PacketKind.CREDIT))).isEqualTo(12);
        assertThat(rank.events(1)).containsExactly("standing");

        rank.fake.run(() -> {
            rank.write(1, 13);
            rank.write(1, 14);
        });
        network.step(choices -> 0);
        assertThat(Credit.bytes(peer.last(PacketKind.CREDIT))).isEqualTo(14);
    }

    private FakeLink carrier() {
        RawPeer peer = connected();
        answer(peer, out -> Welcome.encode(out, CREDIT, FakeRank.GREETING));
        return rank.fake.connections().get(0);
    }

    /** Writes so many messages in one turn; after how many of them how many batches had left, and at its end. */
    private List<Integer> batchesOfTurn(FakeLink link, int messages) {
        int before = link.batches();
        List<Integer> left = new ArrayList<>();
        rank.fake.run(() -> {
            for (int message = 0; message < messages; message++) {
                rank.write(1, 20 + message);
                rank.link(1).pass();
                left.add(link.batches() - before);
            }
        });
        left.add(link.batches() - before);
        return left;
    }

    @Test
    @DisplayName(
            "the first message of a turn leaves at once where the last turn had two at most; the others leave together")
    void oneByOne() {
        FakeLink link = carrier();
        assertThat(batchesOfTurn(link, 1)).containsExactly(1, 1);
        assertThat(batchesOfTurn(link, 3)).containsExactly(1, 1, 1, 2);
        assertThat(batchesOfTurn(link, 3)).containsExactly(0, 0, 0, 1);
        assertThat(batchesOfTurn(link, 2)).containsExactly(0, 0, 1);
        assertThat(batchesOfTurn(link, 2)).containsExactly(1, 1, 2);
        assertThat(batchesOfTurn(link, 1)).containsExactly(1, 1);
    }

    @Test
    @DisplayName("over a carrier in memory each message is shown to the peer as soon as it is whole")
    void shownAtOnce() {
        FakeLink link = carrier();
        link.push(true);
        assertThat(batchesOfTurn(link, 3)).containsExactly(1, 2, 3, 3);
        assertThat(batchesOfTurn(link, 2)).containsExactly(1, 2, 2);
    }

    @Test
    @DisplayName("a peer without an address is lost, with the reason")
    void addressFails() {
        rank.fake.directory(peer -> Mono.error(new IOException("nobody knows")));
        rank.send(1, 10);
        network.run();
        assertThat(rank.events(1)).containsExactly("lost: rank 1 has no address: nobody knows");
    }

    @Test
    @DisplayName("a directory that ends without an address is no reason to wait for ever")
    void noAddress() {
        rank.fake.directory(peer -> Mono.empty());
        rank.send(1, 10);
        network.run();
        assertThat(rank.events(1)).containsExactly("lost: rank 1 has no address: the directory has none");
    }

    @Test
    @DisplayName("a peer that cannot be connected to is lost, with the reason")
    void connectFails() {
        rank.send(1, 10);
        network.run();
        assertThat(rank.events(1)).containsExactly("lost: rank 1 cannot be reached: nobody listens at fake-1");
        assertThat(rank.link(1).loss()).hasMessage("rank 1 cannot be reached: nobody listens at fake-1");
    }

    @Test
    @DisplayName("a peer that does not answer the greeting in time is lost")
    void noAnswer() {
        RawPeer peer = connected();
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT);
        network.run();
        assertThat(rank.events(1)).containsExactly("lost: rank 1 cannot be reached: no answer within 30 s");
        assertThat(peer.isClosed()).isTrue();
    }

    @Test
    @DisplayName("a peer that closes instead of answering is lost")
    void closesInsteadOfAnswering() {
        connected().close();
        network.run();
        assertThat(rank.events(1)).containsExactly("lost: rank 1 cannot be reached: the connection ended");
    }

    @ParameterizedTest
    @EnumSource(
            value = Refusal.Reason.class,
            names = {"SIMULTANEOUS", "FINALIZED", "GIVEN_UP"},
            mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("a peer that refuses is lost, with its reason")
    void refused(Refusal.Reason reason) {
        RawPeer peer = connected();
        answer(peer, out -> Refusal.encode(out, reason));
        assertThat(rank.events(1)).containsExactly("lost: rank 1 refused the connection: " + reason.inWords());
        assertThat(peer.isClosed()).isTrue();
    }

    @Test
    @DisplayName("a peer that refuses since it has finalized has not failed")
    void refusedAsFinalized() {
        RawPeer peer = connected();
        answer(peer, out -> Refusal.encode(out, Refusal.Reason.FINALIZED));
        assertThat(rank.events(1)).containsExactly("lost: rank 1 has finalized");
        assertThat(peer.isClosed()).isTrue();
    }

    @Test
    @DisplayName("refused since the peer connects at the same time: waits for it, and then sends")
    void refusedAsSimultaneous() {
        answer(connected(), out -> Refusal.encode(out, Refusal.Reason.SIMULTANEOUS));
        assertThat(rank.events(1)).isEmpty();

        RawPeer peer = standing();
        assertThat(peer.received()).containsExactly(PacketKind.WELCOME, PacketKind.CREDIT);
    }

    @Test
    @DisplayName("refused since the peer connects at the same time, and then it doesn't: lost, in time")
    void nobodyComes() {
        answer(connected(), out -> Refusal.encode(out, Refusal.Reason.SIMULTANEOUS));
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT);
        rank.fake.turn();
        assertThat(rank.events(1)).containsExactly("lost: rank 1 did not connect in time");
    }

    @Test
    @DisplayName("that a rank has finalized is said before anything of a connection that can't be made")
    void finalizedBefore() {
        rank.fake.finalized(true);
        answer(connected(), out -> Refusal.encode(out, Refusal.Reason.SIMULTANEOUS));
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT);
        rank.fake.turn();
        assertThat(rank.events(1)).containsExactly("lost: rank 1 has finalized: it did not connect in time");
    }

    @Test
    @DisplayName("a rank that has yielded waits until its peer may have tried all of their channels")
    void yieldsToEachChannel() {
        List<PeerDirectory.Address> ways =
                List.of(new PeerDirectory.Address("shm", "fake-1"), new PeerDirectory.Address("tcp", "fake-1"));
        rank.fake.channels(List.of("shm", "tcp"), ways);
        answer(connected(), out -> Refusal.encode(out, Refusal.Reason.SIMULTANEOUS));
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT);
        assertThat(rank.events(1)).isEmpty();
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT);
        rank.fake.turn();
        assertThat(rank.events(1)).containsExactly("lost: rank 1 did not connect in time");
    }

    @Test
    @DisplayName("a timer that comes after its state has gone does nothing")
    void lateTimers() {
        answer(connected(), out -> Refusal.encode(out, Refusal.Reason.SIMULTANEOUS));
        standing();
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT.multipliedBy(2));
        assertThat(rank.events(1)).containsExactly("standing");
    }

    @Test
    @DisplayName("an address, or its failure, that comes after the peer has connected is not needed any more")
    void lateAddress() {
        Sinks.One<String> address = Sinks.one();
        Sinks.One<String> none = Sinks.one();
        rank.fake.directory(peer -> peer == 1 ? address.asMono() : none.asMono());
        rank.send(1, 10);
        rank.send(2, 10);
        network.run();
        RawPeer peer = standing();
        answer(
                RawPeer.connectTo(0, 2, network),
                out -> Hello.encode(out, FakeRank.JOB, 2, 0, CREDIT, FakeRank.GREETING));

        address.tryEmitValue("fake-1");
        none.tryEmitError(new IOException("too late"));
        rank.fake.turn();
        network.run();
        assertThat(rank.fake.connections()).isEmpty();
        assertThat(peer.received()).containsExactly(PacketKind.WELCOME, PacketKind.CREDIT);
        assertThat(rank.events(2)).containsExactly("standing");
    }

    @Test
    @DisplayName("the lower rank refuses a peer that connects at the same time, and its own connection stays")
    void lowerRankRefuses() {
        RawPeer accepted = connected();
        RawPeer second = RawPeer.connectTo(0, 1, network);
        answer(second, out -> Hello.encode(out, FakeRank.JOB, 1, 0, CREDIT, FakeRank.GREETING));
        assertThat(Refusal.reason(second.last(PacketKind.REFUSAL))).isEqualTo(Refusal.Reason.SIMULTANEOUS);
        assertThat(second.isClosed()).isTrue();

        answer(accepted, out -> Welcome.encode(out, CREDIT, FakeRank.GREETING));
        assertThat(rank.events(1)).containsExactly("standing");
    }

    @Test
    @DisplayName("a second connection of a peer whose link stands is refused, and the link stays")
    void duplicate() {
        RawPeer first = standing();
        RawPeer second = RawPeer.connectTo(0, 1, network);
        answer(second, out -> Hello.encode(out, FakeRank.JOB, 1, 0, CREDIT, FakeRank.GREETING));
        assertThat(Refusal.reason(second.last(PacketKind.REFUSAL))).isEqualTo(Refusal.Reason.DUPLICATE);
        assertThat(rank.fake.links().rejections().total())
                .as("it is no stranger's")
                .isZero();
        answer(first, out -> Credit.encode(out, 0, 20));
        assertThat(rank.events(1)).containsExactly("standing", "packet 20");
    }

    @Test
    @DisplayName("a peer that ends its connection without a goodbye is lost")
    void connectionEnds() {
        standing().close();
        network.run();
        assertThat(rank.events(1)).containsExactly("standing", "lost: rank 1 ended its connection");
    }

    @Test
    @DisplayName("a connection that breaks is a loss, with its cause")
    void connectionBreaks() {
        RawPeer peer = RawPeer.inPlaceOf(1, network);
        rank.send(1, 10);
        network.run();
        answer(peer, out -> Welcome.encode(out, CREDIT, FakeRank.GREETING));
        rank.fake.connections().get(0).cut(new IOException("reset by peer"));
        network.run();
        assertThat(rank.events(1)).containsExactly("standing", "lost: rank 1 ended its connection: reset by peer");
        assertThat(rank.link(1).loss()).hasCauseInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = PacketKind.class,
            names = {"HELLO", "WELCOME", "REFUSAL", "GOODBYE_SEEN"})
    @DisplayName("a packet that has no place on a standing link loses the link, with the reason, and nothing else")
    void packetOutOfPlace(PacketKind kind) {
        RawPeer peer = standing();
        answer(peer, out -> {
            switch (kind) {
                case HELLO -> Hello.encode(out, FakeRank.JOB, 1, 0, CREDIT, FakeRank.GREETING);
                case WELCOME -> Welcome.encode(out, CREDIT, FakeRank.GREETING);
                case REFUSAL -> Refusal.encode(out, Refusal.Reason.JOB);
                default -> Goodbye.encode(out, PacketKind.GOODBYE_SEEN, 0);
            }
        });
        assertThat(rank.events(1)).hasSize(2).last().asString().startsWith("lost: rank 1 broke the protocol: ");
        assertThat(peer.isClosed()).isTrue();

        RawPeer other = RawPeer.connectTo(0, 2, network);
        answer(other, out -> Hello.encode(out, FakeRank.JOB, 2, 0, CREDIT, FakeRank.GREETING));
        assertThat(rank.events(2)).containsExactly("standing");
    }

    @Test
    @DisplayName("LIF-2 finalizing says goodbye behind all packets, and closes with the answer")
    void goodbye() {
        RawPeer peer = standing();
        rank.send(1, 10);
        rank.close();
        network.run();
        assertThat(peer.received()).containsExactly(PacketKind.WELCOME, PacketKind.CREDIT, PacketKind.GOODBYE);
        assertThat(rank.isClosed()).isFalse();

        answer(peer, out -> Goodbye.encode(out, PacketKind.GOODBYE_SEEN, 0));
        assertThat(peer.isClosed()).isTrue();
        assertThat(rank.isClosed()).isTrue();
        assertThat(rank.link(1).loss()).hasMessage("rank 1 is out of reach: this rank finalizes");
    }

    @Test
    @DisplayName("what comes in one piece with the answer to the goodbye is not looked at, nor complained of")
    void behindTheLastAnswer() {
        try (LinkLog log = new LinkLog()) {
            RawPeer peer = standing();
            rank.close();
            network.run();
            peer.send(bytes(out -> {
                Goodbye.encode(out, PacketKind.GOODBYE_SEEN, 0);
                Goodbye.encode(out, PacketKind.GOODBYE, 1);
            }));
            network.run();
            assertThat(rank.isClosed()).isTrue();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    @DisplayName("a peer's goodbye is answered, and nothing is sent any more")
    void goodbyeOfThePeer() {
        RawPeer peer = standing();
        answer(peer, out -> Goodbye.encode(out, PacketKind.GOODBYE, 0));
        assertThat(peer.received()).containsExactly(PacketKind.WELCOME, PacketKind.GOODBYE_SEEN);
        assertThat(rank.events(1)).containsExactly("standing", "lost: rank 1 has finalized");

        peer.close();
        network.run();
        rank.close();
        assertThat(rank.isClosed()).isTrue();
        assertThat(rank.events(1)).hasSize(2);
    }

    @Test
    @DisplayName("both say goodbye at once: each answers, and both end")
    void goodbyesCross() {
        LinkRank one = new LinkRank(network, 1, 3);
        rank.send(1, 10);
        network.run();
        rank.close();
        one.close();
        network.run();
        assertThat(rank.isClosed()).isTrue();
        assertThat(one.isClosed()).isTrue();
        assertThat(one.events(0)).containsExactly("standing", "packet 10", "lost: rank 0 has finalized");
    }

    @Test
    @DisplayName("a connection that is lost between goodbye and answer does not keep a rank from ending")
    void lostBetweenGoodbyes() {
        RawPeer peer = standing();
        rank.close();
        network.run();
        peer.close();
        network.run();
        assertThat(rank.isClosed()).isTrue();
    }

    @Test
    @DisplayName("a peer that does not answer the goodbye is not waited for long")
    void unansweredGoodbye() {
        RawPeer peer = standing();
        rank.close();
        network.run();
        rank.fake.advance(FakeRank.RECONNECT_TIMEOUT);
        assertThat(rank.isClosed()).isTrue();
        network.run();
        assertThat(peer.isClosed()).isTrue();
    }

    @Test
    @DisplayName("a rank without links, or with one that was never used, ends at once")
    void nothingToLeave() {
        rank.link(1);
        rank.close();
        assertThat(rank.isClosed()).isTrue();
    }

    @Test
    @DisplayName(
            "RES-3 what comes up for a peer after the end of this rank finds it lost, so that nothing is kept for it")
    void afterTheEnd() {
        rank.close();
        assertThat(rank.isClosed()).isTrue();
        rank.fake.run(() -> rank.link(2).open());
        network.run();
        assertThat(rank.link(2).loss()).hasMessageContaining("out of reach: this rank finalizes");
        assertThat(rank.link(2).state().isEnded()).isTrue();
    }

    @Test
    @DisplayName("a rank that has finalized refuses peers that it has no packets for")
    void finalized() {
        standing();
        rank.close();
        RawPeer two = RawPeer.connectTo(0, 2, network);
        answer(two, out -> Hello.encode(out, FakeRank.JOB, 2, 0, CREDIT, FakeRank.GREETING));
        assertThat(Refusal.reason(two.last(PacketKind.REFUSAL))).isEqualTo(Refusal.Reason.FINALIZED);
    }

    @Test
    @DisplayName("answers to what was asked before the peer's goodbye may come behind it, and are of no interest")
    void answersBehindTheGoodbye() {
        RawPeer peer = standing();
        answer(peer, out -> {
            Goodbye.encode(out, PacketKind.GOODBYE, 0);
            SendNumber.encode(out, PacketKind.WITHDRAWN, 1, 5);
            Credit.encode(out, 2, 5);
        });
        rank.close();
        network.run();
        assertThat(rank.events(1)).containsExactly("standing", "lost: rank 1 has finalized");
        assertThat(peer.isClosed()).isFalse();
        answer(peer, out -> Goodbye.encode(out, PacketKind.GOODBYE_SEEN, 3));
        assertThat(rank.isClosed()).isTrue();
    }

    @Test
    @DisplayName(
            "anything else behind a goodbye is a breach, a second goodbye too; the listener hears of one loss only")
    void breachBehindTheGoodbye() {
        for (Consumer<ByteBuf> behind : List.<Consumer<ByteBuf>>of(
                out -> Goodbye.encode(out, PacketKind.GOODBYE, 1),
                out -> SendNumber.encode(out, PacketKind.MATCHED, 1, 5),
                out -> {
                    Eager.encode(out, 1, 0, 0, 0, 4);
                    out.writeInt(1);
                })) {
            FakeNetwork network = new FakeNetwork();
            LinkRank rank = new LinkRank(network, 0, 2);
            RawPeer peer = RawPeer.connectTo(0, 1, network);
            peer.send(bytes(out -> Hello.encode(out, FakeRank.JOB, 1, 0, CREDIT, FakeRank.GREETING)));
            peer.send(bytes(out -> Goodbye.encode(out, PacketKind.GOODBYE, 0)));
            peer.send(bytes(behind));
            network.run();
            assertThat(rank.events(1)).containsExactly("standing", "lost: rank 1 has finalized");
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @Test
    @DisplayName("a link that is full says so, and tells when it takes more")
    void backPressure() {
        LinkRank one = new LinkRank(network, 1, 3);
        rank.send(1, 10);
        network.run();
        rank.fake.connections().get(0).window(Credit.LENGTH_BYTES);
        assertThat(rank.link(1).isWritable()).isTrue();
        rank.fake.run(() -> {
            rank.write(1, 11);
            rank.write(1, 12);
        });
        assertThat(rank.link(1).isWritable()).isFalse();
        network.run();
        assertThat(rank.link(1).isWritable()).isTrue();
        assertThat(rank.events(1)).containsExactly("standing", "writable");
        assertThat(one.events(0)).containsExactly("standing", "packet 10", "packet 11", "packet 12");
    }

    @Test
    @DisplayName("an abort loses every peer at once, in each state")
    void abort() {
        RawPeer peer = standing();
        rank.send(2, 10);
        rank.abort();
        network.run();
        assertThat(rank.events(1)).containsExactly("standing", "lost: rank 1 ends with the test");
        assertThat(rank.events(2)).containsExactly("lost: rank 2 ends with the test");
        assertThat(peer.received()).endsWith(PacketKind.ABORTED);
        assertThat(peer.isClosed()).isTrue();
        assertThat(rank.link(1).isWritable()).isFalse();
    }

    @Test
    @DisplayName("a peer that aborts is lost at once, also where its connection might break")
    void abortOfThePeer() {
        LinkRank other = new LinkRank(network, 2, 3, true);
        LinkRank aborting = new LinkRank(network, 1, 3, true);
        other.send(1, 10);
        network.run();
        aborting.abort();
        network.run();
        assertThat(other.events(1)).containsExactly("standing", "lost: rank 1 has aborted");
        other.abort();
    }
}
