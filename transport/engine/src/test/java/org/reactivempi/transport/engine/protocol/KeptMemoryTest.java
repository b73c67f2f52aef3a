package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Collections;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.LinkPackets.Acknowledge;
import org.reactivempi.transport.engine.packet.MessagePackets.ClearToSend;
import org.reactivempi.transport.engine.packet.PacketKind;

/** What has been sent is kept until the peer has acknowledged it, and that has a limit. */
class KeptMemoryTest {

    private static final int MOST_KEPT_BYTES = 4 << 20;
    private static final int LENGTH = 4 * MOST_KEPT_BYTES;
    private static final int MOST_PIECES = MOST_KEPT_BYTES / BulkSends.PIECE_BYTES;

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
}
