package org.reactivempi.transport.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.packet.FailurePackets.Revoke;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/** Ballots and revocations that no rank of ours would send. */
class StrangeBallotsTest {

    private static final int SIZE = 3;

    @Test
    @DisplayName("whatever a peer says in an agreement is taken, or a breach; and little is kept of it")
    void random() {
        long before = DirectBuffers.live();
        int breaches = 0;
        for (long seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            Mortal rank = new Mortal(new FakeNetwork(), 0, SIZE);
            for (int i = 0; i < 30; i++) {
                breaches += isTaken(rank, random) ? 0 : 1;
                if (random.nextInt(5) == 0) {
                    rank.agree(random.nextInt());
                }
            }
            assertThat(rank.world().keptAgreements()).as("seed %d", seed).isLessThanOrEqualTo(60);
            rank.die();
        }
        assertThat(breaches).isPositive();
        assertThat(DirectBuffers.live()).isEqualTo(before);
    }

    private static boolean isTaken(Mortal rank, Random random) {
        boolean[] taken = {true};
        rank.step(() -> {
            try {
                say(rank, random);
            } catch (ProtocolException breach) {
                taken[0] = false;
            }
        });
        return taken[0];
    }

    private static void say(Mortal rank, Random random) {
        int from = 1 + random.nextInt(SIZE - 1);
        int communicator = random.nextInt(6) == 0 ? random.nextInt() : Mortal.WORLD;
        ByteBuf packet = Unpooled.buffer();
        if (random.nextInt(50) == 0) {
            Revoke.encode(packet, 0, communicator);
            from(rank, from).onPacket(PacketKind.REVOKE, packet, 0);
            return;
        }
        byte[] sets = new byte[random.nextInt(6)];
        random.nextBytes(sets);
        Ballot.encode(
                packet,
                0,
                communicator,
                new Ballot.Head(
                        Ballot.Step.values()[random.nextInt(Ballot.Step.values().length)],
                        random.nextInt(20) == 0 ? random.nextLong() : random.nextInt(8),
                        random.nextInt(20) == 0 ? random.nextInt() : random.nextInt(5) - 1),
                new Ballot.Vote(
                        random.nextInt(5) - 1,
                        random.nextInt(),
                        random.nextInt(5) - 1,
                        random.nextInt(20) == 0 ? random.nextLong() : random.nextInt(8)),
                random.nextInt(5) == 0 ? random.nextInt(3) : 0,
                sets.length);
        PayloadSink ballot = from(rank, from).onPacket(PacketKind.BALLOT, packet, sets.length);
        ballot.take(Unpooled.wrappedBuffer(sets), sets.length);
        ballot.complete();
    }

    private static PeerListener from(Mortal rank, int peer) {
        return rank.communicators().packets().from(peer);
    }

    @Test
    @DisplayName(
            "only so much is kept for communicators that this rank doesn't have, and for agreements that it hasn't begun")
    void limits() {
        Mortal rank = new Mortal(new FakeNetwork(), 0, SIZE);
        assertThat(takenUntilABreach(rank, i -> i + 1, i -> 0)).isEqualTo(4096);
        assertThat(takenUntilABreach(rank, i -> Mortal.WORLD, i -> i)).isEqualTo(1024);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 5",
        "1, 0",
        "1, -2",
        "1, " + (ContextId.LARGEST_COMMUNICATOR + 1),
        "0, 5",
    })
    @DisplayName("an offer of no member, of no number, or a second one of a member is a breach")
    void offers(int member, int number) {
        Mortal rank = new Mortal(new FakeNetwork(), 0, SIZE);
        ByteBuf payload = Unpooled.buffer().writeZero(2);
        payload.writeIntLE(0).writeIntLE(7);
        payload.writeIntLE(member).writeIntLE(number);
        rank.step(() -> {
            ByteBuf packet = Unpooled.buffer();
            Ballot.encode(
                    packet,
                    0,
                    Mortal.WORLD,
                    new Ballot.Head(Ballot.Step.VOTE, 0, 0),
                    new Ballot.Vote(Ballot.NO_ROUND, 1, 0, 0),
                    2,
                    payload.readableBytes());
            PayloadSink ballot = from(rank, 1).onPacket(PacketKind.BALLOT, packet, payload.readableBytes());
            ballot.take(payload, payload.readableBytes());
            assertThatThrownBy(ballot::complete)
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("an offer of number " + number + " by member " + member);
        });
    }

    private static int takenUntilABreach(Mortal rank, IntUnaryOperator communicator, IntUnaryOperator number) {
        int[] taken = {0};
        rank.step(() -> {
            try {
                while (taken[0] < 10_000) {
                    vote(rank, communicator.applyAsInt(taken[0]), number.applyAsInt(taken[0]));
                    taken[0]++;
                }
            } catch (ProtocolException breach) {
                // As many as have been counted.
            }
        });
        return taken[0];
    }

    private static void vote(Mortal rank, int communicator, int number) {
        ByteBuf packet = Unpooled.buffer();
        Ballot.encode(
                packet,
                0,
                communicator,
                new Ballot.Head(Ballot.Step.VOTE, number, 0),
                new Ballot.Vote(Ballot.NO_ROUND, 1, 0, 0),
                0,
                2);
        PayloadSink ballot = from(rank, 1).onPacket(PacketKind.BALLOT, packet, 2);
        ballot.take(Unpooled.wrappedBuffer(new byte[2]), 2);
        ballot.complete();
    }
}
