package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.LinkStatus;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;

/** Every arrow of the picture of {@link LinkStatus}. */
class LinkStatusTest {

    private final FakeNetwork network = new FakeNetwork();
    private final LinkRank zero = new LinkRank(network, 0, 2, true);
    private final LinkRank one = new LinkRank(network, 1, 2, true);

    private String seen() {
        return zero.link(1).status().toString();
    }

    private void connect() {
        zero.send(1, 10);
        network.run();
    }

    private void cut() {
        zero.fake.connections().forEach(link -> link.cut(new IOException("cut by the test")));
    }

    @Test
    @DisplayName("a link is connecting, then named by its channel, then connecting again, and then connected again")
    void again() {
        zero.send(1, 10);
        assertThat(seen()).isEqualTo("connecting");
        network.run();
        String channel = zero.link(1).channel();
        assertThat(channel).isNotNull();
        assertThat(seen()).isEqualTo(channel);

        cut();
        network.step(choices -> 0);
        assertThat(seen()).isEqualTo("connecting again");
        assertThat(zero.link(1).status().state()).isEqualTo(LinkStatus.State.CONNECTING_AGAIN);
        for (int millis = 0; millis < 2000; millis += 100) {
            network.run();
            zero.fake.advance(Duration.ofMillis(100));
            one.fake.advance(Duration.ofMillis(100));
        }
        assertThat(seen()).isEqualTo(channel);
        zero.abort();
        one.abort();
    }

    @Test
    @DisplayName("a link to a rank that aborts is lost, one to a rank that finalizes is finalized")
    void ends() {
        connect();
        one.abort();
        network.run();
        assertThat(seen()).isEqualTo("lost");
        zero.abort();

        FakeNetwork other = new FakeNetwork();
        LinkRank stays = new LinkRank(other, 0, 2, true);
        LinkRank goes = new LinkRank(other, 1, 2, true);
        stays.send(1, 10);
        other.run();
        goes.close();
        other.run();
        assertThat(stays.link(1).status().toString()).isEqualTo("finalized");
        stays.abort();
        goes.abort();
    }

    @Test
    @DisplayName("a link that nobody answers is lost without ever having been connected")
    void neverConnected() {
        LinkRank alone = new LinkRank(new FakeNetwork(), 0, 2, true);
        alone.send(1, 10);
        assertThat(alone.link(1).status().state()).isEqualTo(LinkStatus.State.CONNECTING);
        for (Duration past = Duration.ZERO;
                past.compareTo(FakeRank.RECONNECT_TIMEOUT.multipliedBy(2)) < 0;
                past = past.plusMillis(100)) {
            alone.fake.advance(Duration.ofMillis(100));
        }
        alone.abort();
        assertThat(alone.link(1).status().state()).isEqualTo(LinkStatus.State.LOST);
    }
}
