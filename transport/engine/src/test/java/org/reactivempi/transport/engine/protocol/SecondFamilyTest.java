package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.flow.BulkSend;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.flow.Flow;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.DiagnosisPackets;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.StallAnswer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.MessagePackets.ClearToSend;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.packet.WholePayload;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PayloadSink;

/**
 * Messages share the way to a peer with blocks of another family, which stands here in the place of the diagnosis: short blocks are sent
 * unasked, and kept until the test takes them; long ones leave in pieces.
 */
class SecondFamilyTest {

    private static final int PIECES_IN_A_ROW = (1 << 20) / BulkSend.PIECE_BYTES;
    private static final int LONG = 3 << 20;
    private static final int SHORT = 1000;

    private final long buffersBefore = DirectBuffers.live();
    private final FakeNetwork network = new FakeNetwork();
    private final MessageRank zero = new MessageRank(network, 0);
    private final List<byte[]> kept = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private @Nullable MessageRank one;

    SecondFamilyTest() {
        zero.fake.links().register(Family.DIAGNOSIS, link -> new Blocks(zero.flows.of(link)));
    }

    @AfterEach
    void nothingIsLeft() {
        zero.abort();
        if (one != null) {
            one.abort();
        }
        network.run();
        assertThat(DirectBuffers.live()).isEqualTo(buffersBefore);
    }

    /** The handler of the second family for one peer. */
    private final class Blocks implements PeerListener {

        private final Flow flow;

        Blocks(Flow flow) {
            this.flow = flow;
        }

        @Override
        public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
            flow.credit().onArrival(payloadBytes);
            return new WholePayload(payloadBytes, kept::add);
        }

        @Override
        public long storedBytes() {
            return kept.stream()
                    .mapToLong(block -> EagerCredit.cost(block.length))
                    .sum();
        }

