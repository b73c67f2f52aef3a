package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.ANY;
import static org.reactivempi.transport.engine.protocol.MessageRank.EAGER_LIMIT;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;
import static org.reactivempi.transport.engine.protocol.MessageRank.bytes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeLink;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.publisher.Mono;

/** Two ranks and their messages. */
class PeerProtocolTest extends TwoRanks {

    private static void assertSent(TestSend send) {
        assertThat(send.outcome).isEqualTo("sent");
        assertThat(send.signals).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, EAGER_LIMIT - 1, EAGER_LIMIT, EAGER_LIMIT + 1, 64 * 1024, 64 * 1024 + 1, LONG})
    @DisplayName("MODE-7 every size arrives, whether its receive was posted before or comes after")
    void sizes(int length) {
        for (boolean synchronous : new boolean[] {false, true}) {
            TestReceive before = one.receive(TAG, length);
            TestSend first = synchronous ? zero.sendSynchronous(TAG, length) : zero.send(TAG, length);
            network.run();
            assertReceived(before, length);
            assertSent(first);

            TestSend second = synchronous ? zero.sendSynchronous(TAG, length) : zero.send(TAG, length);
            network.run();
            boolean eager = !synchronous && length <= EAGER_LIMIT;
            assertThat(second.outcome).isEqualTo(eager ? "sent" : "pending");
            TestReceive after = one.receive(TAG, length + 5);
            network.run();
            assertReceived(after, length);
            assertSent(second);
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 9", "4096, 0", "4097, 4096", "300000, 299999"})
    @DisplayName("RCV-3 a message that is too long fails its receive, writes nothing, and its send completes")
    void truncation(int length, int room) {
        for (boolean synchronous : new boolean[] {false, true}) {
            for (boolean before : new boolean[] {false, true}) {
                TestReceive receive = before ? one.receive(TAG, room) : null;
                TestSend send = synchronous ? zero.sendSynchronous(TAG, length) : zero.send(TAG, length);
                network.run();
                receive = receive == null ? one.receive(TAG, room) : receive;
                network.run();
                assertThat(receive.outcome).isEqualTo("truncated: " + length + " into " + room);
                assertThat(receive.room()).isEqualTo(new byte[room]);
                assertSent(send);
            }
        }
        TestReceive next = one.receive(TAG, 3);
        zero.send(TAG, 3);
        network.run();
        assertReceived(next, 3);
    }

    @Test
    @DisplayName("ORD-1 eager, synchronous and long messages are received in the order in which they were sent")
    void order() {
        Random random = new Random(1);
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int length = random.nextInt(3) == 0 ? EAGER_LIMIT + random.nextInt(100_000) : random.nextInt(EAGER_LIMIT);
            lengths.add(length);
            if (random.nextBoolean()) {
                zero.send(TAG, length);
            } else {
                zero.sendSynchronous(TAG, length);
            }
        }
        network.runShuffled(2);
        List<TestReceive> receives = lengths.stream()
                .map(length -> one.receive(length % 2 == 0 ? TAG : ANY, 200_000))
                .toList();
        network.runShuffled(3);
        for (int i = 0; i < lengths.size(); i++) {
            assertReceived(receives.get(i), lengths.get(i));
        }
    }

    @Test
    @DisplayName("RES-1 without credit messages wait at their sender; when receives make room, they go eagerly again")
    void creditRunsOutAndComesBack() {
        connect();
        int fits = fitting(FakeRank.CREDIT_BYTES, EAGER_LIMIT);
        List<TestSend> sends = new ArrayList<>();
        for (int i = 0; i < fits + 5; i++) {
            sends.add(zero.send(TAG, EAGER_LIMIT));
        }
        network.run();
        assertThat(sends.subList(0, fits)).allMatch(send -> send.outcome.equals("sent"));
        assertThat(sends.subList(fits, fits + 5)).allMatch(send -> send.outcome.equals("pending"));

        for (int i = 0; i < fits + 5; i++) {
            assertReceived(received(one.receive(TAG, EAGER_LIMIT)), EAGER_LIMIT);
        }
        assertThat(sends).allMatch(send -> send.outcome.equals("sent"));
        assertThat(zero.send(TAG, EAGER_LIMIT).outcome).isEqualTo("sent");
    }

    @Test
    @DisplayName("RES-1 for a connection that does not stand yet, no more is kept than the initial credit covers")
    void beforeTheConnectionStands() {
        int fits = fitting(EagerCredit.INITIAL_BYTES, 1000);
        List<TestSend> sends = new ArrayList<>();
        for (int i = 0; i < 10 * fits; i++) {
            sends.add(zero.send(TAG, 1000));
        }
        assertThat(sends.subList(0, fits)).allMatch(send -> send.outcome.equals("sent"));
        assertThat(sends.subList(fits, sends.size())).allMatch(send -> send.outcome.equals("pending"));

        network.run();
        assertThat(sends.subList(0, fitting(FakeRank.CREDIT_BYTES, 1000)))
                .allMatch(send -> send.outcome.equals("sent"));
        for (int i = 0; i < sends.size(); i++) {
            assertReceived(received(one.receive(TAG, 1000)), 1000);
        }
        assertThat(sends).allMatch(send -> send.outcome.equals("sent"));
    }

    @ParameterizedTest
    @CsvSource({"1000, 2", "2978, 1", "2979, 0", "10000, 0"})
    @DisplayName(
            "RES-1 ORD-1 in larger jobs less is kept before the connection stands, or nothing, and all of it comes in order")
    void beforeTheConnectionStandsInLargeJobs(int size, int fits) {
        FakeNetwork own = new FakeNetwork();
        MessageRank sender = MessageRank.inJobOf(size, own, 0);
        MessageRank receiver = MessageRank.inJobOf(size, own, 1);
        List<TestSend> sends = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sends.add(sender.send(TAG, i));
        }
        assertThat(sends.stream().filter(send -> send.outcome.equals("sent"))).hasSize(fits);

        own.run();
        assertThat(sends).allMatch(send -> send.outcome.equals("sent"));
        for (int i = 0; i < 5; i++) {
            TestReceive receive = receiver.receive(TAG, 5);
            own.run();
            assertReceived(receive, i);
        }
        sender.abort();
        receiver.abort();
        own.run();
    }

    @Test
    @DisplayName("PRB-5 ORD-1 what waits for the first connection is taken back at once, and the rest keeps its order")
    void heldSends() {
        fillInitialCredit();
        TestSend first = zero.send(TAG, EAGER_LIMIT);
        TestSend second = zero.send(TAG, 10);
        TestSend third = zero.sendSynchronous(TAG, LONG);
        assertThat(zero.inTheWorld().pending())
                .hasSize(3)
                .contains("isend(destination 1, tag 7, world, 10 bytes), CONNECTING");
        zero.withdraw(second);
        assertThat(second.outcome).isEqualTo("cancelled");
        zero.withdraw(second);
        network.run();
        assertReceived(received(one.receive(TAG, LONG)), EAGER_LIMIT);
        assertReceived(received(one.receive(TAG, LONG)), LONG);
        assertSent(first);
        assertSent(third);
        assertThat(second.signals).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, LONG})
    @DisplayName("PRB-5 ORD-1 before the first connection, a send that the peer would answer is taken back at once")
    void takenBackBeforeTheConnectionStands(int length) {
        TestSend before = zero.send(TAG, 1);
        TestSend first = zero.sendSynchronous(TAG, length);
        TestSend second = zero.send(TAG, 2);
        TestSend third = zero.sendSynchronous(TAG, 3);
        zero.withdraw(first);
        assertThat(first.outcome).isEqualTo("cancelled");
        for (int expected = 1; expected <= 3; expected++) {
            assertReceived(received(one.receive(TAG, LONG)), expected);
        }
        assertSent(before);
        assertSent(second);
        assertSent(third);
        assertThat(first.signals).isOne();
    }

    @Test
    @DisplayName("RES-3 what waits for the first connection fails when there will be none")
    void heldSendsOfAnUnreachablePeer() {
        zero.fake.directory(peer -> Mono.error(new IllegalStateException("unknown")));
        fillInitialCredit();
        TestSend held = zero.send(TAG, EAGER_LIMIT);
        network.run();
        assertThat(held.outcome).isEqualTo("failed: rank 1 has no address: unknown");
        assertThat(zero.send(TAG, EAGER_LIMIT).outcome).isEqualTo(held.outcome);
    }

    private void fillInitialCredit() {
        for (int i = 0; i < fitting(EagerCredit.INITIAL_BYTES, EAGER_LIMIT); i++) {
            assertThat(zero.send(TAG + 1, EAGER_LIMIT).outcome).isEqualTo("sent");
        }
    }

    private void connect() {
        one.receive(TAG, 0);
        zero.send(TAG, 0);
        network.run();
    }

    private static int fitting(int creditBytes, int lengthBytes) {
        return creditBytes / (int) EagerCredit.cost(lengthBytes);
    }

    private TestReceive received(TestReceive receive) {
        network.run();
        return receive;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, LONG})
    @DisplayName("PRB-5 a send that no receive has met is taken back, and its receive gets the next message")
    void withdrawn(int length) {
        TestSend send = zero.sendSynchronous(TAG, length);
        network.run();
        zero.withdraw(send);
        zero.withdraw(send);
        network.run();
        assertThat(send.outcome).isEqualTo("cancelled");
        assertThat(send.signals).isEqualTo(1);

        TestReceive receive = one.receive(ANY, LONG);
        zero.send(TAG, 5);
        network.run();
        assertReceived(receive, 5);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, LONG})
    @DisplayName("PRB-5 PRB-6 a withdrawal and a match that cross: the send ends once, and so does the message")
    void withdrawalRacesMatch(int length) {
        for (long seed = 0; seed < 50; seed++) {
            TestSend send = zero.sendSynchronous(TAG, length);
            network.run();
            zero.withdraw(send);
            TestReceive receive = new TestReceive(0, TAG, LONG);
            if (seed % 2 == 0) {
                network.runShuffled(seed);
            }
            one.start(receive);
            network.runShuffled(seed);
            if (receive.outcome.equals("received")) {
                assertSent(send);
            } else {
                assertThat(send.outcome).isEqualTo("cancelled");
                assertThat(receive.outcome).isEqualTo("pending");
                one.withdraw(receive);
                assertThat(receive.outcome).isEqualTo("cancelled");
            }
            assertThat(send.signals).isEqualTo(1);
            assertThat(receive.signals).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("PRB-4 a receive that is taken back ends once, and a message that met it first is not lost")
    void withdrawnReceive() {
        TestReceive cancelled = one.receive(TAG, 10);
        one.withdraw(cancelled);
        one.withdraw(cancelled);
        assertThat(cancelled.outcome).isEqualTo("cancelled");
        assertThat(cancelled.signals).isEqualTo(1);

        TestReceive met = one.receive(TAG, LONG);
        zero.send(TAG, LONG);
        network.runUntil(() -> one.pending().stream().anyMatch(text -> text.contains("receiving")));
        one.withdraw(met);
        network.run();
        assertReceived(met, LONG);
    }

    @Test
    @DisplayName(
            "PRG-6 a long message has its turn behind a part of a very long one, also where the link takes little at a time")
    void turns() {
        int veryLong = 4 * 1024 * 1024;
        zero.send(TAG, 1);
        network.run();
        zero.fake.connections().get(0).window(70_000);
        TestReceive first = one.receive(1, veryLong);
        TestReceive second = one.receive(2, LONG);
        zero.send(1, veryLong);
        zero.send(2, LONG);
        network.runUntil(() -> first.signals + second.signals > 0);
        assertReceived(second, LONG);
        assertThat(first.signals).isZero();
        network.run();
        assertReceived(first, veryLong);
    }

    @Test
    @DisplayName("PRG-6 credit goes back at the end of a turn, so that no more than all of it is used in one")
    void creditGoesBackAtTheEndOfATurn() {
        connect();
        int fits = fitting(FakeRank.CREDIT_BYTES, EAGER_LIMIT);
        for (int i = 0; i < fits + 1; i++) {
            zero.send(TAG, EAGER_LIMIT);
        }
        network.run();
        List<TestReceive> receives = new ArrayList<>();
        one.fake.run(() -> {
            for (int i = 0; i < fits + 1; i++) {
                TestReceive receive = new TestReceive(0, TAG, EAGER_LIMIT);
                receives.add(receive);
                one.messages.receive(receive);
            }
            // In the middle of the turn the last message is cleared, and comes: the flood's next one would follow.
            assertThat(network.step(choices -> 0)).isTrue();
            assertThat(zero.send(TAG, EAGER_LIMIT).outcome).isEqualTo("pending");
        });
        receives.add(one.receive(TAG, EAGER_LIMIT));
        network.run();
        receives.forEach(receive -> assertReceived(receive, EAGER_LIMIT));
        assertSent(zero.send(TAG, EAGER_LIMIT));
        assertReceived(received(one.receive(TAG, EAGER_LIMIT)), EAGER_LIMIT);
    }

    @Test
    @DisplayName("back-pressure: pieces of long messages wait for the link, and all arrive")
    void backPressure() {
        zero.send(TAG, 1);
        network.run();
        zero.fake.connections().get(0).window(70_000);
        List<TestReceive> receives = new ArrayList<>();
        List<TestSend> sends = new ArrayList<>();
        for (int tag = 10; tag < 14; tag++) {
            receives.add(one.receive(tag, LONG));
            sends.add(zero.send(tag, LONG));
        }
        network.run();
        receives.forEach(receive -> assertReceived(receive, LONG));
        sends.forEach(PeerProtocolTest::assertSent);
    }

    @Test
    @DisplayName("as long as a message comes that has its place, a channel reads little ahead of it, and no longer")
    void readsLittleAheadOfWhatIsPlaced() {
        zero.send(TAG + 1, 1);
        network.run();
        FakeLink link = zero.fake.connections().get(0);
        assertThat(link.mostBytesOfOther()).isEqualTo(Integer.MAX_VALUE);
        TestReceive receive = one.start(TestReceive.direct(0, TAG, LONG));
        TestSend send = zero.send(TAG, LONG);
        network.runUntil(() -> one.pending().toString().contains("receiving"));
        assertThat(link.mostBytesOfOther()).isLessThan(LONG);
        network.run();
        assertSent(send);
        assertThat(receive.outcome).isEqualTo("received");
        assertThat(link.mostBytesOfOther()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    @DisplayName("LIF-2 parts of conversations that run may start when the engine closes, and no more when it aborts")
    void partsOfConversations() {
        zero.messages.close("closed by the test");
        assertThat(zero.send(TAG, 1).outcome).startsWith("failed: closed by the test");
        assertThat(zero.receive(TAG, 1).outcome).startsWith("failed: closed by the test");
        TestReceive goesOn = zero.start(part(new TestReceive(1, TAG, 1)));
        assertThat(goesOn.outcome).isEqualTo("pending");
        assertThat(zero.start(part(new TestSend(1, TAG, SendMode.STANDARD, bytes(1)))).outcome)
                .isEqualTo("sent");

        zero.abort();
        assertThat(goesOn.outcome).startsWith("failed: ");
        assertThat(zero.start(part(new TestReceive(1, TAG, 1))).outcome).startsWith("failed: ");
        assertThat(zero.start(part(new TestReceive(0, TAG, 1))).outcome).startsWith("failed: ");
        assertThat(zero.start(part(new TestSend(0, TAG, SendMode.SYNCHRONOUS, bytes(1)))).outcome)
                .startsWith("failed: ");
        assertThat(zero.running()).isZero();
    }

    private static TestReceive part(TestReceive receive) {
        receive.part = true;
        return receive;
    }

    private static TestSend part(TestSend send) {
        send.part = true;
        return send;
    }

    @Test
    @DisplayName("RES-3 what is pending says so, in words")
    void pending() {
        zero.sendSynchronous(1, 10);
        zero.send(2, LONG);
        one.receive(3, 10);
        network.run();
        assertThat(zero.inTheWorld().pending())
                .containsExactlyInAnyOrder(
                        "issend(destination 1, tag 1, world, 10 bytes), eager",
                        "isend(destination 1, tag 2, world, 300000 bytes), ANNOUNCED");
        assertThat(one.inTheWorld().pending()).containsExactly("irecv(source 0, tag 3, world)");
    }

    @Test
    @DisplayName("a link that is lost fails what waits for its peer, once, and nothing else")
    void loss() {
        TestSend announced = zero.send(1, LONG);
        TestSend synchronous = zero.sendSynchronous(2, 10);
        TestSend eager = zero.send(3, 10);
        TestSend clearing = zero.send(4, LONG);
        TestReceive own = zero.start(new TestReceive(0, 9, 10));
        TestReceive clearedAtOne = one.receive(4, LONG);
        network.runUntil(() -> zero.pending().toString().contains("SENDING")
                || one.pending().toString().contains("receiving"));

        zero.fake.connections().get(0).cut(new IOException("cable"));
        network.run();

        String lost = "failed: rank 1 ended its connection: cable";
        assertThat(List.of(announced.outcome, synchronous.outcome, clearing.outcome))
                .containsOnly(lost);
        assertThat(eager.outcome).isEqualTo("sent");
        assertThat(clearedAtOne.outcome).isEqualTo("failed: rank 0 ended its connection: cable");
        assertThat(own.outcome).isEqualTo("pending");
        assertThat(List.of(
                        announced.signals, synchronous.signals, eager.signals, clearing.signals, clearedAtOne.signals))
                .containsOnly(1);
        assertThat(zero.send(5, 1).outcome).isEqualTo(lost);
        zero.withdraw(announced);
        assertThat(announced.signals).isEqualTo(1);

        assertReceived(one.receive(3, 10), 10);
        assertThat(one.receive(1, LONG).outcome).isEqualTo("failed: rank 0 ended its connection: cable");
    }

    @Test
    @DisplayName("a link that is lost at any moment of any traffic leaves no operation in the dark")
    void lossAtAnyMoment() {
        for (int steps = 0; steps < 60; steps++) {
            FakeNetwork network = new FakeNetwork();
            MessageRank zero = new MessageRank(network, 0);
            MessageRank one = new MessageRank(network, 1);
            List<TestSend> sends = List.of(
                    zero.send(1, 10),
                    zero.sendSynchronous(2, 10),
                    zero.send(3, LONG),
                    zero.send(4, 10),
                    one.send(1, LONG));
            List<TestReceive> receives =
                    List.of(one.receive(1, 10), one.receive(2, 10), one.receive(3, LONG), zero.receive(1, LONG));
            for (int step = 0; step < steps; step++) {
                network.step(choices -> 0);
            }
            if (!zero.fake.connections().isEmpty()) {
                zero.fake.connections().get(0).cut(new IOException("cable"));
            }
            network.run();
            sends.forEach(send -> assertThat(send.signals).isLessThanOrEqualTo(1));
            zero.abort();
            one.abort();
            network.run();
            sends.forEach(send -> assertThat(send.signals).isEqualTo(1));
            receives.forEach(receive -> assertThat(receive.signals).isEqualTo(1));
            assertThat(zero.running() + one.running()).isZero();
        }
    }

    @Test
    @DisplayName("after the end nothing starts, and what waited has failed")
    void closed() {
        TestReceive waiting = zero.receive(TAG, 1);
        TestSend own = zero.start(new TestSend(0, 9, SendMode.SYNCHRONOUS, new byte[3]));
        zero.abort();
        String closed = "failed: aborted by the test";
        assertThat(List.of(waiting.outcome, own.outcome, zero.send(TAG, 1).outcome, zero.receive(TAG, 1).outcome))
                .containsOnly(closed);
    }

    @Test
    @DisplayName("MODE-6 messages to oneself: buffered, synchronous, long, truncated, withdrawn")
    void toOneself() {
        for (int length : new int[] {0, 10, EAGER_LIMIT, EAGER_LIMIT + 1, LONG}) {
            TestSend send = zero.start(new TestSend(0, TAG, SendMode.STANDARD, MessageRank.bytes(length)));
            assertThat(send.outcome).isEqualTo(length <= EAGER_LIMIT ? "sent" : "pending");
            assertReceived(zero.start(new TestReceive(1, TAG, length)), length);
            assertSent(send);

            TestReceive before = zero.start(new TestReceive(ANY, ANY, length));
            TestSend synchronous = zero.start(new TestSend(0, TAG, SendMode.SYNCHRONOUS, MessageRank.bytes(length)));
            assertReceived(before, length);
            assertSent(synchronous);
        }
        TestSend tooLong = zero.start(new TestSend(0, TAG, SendMode.SYNCHRONOUS, new byte[100]));
        assertThat(zero.start(new TestReceive(1, TAG, 99)).outcome).isEqualTo("truncated: 100 into 99");
        assertSent(tooLong);
        TestSend withdrawn = zero.start(new TestSend(0, TAG, SendMode.SYNCHRONOUS, new byte[100]));
        zero.withdraw(withdrawn);
        assertThat(withdrawn.outcome).isEqualTo("cancelled");
        assertThat(zero.pending()).isEmpty();
    }

    @Test
    @DisplayName("LIF-2 a rank that finalizes after its eager sends has delivered them")
    void finalizeDelivers() {
        connect();
        for (int i = 0; i < 20; i++) {
            zero.send(i, EAGER_LIMIT);
        }
        boolean[] closed = {false};
        zero.fake.run(() -> {
            zero.messages.close("finalized");
            zero.fake.signals().whenIdle(() -> zero.fake.links().close(() -> closed[0] = true));
        });
        network.runShuffled(4);
        assertThat(closed[0]).isTrue();
        for (int i = 0; i < 20; i++) {
            assertReceived(one.receive(i, EAGER_LIMIT), EAGER_LIMIT);
        }
    }
}
