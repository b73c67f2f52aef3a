package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.transport.engine.diagnosis.StallDetector;
import org.reactivempi.transport.engine.diagnosis.StallSettings;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.packet.Packets;

/** The handlers of families have a default for the kinds of other families; none of their own must get there. */
class HandledKindsTest {

    private static final int SEEDS = 5;

    static Stream<PacketKind> kinds() {
        return Arrays.stream(PacketKind.values()).filter(kind -> kind.family() != Family.HANDSHAKE);
    }

    private static void diagnose(MessageRank rank) {
        StallDetector detector = new StallDetector(
                rank.evidence,
                () -> null,
                rank.fake.links()::peer,
                StallSettings.defaults(),
                rank.fake.loop(),
                stall -> {});
        rank.fake.links().register(Family.DIAGNOSIS, detector::handler);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @DisplayName("each kind of a family is taken by its handler, or is a breach; none is a failure of this rank")
    void handled(PacketKind kind) {
        for (int seed = 0; seed < SEEDS; seed++) {
            FakeNetwork network = new FakeNetwork();
            MessageRank rank = new MessageRank(network, 0).inTheWorld();
            diagnose(rank);
            RawPeer peer = RawPeer.connectTo(0, 1, network);
            ByteBuf hello = Unpooled.buffer();
            Hello.encode(hello, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING);
            peer.send(hello);
            peer.send(Packets.random(kind, 0, new Random(seed)));
            network.run();
            assertThat(peer.received()).doesNotContain(PacketKind.ABORTED);
            rank.abort();
            network.run();
        }
    }
}
