package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeLink;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.HandshakePackets.Refusal;
import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.packet.HandshakePackets.Welcome;
import org.reactivempi.transport.engine.packet.LinkPackets.Acknowledge;
import org.reactivempi.transport.engine.packet.LinkPackets.Goodbye;
import org.reactivempi.transport.engine.packet.MessagePackets.Data;
import org.reactivempi.transport.engine.packet.PacketKind;

/** A link goes on when its connection breaks. */
class ReconnectTest {

    private static final int PACKETS = 30;

    private static final Duration LONGEST_SILENCE = FakeRank.HEARTBEAT.multipliedBy(3);

    private final FakeNetwork network = new FakeNetwork();

    private static ByteBuf bytes(Consumer<ByteBuf> write) {
        ByteBuf bytes = Unpooled.buffer();
        write.accept(bytes);
        return bytes;
    }

    /** Two ranks that send each other numbered packets and payload of random lengths. */
    private static final class Pair {

        final FakeNetwork network = new FakeNetwork();
        final LinkRank[] ranks = {new LinkRank(network, 0, 2, true), new LinkRank(network, 1, 2, true)};
        final List<List<String>> expected = List.of(new ArrayList<>(), new ArrayList<>());
        final Random random;
        int cuts;

        Pair(long seed) {
            random = new Random(seed);
        }

        void send(int from) {
            int number = expected.get(from).size();
            int length = random.nextInt(3) == 0 ? 1 + random.nextInt(40_000) : 0;
            LinkRank rank = ranks[from];
            rank.fake.run(() -> {
                rank.write(1 - from, number + 1);
                if (length > 0) {
                    PeerLink link = rank.link(1 - from);
                    ByteBuf room = link.room(Data.LENGTH_BYTES + length);
                    Data.encode(room, link.nextSequence(), number, 0, length);
                    room.writeZero(length);
                }
            });
            expected.get(from).add("packet " + (number + 1));
            if (length > 0) {
                expected.get(from).add("DATA");
                expected.get(from).add("payload " + length);
            }
        }

        /** What a rank has got, with the pieces of each payload put together. */
        List<String> received(int by) {
            List<String> whole = new ArrayList<>();
            int payload = 0;
            for (String event : ranks[by].events(1 - by)) {
                if (event.startsWith("payload")) {
                    payload += Integer.parseInt(event.substring("payload ".length()));
                } else {
                    if (payload > 0) {
                        whole.add("payload " + payload);
                        payload = 0;
                    }
                    if (!event.equals("standing") && !event.equals("writable")) {
                        whole.add(event);
                    }
                }
            }
            if (payload > 0) {
                whole.add("payload " + payload);
            }
            return whole;
        }

        boolean isDone() {
            return received(0).equals(expected.get(1)) && received(1).equals(expected.get(0));
        }

        void cutOne() {
            List<FakeLink> open = new ArrayList<>();
            for (LinkRank rank : ranks) {
                rank.fake.connections().stream()
                        .filter(link -> !link.isClosed())
                        .forEach(open::add);
            }
            if (!open.isEmpty()) {
                open.get(random.nextInt(open.size())).cut(new IOException("cut by the test"));
                cuts++;
            }
        }

        void advance(int mostMillis) {
            for (LinkRank rank : ranks) {
                rank.fake.advance(Duration.ofMillis(random.nextInt(mostMillis)));
            }
        }
    }

    private static int survive(long seed) {
        Pair pair = new Pair(seed);
        int left = 2 * PACKETS;
        for (int steps = 0; steps < 20_000 && !(left == 0 && pair.isDone()); steps++) {
            switch (pair.random.nextInt(20)) {
                case 0, 1, 2 -> {
                    if (left > 0) {
                        left--;
                        pair.send(left % 2);
                    }
                }
                case 3 -> {
                    if (pair.random.nextInt(4) == 0 && pair.cuts < 12) {
                        pair.cutOne();
                    }
                }
                case 4 -> pair.advance(300);
                default -> pair.network.step(pair.random::nextInt);
            }
        }
        assertThat(pair.received(0)).as("seed %d", seed).isEqualTo(pair.expected.get(1));
        assertThat(pair.received(1)).as("seed %d", seed).isEqualTo(pair.expected.get(0));
        for (LinkRank rank : pair.ranks) {
            rank.close();
        }
        for (int steps = 0; steps < 200 && !(pair.ranks[0].isClosed() && pair.ranks[1].isClosed()); steps++) {
            pair.network.runShuffled(pair.random.nextLong());
            pair.advance(300);
        }
        assertThat(pair.ranks[0].isClosed() && pair.ranks[1].isClosed())
                .as("seed %d", seed)
                .isTrue();
        return pair.cuts;
    }

