package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.transport.engine.protocol.MessageRank.TAG;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.port.SendMode;
import org.reactivempi.transport.fixtures.Seeds;

class EventsTest {

    private static final int LONG = 300_000;

    private final RecordedEvents ofZero = new RecordedEvents();
    private final RecordedEvents ofOne = new RecordedEvents();
    private FakeNetwork network = new FakeNetwork();
    private MessageRank zero = new MessageRank(network, 0, ofZero);
    private MessageRank one = new MessageRank(network, 1, ofOne);

    @AfterEach
    void allThatBeganHasEnded() {
        end(ofZero, ofOne);
    }

    private void end(RecordedEvents... events) {
        zero.abort();
        one.abort();
        network.run();
        for (RecordedEvents each : events) {
            assertThat(each.open).isEmpty();
            assertThat(each.ended).isEqualTo(each.started);
        }
    }

    private void connect() {
        one.receive(TAG, 0);
        zero.send(TAG, 0);
        network.run();
        ofZero.lines.clear();
        ofOne.lines.clear();
    }

    private static void turn(MessageRank rank) {
        rank.fake.run(rank.messages::turnEnded);
    }

    @Test
    @DisplayName("an eager message that is expected")
    void expected() {
        one.receive(TAG, 100);
        zero.send(TAG, 100);
        network.run();

        assertThat(ofZero.lines)
                .containsExactly("began isend tag 7", "sent EAGER", "ended isend DONE 100", "connected 1 by fake");
        assertThat(ofOne.lines)
                .containsExactly(
                        "began irecv tag 7", "connected 0 by fake", "arrived EAGER expected", "ended irecv DONE 100");
    }

    @Test
    @DisplayName(
            "messages that come together are expected, each by the receive that the program posts behind the last one")
    void together() {
        connect();
        receiveAgain(3);
        zero.fake.run(() -> {
            for (int i = 0; i < 3; i++) {
                zero.messages.send(new TestSend(1, TAG, SendMode.STANDARD, MessageRank.bytes(100)));
            }
        });
        network.run();

        assertThat(ofOne.lines)
                .filteredOn(line -> line.startsWith("arrived"))
                .hasSize(3)
                .containsOnly("arrived EAGER expected");
    }

    private void receiveAgain(int times) {
        one.receive(TAG, 100).whenReceived = () -> {
            if (times > 1) {
                receiveAgain(times - 1);
            }
        };
    }

    @Test
    @DisplayName("an eager message that waits for its receive, and the queue that it is in")
    void unexpected() {
        connect();
        zero.send(TAG, 100);
        network.run();
        turn(one);
        one.receive(TAG, 100);
        turn(one);

        assertThat(ofOne.lines)
                .containsExactly(
                        "arrived EAGER",
                        "0 posted, 1 unexpected of 100, attempts 1 and 0",
                        "began irecv tag 7",
                        "ended irecv DONE 100",
                        "0 posted, 0 unexpected of 0, attempts 1 and 1");
    }

    @Test
    @DisplayName("a message that is announced, and one that doesn't fit")
    void rendezvous() {
        connect();
        zero.send(TAG, LONG);
        zero.send(TAG, LONG);
        one.receive(TAG, LONG);
        one.receive(TAG, LONG - 1);
        network.run();

        assertThat(ofZero.lines)
                .contains("sent RENDEZVOUS", "cleared " + LONG, "cleared 0", "ended isend DONE " + LONG);
        assertThat(ofOne.lines)
                .contains("arrived RENDEZVOUS expected", "ended irecv DONE " + LONG, "ended irecv FAILED " + LONG);
    }

    @Test
    @DisplayName("a sender without credit stalls once, until the receiver takes more")
    void stall() {
        connect();
        int messages = FakeRank.CREDIT_BYTES / MessageRank.EAGER_LIMIT + 2;
        for (int i = 0; i < messages; i++) {
            zero.send(TAG, MessageRank.EAGER_LIMIT);
        }
        network.run();
        assertThat(ofZero.lines).containsOnlyOnce("stalled 1").doesNotContain("resumed 1");
        for (int i = 0; i < messages; i++) {
            one.receive(TAG, MessageRank.EAGER_LIMIT);
        }
        network.run();
        assertThat(ofZero.lines).containsOnlyOnce("stalled 1", "resumed 1");
    }

    @Test
    @DisplayName("what is taken back, and what fails")
    void otherEnds() {
        connect();
        TestReceive receive = one.receive(TAG, 1);
        one.withdraw(receive);
        zero.start(new TestSend(1, TAG, SendMode.READY, new byte[3]));
        network.run();
        assertThat(ofOne.lines).contains("ended irecv CANCELLED 0", "arrived EAGER");
        assertThat(ofZero.lines).contains("ended irsend FAILED 3");
    }

    @Test
    @DisplayName("a message that a probe has taken keeps its number")
    void matchedProbe() {
        connect();
        zero.send(TAG, 5);
        network.run();
        TestProbe probe = one.start(TestProbe.taking(0, TAG));
        one.receive(probe, 5);
        assertThat(ofOne.lines).contains("ended mprobe DONE 0", "ended irecv DONE 5");
        assertThat(ofOne.receivedBy.keySet()).isEqualTo(ofOne.arrivedAs.keySet());
    }

    @Test
    @DisplayName(
            "in random traffic both sides number the messages alike, and each receive names the message that it got")
    void randomTraffic() {
        Seeds.each(50, seed -> {
            RecordedEvents[] events = {new RecordedEvents(), new RecordedEvents()};
            network = new FakeNetwork();
            zero = new MessageRank(network, 0, events[0]);
            one = new MessageRank(network, 1, events[1]);
            run(new Random(seed), List.of(zero, one));
            turn(zero);
            turn(one);
            for (int rank = 0; rank < 2; rank++) {
                assertThat(events[rank].arrived).isEqualTo(events[1 - rank].sent);
                assertThat(events[rank].receivedBy).isEqualTo(events[rank].arrivedAs);
                assertThat(events[rank].unexpectedBytes).isZero();
            }
            end(events);
        });
    }

    /** Each message has a receive in the end. */
    private void run(Random random, List<MessageRank> ranks) {
        List<Runnable> steps = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            MessageRank sender = ranks.get(random.nextInt(2));
            MessageRank receiver = sender == zero ? one : zero;
            int tag = random.nextInt(3);
            int length = random.nextInt(4) == 0 ? LONG : random.nextInt(8192);
            boolean synchronous = random.nextBoolean();
            steps.add(random.nextInt(steps.size() + 1), () -> {
                if (synchronous) {
                    sender.sendSynchronous(tag, length);
                } else {
                    sender.send(tag, length);
                }
            });
            steps.add(random.nextInt(steps.size() + 1), () -> receiver.receive(tag, LONG));
        }
        for (Runnable step : steps) {
            step.run();
            for (int i = random.nextInt(4); i > 0; i--) {
                network.step(random::nextInt);
            }
        }
        network.run(random::nextInt);
    }
}
