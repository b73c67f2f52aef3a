package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.ANY;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.port.SendMode;

/** Receives that are cancelled when a message has met them. */
class GiveBackTest extends TwoRanks {

    private static void assertCancelled(TestReceive receive) {
        assertThat(receive.outcome).isEqualTo("cancelled");
        assertThat(receive.signals).isEqualTo(1);
    }

    /** A receive that waits until its message is on its way to it. */
    private TestReceive halfway(int length) {
        TestReceive receive = one.start(TestReceive.owned(0, TAG));
        zero.send(TAG, length);
        assertThat(network.runUntil(() -> one.pending().toString().contains("receiving")))
                .isTrue();
        return receive;
    }

    @Test
    @DisplayName("PRB-4 a receive that cannot be claimed is passed over, and ends as cancelled")
    void passedOver() {
        TestReceive cancelled = new TestReceive(0, TAG, 10);
        cancelled.cancelledElsewhere();
        one.start(cancelled);
        TestReceive next = one.receive(TAG, 10);
        zero.send(TAG, 10);
        network.run();
        assertCancelled(cancelled);
        assertReceived(next, 10);

        zero.send(TAG, 10);
        network.run();
        TestReceive late = new TestReceive(0, TAG, 10);
        late.cancelledElsewhere();
        assertCancelled(one.start(late));
        assertReceived(one.receive(TAG, 10), 10);
    }

    @Test
    @DisplayName("PRB-6 a message that is given back while it arrives goes to the next receive, whole")
    void whileArriving() {
        TestReceive first = halfway(LONG);
        zero.send(TAG, 5);
        one.giveBack(first);
        one.giveBack(first);
        TestReceive second = one.start(TestReceive.owned(ANY, TAG));
        TestReceive third = one.receive(TAG, 5);
        network.run();
        assertCancelled(first);
        assertReceived(second, LONG);
        assertReceived(third, 5);
    }

    @Test
    @DisplayName("PRB-6 a message that is given back again and again is received at last, and probes see it meanwhile")
    void againAndAgain() {
        TestReceive first = halfway(LONG);
        one.giveBack(first);
        TestReceive second = one.start(TestReceive.owned(0, ANY));
        one.giveBack(second);
        TestProbe probe = one.start(TestProbe.leaving(ANY, ANY));
        assertThat(probe.outcome).isEqualTo("found " + LONG + " from 0 with 7");
        TestReceive third = one.start(TestReceive.owned(0, TAG));
        one.giveBack(third);
        TestProbe taking = one.start(TestProbe.taking(0, TAG));
        TestReceive last = one.receive(taking, LONG);
        network.run();
        List.of(first, second, third).forEach(GiveBackTest::assertCancelled);
        assertReceived(last, LONG);
    }

    @Test
    @DisplayName("PRB-6 a receive that waits already gets the message that is given back, at once")
    void toTheOldest() {
        TestReceive first = halfway(LONG);
        TestReceive second = one.receive(TAG, LONG - 1);
        TestReceive third = one.receive(TAG, LONG);
        one.giveBack(first);
        network.run();
        assertCancelled(first);
        assertThat(second.outcome).isEqualTo("truncated: " + LONG + " into " + (LONG - 1));
        assertThat(third.outcome).isEqualTo("pending");
    }

    @Test
    @DisplayName("PRB-6 a receive into the user's memory, or one that nothing has met, gives nothing back")
    void nothingToGiveBack() {
        TestReceive users = one.receive(TAG, 10);
        TestReceive unmet = one.start(TestReceive.owned(0, TAG + 1));
        one.giveBack(unmet);
        zero.send(TAG, 10);
        one.giveBack(users);
        network.run();
        one.giveBack(users);
        assertReceived(users, 10);
        assertThat(unmet.outcome).isEqualTo("pending");
        assertThat(one.messages.peek(0, ANY, ANY)).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "PRB-6 a message that was given back and whose rest never comes fails the receive that has got it, or gets it")
    void lost(boolean claimed) {
        TestReceive first = halfway(LONG);
        one.giveBack(first);
        TestReceive second = TestReceive.owned(0, TAG);
        if (claimed) {
            one.start(second);
        }
        zero.fake.connections().get(0).cut(new IOException("cable"));
        network.run();
        if (!claimed) {
            one.start(second);
        }
        assertCancelled(first);
        assertThat(second.outcome).isEqualTo("failed: rank 0 ended its connection: cable");
        assertThat(second.signals).isEqualTo(1);
    }

    @Test
    @DisplayName("PRB-6 receives one after the other, many of them cancelled at any moment: all messages, in order")
    void random() {
        int returned = 0;
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Integer> sent = new ArrayList<>();
            List<Integer> received = new ArrayList<>();
            TestReceive current = null;
            for (int step = 0; step < 60 || received.size() < sent.size(); step++) {
                if (step < 60 && random.nextInt(4) == 0) {
                    int length = random.nextBoolean() ? random.nextInt(200) : 5000 + random.nextInt(100_000);
                    sent.add(length);
                    zero.send(TAG, length);
                }
                if (current == null) {
                    current = one.start(TestReceive.owned(random.nextBoolean() ? 0 : ANY, TAG));
                } else if (current.outcome.equals("pending") && random.nextInt(4) == 0) {
                    one.withdraw(current);
                    one.giveBack(current);
                    returned += current.outcome.equals("pending") ? 1 : 0;
                    current = null;
                }
                network.step(random::nextInt);
                if (current != null && current.outcome.equals("received")) {
                    received.add(current.data().length);
                    current = null;
                }
            }
            if (current != null) {
                one.withdraw(current);
            }
            assertThat(received).as("seed %d", seed).isEqualTo(sent);
            network.run();
        }
        assertThat(returned).isPositive();
    }

    @Test
    @DisplayName("RES-1 PRB-6 a message of another group that is given back counts for the peer that has sent it")
    void otherGroup() {
        int context = ContextId.of(5, ContextId.Purpose.MESSAGES);
        MemberRanks both = MemberRanks.of(0, 1);
        zero.fake.run(() -> zero.messages.communicators().add(5, "groups", both, MemberRanks.of(1), member -> 5));
        one.fake.run(() -> one.messages.communicators().add(5, "groups", both, MemberRanks.of(0), member -> 5));
        TestReceive first = zero.start(TestReceive.owned(context, 0, TAG, 1));
        one.start(new TestSend(context, 0, 0, TAG, SendMode.STANDARD, MessageRank.bytes(LONG)));
        assertThat(network.runUntil(() -> zero.pending().toString().contains("receiving")))
                .isTrue();
        zero.giveBack(first);
        network.run();
        assertThat(zero.fake.links().peer(1).storedBytes()).isGreaterThanOrEqualTo(LONG);
        TestReceive second = zero.start(new TestReceive(context, 0, TAG, 1, LONG));
        network.run();
        assertCancelled(first);
        assertReceived(second, LONG);
        assertThat(zero.fake.links().peer(1).storedBytes()).isZero();
    }
}
