package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.LinkLog;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.LinkPackets.Goodbye;
import org.reactivempi.transport.engine.packet.MeetingPackets.Meeting;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.ProtocolException;
import org.reactivempi.transport.engine.port.Secret;

/**
 * What processes say of ports that is no such thing, or where nobody listens to it: they lose their link, and rank 0 nothing. Ranks 0
 * and 1 have a link; rank 2 of their job, or a process of another job, breaks the protocol.
 */
class MeetingBreachTest {

    private static final Secret PORT = Secret.of("the port's");
    private static final int BODY_BYTES = 8;
    private static final int MOST_ALLOCATED = 1 << 20;

    private enum From {
        OWN_JOB,
        OTHER_JOB
    }

    private final long buffersBefore = DirectBuffers.live();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final LinkLog log = new LinkLog();
    private final FakeNetwork network = new FakeNetwork();
    private final LinkRank zero = new LinkRank(network, 0, 3);
    private final LinkRank one = new LinkRank(network, 1, 3);
    private final Heard heard = new Heard();
    /** Of the peer, at rank 0. */
    private int number;

    private int sequence;

    MeetingBreachTest() {
        zero.send(1, 10);
        network.run();
    }

    @AfterEach
    void linkOfTheOthersIsUndisturbed() {
        one.send(0, 21);
        network.run();
        assertThat(zero.events(1)).containsExactly("standing", "packet 21");
        assertThat(one.events(0)).containsExactly("standing", "packet 10");
        assertThat(log.errors()).isEmpty();
        zero.abort();
        one.abort();
        network.run();
        log.close();
        assertThat(DirectBuffers.live()).isEqualTo(buffersBefore);
    }

    /** What rank 0 hears. */
    private static final class Heard implements OtherJobs.Listener {

        final List<Integer> lengths = new ArrayList<>();
        final List<String> losses = new ArrayList<>();

        @Override
        public void onSaid(int number, byte[] words) {
            if (words.length > 0 && words[0] != 0) {
                throw new ProtocolException("step " + words[0]);
            }
            lengths.add(words.length);
        }

        @Override
        public void onLost(int number, Throwable cause) {
            losses.add(number + ": " + cause.getMessage());
        }
    }

    private void listen() {
        zero.fake.run(() -> zero.fake.links().listen(heard));
    }

    private RawPeer peer(From from) {
        if (from == From.OWN_JOB) {
            number = 2;
            return greeting(RawPeer.connectTo(0, 2, network), FakeRank.JOB, 2);
        }
        number = 3;
        zero.fake.run(() -> zero.fake.links().admit(PORT));
        Credentials credentials =
                new Credentials(Secret.of("what its own job knows"), FakeRank.OTHER_JOB, 5, new SplittableRandom(5));
        credentials.meet(FakeRank.JOB, 0, Credentials.ofPair(PORT, FakeRank.OTHER_JOB, FakeRank.JOB));
        return greeting(RawPeer.ofOtherJob(0, credentials, network), FakeRank.OTHER_JOB, 5);
    }

    private RawPeer greeting(RawPeer peer, long job, int rank) {
        assertThat(peer.isProven()).isTrue();
        send(peer, out -> Hello.encode(out, job, rank, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING));
        assertThat(peer.received()).contains(PacketKind.WELCOME);
        return peer;
    }

    private void send(RawPeer peer, Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        peer.send(out);
        network.run();
    }

    /** Says words of so many bytes, of which so many are there. */
    private void meeting(ByteBuf out, int claimedBytes, int bytes) {
        Meeting.encode(out, sequence++, claimedBytes);
        out.writeZero(bytes);
    }

    private PeerLostException loss() {
        PeerLostException[] loss = new PeerLostException[1];
        zero.fake.run(() -> loss[0] = zero.link(number).loss());
        return loss[0];
    }

