package org.reactivempi.transport.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.MembershipPackets;
import org.reactivempi.transport.engine.packet.MembershipPackets.RollCall;
import org.reactivempi.transport.engine.packet.MembershipPackets.Sightings;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.fixtures.Seeds;

/** What a peer may send in place of a step of a roll call, or of sightings, in a job whose ranks come and go. */
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
                }),
                breach("sightings of 11 bytes", out -> {
                    Sightings.encode(out, 0, 11);
                    out.writeZero(11);
                }),
                breach("sightings of 36 bytes, allowed are 0 to 24", out -> {
                    Sightings.encode(out, 0, 36);
                    out.writeZero(36);
                }),
                breach("a process of rank -1, which is outside 0..1", out -> {
                    Sightings.encode(out, 0, 12);
                    out.writeIntLE(-1).writeLongLE(1);
                }),
                breach("a process with the number 0", out -> {
                    Sightings.encode(out, 0, 12);
                    out.writeIntLE(1).writeLongLE(0);
                }));
    }

    @Test
    @DisplayName("RES-3 steps and sightings of random bytes lose their link at most, by the peer's fault")
    void random() {
        assertThat(Seeds.each(2000, this::random)).isPositive();
    }

    private void random(long seed) {
        Random random = new Random(seed);
        int size = 20;
        FakeNetwork network = new FakeNetwork();
        // Above the peer in the tree, and below it.
        int self = random.nextBoolean() ? 0 : 5;
        FakeRank rank = FakeRank.process(network, self, size, 1);
        RankParts parts = RankParts.of(rank.context(4096, null), rank.links());
        rank.run(() -> rank.signals().step(parts.membership()::start));
        rank.run(() -> rank.signals().step(() -> parts.membership().changes().subscribe()));
        rank.run(() -> rank.signals().step(() -> parts.membership().callAll(() -> 1, outcome -> {})));
        RawPeer peer = RawPeer.connectTo(self, 1, network);
        ByteBuf out = Unpooled.buffer();
        Hello.encode(out, FakeRank.JOB, 1, self, FakeRank.CREDIT_BYTES, FakeRank.GREETING);
        for (int packet = 0; packet < 6; packet++) {
            encode(out, packet, random, size);
        }
        peer.send(out);
        network.run();
        for (int moment = 0; moment < 100; moment++) {
            rank.advance(Duration.ofMillis(20));
            network.run();
        }

        PeerLostException loss = rank.links().peer(1).loss();
        assertThat(peer.isClosed()).isEqualTo(loss != null);
        if (loss != null) {
            assertThat(loss).hasMessageContaining("broke the protocol");
        }
        rank.run(() -> rank.links().abort("ends with the test", () -> {}));
    }

    /** Mostly whole entries of ranks of the job. */
    private static void encode(ByteBuf out, int sequence, Random random, int size) {
        int entries = random.nextInt(size + 1);
        int payloadBytes = entries * MembershipPackets.ENTRY_BYTES + (random.nextInt(20) == 0 ? random.nextInt(30) : 0);
        if (random.nextBoolean()) {
            Sightings.encode(out, sequence, payloadBytes);
        } else {
            RollCall.Step step = RollCall.Step.values()[random.nextInt(RollCall.Step.values().length)];
            RollCall.encode(out, sequence, step, random.nextInt(3) - 1, random.nextInt(3), payloadBytes);
        }
        int end = out.writerIndex() + payloadBytes;
        for (int entry = 0; entry < entries; entry++) {
            int rank = random.nextInt(200) == 0 ? random.nextInt() : random.nextInt(size);
            out.writeIntLE(rank).writeLongLE(random.nextInt(50) == 0 ? 0 : random.nextInt(3) + 1L);
        }
        out.writeZero(end - out.writerIndex());
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
