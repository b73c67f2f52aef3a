package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;
import static org.reactivempi.transport.engine.protocol.MessageRank.bytes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.port.Secret;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * Rank 1 of a job of two, and rank 2 of a job of three, meet by tables made by hand: they are members 0 and 1 of a communicator that is
 * number 5 in the one job, and number 9 in the other.
 */
class TwoJobsTest {

    private static final int LONG = 300_000;
    private static final Secret OF_THE_PAIR = Secret.of("what both jobs know");

    private final long buffersBefore = DirectBuffers.live();
    private final FakeNetwork network = new FakeNetwork();
    private final Process one = new Process(FakeRank.JOB, 1, 2, 5);
    private final Process other = new Process(FakeRank.OTHER_JOB, 2, 3, 9);

    TwoJobsTest() {
        one.meet(other, OF_THE_PAIR);
        other.meet(one, OF_THE_PAIR);
    }

    @AfterEach
    void nothingIsLeft() {
        one.abort();
        other.abort();
        network.run();
        assertThat(one.fake.signals().running()).isZero();
        assertThat(other.fake.signals().running()).isZero();
        assertThat(DirectBuffers.live()).isEqualTo(buffersBefore);
    }

    /** One of the two. */
    private final class Process {

        private final long job;
        private final int rank;
        private final int size;
        private final int number;
        final FakeRank fake;
        final RankParts parts;
        /** Its member of the communicator. */
        private final int member;
        /** What the other one is here. */
        private int peer;

        private CommunicatorState state;

        Process(long job, int rank, int size, int number) {
            this.job = job;
            this.rank = rank;
            this.size = size;
            this.number = number;
            this.member = number == 5 ? 0 : 1;
            fake = FakeRank.ofJob(job, network, rank, size);
            parts = RankParts.of(fake.context(MessageRank.EAGER_LIMIT, null), fake.links());
        }

        void meet(Process another, Secret secret) {
            fake.run(() -> {
                fake.links().meet(another.job, another.size, secret);
                peer = fake.links().processes().number(another.job, another.rank);
                int[] members = member == 0 ? new int[] {rank, peer} : new int[] {peer, rank};
                parts.communicators()
                        .add(0, "world", MemberRanks.of(IntStream.range(0, size).toArray()));
                MemberRanks both = MemberRanks.of(members);
                state = parts.communicators()
                        .add(number, "both", both, both, each -> each == member ? number : another.number);
            });
        }

        int context() {
            return ContextId.of(number, Purpose.MESSAGES);
        }

        TestSend send(SendMode mode, int lengthBytes) {
            TestSend send = new TestSend(context(), member, peer, TAG, mode, bytes(lengthBytes));
            send.contextThere = state.contextAt(context(), 1 - member);
            fake.run(() -> parts.messages().send(send));
            return send;
        }

        TestReceive receive(int lengthBytes) {
            return receive(1 - member, peer, lengthBytes);
        }

        TestReceive receive(int source, int from, int lengthBytes) {
            TestReceive receive = new TestReceive(context(), source, TAG, from, lengthBytes);
            fake.run(() -> parts.messages().receive(receive));
            return receive;
        }

        PeerLostException loss() {
            return fake.links().peer(peer).loss();
        }

        void abort() {
            fake.run(() -> {
                parts.messages().close("aborted by the test");
                fake.links().abort("ends with the test", () -> {});
                parts.messages().abort();
            });
        }
    }

