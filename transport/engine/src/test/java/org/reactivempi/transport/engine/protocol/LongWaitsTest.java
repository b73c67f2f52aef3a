package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;

/** Receives that wait for ranks without a link. */
class LongWaitsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeNetwork network = new FakeNetwork();
    private final MessageRank zero = new MessageRank(network, 0);
    private final MessageRank one = new MessageRank(network, 1);

    private void second() {
        zero.fake.advance(SECOND);
        network.run();
    }

    private void world() {
        zero.inTheWorld();
    }

    @Test
    @DisplayName("LIF-4 a receive that has waited for a while opens a link; before that, none is opened")
    void opens() {
        TestReceive receive = zero.receive(1, 10);
        network.run();
        assertThat(zero.fake.connections()).isEmpty();
        second();
        assertThat(zero.fake.connections()).hasSize(1);
        assertThat(zero.messages.isConnected(1)).isTrue();

        one.send(1, 10);
        network.run();
        assertThat(receive.outcome).startsWith("received");
    }

    @Test
    @DisplayName("LIF-4 a receive from a rank that is dead, and that nobody has talked to, fails")
    void dead() {
        one.fake.close();
        TestReceive receive = zero.receive(1, 10);
        second();

        assertThat(receive.outcome).startsWith("failed: rank 1 cannot be reached");
    }

    @Test
    @DisplayName("LIF-4 so does one from any source, unless the rank is known to have finalized")
    void deadSource() {
        world();
        one.fake.close();
        TestReceive receive = zero.start(new TestReceive(MessageRank.ANY, 1, 10));
        second();

        assertThat(receive.outcome).startsWith("failed: a receive from any source may wait in vain");
    }

    @Test
    @DisplayName("LIF-4 a receive from any source waits on where the rank is known to have finalized")
    void finalizedSource() {
        world();
        zero.fake.run(() -> zero.messages.communicators().use((rank, answer) -> answer.accept(rank == 1)));
        one.fake.close();
        TestReceive any = zero.start(new TestReceive(MessageRank.ANY, 1, 10));
        TestReceive exact = zero.receive(1, 10);
        second();
        second();

        assertThat(exact.outcome).startsWith("failed: rank 1 cannot be reached");
        assertThat(any.signals).isZero();
        assertThat(zero.running()).isEqualTo(1);
    }

    @Test
    @DisplayName("LIF-4 a receive that comes later has its own while")
    void later() {
        TestReceive gone = zero.receive(1, 10);
        zero.withdraw(gone);
        zero.fake.advance(Duration.ofMillis(900));
        zero.receive(2, 10);
        zero.fake.advance(Duration.ofMillis(900));
        network.run();
        assertThat(zero.fake.connections()).isEmpty();

        second();
        assertThat(zero.fake.connections()).hasSize(1);
    }

    @Test
    @DisplayName("LIF-4 where receives wait for many ranks, links to all of them are opened, a few at a time")
    void manyRanks() {
        FakeRank rank = new FakeRank(network, 2, 71);
        Messages messages = RankParts.of(rank.context(MessageRank.EAGER_LIMIT, null), rank.links())
                .messages();
        rank.run(() -> IntStream.rangeClosed(1, 70)
                .map(source -> source == 2 ? 0 : source)
                .forEach(source -> messages.receive(new TestReceive(source, 1, 10))));
        // The first has armed the timer, so that the others have waited all the time only when it runs once more.
        for (int expected : new int[] {1, 33, 65, 70, 70}) {
            rank.advance(SECOND);
            assertThat(rank.links().count()).isEqualTo(expected);
        }
    }
}
