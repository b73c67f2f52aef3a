package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.EAGER_LIMIT;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.port.SendMode;

/** Messages for receives that wait already, or don't; and messages of communicators that are freed. */
class ReadyModeTest extends TwoRanks {

    private static final String NOT_READY = "failed: rank 1 declined the message: NOT_READY";

    private TestSend sendReady(int destination, int lengthBytes) {
        TestSend send = zero.start(new TestSend(destination, TAG, SendMode.READY, MessageRank.bytes(lengthBytes)));
        network.run();
        assertThat(send.signals).isEqualTo(1);
        return send;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, EAGER_LIMIT, EAGER_LIMIT + 1, LONG})
    @DisplayName(
            "MODE-4 a ready message meets the receive that waits, or is dropped where none does, and its sender told")
    void waitsOrNot(int length) {
        for (int destination = 0; destination < 2; destination++) {
            MessageRank to = destination == 0 ? zero : one;
            String declined = NOT_READY.replace("rank 1", "rank " + destination);
            assertThat(sendReady(destination, length).outcome).isEqualTo(declined);

            TestReceive receive = to.start(new TestReceive(1 - destination, TAG, length));
            assertThat(sendReady(destination, length).outcome).isEqualTo("sent");
            assertThat(receive.outcome).isEqualTo("received");
            assertThat(receive.data()).isEqualTo(MessageRank.bytes(length));

            assertThat(sendReady(destination, length).outcome).isEqualTo(declined);
            assertThat(to.messages.peek(0, -1, -1)).isNull();
            assertThat(to.pending()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, EAGER_LIMIT + 1})
    @DisplayName("ORD-1, MODE-4 a ready message stays behind short ones that are held for the first connection")
    void behindHeldOnes(int length) {
        int fits = EagerCredit.INITIAL_BYTES / (int) EagerCredit.cost(EAGER_LIMIT);
        List<TestReceive> receives = new ArrayList<>();
        for (int i = 0; i <= fits + 3; i++) {
            receives.add(one.receive(MessageRank.ANY, EAGER_LIMIT + 1));
        }
        for (int i = 0; i < fits + 3; i++) {
            zero.send(i, EAGER_LIMIT);
        }
        TestSend ready = zero.start(new TestSend(1, fits + 3, SendMode.READY, MessageRank.bytes(length)));
        network.run();

        assertThat(ready.outcome).isEqualTo("sent");
        assertThat(receives.get(fits + 3).data()).isEqualTo(MessageRank.bytes(length));
    }

    @Test
    @DisplayName("MODE-4 what is declined costs no credit")
    void creditComesBack() {
        int fits = FakeRank.CREDIT_BYTES / (int) EagerCredit.cost(EAGER_LIMIT);
        for (int i = 0; i < 3 * fits; i++) {
            assertThat(sendReady(1, EAGER_LIMIT).outcome).isEqualTo(NOT_READY);
        }
        assertThat(zero.send(TAG, EAGER_LIMIT).outcome).isEqualTo("sent");
    }

    @Test
    @DisplayName("MODE-4 a ready message that is too long for its receive fails that alone")
    void truncated() {
        for (int length : new int[] {10, LONG}) {
            TestReceive receive = one.receive(TAG, 5);
            assertThat(sendReady(1, length).outcome).isEqualTo("sent");
            assertThat(receive.outcome).isEqualTo("truncated: " + length + " into 5");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, LONG})
    @DisplayName("MODE-4 PRB-5 a ready send that is taken back ends once, as its receiver has answered")
    void withdrawn(int length) {
        zero.send(TAG + 1, 0);
        network.run();
        assertThat(one.receive(TAG + 1, 0).outcome).isEqualTo("received");
        for (long seed = 0; seed < 50; seed++) {
            TestSend send = zero.start(new TestSend(1, TAG, SendMode.READY, MessageRank.bytes(length)));
            zero.withdraw(send);
            TestReceive receive = one.receive(TAG, length);
            network.runShuffled(seed);
            assertThat(send.signals).isEqualTo(1);
            if (receive.outcome.equals("received")) {
                assertThat(send.outcome).isEqualTo("sent");
            } else {
                assertThat(send.outcome).isEqualTo(NOT_READY);
                one.withdraw(receive);
            }
        }
    }

    @Test
    @DisplayName("MODE-4 PRB-3 a matched probe that waits takes a ready message, which is sent when that is received")
    void matchedProbe() {
        for (int length : new int[] {10, LONG}) {
            TestProbe probe = TestProbe.taking(0, TAG);
            one.start(probe);
            TestSend send = zero.start(new TestSend(1, TAG, SendMode.READY, MessageRank.bytes(length)));
            network.run();
            assertThat(send.outcome).isEqualTo("pending");
            TestReceive receive = one.receive(probe, length);
            network.run();
            assertThat(send.outcome).isEqualTo("sent");
            assertThat(receive.data()).isEqualTo(MessageRank.bytes(length));
        }
    }

    @Test
    @DisplayName("RCV-6 a freed communicator forgets its messages: credit comes back, and senders that wait are told")
    void forgets() {
        TestSend eager = zero.send(TAG, 100);
        TestSend synchronous = zero.sendSynchronous(TAG, 100);
        TestSend announced = zero.send(TAG, LONG);
        TestSend own = one.start(new TestSend(1, TAG, SendMode.SYNCHRONOUS, new byte[3]));
        network.run();
        one.fake.run(() -> one.messages.forget(4, 0));
        network.run();

        String declined = "failed: rank 1 declined the message: FREED";
        assertThat(eager.outcome).isEqualTo("sent");
        assertThat(synchronous.outcome).isEqualTo(declined);
        assertThat(announced.outcome).isEqualTo(declined);
        assertThat(own.outcome).isEqualTo(declined);
        assertThat(one.messages.peek(0, -1, -1)).isNull();

        for (int i = 0; i < 200; i++) {
            assertThat(zero.send(TAG, EAGER_LIMIT).outcome).isEqualTo("sent");
            network.run();
            one.fake.run(() -> one.messages.forget(0));
            network.run();
        }
    }

    @Test
    @DisplayName("RCV-6 messages of other communicators, and what is posted, stay when one is freed")
    void forgetsNothingElse() {
        TestSend send = zero.sendSynchronous(TAG, 100);
        TestReceive posted = one.receive(TAG + 1, 100);
        network.run();
        one.fake.run(() -> one.messages.forget(2, 3, 4));
        network.run();
        assertThat(send.outcome).isEqualTo("pending");

        assertThat(one.receive(TAG, 100).outcome).isEqualTo("received");
        zero.send(TAG + 1, 100);
        network.run();
        assertThat(posted.outcome).isEqualTo("received");
        assertThat(send.outcome).isEqualTo("sent");
    }
}
