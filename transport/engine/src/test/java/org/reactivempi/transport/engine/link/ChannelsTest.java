package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.port.PeerDirectory;

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
    @DisplayName(
            "another rank, or a stranger, that is found at one of the peer's addresses is not taken for it, and the next is tried")
    void whoeverIsThere() {
        LinkRank other = new LinkRank(network, 2, 3);
        try {
            network.listen("fake-stranger", () -> new Stranger(true), () -> {});
            sendOver(List.of("tcp"), way("tcp", "fake-2"), way("tcp", "fake-stranger"), way("tcp", "fake-1"));
            assertThat(rank.fake.connections()).hasSize(3);
            assertThat(rank.events(1)).containsExactly("standing");
            assertThat(peer.events(0)).containsExactly("standing", "packet 10");
            assertThat(other.events(0)).isEmpty();
        } finally {
            other.abort();
            network.run();
        }
    }

    @Test
    @DisplayName("where another rank is at all of the peer's addresses, it is lost, with all that were tried")
    void onlyOthers() {
        LinkRank other = new LinkRank(network, 2, 3);
        try {
            sendOver(List.of("tcp"), way("tcp", "fake-2"), way("tcp", "fake-nobody"));
            assertThat(rank.events(1))
                    .singleElement()
                    .asString()
                    .startsWith("lost: rank 1 cannot be reached: tcp at fake-2: ")
                    .endsWith("; tcp at fake-nobody: nobody listens at fake-nobody"
                            + " (the setting network says which of its networks a host uses)");
        } finally {
            other.abort();
            network.run();
        }
    }

    @Test
    @DisplayName(
            "what takes a connection has the whole time limit to prove itself, as a rank that computes may need; then the next address is tried")
    void silent() {
        network.listen("fake-silent", () -> new Stranger(false), () -> {});
        sendOver(List.of("tcp"), way("tcp", "fake-silent"), way("tcp", "fake-1"));
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT.minusMillis(1));
        network.run();
        assertThat(rank.fake.connections()).hasSize(1);

        rank.fake.advance(Duration.ofMillis(1));
        network.run();
        assertThat(peer.events(0)).containsExactly("standing", "packet 10");
    }

    @Test
    @DisplayName("an address from which nothing comes takes its share of the time limit alone")
    void blackHole() {
        rank.fake.channels(List.of("tcp"), List.of(way("tcp", "fake-1"), way("tcp", "fake-1")));
        rank.send(1, 10);
        // The addresses are here, and the connection is under way; the network delivers nothing more for now.
        network.runUntil(() -> !rank.fake.connections().isEmpty());
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT.dividedBy(2).minusMillis(1));
        assertThat(rank.fake.connections()).hasSize(1);
        rank.fake.advance(Duration.ofMillis(1));
        assertThat(rank.fake.connections()).hasSize(2);
        network.run();
        assertThat(peer.events(0)).containsExactly("standing", "packet 10");
    }

    /** No rank: it answers with what no rank says, or with nothing. */
    private record Stranger(boolean speaks) implements LinkHandler {

        @Override
        public void onOpen(Link link) {
            if (speaks) {
                link.write(
                        Unpooled.copiedBuffer("HTTP/1.1 400 Bad Request\r\n\r\n".repeat(9), StandardCharsets.US_ASCII));
                link.flush();
            }
        }

        @Override
        public void onBytes(ByteBuf bytes) {
            bytes.skipBytes(bytes.readableBytes());
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {}
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
