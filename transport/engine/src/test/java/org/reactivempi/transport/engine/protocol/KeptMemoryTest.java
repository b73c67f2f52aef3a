package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.flow.BulkSend;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.LinkPackets.Acknowledge;
import org.reactivempi.transport.engine.packet.MessagePackets.ClearToSend;
import org.reactivempi.transport.engine.packet.MessagePackets.Eager;
import org.reactivempi.transport.engine.packet.PacketKind;

/** What has been sent is kept until the peer has acknowledged it, and that has a limit. */
class KeptMemoryTest {

    private static final int MOST_KEPT_BYTES = 4 << 20;
    private static final int LENGTH = 4 * MOST_KEPT_BYTES;
    private static final int MOST_PIECES = MOST_KEPT_BYTES / BulkSend.PIECE_BYTES;

    private final FakeNetwork network = new FakeNetwork();
    private final MessageRank rank = MessageRank.withBreakingLinks(network, 0);
    private final RawPeer peer = RawPeer.connectTo(0, 1, network);

    private void receive(Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        peer.send(out);
        network.run();
    }

    private int pieces() {
        return Collections.frequency(peer.received(), PacketKind.DATA);
    }

    @Test
    @DisplayName(
            "RES-1 a peer that acknowledges nothing gets no more of long messages than is kept for it, until it does")
    void waitsForAcknowledgements() {
        receive(out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        TestSend send = rank.send(TAG, LENGTH);
        network.run();
        receive(out -> ClearToSend.encode(out, 0, 0, 0, LENGTH));
        int before = pieces();
        assertThat(before).isBetween(MOST_PIECES - 2, MOST_PIECES + 1);
        assertThat(send.outcome).isEqualTo("pending");

        receive(out -> Acknowledge.encode(out, 1, MOST_KEPT_BYTES / 2));
        assertThat(pieces() - before).isBetween(MOST_PIECES / 2 - 2, MOST_PIECES / 2 + 1);
        assertThat(send.outcome).isEqualTo("pending");
        rank.abort();
        network.run();
    }

    @ParameterizedTest
    @ValueSource(ints = {7000, 9000})
    @DisplayName("RES-1 who has received 8 KiB and sends something says so along with it")
    void reportsAlong(int lengthBytes) {
        receive(out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        receive(out -> {
            Eager.encode(out, 0, 0, 1, TAG, lengthBytes);
            out.writeZero(lengthBytes);
        });
        assertThat(peer.received()).doesNotContain(PacketKind.ACKNOWLEDGE);

        rank.send(TAG, 8);
        network.run();
        List<PacketKind> sent = peer.received().stream()
                .filter(kind -> kind == PacketKind.ACKNOWLEDGE || kind == PacketKind.EAGER)
                .toList();
        if (lengthBytes < 8192) {
            assertThat(sent).containsExactly(PacketKind.EAGER);
        } else {
            assertThat(sent).containsExactly(PacketKind.ACKNOWLEDGE, PacketKind.EAGER);
            assertThat(Acknowledge.receivedBytes(peer.last(PacketKind.ACKNOWLEDGE)))
                    .isEqualTo(Eager.LENGTH_BYTES + lengthBytes);
        }
        rank.abort();
        network.run();
    }
}
