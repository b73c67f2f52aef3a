package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.port.MemberRanks;

/** For whom rank 1 of four waits, as its messages tell. It is rank 0 of communicator 3, whose rank 1 is rank 3 of the job. */
class OpenMessagesTest {

    private static final int RANK = 1;
    private static final int SIZE = 4;
    private static final int TAG = 7;
    private static final int IN_THE_PART = ContextId.of(3, ContextId.Purpose.MESSAGES);

    private final FakeRank fake = new FakeRank(new FakeNetwork(), RANK, SIZE);
    private final RankParts parts = RankParts.of(fake.context(MessageRank.EAGER_LIMIT, null), fake.links());
    private final Messages messages = parts.messages();

    OpenMessagesTest() {
        fake.run(() -> {
            messages.communicators().add(0, "world", MemberRanks.of(0, 1, 2, 3));
            messages.communicators().add(3, "part", MemberRanks.of(1, 3));
        });
    }

    private BitSet awaitedBy(TestReceive receive) {
        fake.run(() -> messages.receive(receive));
        return parts.evidence().awaited();
    }

    @Test
    @DisplayName("PRG-4 a receive from any source waits for the other ranks of its communicator, and for none besides")
    void anySource() {
        TestReceive receive = new TestReceive(IN_THE_PART, Posted.ANY, TAG, 10);
        assertThat(awaitedBy(receive)).isEqualTo(ranks(3));
        fake.run(() -> messages.withdraw(receive));

        assertThat(awaitedBy(new TestReceive(0, Posted.ANY, TAG, 10))).isEqualTo(ranks(0, 2, 3));
    }

    @Test
    @DisplayName("PRG-4 one in a communicator that this rank has not got may wait for anybody")
    void unknownCommunicator() {
        assertThat(awaitedBy(new TestReceive(ContextId.of(5, ContextId.Purpose.MESSAGES), Posted.ANY, TAG, 10)))
                .isEqualTo(ranks(0, 1, 2, 3));
    }

    @Test
    @DisplayName(
            "PRG-4 LIF-4 one in a communicator of two groups waits for the other group, and opens links to that alone")
    void otherGroup() {
        int context = ContextId.of(4, ContextId.Purpose.MESSAGES);
        fake.run(() -> messages.communicators()
                .add(4, "groups", MemberRanks.of(0, 1, 2, 3), MemberRanks.of(2, 3), member -> 4));
        assertThat(awaitedBy(new TestReceive(context, Posted.ANY, TAG, 10))).isEqualTo(ranks(2, 3));
        fake.advance(Duration.ofSeconds(1));
        fake.advance(Duration.ofSeconds(1));
        assertThat(fake.links().known(0)).isNull();
        assertThat(fake.links().known(2)).isNotNull();
    }

    private static BitSet ranks(int... ranks) {
        BitSet set = new BitSet();
        for (int rank : ranks) {
            set.set(rank);
        }
        return set;
    }
}