        @Override
        public void onLost(PeerLostException cause) {
            flow.bulk().cut(Block.class, cause);
        }
    }

    /** A long block. */
    private final class Block extends BulkSend {

        Block(Flow flow) {
            super(flow, LONG, false);
        }

        @Override
        protected int headerBytes() {
            return StallAnswer.LENGTH_BYTES;
        }

        @Override
        protected void encode(ByteBuf packet, int sequence, long offset, int length) {
            StallAnswer.encode(packet, sequence, offset, DiagnosisPackets.Step.LOOK, length);
        }

        @Override
        protected void sendUnreadable(PeerLink to) {
            throw new IllegalStateException("it can be read");
        }

        @Override
        protected void copyTo(long position, ByteBuffer target) {
            while (target.hasRemaining()) {
                target.put((byte) 1);
            }
        }

        @Override
        protected void onSent() {
            ended.add("sent");
        }

        @Override
        protected void onUnreadable(Throwable thrown) {
            ended.add("unreadable");
        }

        @Override
        protected void onCut(Throwable cause) {
            ended.add("cut: " + cause.getMessage());
        }
    }

    private Flow flow(MessageRank rank) {
        return rank.flows.of(rank.fake.links().peer(rank == zero ? 1 : 0));
    }

    private void sendLong() {
        zero.fake.run(() -> flow(zero).bulk().add(new Block(flow(zero))));
    }

    /** Sends a short block, with credit if there is enough. */
    private boolean sendShort() {
        boolean[] taken = {false};
        zero.fake.run(() -> {
            taken[0] = flow(zero).credit().take(SHORT);
            if (taken[0]) {
                writeShort();
            }
        });
        return taken[0];
    }

    private void writeShort() {
        PeerLink link = flow(zero).link();
        ByteBuf packet = link.room(StallAnswer.LENGTH_BYTES + SHORT);
        StallAnswer.encode(packet, link.nextSequence(), 0, DiagnosisPackets.Step.LOOK, SHORT);
        packet.writeZero(SHORT);
    }

    private RawPeer greeted() {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        ByteBuf hello = Unpooled.buffer();
        Hello.encode(hello, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING);
        peer.send(hello);
        network.run();
        return peer;
    }

    /** Both ranks know both families, and have met. */
    private MessageRank met() {
        MessageRank other = new MessageRank(network, 1);
        one = other;
        other.fake.links().register(Family.DIAGNOSIS, link -> new Blocks(other.flows.of(link)));
        other.receive(TAG, 1);
        zero.send(TAG, 1);
        network.run();
        return other;
    }

    /** How many pieces have come of each kind in a row, as {@code DATA 16}. */
    private static List<String> turns(RawPeer peer) {
        List<String> turns = new ArrayList<>();
        PacketKind last = null;
        int row = 0;
        for (PacketKind kind : peer.received()) {
            if (kind == PacketKind.DATA || kind == PacketKind.STALL_ANSWER) {
                if (kind != last && last != null) {
                    turns.add(last + " " + row);
                    row = 0;
                }
                last = kind;
                row++;
            }
        }
        turns.add(last + " " + row);
        return turns;
    }

    @Test
    @DisplayName("PRG-6 long payloads of another family take turns of 1 MiB with long messages")
    void turns() {
        RawPeer peer = greeted();
        TestSend message = zero.send(TAG, LONG);
        ByteBuf clear = Unpooled.buffer();
        ClearToSend.encode(clear, 0, 0, 5, LONG);
        peer.send(clear);
        sendLong();
        network.run();

        // The first of them was alone for its first turn, the last one for its last.
        assertThat(turns(peer))
                .containsExactly(
                        "STALL_ANSWER " + 2 * PIECES_IN_A_ROW,
                        "DATA " + PIECES_IN_A_ROW,
                        "STALL_ANSWER " + PIECES_IN_A_ROW,
                        "DATA " + 2 * PIECES_IN_A_ROW);
        assertThat(message.outcome).isEqualTo("sent");
        assertThat(ended).containsExactly("sent");
    }

    @Test
    @DisplayName("LIF-4 what a family has not sent ends with the peer, each family's own once")
    void lost() {
        RawPeer peer = greeted();
        sendLong();
        TestSend message = zero.send(TAG, LONG);
        peer.close();
        network.run();
        assertThat(message.outcome).isEqualTo("failed: rank 1 ended its connection");
        assertThat(ended).containsExactly("cut: rank 1 ended its connection");
    }

    @Test
    @DisplayName("RES-1 what another family sends unasked takes from the credit of messages, and gives it back")
    void credit() {
        MessageRank other = met();
        int blocks = 0;
        while (sendShort()) {
            blocks++;
        }
        network.run();
        assertThat(kept).hasSize(blocks);
        assertThat(blocks).isEqualTo((int) (FakeRank.CREDIT_BYTES / EagerCredit.cost(SHORT)));
        CreditBalance full = other.messages.balances().get(1);
        assertThat(full.storedBytes()).isEqualTo(blocks * EagerCredit.cost(SHORT));
        assertThat(full.roomBytes() + full.unreturnedBytes() + full.storedBytes())
                .isEqualTo(full.windowBytes());

        TestSend announced = zero.send(TAG, SHORT);
        assertThat(announced.outcome).isEqualTo("pending");
        other.fake.run(() -> {
            kept.forEach(block -> flow(other).credit().consume(block.length));
            kept.clear();
        });
        network.run();
        assertThat(zero.send(TAG, SHORT).outcome).isEqualTo("sent");

        TestReceive first = other.receive(TAG, SHORT);
        TestReceive second = other.receive(TAG, SHORT);
        network.run();
        assertThat(List.of(announced.outcome, first.outcome, second.outcome))
                .containsExactly("sent", "received", "received");
        CreditBalance empty = other.messages.balances().get(1);
        assertThat(empty.roomBytes() + empty.unreturnedBytes()).isEqualTo(empty.windowBytes());
        assertThat(zero.messages.balances().get(1).creditBytes()).isEqualTo(empty.roomBytes());
    }

    @Test
    @DisplayName("RES-1 what another family sends beyond the credit of all is a breach")
    void beyondTheCredit() {
        MessageRank other = met();
        while (sendShort()) {
            network.run();
        }
        zero.fake.run(this::writeShort);
        network.run();
        assertThat(other.fake.links().peer(0).loss()).hasMessageContaining("beyond the credit");
    }
}
