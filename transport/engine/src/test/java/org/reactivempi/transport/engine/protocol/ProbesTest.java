package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.ANY;
import static org.reactivempi.transport.engine.protocol.MessageRank.EAGER_LIMIT;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.port.SendMode;

/** Probes that leave messages, and probes that take them. */
class ProbesTest extends TwoRanks {

    @ParameterizedTest
    @ValueSource(ints = {0, 10, EAGER_LIMIT + 1, LONG})
    @DisplayName("PRB-1 all probes that wait are told of a message, which stays for its receive")
    void waitingProbes(int length) {
        List<TestProbe> probes = List.of(
                one.start(TestProbe.leaving(0, TAG)),
                one.start(TestProbe.leaving(0, TAG)),
                one.start(TestProbe.leaving(ANY, TAG)),
                one.start(TestProbe.leaving(0, ANY)),
                one.start(TestProbe.leaving(ANY, ANY)));
        TestProbe other = one.start(TestProbe.leaving(0, TAG + 1));
        assertThat(one.inTheWorld().pending())
                .contains("probe(source 0, tag 7, world)", "probe(source any, tag any, world)")
                .hasSize(6);
        zero.send(TAG, length);
        network.run();

        assertThat(probes).allMatch(probe -> probe.outcome.equals("found " + length + " from 0 with 7"));
        assertThat(probes).allMatch(probe -> probe.signals == 1);
        assertThat(other.outcome).isEqualTo("pending");
        assertThat(one.start(TestProbe.leaving(ANY, ANY)).outcome).startsWith("found " + length);
        TestReceive receive = one.receive(TAG, length);
        network.run();
        assertReceived(receive, length);
        one.withdraw(other);
        one.withdraw(other);
        assertThat(other.outcome).isEqualTo("cancelled");
        assertThat(other.signals).isEqualTo(1);
    }

