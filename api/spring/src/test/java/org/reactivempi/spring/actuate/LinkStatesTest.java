package org.reactivempi.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.LinkStatus;
import org.reactivempi.transport.engine.event.LinkStatus.State;

/** What is shown of many links. */
class LinkStatesTest {

    private final TreeMap<Integer, LinkStatus> all = new TreeMap<>();

    private void link(int peer, State state, @Nullable String channel) {
        all.put(peer, new LinkStatus(state, channel));
    }

    @Test
    @DisplayName("of a few links all are shown, in the order of ranks")
    void few() {
        link(1, State.CONNECTED, "shm");
        link(2, State.CONNECTING_AGAIN, null);
        link(3, State.CONNECTED, "tcp");

        LinkStates links = new LinkStates(all);

        assertThat(links.listed())
                .containsExactly(Map.entry(1, "shm"), Map.entry(2, "connecting again"), Map.entry(3, "tcp"));
        assertThat(links.listed(3)).isEqualTo(links.listed());
    }

    @Test
    @DisplayName("of many links all are counted, and those are shown that do not stand")
    void many() {
        for (int peer = 1; peer < 1000; peer++) {
            link(peer, State.CONNECTED, "tcp");
        }
        link(500, State.CONNECTING_AGAIN, null);
        link(700, State.LOST, null);
        link(900, State.CONNECTING, null);

        LinkStates links = new LinkStates(all);

        assertThat(links.listed(4))
                .containsExactly(
                        Map.entry(1, "tcp"),
                        Map.entry(500, "connecting again"),
                        Map.entry(700, "lost"),
                        Map.entry(900, "connecting"));
        assertThat(links.counts()).isEqualTo(Map.of("tcp", 996L, "connecting again", 1L, "lost", 1L, "connecting", 1L));
        assertThat(links.listed()).hasSize(999);
    }
}
