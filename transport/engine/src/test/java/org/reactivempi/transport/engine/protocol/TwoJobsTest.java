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
import org.reactivempi.transport.engine.link.Processes;
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

        private boolean hasWorld;
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
                peer = fake.links().meet(another.job, another.rank, another.fake.ways(), secret);
                int[] members = member == 0 ? new int[] {rank, peer} : new int[] {peer, rank};
                if (!hasWorld) {
                    hasWorld = true;
                    parts.communicators()
                            .add(
                                    0,
                                    "world",
                                    MemberRanks.of(IntStream.range(0, size).toArray()));
                }
                MemberRanks both = MemberRanks.of(members);
                state = parts.communicators()
                        .add(number, "both", both, both, each -> each == member ? number : another.number);
                fake.links().release(peer);
            });
        }

        /** Another communicator of both, by its own number and that of the other one. */
        CommunicatorState more(int own, int there) {
            CommunicatorState[] made = new CommunicatorState[1];
            fake.run(() -> {
                MemberRanks both = MemberRanks.of(member == 0 ? new int[] {rank, peer} : new int[] {peer, rank});
                made[0] = parts.communicators().add(own, "more", both, both, each -> each == member ? own : there);
            });
            return made[0];
        }

        /** It needs the other one no more. */
        void part() {
            fake.run(() -> parts.communicators().remove(state));
        }

        int context() {
            return ContextId.of(number, Purpose.MESSAGES);
        }

        TestSend send(SendMode mode, int lengthBytes) {
            TestSend send = new TestSend(context(), member, peer, TAG, mode, bytes(lengthBytes));
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

    @Test
    @DisplayName("what a process has said early is gone with it: the next one that has its number has not said it")
    void earlyAndGone() {
        CommunicatorState early = one.more(6, 10);
        TestSend sent = new TestSend(
                ContextId.of(6, Purpose.MESSAGES), one.member, one.peer, TAG, SendMode.STANDARD, bytes(100));
        one.fake.run(() -> one.parts.messages().send(sent));
        network.run();
        assertThat(sent.outcome).isEqualTo("sent");

        one.fake.run(() -> one.parts.communicators().remove(early));
        one.part();
        other.part();
        network.run();
        int number = other.peer;
        one.meet(other, OF_THE_PAIR);
        other.meet(one, OF_THE_PAIR);
        assertThat(other.peer).isEqualTo(number);
        other.more(10, 6);
        TestReceive received = new TestReceive(ContextId.of(10, Purpose.MESSAGES), one.member, TAG, other.peer, 100);
        other.fake.run(() -> other.parts.messages().receive(received));
        network.run();
        assertThat(received.outcome).isEqualTo("pending");
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
        for (int rank = 0; rank < ranks; rank++) {
            FakeRank client = FakeRank.ofJob(FakeRank.OTHER_JOB, network, rank, ranks);
            RankParts ofClient = RankParts.of(client.context(MessageRank.EAGER_LIMIT, null), client.links());
            int[] numbers = new int[2];
            client.run(() -> numbers[0] = client.links().meet(FakeRank.JOB, 0, server.ways(), OF_THE_PAIR));
            int each = rank;
            server.run(() -> numbers[1] = server.links().meet(FakeRank.OTHER_JOB, each, client.ways(), OF_THE_PAIR));
            int served = numbers[0];
            int number = numbers[1];
            assertThat(number).isEqualTo(1);
            List<CommunicatorState> made = new ArrayList<>();
            MemberRanks both = MemberRanks.of(0, number);
            server.run(() -> {
                made.add(parts.communicators().add(7, "served", both, both, member -> 7));
                // The communicator needs it from now on.
                server.links().release(number);
            });
            TestSend send =
                    new TestSend(ContextId.of(7, Purpose.MESSAGES), 1, served, TAG, SendMode.STANDARD, bytes(9));
            client.run(() -> ofClient.messages().send(send));
            TestReceive receive = new TestReceive(ContextId.of(7, Purpose.MESSAGES), 1, TAG, number, 9);
            server.run(() -> parts.messages().receive(receive));
            network.run();
            assertThat(receive.outcome).isEqualTo("received");

            // One of the two, or both, may part first.
            Runnable ofServer = () -> server.run(() -> parts.communicators().remove(made.get(0)));
            Runnable ofTheClient = () -> client.run(() -> client.links().release(served));
            (rank % 2 == 0 ? ofServer : ofTheClient).run();
            if (rank % 3 == 0) {
                network.run();
            }
            (rank % 2 == 0 ? ofTheClient : ofServer).run();
            network.run();
            assertThat(client.links().count()).isZero();
            assertThat(client.links().processes().hasForeign()).isFalse();
            assertThat(server.links().count()).isZero();
            assertThat(server.links().processes().hasForeign()).isFalse();
            assertThat(parts.communicators().isThere(number)).isTrue();
            client.close();
        }
        server.run(() -> server.links().abort("ends with the test", () -> {}));
    }

    @Test
    @DisplayName("DPM-6 two processes that have parted meet again, over another link")
    void again() {
        for (int turn = 0; turn < 3; turn++) {
            TestSend sent = one.send(SendMode.STANDARD, 10);
            TestReceive received = other.receive(10);
            network.run();
            assertThat(received.outcome).isEqualTo("received");
            assertThat(sent.outcome).isEqualTo("sent");
            one.part();
            if (turn == 1) {
                network.run();
            }
            other.part();
            if (turn == 2) {
                network.run();
            }
            one.meet(other, OF_THE_PAIR);
            other.meet(one, OF_THE_PAIR);
        }
    }

    @Test
    @DisplayName(
            "DPM-1 a process of a job that was never heard of is let in by the secret of a port, as long as that is open")
    void admitted() {
        Secret port = Secret.of("the port's");
        FakeRank server = FakeRank.ofJob(FakeRank.JOB, network, 0, 1);
        RankParts.of(server.context(MessageRank.EAGER_LIMIT, null), server.links());
        server.run(() -> server.links().admit(port));
        FakeRank client = FakeRank.ofJob(FakeRank.OTHER_JOB, network, 0, 1);
        RankParts.of(client.context(MessageRank.EAGER_LIMIT, null), client.links());
        client.run(() -> client.links()
                .peer(client.links()
                        .meet(FakeRank.JOB, 0, server.ways(), client.links().ofPair(port, FakeRank.JOB)))
                .open());
        network.run();
        assertThat(server.links().processes().of(1)).isEqualTo(new Processes.Process(FakeRank.OTHER_JOB, 0));
        assertThat(client.links().peer(1).channel()).isNotNull();

        server.run(() -> server.links().dismiss(port));
        FakeRank late = FakeRank.ofJob(FakeRank.OTHER_JOB, network, 1, 2);
        RankParts.of(late.context(MessageRank.EAGER_LIMIT, null), late.links());
        late.run(() -> late.links()
                .peer(late.links()
                        .meet(FakeRank.JOB, 0, server.ways(), late.links().ofPair(port, FakeRank.JOB)))
                .open());
        network.run();
        assertThat(server.links().rejections().of(Rejection.PROOF)).isEqualTo(1);
        assertThat(server.links().count()).isEqualTo(1);
        for (FakeRank each : List.of(server, client, late)) {
            each.run(() -> each.links().abort("ends with the test", () -> {}));
        }
    }

    @Test
    @DisplayName("a process of another job is in no world but its own")
    void notInTheWorld() {
        one.receive(1);
        other.send(SendMode.STANDARD, 1);
        network.run();
        assertThat(one.loss()).isNull();
        other.fake.run(() -> other.parts
                .communicators()
                .add(
                        77,
                        "what it takes for the other world",
                        MemberRanks.of(other.rank, other.peer),
                        MemberRanks.of(other.rank, other.peer),
                        member -> ContextId.WORLD));
        TestSend intruder = new TestSend(
                ContextId.of(77, Purpose.MESSAGES), one.peer, other.peer, TAG, SendMode.STANDARD, new byte[1]);
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
            // The first process of another job.
            assertThat(stranger.links().meet(FakeRank.JOB, 0, unmet.ways(), OF_THE_PAIR))
                    .isEqualTo(1);
            stranger.links().peer(1).open();
        });
        elsewhere.run();
        assertThat(unmet.links().count()).isZero();
        assertThat(unmet.links().rejections().of(Rejection.PROOF)).isEqualTo(1);

        unmet.run(() -> unmet.links().meet(FakeRank.OTHER_JOB, 0, stranger.ways(), Secret.of("something else")));
        stranger.run(() -> {
            assertThat(stranger.links().meet(FakeRank.JOB, 0, unmet.ways(), OF_THE_PAIR))
                    .isEqualTo(2);
            stranger.links().peer(2).open();
        });
        elsewhere.run();
        assertThat(unmet.links().count()).isZero();
        assertThat(unmet.links().rejections().of(Rejection.PROOF)).isEqualTo(2);
        assertThat(stranger.links().peer(2).loss()).isNotNull();
    }
}