    @Test
    @DisplayName("a process of another job has a number from the size of the own job on")
    void numbers() {
        assertThat(one.peer).isEqualTo(2);
        assertThat(other.peer).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(
            value = SendMode.class,
            names = {"STANDARD", "SYNCHRONOUS"})
    @DisplayName("ORD-1 ranks of two jobs exchange messages, each by its own number of their communicator")
    void messages(SendMode mode) {
        for (int length : new int[] {0, 100, LONG}) {
            TestSend there = one.send(mode, length);
            TestReceive received = other.receive(length);
            TestSend back = other.send(mode, length);
            TestReceive answer = one.receive(-1, -1, length);
            network.run();

            assertThat(List.of(there.outcome, back.outcome)).containsOnly("sent");
            assertThat(List.of(received.outcome, answer.outcome)).containsOnly("received");
            assertThat(received.data()).isEqualTo(bytes(length));
            assertThat(answer.data()).isEqualTo(bytes(length));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName("LIF-2 two jobs that connect at once have one link, whatever comes first")
    void simultaneous(long seed) {
        Random random = new Random(seed);
        TestSend there = one.send(SendMode.SYNCHRONOUS, 10);
        TestSend back = other.send(SendMode.SYNCHRONOUS, 10);
        TestReceive received = other.receive(10);
        TestReceive answer = one.receive(10);
        for (int second = 0; second < 5; second++) {
            network.runShuffled(random.nextLong());
            one.fake.advance(Duration.ofSeconds(1));
            other.fake.advance(Duration.ofSeconds(1));
        }
        network.run();
        assertThat(List.of(there.outcome, back.outcome, received.outcome, answer.outcome))
                .containsExactly("sent", "sent", "received", "received");
    }

    @Test
    @DisplayName("LIF-4 a communicator over two jobs is revoked in both")
    void revoked() {
        one.fake.run(() -> one.fake.signals().step(one.state::revoke));
        TestReceive waits = other.receive(10);
        network.run();
        assertThat(other.state.isRevoked()).isTrue();
        assertThat(waits.outcome).isEqualTo("failed: the communicator is revoked");
    }

    @Test
    @DisplayName("LIF-4 the members of a communicator over two jobs agree")
    void agreed() {
        List<Integer> flags = new ArrayList<>();
        one.fake.run(() ->
                one.fake.signals().step(() -> one.state.agree(0b110, decision -> flags.add(decision.flag()))));
        other.fake.run(() ->
                other.fake.signals().step(() -> other.state.agree(0b011, decision -> flags.add(decision.flag()))));
        network.run();
        assertThat(flags).containsExactly(0b010, 0b010);
    }

    @Test
    @DisplayName("LIF-4 the loss of a process of another job ends what waits for it, and nothing in the own job")
    void lost() {
        TestSend sent = one.send(SendMode.SYNCHRONOUS, 10);
        other.receive(10);
        network.run();
        TestReceive waits = one.receive(10);
        TestReceive ofTheWorld = new TestReceive(0, -1, TAG, -1, 10);
        one.fake.run(() -> one.parts.messages().receive(ofTheWorld));
        other.abort();
        network.run();

        assertThat(sent.outcome).isEqualTo("sent");
        assertThat(waits.outcome).startsWith("failed: ");
        assertThat(ofTheWorld.outcome).isEqualTo("pending");
        assertThat(one.state.failed().stream()).containsExactly(1);
        assertThat(one.parts.communicators().isThere(0)).isTrue();
    }

    @Test
    @DisplayName("RES-3 a thousand processes of another job that come and go leave no number and no table behind")
    void manyThatGo() {
        int ranks = 1000;
        FakeRank server = FakeRank.ofJob(FakeRank.JOB, network, 0, 1);
        RankParts parts = RankParts.of(server.context(MessageRank.EAGER_LIMIT, null), server.links());
        server.run(() -> server.links().meet(FakeRank.OTHER_JOB, ranks, OF_THE_PAIR));
        for (int rank = 0; rank < ranks; rank++) {
            FakeRank client = FakeRank.ofJob(FakeRank.OTHER_JOB, network, rank, ranks);
            RankParts ofClient = RankParts.of(client.context(MessageRank.EAGER_LIMIT, null), client.links());
            int[] served = {0};
            client.run(() -> {
                client.links().meet(FakeRank.JOB, 1, OF_THE_PAIR);
                served[0] = client.links().processes().number(FakeRank.JOB, 0);
            });
            int number = server.links().processes().number(FakeRank.OTHER_JOB, rank);
            assertThat(number).isEqualTo(1);
            List<CommunicatorState> made = new ArrayList<>();
            MemberRanks both = MemberRanks.of(0, number);
            server.run(() -> made.add(parts.communicators().add(7, "served", both, both, member -> 7)));
            TestSend send =
                    new TestSend(ContextId.of(7, Purpose.MESSAGES), 1, served[0], TAG, SendMode.STANDARD, bytes(9));
            client.run(() -> ofClient.messages().send(send));
            TestReceive receive = new TestReceive(ContextId.of(7, Purpose.MESSAGES), 1, TAG, number, 9);
            server.run(() -> parts.messages().receive(receive));
            network.run();
            assertThat(receive.outcome).isEqualTo("received");

            client.run(() -> client.links().close(() -> {}));
            network.run();
            client.close();
            server.run(() -> {
                parts.communicators().remove(made.get(0));
                server.links().forget(number);
            });
            assertThat(server.links().count()).isZero();
            assertThat(parts.communicators().isThere(number)).isTrue();
        }
        assertThat(server.links().processes().hasForeign()).isFalse();
        server.run(() -> server.links().abort("ends with the test", () -> {}));
    }

    @Test
    @DisplayName("a process of another job is in no world but its own")
    void notInTheWorld() {
        one.receive(1);
        other.send(SendMode.STANDARD, 1);
        network.run();
        assertThat(one.loss()).isNull();
        TestSend intruder = new TestSend(other.context(), one.peer, other.peer, TAG, SendMode.STANDARD, new byte[1]);
        intruder.contextThere = ContextId.of(ContextId.WORLD, Purpose.MESSAGES);
        other.fake.run(() -> other.parts.messages().send(intruder));
        network.run();
        assertThat(one.loss()).hasMessageContaining("is another rank");
    }

    @Test
    @DisplayName(
            "PRG-4 a rank that waits for a process of another job is not still, and names none of its numbers to others")
    void waits() {
        one.receive(10);
        assertThat(one.parts.evidence().waits()).isTrue();
        assertThat(one.parts.evidence().awaited().stream()).isEmpty();
        one.receive(1 - one.member, one.peer, 10);
        other.send(SendMode.STANDARD, 1);
        network.run();
        assertThat(one.parts.evidence().unrest()).isEqualTo("it waits for a process of another job");
    }

    @Test
    @DisplayName("a rank of a job that was not met, or with another secret of the pair, proves nothing")
    void strangers() {
        FakeNetwork elsewhere = new FakeNetwork();
        FakeRank unmet = FakeRank.ofJob(FakeRank.JOB, elsewhere, 0, 1);
        RankParts.of(unmet.context(MessageRank.EAGER_LIMIT, null), unmet.links());
        FakeRank stranger = FakeRank.ofJob(FakeRank.OTHER_JOB, elsewhere, 0, 1);
        RankParts.of(stranger.context(MessageRank.EAGER_LIMIT, null), stranger.links());
        stranger.run(() -> {
            stranger.links().meet(FakeRank.JOB, 1, OF_THE_PAIR);
            // The first process of another job.
            assertThat(stranger.links().processes().number(FakeRank.JOB, 0)).isEqualTo(1);
            stranger.links().peer(1).open();
        });
        elsewhere.run();
        assertThat(unmet.links().count()).isZero();
        assertThat(unmet.links().rejections().of(Rejection.PROOF)).isEqualTo(1);

        unmet.run(() -> unmet.links().meet(FakeRank.OTHER_JOB, 1, Secret.of("something else")));
        stranger.run(() -> stranger.links().forget(1));
        stranger.run(() -> {
            assertThat(stranger.links().processes().number(FakeRank.JOB, 0)).isEqualTo(1);
            stranger.links().peer(1).open();
        });
        elsewhere.run();
        assertThat(unmet.links().count()).isZero();
        assertThat(unmet.links().rejections().of(Rejection.PROOF)).isEqualTo(2);
        assertThat(stranger.links().peer(1).loss()).isNotNull();
    }
}