    @Test
    @DisplayName("PRB-1 a message that meets a posted receive is shown to no probe")
    void receivedMessagesAreNotShown() {
        TestProbe probe = one.start(TestProbe.leaving(ANY, ANY));
        one.receive(TAG, 10);
        zero.send(TAG, 10);
        network.run();
        assertThat(probe.outcome).isEqualTo("pending");
        zero.send(TAG, 11);
        network.run();
        assertThat(probe.outcome).isEqualTo("found 11 from 0 with 7");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, EAGER_LIMIT + 1, LONG})
    @DisplayName("PRB-3 a matched probe takes the message in the order of posting, and only its handle receives it")
    void taken(int length) {
        for (boolean before : new boolean[] {true, false}) {
            TestReceive first = before ? one.receive(TAG, 3) : null;
            TestProbe probe = TestProbe.taking(ANY, TAG);
            TestReceive last = before ? null : TestReceive.owned(ANY, ANY);
            if (before) {
                one.start(probe);
                last = one.start(TestReceive.owned(ANY, ANY));
            }
            TestSend third = null;
            for (int bytes : new int[] {3, length, 5}) {
                third = zero.sendSynchronous(TAG, bytes);
            }
            network.run();
            if (!before) {
                first = one.receive(TAG, 3);
                one.start(probe);
                one.start(last);
                network.run();
            }
            assertReceived(first, 3);
            assertThat(probe.outcome).isEqualTo("found " + length + " from 0 with 7");
            assertReceived(last, 5);
            assertThat(third.outcome).isEqualTo("sent");

            TestReceive receive = one.receive(probe, length);
            network.run();
            assertReceived(receive, length);
            assertThat(zero.running()).isZero();
        }
    }

    @Test
    @DisplayName("PRB-3 PRB-5 a message that a matched probe has taken is taken back no more; one put back is again")
    void withdrawal() {
        for (int length : new int[] {10, LONG}) {
            TestSend send = zero.sendSynchronous(TAG, length);
            network.run();
            TestProbe probe = one.start(TestProbe.taking(0, TAG));
            zero.withdraw(send);
            network.run();
            assertThat(send.outcome).isEqualTo("pending");

            TestReceive receive = one.receive(probe, length);
            network.run();
            assertReceived(receive, length);
            assertThat(send.outcome).isEqualTo("sent");

            TestSend second = zero.sendSynchronous(TAG, length);
            network.run();
            cancelWithItsMessage(TestProbe.taking(0, TAG));
            zero.withdraw(second);
            network.run();
            assertThat(second.outcome).isEqualTo("cancelled");
        }
    }

    /** It finds its message, and is cancelled before its signal. */
    private void cancelWithItsMessage(TestProbe probe) {
        one.fake.run(() -> one.fake.signals().step(() -> {
            one.messages.probe(probe);
            one.messages.giveBack(probe);
        }));
        assertThat(probe.outcome).isEqualTo("cancelled");
        assertThat(probe.signals).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, LONG})
    @DisplayName("PRB-6 the message of a cancelled matched probe goes back to its place, or to the receive that waits")
    void putBack(int length) {
        for (int i = 0; i < 3; i++) {
            zero.send(TAG, length + i);
        }
        network.run();
        cancelWithItsMessage(TestProbe.taking(ANY, TAG));
        TestProbe second = TestProbe.taking(ANY, TAG);
        TestReceive waiting = TestReceive.owned(0, TAG);
        List<TestReceive> receives = List.of(TestReceive.owned(0, TAG), TestReceive.owned(0, TAG));
        one.fake.run(() -> one.fake.signals().step(() -> {
            one.messages.probe(second);
            receives.forEach(one.messages::receive);
            one.messages.receive(waiting);
            one.messages.giveBack(second);
        }));
        network.run();
        assertThat(second.outcome).isEqualTo("cancelled");
        assertReceived(receives.get(0), length + 1);
        assertReceived(receives.get(1), length + 2);
        assertReceived(waiting, length);
    }

    @Test
    @DisplayName("PRB-3 a message to oneself is probed, taken, put back and received like others")
    void toOneself() {
        for (int length : new int[] {10, LONG}) {
            TestProbe probe = one.start(TestProbe.taking(0, TAG));
            TestSend send = one.start(new TestSend(1, TAG, SendMode.SYNCHRONOUS, MessageRank.bytes(length)));
            assertThat(probe.outcome).isEqualTo("found " + length + " from 0 with 7");
            one.withdraw(send);
            assertThat(send.outcome).isEqualTo("pending");
            assertThat(one.inTheWorld().pending())
                    .containsExactly("issend(destination 1, tag 7, world, " + length + " bytes)");
            assertReceived(one.receive(probe, length), length);
            assertThat(send.outcome).isEqualTo("sent");

            TestSend back = one.start(new TestSend(1, TAG, SendMode.SYNCHRONOUS, MessageRank.bytes(length)));
            cancelWithItsMessage(TestProbe.taking(0, TAG));
            one.withdraw(back);
            assertThat(back.outcome).isEqualTo("cancelled");
        }
    }

    @Test
    @DisplayName("PRB-3 a message that was taken and never received ends with its rank")
    void neverReceived() {
        one.start(TestProbe.taking(ANY, TAG));
        TestSend own = one.start(new TestSend(1, TAG, SendMode.SYNCHRONOUS, new byte[3]));
        one.start(TestProbe.taking(ANY, TAG));
        TestSend other = zero.send(TAG, LONG);
        network.run();
        one.abort();
        network.run();
        assertThat(own.outcome).isEqualTo("failed: aborted by the test");
        assertThat(other.outcome).startsWith("failed: rank 1 ");
    }

    @Test
    @DisplayName(
            "a peer that is lost fails the probes that wait for it, and the receives of what was taken but is not here")
    void loss() {
        TestProbe taken = one.start(TestProbe.taking(0, TAG));
        TestProbe here = one.start(TestProbe.taking(0, TAG));
        zero.send(TAG, LONG);
        zero.send(TAG, 10);
        network.run();
        TestProbe probe = one.start(TestProbe.leaving(0, TAG));
        TestProbe matched = one.start(TestProbe.taking(0, ANY));
        TestProbe any = one.start(TestProbe.leaving(ANY, TAG));
        zero.fake.connections().get(0).cut(new IOException("cable"));
        network.run();

        String lost = "failed: rank 0 ended its connection: cable";
        assertThat(List.of(probe.outcome, matched.outcome, one.start(TestProbe.leaving(0, 3)).outcome))
                .containsOnly(lost);
        assertThat(any.outcome).isEqualTo("pending");
        assertThat(one.receive(taken, LONG).outcome).isEqualTo(lost);
        assertReceived(one.receive(here, 10), 10);
    }
}