    private void assertBroken(RawPeer peer, String why) {
        assertThat(peer.isClosed()).isTrue();
        assertThat(log.warnings()).filteredOn(line -> line.contains(why)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("where no port is ever open, a step of a meeting is a breach, before any of its payload has come")
    void nobodyListens(From from) {
        for (int length : new int[] {0, 13, Meeting.MOST_PAYLOAD_BYTES}) {
            sequence = 0;
            log.clear();
            RawPeer peer = peer(from);
            long before = threads.getCurrentThreadAllocatedBytes();
            send(peer, out -> meeting(out, length, 0));
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
            assertBroken(peer, "it speaks of ports, and there was none here");
            if (from == From.OWN_JOB) {
                assertThat(loss())
                        .hasMessageContaining("broke the protocol: it speaks of ports, and there was none here");
                return;
            }
            // Nothing needs it, so its number is free again.
            assertThat(zero.fake.links().processes().hasForeign()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("words come as they were said, in whatever pieces")
    void heard(From from) {
        listen();
        RawPeer peer = peer(from);
        for (int length : new int[] {0, 1, 13, 70_000, 1 << 20}) {
            send(peer, out -> meeting(out, length, 0));
            for (int left = length; left > 0; left -= 50_000) {
                int piece = Math.min(left, 50_000);
                send(peer, out -> out.writeZero(piece));
            }
        }
        assertThat(heard.lengths).containsExactly(0, 1, 13, 70_000, 1 << 20);
        assertThat(peer.isClosed()).isFalse();
    }

    static Stream<Arguments> wrongLengths() {
        return Stream.of(-1L, Meeting.MOST_PAYLOAD_BYTES + 1L, 1L << 31, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE)
                .flatMap(length -> Arrays.stream(From.values()).map(from -> Arguments.of(length, from)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("wrongLengths")
    @DisplayName("a length that none can have is a breach, and costs no memory")
    void wrongLength(long length, From from) {
        listen();
        RawPeer peer = peer(from);
        long before = threads.getCurrentThreadAllocatedBytes();
        send(peer, out -> {
            meeting(out, 0, 0);
            out.setLongLE(out.writerIndex() - Meeting.LENGTH_BYTES + BODY_BYTES, length);
            out.writeZero(100);
        });
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
        assertBroken(peer, "MEETING");
        assertThat(heard.lengths).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a step without its turn is a breach")
    void wrongSequence(From from) {
        listen();
        RawPeer peer = peer(from);
        sequence = 7;
        send(peer, out -> meeting(out, 13, 13));
        assertBroken(peer, "7");
        assertThat(heard.lengths).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "what the layer above can't read is a breach, with its reason, and the layer hears that the peer is lost")
    void unreadable(From from) {
        listen();
        RawPeer peer = peer(from);
        send(peer, out -> {
            meeting(out, 13, 13);
            meeting(out, 13, 13);
            out.setByte(out.writerIndex() - 13, 99);
        });
        assertBroken(peer, "step 99");
        assertThat(heard.lengths).containsExactly(13);
        assertThat(heard.losses).hasSize(1);
        assertThat(heard.losses.get(0)).startsWith(number + ": ").contains("broke the protocol: step 99");
    }

    @ParameterizedTest(name = "after {0} bytes")
    @ValueSource(ints = {0, 1, 15, 16, 17, 56})
    @DisplayName(
            "a step that is cut off is never heard; the layer above hears of the loss where it has heard of the peer")
    void cut(int bytes) {
        listen();
        RawPeer peer = peer(From.OTHER_JOB);
        send(peer, out -> meeting(out, 13, 13));
        send(peer, out -> {
            meeting(out, 100, 100);
            out.writerIndex(out.readerIndex() + bytes);
        });
        peer.close();
        network.run();
        assertThat(heard.lengths).containsExactly(13);
        assertThat(heard.losses).hasSize(1);
        assertThat(zero.fake.links().processes().hasForeign()).isFalse();
    }

    @Test
    @DisplayName("RES-3 words that are long and never come cost no memory")
    void claimed() {
        listen();
        RawPeer peer = peer(From.OTHER_JOB);
        long before = threads.getCurrentThreadAllocatedBytes();
        send(peer, out -> meeting(out, Meeting.MOST_PAYLOAD_BYTES, 1));
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
        assertThat(peer.isClosed()).isFalse();
    }

    @Test
    @DisplayName(
            "on a link that this rank has left nothing is heard any more, and its number is free when it has ended")
    void left() {
        listen();
        RawPeer peer = peer(From.OTHER_JOB);
        send(peer, out -> meeting(out, 13, 13));
        send(peer, out -> meeting(out, 13, 4));
        zero.fake.run(() -> {
            zero.fake.links().hold(number);
            zero.fake.links().release(number);
        });
        network.run();
        assertThat(peer.received()).contains(PacketKind.GOODBYE);
        send(peer, out -> {
            // The rest of what has begun before, then a whole one.
            out.writeZero(9);
            meeting(out, 13, 13);
        });
        assertThat(heard.lengths).containsExactly(13);
        assertThat(peer.isClosed()).isFalse();

        send(peer, out -> {
            Goodbye.encode(out, PacketKind.GOODBYE_SEEN, sequence++);
            Goodbye.encode(out, PacketKind.GOODBYE, sequence++);
        });
        assertThat(peer.isClosed()).isTrue();
        assertThat(zero.fake.links().processes().hasForeign()).isFalse();
    }

    @Test
    @DisplayName("after the peer's goodbye a step that was on its way is passed over")
    void afterGoodbye() {
        listen();
        RawPeer peer = peer(From.OTHER_JOB);
        send(peer, out -> {
            Goodbye.encode(out, PacketKind.GOODBYE, sequence++);
            meeting(out, 13, 13);
        });
        assertThat(heard.lengths).isEmpty();
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    @DisplayName("who says something to a peer that was lost before hears of the loss, in a later step")
    void lostBefore() {
        listen();
        RawPeer peer = peer(From.OWN_JOB);
        peer.close();
        network.run();
        assertThat(loss()).isNotNull();
        assertThat(heard.losses).isEmpty();

        zero.fake.run(() -> {
            zero.fake.links().say(2, new byte[13]);
            assertThat(heard.losses).isEmpty();
        });
        network.run();
        assertThat(heard.losses).hasSize(1);
        assertThat(heard.losses.get(0)).startsWith("2: ");
    }
}
