package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.DiagnosisPackets;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.StallAnswer;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.StallQuestion;
import org.reactivempi.transport.engine.packet.FailurePackets.Revoke;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PayloadSink;

/** Packets find the handler of their family, which nobody but the registration knows. */
class PacketFamiliesTest {

    private static final int COMMUNICATOR = 7;

    private final FakeNetwork network = new FakeNetwork();
    private final LinkRank rank = new LinkRank(network, 0, 2);
    private final List<String> events = new ArrayList<>();

    /** Writes down what it is told, and takes payload. */
    private final class Handler implements PeerListener, PayloadSink {

        private final PeerLink link;

        Handler(PeerLink link) {
            this.link = link;
        }

        @Override
        public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
            events.add(kind + " from rank " + link.rank() + ", " + payloadBytes);
            return this;
        }

        @Override
        public void take(ByteBuf bytes, int length) {
            events.add("took " + length);
        }

        @Override
        public void complete() {
            events.add("complete");
        }

        @Override
        public void lost(Throwable cause) {
            events.add("lost payload");
        }

        @Override
        public void onLost(PeerLostException cause) {
            link.dropPayload(cause);
            events.add("lost");
        }
    }

    private RawPeer greeted() {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        receive(peer, out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        return peer;
    }

    private void receive(RawPeer peer, Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        peer.send(out);
        network.run();
    }

    @Test
    @DisplayName("each family's packets go to its handler, and their payload to the sink that this answers with")
    void dispatch() {
        rank.fake.links().register(Family.DIAGNOSIS, Handler::new);
        RawPeer peer = greeted();
        receive(peer, out -> Credit.encode(out, 0, 12));
        receive(peer, out -> StallQuestion.encode(out, 1, 3, DiagnosisPackets.Step.LOOK));
        receive(peer, out -> {
            StallAnswer.encode(out, 2, 3, DiagnosisPackets.Step.LOOK, 5);
            out.writeZero(2);
        });
        receive(peer, out -> out.writeZero(3));
        assertThat(rank.events(1)).containsExactly("standing", "packet 12");
        assertThat(events)
                .containsExactly(
                        "STALL_QUESTION from rank 1, 0",
                        "complete",
                        "STALL_ANSWER from rank 1, 5",
                        "took 2",
                        "took 3",
                        "complete");
        rank.abort();
    }

    @Test
    @DisplayName("what is half here when the peer is lost is lost for its sink")
    void lost() {
        rank.fake.links().register(Family.DIAGNOSIS, Handler::new);
        RawPeer peer = greeted();
        receive(peer, out -> {
            StallAnswer.encode(out, 0, 3, DiagnosisPackets.Step.LOOK, 5);
            out.writeZero(2);
        });
        peer.close();
        network.run();
        assertThat(events).containsExactly("STALL_ANSWER from rank 1, 5", "took 2", "lost payload", "lost");
    }

    @Test
    @DisplayName("a packet of a family without a handler is a breach, and so is a second greeting")
    void noHandler() {
        for (Consumer<ByteBuf> unknown : List.<Consumer<ByteBuf>>of(
                out -> Revoke.encode(out, 0, COMMUNICATOR),
                out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING))) {
            FakeNetwork network = new FakeNetwork();
            LinkRank rank = new LinkRank(network, 0, 2);
            RawPeer peer = RawPeer.connectTo(0, 1, network);
            receive(peer, out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
            receive(peer, unknown);
            network.run();
            assertThat(rank.events(1)).hasSize(2).last().asString().contains("has no handler");
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @Test
    @DisplayName("a family has one handler, and the link's own packets are its own")
    void onlyOne() {
        Links links = rank.fake.links();
        assertThatThrownBy(() -> links.register(Family.MESSAGE, Handler::new))
                .hasMessageContaining("MESSAGE have a handler already");
        assertThatThrownBy(() -> links.register(Family.LINK, Handler::new))
                .hasMessageContaining("LINK have a handler already");
    }
}