    @Test
    @DisplayName("ORD-4 connections that break anywhere lose, repeat and reorder nothing, in any order of events")
    void survives() {
        long before = DirectBuffers.live();
        int cuts = 0;
        for (long seed = 0; seed < 1000; seed++) {
            cuts += survive(seed);
        }
        assertThat(cuts).isGreaterThan(3000);
        assertThat(DirectBuffers.live()).isEqualTo(before);
    }

    /** A rank whose link to rank 1 stands, over a connection that the test plays the other end of. */
    private RawPeer standing(LinkRank rank) {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        peer.send(bytes(out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING)));
        network.run();
        assertThat(rank.events(1)).containsExactly("standing");
        return peer;
    }

    private RawPeer greet(Resumption resumption) {
        RawPeer peer = RawPeer.connectTo(0, 1, network);
        peer.send(bytes(out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, resumption)));
        network.run();
        return peer;
    }

    /** A rank, whose connections may break or not, and whose own greeting is under way to a peer that does not answer it. */
    private LinkRank greeting(boolean mayBreak, RawPeer silent) {
        LinkRank rank = new LinkRank(network, 0, 2, mayBreak);
        rank.send(1, 11);
        network.run();
        assertThat(silent.received()).containsExactly(PacketKind.HELLO);
        assertYields(greet(FakeRank.GREETING));
        return rank;
    }

    private static Resumption greeting(int attempt) {
        return new Resumption(0x5eed, 0, 0, 0, attempt, 1);
    }

    private static void assertYields(RawPeer peer) {
        assertThat(peer.received()).containsExactly(PacketKind.REFUSAL);
        assertThat(Refusal.reason(peer.last(PacketKind.REFUSAL))).isEqualTo(Refusal.Reason.SIMULTANEOUS);
    }

    @Test
    @DisplayName(
            "a greeting goes before that of a peer which greets too, until nothing has answered it for three heartbeats")
    void precedenceEnds() {
        RawPeer silent = RawPeer.inPlaceOf(1, network);
        LinkRank rank = greeting(true, silent);
        rank.fake.advance(LONGEST_SILENCE.minusMillis(1));
        assertYields(greet(greeting(2)));
        assertThat(silent.isClosed()).isFalse();

        rank.fake.advance(Duration.ofMillis(1));
        RawPeer third = greet(greeting(3));
        assertThat(third.received()).containsExactly(PacketKind.WELCOME, PacketKind.CREDIT);
        assertThat(silent.isClosed()).isTrue();
        assertThat(rank.events(1)).containsExactly("standing");
        rank.abort();
    }

    @Test
    @DisplayName("a part of an answer begins that time anew")
    void precedenceGoesOn() {
        RawPeer slow = RawPeer.inPlaceOf(1, network);
        LinkRank rank = greeting(true, slow);
        rank.fake.advance(LONGEST_SILENCE.minusMillis(1));
        ByteBuf welcome = bytes(out -> Welcome.encode(out, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        slow.send(welcome.readRetainedSlice(1));
        network.run();
        rank.fake.advance(Duration.ofMillis(1));
        assertYields(greet(greeting(2)));

        slow.send(welcome);
        network.run();
        assertThat(rank.events(1)).containsExactly("standing");
        rank.abort();
    }

    @Test
    @DisplayName(
            "a greeting goes before the peer's for as long as it takes where connections don't break, and nothing is sent again")
    void precedenceStays() {
        LinkRank rank = greeting(false, RawPeer.inPlaceOf(1, network));
        rank.fake.advance(FakeRank.CONNECT_TIMEOUT.minusMillis(1));
        assertYields(greet(greeting(2)));
        rank.abort();
    }

    @Test
    @DisplayName("each attempt has that time of its own, from the first greeting that is refused for it")
    void precedenceOfTheNextAttempt() {
        RawPeer silent = RawPeer.inPlaceOf(1, network);
        LinkRank rank = greeting(true, silent);
        RawPeer next = RawPeer.inPlaceOf(1, network);
        silent.close();
        network.run();
        rank.fake.advance(LONGEST_SILENCE);
        network.run();
        assertThat(next.received()).containsExactly(PacketKind.HELLO);
        assertYields(greet(greeting(2)));
        rank.abort();
    }

    @Test
    @DisplayName(
            "a peer that has welcomed a greeting just when it was given up is sent everything by the connection after that")
    void precedenceCrossed() {
        RawPeer silent = RawPeer.inPlaceOf(1, network);
        LinkRank rank = greeting(true, silent);
        rank.fake.advance(LONGEST_SILENCE);
        RawPeer next = RawPeer.inPlaceOf(1, network);
        RawPeer taken = greet(greeting(2));
        assertThat(Credit.bytes(taken.last(PacketKind.CREDIT))).isEqualTo(11);
        taken.close();
        network.run();
        rank.fake.advance(Duration.ofSeconds(1));
        network.run();
        assertThat(Hello.resumption(next.last(PacketKind.HELLO)).connections()).isEqualTo(1);

        next.send(bytes(out -> Welcome.encode(out, FakeRank.CREDIT_BYTES, new Resumption(0x5eed, 100, 0, 1, 0, 1))));
        network.run();
        assertThat(Credit.bytes(next.last(PacketKind.CREDIT))).isEqualTo(11);
        assertThat(rank.events(1)).containsExactly("standing", "writable");
        rank.abort();
    }

    private static Resumption again(long receivedBytes) {
        return new Resumption(0x5eed, 100, receivedBytes, 1, 2, 1);
    }

    @Test
    @DisplayName("what the peer says that it hasn't received is sent again, by the next connection")
    void sentAgain() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer first = standing(rank);
        rank.send(1, 11);
        rank.send(1, 12);
        network.run();
        assertThat(first.received()).containsExactly(PacketKind.WELCOME, PacketKind.CREDIT, PacketKind.CREDIT);

        RawPeer second = greet(again(0));
        assertThat(second.received()).containsExactly(PacketKind.WELCOME, PacketKind.CREDIT, PacketKind.CREDIT);
        assertThat(Credit.bytes(second.last(PacketKind.CREDIT))).isEqualTo(12);
        assertThat(Welcome.resumption(second.last(PacketKind.WELCOME)))
                .isEqualTo(new Resumption(100, 0x5eed, 0, 1, 0, 1));
        assertThat(first.isClosed()).isTrue();
        rank.abort();
    }

    @Test
    @DisplayName("a rank that never heard the welcome of the peer's first connection hears of the link by the next one")
    void firstWelcomeLost() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        greet(again(0));
        assertThat(rank.events(1)).contains("standing");
        rank.abort();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 25, 1000, Long.MAX_VALUE, Long.MIN_VALUE})
    @DisplayName("a peer that says it has received what it can't have is a stranger, and the link stays")
    void impossiblePosition(long receivedBytes) {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer first = standing(rank);
        rank.send(1, 11);
        network.run();
        assertThat(greet(again(receivedBytes)).isClosed()).isTrue();
        assertThat(first.isClosed()).isFalse();
        rank.send(1, 12);
        network.run();
        assertThat(Credit.bytes(first.last(PacketKind.CREDIT))).isEqualTo(12);
        rank.abort();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 25, Long.MAX_VALUE})
    @DisplayName("an acknowledgement of what was not sent is a breach")
    void impossibleAcknowledgement(long receivedBytes) {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer peer = standing(rank);
        rank.send(1, 11);
        network.run();
        peer.send(bytes(out -> Acknowledge.encode(out, 0, Credit.LENGTH_BYTES)));
        peer.send(bytes(out -> Acknowledge.encode(out, 1, receivedBytes)));
        network.run();
        assertThat(rank.events(1)).hasSize(2).last().asString().startsWith("lost: rank 1 broke the protocol: ");
    }

    @Test
    @DisplayName("a restarted process with the old address is not taken for the old one, in either direction")
    void anotherIncarnation() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer peer = standing(rank);
        RawPeer restarted = greet(new Resumption(0xbad, 0, 0, 0, 1, 1));
        assertThat(Refusal.reason(restarted.last(PacketKind.REFUSAL))).isEqualTo(Refusal.Reason.INCARNATION);
        RawPeer mistaken = greet(new Resumption(0x5eed, 99, 0, 1, 2, 1));
        assertThat(Refusal.reason(mistaken.last(PacketKind.REFUSAL))).isEqualTo(Refusal.Reason.INCARNATION);
        assertThat(peer.isClosed()).isFalse();
        assertThat(rank.events(1)).containsExactly("standing");
        rank.abort();
    }

    @Test
    @DisplayName("LIF-4 a peer that has no connection for the reconnect timeout has failed, and not before")
    void limit() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer peer = standing(rank);
        peer.close();
        network.run();
        assertThat(rank.events(1)).containsExactly("standing");
        advance(rank, FakeRank.RECONNECT_TIMEOUT.minusMillis(1));
        assertThat(rank.events(1)).containsExactly("standing");
        advance(rank, Duration.ofMillis(1));
        assertThat(rank.events(1))
                .containsExactly(
                        "standing",
                        "lost: rank 1 has failed: no connection for 10 s, the last one cannot be reached: "
                                + "nobody listens at fake-1");
    }

    private void advance(LinkRank rank, Duration time) {
        for (long millis = time.toMillis(); millis > 0; millis -= 100) {
            rank.fake.advance(Duration.ofMillis(Math.min(100, millis)));
            network.run();
        }
    }

    @Test
    @DisplayName("a peer says that it lives, and one that says nothing for three heartbeats gets another connection")
    void heartbeats() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer peer = standing(rank);
        advance(rank, FakeRank.HEARTBEAT.multipliedBy(2));
        assertThat(peer.received()).containsExactly(PacketKind.WELCOME, PacketKind.ACKNOWLEDGE, PacketKind.ACKNOWLEDGE);
        peer.send(bytes(out -> Acknowledge.encode(out, 0, 0)));
        network.run();
        advance(rank, FakeRank.HEARTBEAT.multipliedBy(3));
        assertThat(peer.isClosed()).isFalse();

        RawPeer next = RawPeer.inPlaceOf(1, network);
        advance(rank, FakeRank.HEARTBEAT.plusMillis(300));
        assertThat(peer.isClosed()).isTrue();
        assertThat(Hello.resumption(next.last(PacketKind.HELLO)))
                .isEqualTo(new Resumption(100, 0x5eed, Acknowledge.LENGTH_BYTES, 1, 1, 1));
        rank.abort();
    }

    @Test
    @DisplayName("a process that was stopped for many heartbeats doesn't take itself for a peer's silence")
    void stopped() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer peer = standing(rank);
        rank.fake.advance(FakeRank.HEARTBEAT.multipliedBy(5));
        network.run();
        assertThat(peer.isClosed()).isFalse();
        assertThat(peer.received()).containsExactly(PacketKind.WELCOME, PacketKind.ACKNOWLEDGE);
        rank.abort();
    }

    @Test
    @DisplayName(
            "LIF-4 a peer that never turns its loop again has failed as soon over a carrier whose connections don't break,"
                    + " and says no word before")
    void silentWithoutBytes() {
        network.beating();
        LinkRank rank = new LinkRank(network, 0, 2, false);
        RawPeer peer = standing(rank);
        Duration limit = FakeRank.HEARTBEAT.multipliedBy(3).plus(FakeRank.RECONNECT_TIMEOUT);
        for (int i = 0; i < 10; i++) {
            advance(rank, FakeRank.HEARTBEAT);
            peer.beat();
        }
        assertThat(peer.received()).containsExactly(PacketKind.WELCOME);

        advance(rank, limit);
        assertThat(rank.events(1)).containsExactly("standing");
        advance(rank, FakeRank.HEARTBEAT);
        assertThat(rank.events(1)).containsExactly("standing", "lost: rank 1 has failed: nothing heard for 25 s");
        assertThat(peer.isClosed()).isTrue();
        rank.abort();
    }

    @Test
    @DisplayName("a peer that sends is heard, also where its beats are late")
    void heardWithoutBeats() {
        network.beating();
        LinkRank rank = new LinkRank(network, 0, 2, false);
        RawPeer peer = standing(rank);
        for (int i = 0; i < 10; i++) {
            int number = i;
            peer.send(bytes(out -> Credit.encode(out, number, 1)));
            advance(rank, FakeRank.HEARTBEAT);
        }
        assertThat(peer.isClosed()).isFalse();
        rank.abort();
    }

    @Test
    @DisplayName("a process that was stopped for long doesn't take itself for the silence of a peer that beats")
    void stoppedWithoutBytes() {
        network.beating();
        LinkRank rank = new LinkRank(network, 0, 2, false);
        RawPeer peer = standing(rank);
        rank.fake.advance(FakeRank.HEARTBEAT.multipliedBy(50));
        network.run();
        assertThat(peer.isClosed()).isFalse();
        rank.abort();
    }

    @Test
    @DisplayName("the end of a long packet is acknowledged at once, also when most of it has been before")
    void endOfALongPacket() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer peer = standing(rank);
        peer.send(bytes(out -> {
            Data.encode(out, 0, 1, 0, 200_000);
            out.writeZero(150_000);
        }));
        network.run();
        assertThat(Acknowledge.receivedBytes(peer.last(PacketKind.ACKNOWLEDGE))).isEqualTo(Data.LENGTH_BYTES + 150_000);
        peer.send(bytes(out -> out.writeZero(50_000)));
        network.run();
        assertThat(Acknowledge.receivedBytes(peer.last(PacketKind.ACKNOWLEDGE))).isEqualTo(Data.LENGTH_BYTES + 200_000);
        rank.abort();
    }

    @Test
    @DisplayName("LIF-2 a connection that breaks between goodbyes is opened again, and what was sent before arrives")
    void brokenGoodbye() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer first = standing(rank);
        rank.send(1, 11);
        rank.close();
        network.run();
        assertThat(first.received()).endsWith(PacketKind.CREDIT, PacketKind.GOODBYE);
        first.close();
        network.run();
        assertThat(rank.isClosed()).isFalse();

        RawPeer second = greet(again(0));
        assertThat(second.received()).containsExactly(PacketKind.WELCOME, PacketKind.CREDIT, PacketKind.GOODBYE);
        rank.abort();
    }

    @Test
    @DisplayName("RES-3 closing while a connection is looked for ends with the goodbye on the next one")
    void closedWhileReconnecting() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        standing(rank).close();
        network.run();
        rank.close();
        rank.close();
        network.run();
        assertThat(rank.isClosed()).isFalse();

        RawPeer second = greet(again(0));
        assertThat(second.received()).containsExactly(PacketKind.WELCOME, PacketKind.GOODBYE);
        second.send(bytes(out -> Goodbye.encode(out, PacketKind.GOODBYE_SEEN, 0)));
        network.run();
        assertThat(rank.isClosed()).isTrue();
    }

    @Test
    @DisplayName("RES-3 closing while a connection is looked for where nobody listens any more ends soon")
    void closedWithoutConnection() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        standing(rank).close();
        network.run();
        rank.close();
        advance(rank, Duration.ofMillis(400));
        assertThat(rank.isClosed()).isTrue();
    }

    @Test
    @DisplayName(
            "a peer that ended while its answer to the goodbye was lost refuses the next connection, and all is well")
    void answerToTheGoodbyeLost() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer first = standing(rank);
        rank.close();
        network.run();
        first.close();
        network.run();
        RawPeer second = RawPeer.inPlaceOf(1, network);
        advance(rank, Duration.ofMillis(400));
        second.send(bytes(out -> Refusal.encode(out, Refusal.Reason.DUPLICATE)));
        network.run();
        assertThat(rank.isClosed()).isTrue();
    }

    @Test
    @DisplayName("a peer that listens no more when its answer to the goodbye was lost has ended, and is not waited for")
    void endedWithoutAnswer() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer first = standing(rank);
        rank.close();
        network.run();
        first.close();
        network.run();
        advance(rank, Duration.ofMillis(400));
        assertThat(rank.isClosed()).isTrue();
    }

    @Test
    @DisplayName("a peer that has finalized needs no other connection")
    void brokenBehindThePeersGoodbye() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer peer = standing(rank);
        peer.send(bytes(out -> Goodbye.encode(out, PacketKind.GOODBYE, 0)));
        network.run();
        peer.close();
        network.run();
        rank.close();
        assertThat(rank.isClosed()).isTrue();
        assertThat(rank.events(1)).containsExactly("standing", "lost: rank 1 has finalized");
    }

    @Test
    @DisplayName("a peer that can't be reached from here may still connect, also at the same time")
    void onlyOneDirectionWorks() {
        LinkRank rank = new LinkRank(network, 0, 2, true);
        RawPeer first = standing(rank);
        first.close();
        network.run();
        for (int i = 0; i < 20; i++) {
            rank.fake.advance(Duration.ofMillis(100));
        }
        RawPeer second = greet(again(0));
        assertThat(second.received()).containsExactly(PacketKind.WELCOME);
        rank.abort();
    }
}
