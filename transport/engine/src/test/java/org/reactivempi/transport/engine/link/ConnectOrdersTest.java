package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.Exploration;
import org.reactivempi.transport.engine.fake.FakeNetwork;

/** Two ranks reach for each other, and what is under way arrives in every order that a network could choose. */
class ConnectOrdersTest {

    private static void bothSend(FakeNetwork network, IntUnaryOperator order) {
        LinkRank zero = new LinkRank(network, 0, 2);
        LinkRank one = new LinkRank(network, 1, 2);
        zero.send(1, 10);
        one.send(0, 20);

        network.step(choices -> 0);
        network.step(choices -> 0);
        while (zero.events(1).isEmpty() || one.events(0).isEmpty()) {
            assertThat(network.step(order)).as("something is under way").isTrue();
        }
        network.run();

        assertThat(zero.events(1)).containsExactly("standing", "packet 20");
        assertThat(one.events(0)).containsExactly("standing", "packet 10");
        assertOneConnection(zero, one);
        zero.send(1, 11);
        one.send(0, 21);
        network.run();
        assertThat(zero.events(1)).endsWith("packet 21");
        assertThat(one.events(0)).endsWith("packet 11");
        zero.abort();
        one.abort();
        network.run();
    }

    private static void assertOneConnection(LinkRank... ranks) {
        long open = 0;
        for (LinkRank rank : ranks) {
            open += rank.fake.connections().stream()
                    .filter(link -> !link.isClosed())
                    .count();
        }
        assertThat(open).isEqualTo(1);
    }

    @Tag("long")
    @Test
    @DisplayName("both connect at once: one connection stays, and every packet arrives once, in every order of events")
    void simultaneousConnect() {
        long before = DirectBuffers.live();
        int runs = Exploration.everyOrder(order -> bothSend(new FakeNetwork().handshakesFirst(), order));
        assertThat(runs).isGreaterThan(1000);
        assertThat(DirectBuffers.live()).isEqualTo(before);
    }

    @Test
    @DisplayName("the same in some of the many orders in which the steps of the handshakes come, too")
    void simultaneousHandshakes() {
        long before = DirectBuffers.live();
        for (long seed = 0; seed < 1000; seed++) {
            bothSend(new FakeNetwork(), new Random(seed)::nextInt);
        }
        assertThat(DirectBuffers.live()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @DisplayName(
            "LIF-2 what was sent before finalizing arrives, in any order of events, whichever ranks finalize at once")
    void sendAndFinalize(int closing) {
        long before = DirectBuffers.live();
        for (long seed = 0; seed < 500; seed++) {
            sendAndFinalize(closing, seed);
        }
        assertThat(DirectBuffers.live()).isEqualTo(before);
    }

    private static void sendAndFinalize(int closing, long seed) {
        FakeNetwork network = new FakeNetwork();
        LinkRank zero = new LinkRank(network, 0, 2);
        LinkRank one = new LinkRank(network, 1, 2);
        zero.send(1, 10);
        one.send(0, 20);
        if (closing != 1) {
            zero.close();
        }
        if (closing != 0) {
            one.close();
        }
        network.runShuffled(seed);
        zero.close();
        one.close();
        network.runShuffled(seed);

        assertThat(zero.events(1)).as("seed %d", seed).contains("standing", "packet 20");
        assertThat(one.events(0)).as("seed %d", seed).contains("standing", "packet 10");
        assertThat(zero.isClosed()).as("seed %d", seed).isTrue();
        assertThat(one.isClosed()).as("seed %d", seed).isTrue();
    }
}
