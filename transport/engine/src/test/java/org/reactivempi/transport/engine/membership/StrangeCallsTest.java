package org.reactivempi.transport.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.MembershipPackets.RollCall;

/** What a peer may send in place of a step of a roll call, in a job of two whose ranks come and go. */
class StrangeCallsTest {

    private static Arguments breach(String why, Consumer<ByteBuf> packet) {
        return Arguments.of(why, packet);
    }

    static Stream<Arguments> breaches() {
        return Stream.of(
                breach("step of a roll call", out -> {
                    RollCall.encode(out, 0, RollCall.Step.CALL, -1, 1, 0);
                    out.setIntLE(out.writerIndex() - 16, RollCall.Step.values().length);
                }),
                breach("calls of 11 bytes", out -> {
                    RollCall.encode(out, 0, RollCall.Step.DECISION, 1, 1, 11);
                    out.writeZero(11);
                }),
                breach("calls of 36 bytes, allowed are 0 to 24", out -> {
                    RollCall.encode(out, 0, RollCall.Step.DECISION, 1, 1, 36);
                    out.writeZero(36);
                }),
                breach("the call of rank 2, which is outside 0..1", out -> {
                    RollCall.encode(out, 0, RollCall.Step.PROPOSAL, -1, 1, 12);
                    out.writeIntLE(2).writeLongLE(1);
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breaches")
    @DisplayName("a step that can't be is a breach, and says why")
    void breaches(String why, Consumer<ByteBuf> packet) {
        FakeNetwork network = new FakeNetwork();
        FakeRank rank = new FakeRank(network, 0, 2).comesAndGoes();
        RankParts.of(rank.context(4096, null), rank.links());
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        ByteBuf out = Unpooled.buffer();
        Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING);
        packet.accept(out);
        peer.send(out);
        network.run();

        assertThat(peer.isClosed()).isTrue();
        assertThat(rank.links().peer(1).loss()).hasMessageContaining(why);
        rank.run(() -> rank.links().abort("ends with the test", () -> {}));
    }
}
