package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;

/** Two ranks and the network between them. When a test is over, no message and no buffer of theirs is left. */
abstract class TwoRanks {

    /** So long a message is announced, and comes in several pieces. */
    static final int LONG = 300_000;

    private final long buffersBefore = DirectBuffers.live();
    final FakeNetwork network = new FakeNetwork();
    final MessageRank zero = new MessageRank(network, 0);
    final MessageRank one = new MessageRank(network, 1);

    @AfterEach
    final void nothingIsLeft() {
        zero.abort();
        one.abort();
        network.run();
        assertThat(zero.running()).isZero();
        assertThat(one.running()).isZero();
        assertThat(DirectBuffers.live()).isEqualTo(buffersBefore);
    }

    static void assertReceived(TestReceive receive, int lengthBytes) {
        assertThat(receive.outcome).isEqualTo("received");
        assertThat(receive.data()).isEqualTo(MessageRank.bytes(lengthBytes));
        assertThat(receive.signals).isEqualTo(1);
    }
}
