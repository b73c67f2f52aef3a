package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;

/** Which of several channels a link takes. Rank 1 is the link's peer, and listens at {@code fake-1}. */
class ChannelsTest {

    private final long buffersBefore = DirectBuffers.live();
    private final FakeNetwork network = new FakeNetwork();
    private final LinkRank rank = new LinkRank(network, 0, 2);
    private final LinkRank peer = new LinkRank(network, 1, 2);

    @AfterEach
    void nothingIsLeft() {
        rank.abort();
        peer.abort();
        network.run();
        assertThat(DirectBuffers.live()).isEqualTo(buffersBefore);
    }

    private static PeerDirectory.Address way(String channel, String address) {
        return new PeerDirectory.Address(channel, address);
    }

    private void sendOver(List<String> channels, PeerDirectory.Address... ways) {
        rank.fake.channels(channels, List.of(ways));
        rank.send(1, 10);
        network.run();
    }

    @Test
    @DisplayName("the first of our channels that the peer has, too, in our order")
    void ourOrder() {
        sendOver(List.of("shm", "tcp"), way("tcp", "fake-1"), way("shm", "fake-1"));
        assertThat(rank.link(1).channel()).isEqualTo("shm");
        assertThat(peer.events(0)).containsExactly("standing", "packet 10");
    }

    @Test
    @DisplayName("a channel that does not reach the peer's address is not tried")
    void outOfReach() {
        sendOver(List.of("shm", "tcp"), way("shm", "on another host"), way("tcp", "fake-1"));
        assertThat(rank.link(1).channel()).isEqualTo("tcp");
        assertThat(rank.fake.connections()).hasSize(1);
    }

    @Test
    @DisplayName("where one fails to connect the next is tried; nothing is lost")
    void fallback() {
        sendOver(List.of("shm", "tcp"), way("shm", "fake-nobody"), way("tcp", "fake-1"));
        assertThat(rank.fake.connections()).hasSize(2);
        assertThat(rank.link(1).channel()).isEqualTo("tcp");
        assertThat(peer.events(0)).containsExactly("standing", "packet 10");
    }

    @Test
    @DisplayName("when all fail, the peer is lost, with the reason of each")
    void allFail() {
        sendOver(List.of("shm", "tcp"), way("shm", "fake-nobody"), way("tcp", "fake-no one"));
        assertThat(rank.events(1))
                .containsExactly("lost: rank 1 cannot be reached: shm: nobody listens at fake-nobody; "
                        + "tcp: nobody listens at fake-no one");
        assertThat(rank.link(1).channel()).isNull();
    }

    @Test
    @DisplayName("without a common channel the peer is lost, with what both offer")
    void nothingInCommon() {
        sendOver(List.of("shm", "local"), way("tcp", "fake-1"), way("rsocket", "fake-1"));
        assertThat(rank.events(1))
                .containsExactly("lost: rank 1 has no channel in common with this rank: it offers tcp at fake-1, "
                        + "rsocket at fake-1; this rank uses shm, local");
    }

    @Test
    @DisplayName("where the common channel does not reach the peer it is lost, and nobody says that there was none")
    void noneReaches() {
        sendOver(List.of("shm", "local"), way("tcp", "fake-1"), way("shm", "on another host"));
        assertThat(rank.events(1))
                .containsExactly(
                        "lost: rank 1 is out of reach of the channels that it has in common with this rank: it "
                                + "offers tcp at fake-1, shm at on another host; this rank uses shm, local");
    }

    @Test
    @DisplayName("opening a link tells when it stands, also when it did before, and when it never will")
    void open() {
        List<String> told = new ArrayList<>();
        rank.fake.run(() -> rank.link(1).open(link -> told.add("channel " + link.channel())));
        assertThat(told).isEmpty();
        network.run();
        assertThat(told).containsExactly("channel fake");
        rank.fake.run(() -> rank.link(1).open(link -> told.add("again " + link.channel())));
        assertThat(told).containsExactly("channel fake", "again fake");
        rank.abort();
        rank.fake.run(() -> rank.link(1).open(link -> told.add("lost " + (link.loss() != null))));
        assertThat(told).endsWith("lost true");
    }

    @Test
    @DisplayName("a rank that waits for a link is told when the rank gives up instead")
    void openInVain() {
        List<String> told = new ArrayList<>();
        rank.fake.channels(List.of("tcp"), List.of(way("shm", "fake-1")));
        rank.fake.run(() -> rank.link(1).open(link -> told.add("lost " + (link.loss() != null))));
        network.run();
        assertThat(told).containsExactly("lost true");
    }

    @Test
    @DisplayName("both connect at once over different channels: the lower rank's stays")
    void crossing() {
        rank.fake.channels(List.of("shm"), List.of(way("shm", "fake-1")));
        peer.fake.channels(List.of("tcp"), List.of(way("tcp", "fake-0")));
        rank.send(1, 10);
        peer.send(0, 20);
        network.run();
        assertThat(rank.link(1).channel()).isEqualTo("shm");
        assertThat(rank.events(1)).containsExactly("standing", "packet 20");
        assertThat(peer.events(0)).containsExactly("standing", "packet 10");
    }
}
