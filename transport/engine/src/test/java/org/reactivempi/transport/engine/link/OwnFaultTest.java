package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeLink;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.LinkLog;

/** A rank that fails on a link, over connections that may break, or may not: the link ends, and nobody blames the peer. */
class OwnFaultTest {

    private static final OutOfMemoryError NO_MEMORY = new OutOfMemoryError("no direct memory");
    private static final String LOST =
            "lost: this rank can't go on with rank 1: java.lang.OutOfMemoryError: no direct memory";

    private final FakeNetwork network = new FakeNetwork();
    private LinkRank zero;
    private LinkRank one;

    private void connect(boolean mayBreak) {
        zero = new LinkRank(network, 0, 2, mayBreak);
        one = new LinkRank(network, 1, 2, mayBreak);
        zero.send(1, 1);
        network.run();
        assertThat(one.events(0)).containsExactly("standing", "packet 1");
    }

    @AfterEach
    void end() {
        zero.abort();
        one.abort();
        network.run();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("LIF-4 an error while a packet is read is this rank's failure: the link ends, and the peer hears so")
    void reading(boolean mayBreak) {
        connect(mayBreak);
        zero.failOn(1, NO_MEMORY);
        try (LinkLog log = new LinkLog()) {
            one.send(0, 2);
            one.send(0, 3);
            network.run();
            assertThat(log.warnings()).noneMatch(line -> line.contains("protocol"));
        }
        assertThat(zero.events(1)).containsExactly("standing", LOST);
        assertThat(one.events(0)).containsExactly("standing", "packet 1", "lost: rank 0 has aborted");
        assertThat(zero.link(1).loss().isOwnFault()).isTrue();
        assertThat(zero.fake.connections()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("LIF-4 so is an error while one is written; the writer goes on, and hears of it with all others")
    void writing(boolean mayBreak) {
        connect(mayBreak);
        FakeLink connection = zero.fake.connections().get(0);
        connection.noMemory(NO_MEMORY);
        zero.fake.run(() -> {
            zero.write(1, 2);
            zero.write(1, 3);
            assertThat(zero.link(1).loss()).isNull();
        });
        network.run();
        assertThat(zero.events(1)).containsExactly("standing", LOST);
        // Without memory nothing can be said: a peer that looks for another connection is refused.
        one.fake.advance(FakeRank.RECONNECT_TIMEOUT.dividedBy(2));
        network.run();
        assertThat(one.events(0)).hasSize(3).last().asString().startsWith("lost: rank 0 ");
    }
}
