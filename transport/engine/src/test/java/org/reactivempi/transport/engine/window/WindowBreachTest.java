package org.reactivempi.transport.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.packet.HandshakePackets.Hello;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.packet.WindowPackets;
import org.reactivempi.transport.engine.packet.WindowPackets.Accumulate;
import org.reactivempi.transport.engine.packet.WindowPackets.AccumulateRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.CompareAndSwap;
import org.reactivempi.transport.engine.packet.WindowPackets.Done;
import org.reactivempi.transport.engine.packet.WindowPackets.Get;
import org.reactivempi.transport.engine.packet.WindowPackets.GetRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.Got;
import org.reactivempi.transport.engine.packet.WindowPackets.Held;
import org.reactivempi.transport.engine.packet.WindowPackets.Lock;
import org.reactivempi.transport.engine.packet.WindowPackets.Notice;
import org.reactivempi.transport.engine.packet.WindowPackets.Notify;
import org.reactivempi.transport.engine.packet.WindowPackets.Put;
import org.reactivempi.transport.engine.packet.WindowPackets.PutRuns;
import org.reactivempi.transport.engine.packet.WindowPackets.Refused;
import org.reactivempi.transport.engine.packet.WindowPackets.Taken;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.Kind;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;
import org.reactivempi.transport.engine.port.MemberRanks;

/**
 * What a peer may send to a window, byte by byte: breaches end the link, wrong places are refused. Rank 0 has a window of 100 bytes with rank
 * 1, of whose memory it wants 50 bytes, by its request 0.
 */
class WindowBreachTest {

    private static final int WINDOW = 3;
    private static final int SIZE = 100;
    /** What the test's memory calls a place that is outside. */
    private static final int OUTSIDE = 77;

    private static final int WANTED = 50;
    /** What no stream says. */
    private static final int STRANGE = 99;

    private final FakeNetwork network = new FakeNetwork();
    private final FakeRank rank = new FakeRank(network, 0, 2);
    private final RankParts parts = RankParts.of(rank.context(4096, null), rank.links());
    private final Windows windows = new Windows(rank.links(), parts.flows(), rank.signals(), rank.loop(), null, false);
    private final byte[] memory = new byte[SIZE];
    private final List<@Nullable Throwable> ends = new ArrayList<>();
    private final List<Integer> notified = new ArrayList<>();
    private final byte[] got = new byte[WANTED];
    private RawPeer peer;
    private EngineWindows.OwnWindow window;
    private int sequence;

    private final class TestMemory implements EngineWindows.Memory {

        @Override
        public void check(long at, long lengthBytes) {
            if (at < 0 || lengthBytes < 0 || at > SIZE - lengthBytes) {
                throw new RefusedException(OUTSIDE, "outside");
            }
        }

        @Override
        public void write(long at, ByteBuffer source) {
            source.get(memory, (int) at, source.remaining());
        }

        @Override
        public void read(long at, ByteBuffer target) {
            target.put(memory, (int) at, target.remaining());
        }

        @Override
        public @Nullable ByteBuffer direct(long at, int most) {
            return null;
        }

        @Override
        public long spanBytes(int element, long payloadBytes) {
            if (element != 1 || payloadBytes == 0) {
                throw new RefusedException(OUTSIDE, "no element");
            }
            return payloadBytes;
        }

        @Override
        public void accumulate(int op, int element, long at, ByteBuffer operands, @Nullable ByteBuffer before) {
            if (op != 3) {
                throw new RefusedException(OUTSIDE, "no operation");
            }
            for (int i = 0; operands.hasRemaining(); i++) {
                byte old = memory[(int) at + i];
                if (before != null) {
                    before.put(old);
                }
                memory[(int) at + i] = (byte) (old + operands.get());
            }
        }

        @Override
        public ByteBuffer compareAndSwap(int element, long at, long value, long expected) {
            check(at, spanBytes(element, 1));
            byte old = memory[(int) at];
            if (old == (byte) expected) {
                memory[(int) at] = (byte) value;
            }
            return ByteBuffer.wrap(new byte[] {old});
        }
    }

    /** Says no to all words of streams. */
    private final class TestListener implements EngineWindows.Listener {

        @Override
        public void notified(int origin, int tag) {
            notified.add(tag);
        }

        @Override
        public void told(int origin, EngineWindows.Word word) {
            refuse(word);
        }

        @Override
        public void answered(int target, EngineWindows.Word word) {
            refuse(word);
        }

        private void refuse(EngineWindows.Word word) {
            if (word.what() == STRANGE) {
                throw new RefusedException(OUTSIDE, "no stream");
            }
        }

        @Override
        public void lost(int member, Throwable cause) {}

        @Override
        public void ended(Throwable cause) {}
    }

    private final class TestGet implements EngineWindows.Transfer {

        @Override
        public Kind kind() {
            return Kind.GET;
        }

        @Override
        public long lengthBytes() {
            return WANTED;
        }

        @Override
        public long place(long position) {
            return position;
        }

        @Override
        public long run(long position) {
            return WANTED - position;
        }

        @Override
        public void copyTo(long position, ByteBuffer target) {
            throw new AssertionError("a get brings nothing");
        }

        @Override
        public @Nullable ByteBuffer directMemory(long position, int most) {
            return null;
        }

        @Override
        public void copyFrom(long position, ByteBuffer source) {
            source.get(got, (int) position, source.remaining());
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            ends.add(failure);
        }
    }

    @BeforeEach
    void connect() {
        peer = RawPeer.connectTo(0, 1, network);
        peer.send(bytes(out -> Hello.encode(out, FakeRank.JOB, 1, 0, FakeRank.CREDIT_BYTES, FakeRank.GREETING)));
        network.run();
        MemberRanks members = MemberRanks.of(0, 1);
        rank.run(() -> rank.signals().step(() -> {
            EngineCommunicator communicator =
                    parts.communicators().add(WINDOW, "test", members, members, member -> WINDOW);
            window = windows.add(communicator, 0, members, 0, new TestMemory(), () -> "test");
            window.heardBy(new TestListener());
            window.start(new TestGet(), 1);
        }));
        network.run();
        assertThat(peer.received()).endsWith(PacketKind.GET);
        assertThat(WindowPackets.request(peer.last(PacketKind.GET))).isZero();
        assertThat(windows.running()).isOne();
    }

    @AfterEach
    void nothingIsLeft() {
        rank.run(() -> rank.links().abort("ends with the test", () -> {}));
        network.run();
        assertThat(windows.running()).isZero();
        assertThat(ends).hasSize(1);
    }

    private static ByteBuf bytes(Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        return out;
    }

    private void receive(Consumer<ByteBuf> encode) {
        peer.send(bytes(encode));
        network.run();
    }

    private interface Packet {

        void encode(ByteBuf out, int sequence);
    }

    private static Arguments packet(String what, Packet packet) {
        return Arguments.of(what, packet);
    }

    static Stream<Arguments> breaches() {
        return Stream.of(
                packet("GET of nothing", (out, at) -> Get.encode(out, at, WINDOW, 0, 0, 0)),
                packet("GET of less than nothing", (out, at) -> Get.encode(out, at, WINDOW, 0, 0, -1)),
                packet("GET_RUNS of nothing", (out, at) -> GetRuns.encode(out, at, WINDOW, 0, 0, 0, 1, 1)),
                packet("GET_RUNS without a length", (out, at) -> GetRuns.encode(out, at, WINDOW, 0, 0, 4, 0, 1)),
                packet("GET_RUNS of less than nothing", (out, at) -> GetRuns.encode(out, at, WINDOW, 0, 0, 4, -2, 1)),
                packet("GET_RUNS with a part of one", (out, at) -> GetRuns.encode(out, at, WINDOW, 0, 0, 5, 2, 1)),
                packet(
                        "GET_RUNS of too much",
                        (out, at) -> GetRuns.encode(out, at, WINDOW, 0, 0, EngineWindows.MOST_RUNS_BYTES + 1, 1, 0)),
                packet(
                        "GET_RUNS of as much as can be said",
                        (out, at) -> GetRuns.encode(out, at, WINDOW, 0, 0, Long.MAX_VALUE, 1, 0)),
                packet("PUT_RUNS of nothing", (out, at) -> PutRuns.encode(out, at, WINDOW, 0, 1, 1, 0)),
                packet("PUT_RUNS without a length", (out, at) -> {
                    PutRuns.encode(out, at, WINDOW, 0, 0, 4, 8);
                    out.writeLong(-1);
                }),
                packet("PUT_RUNS with a part of one", (out, at) -> {
                    PutRuns.encode(out, at, WINDOW, 0, 3, 4, 8);
                    out.writeLong(-1);
                }),
                packet("PUT_RUNS of too much", (out, at) -> {
                    PutRuns.encode(out, at, WINDOW, 0, 1, 0, PutRuns.MOST_PAYLOAD_BYTES + 1);
                    out.writeZero(100);
                }),
                packet("ACCUMULATE_RUNS without a length", (out, at) -> {
                    AccumulateRuns.encode(out, at, WINDOW, -1, 0, 3, 1, 0, 4, 8);
                    out.writeLong(-1);
                }),
                packet("ACCUMULATE_RUNS with a part of one", (out, at) -> {
                    AccumulateRuns.encode(out, at, WINDOW, -1, 0, 3, 1, 3, 4, 8);
                    out.writeLong(-1);
                }),
                packet("ACCUMULATE_RUNS of too much", (out, at) -> {
                    AccumulateRuns.encode(out, at, WINDOW, -1, 0, 3, 1, 1, 0, Accumulate.MOST_PAYLOAD_BYTES + 1);
                    out.writeZero(100);
                }),
                packet("GOT that nobody wants", (out, at) -> Got.encode(out, at, 1, 0, 0)),
                packet("GOT from the middle", (out, at) -> {
                    Got.encode(out, at, 0, 10, 10);
                    out.writeZero(10);
                }),
                packet("GOT before the begin", (out, at) -> {
                    Got.encode(out, at, 0, -10, 10);
                    out.writeZero(10);
                }),
                packet("GOT of more than is wanted", (out, at) -> {
                    Got.encode(out, at, 0, 0, WANTED + 1);
                    out.writeZero(WANTED + 1);
                }),
                packet("GOT twice", (out, at) -> {
                    Got.encode(out, at, 0, 0, WANTED);
                    out.writeZero(WANTED);
                    Got.encode(out, at + 1, 0, 0, WANTED);
                    out.writeZero(WANTED);
                }),
                packet("DONE before the bytes", (out, at) -> Done.encode(out, at, 0)),
                packet("DONE that nobody wants", (out, at) -> Done.encode(out, at, 1)),
                packet("HELD for no lock", (out, at) -> Held.encode(out, at, 0, 1, 1)),
                packet("HELD that nobody wants", (out, at) -> Held.encode(out, at, 1, 1, 1)),
                packet("OPEN without a fence", (out, at) -> Notice.encode(out, PacketKind.OPEN, at, WINDOW)),
                packet("REFUSED that nobody wants", (out, at) -> Refused.encode(out, at, WINDOW, 1, 1, 0)),
                packet("NOTIFY that is one too many", (out, at) -> {
                    for (int i = 0; i <= EngineWindows.MOST_NOTIFICATIONS; i++) {
                        Notify.encode(out, at + i, WINDOW, i % 3, 0, 0, 0, 0);
                    }
                }),
                packet("NOTIFY with a negative tag", (out, at) -> Notify.encode(out, at, WINDOW, -1, 0, 0, 0, 0)),
                packet("NOTIFY with a text", (out, at) -> {
                    Notify.encode(out, at, WINDOW, 1, 0, 0, 0, 1);
                    out.writeByte(1);
                }),
                packet("NOTIFY with too long a text", (out, at) -> {
                    Notify.encode(out, at, WINDOW, 1, 3, 0, 0, Notify.MOST_PAYLOAD_BYTES + 1);
                    out.writeZero(100);
                }),
                packet(
                        "NOTIFY of a stream that is not there",
                        (out, at) -> Notify.encode(out, at, WINDOW, 1, STRANGE, 0, 0, 0)),
                packet(
                        "TAKEN of a stream that is not there",
                        (out, at) -> Taken.encode(out, at, WINDOW, 1, STRANGE, 0, 0, 0)),
                packet("TAKEN where nothing was told", (out, at) -> Taken.encode(out, at, WINDOW, 1, 0, 0, 1, 0)),
                packet("TAKEN of nothing", (out, at) -> Taken.encode(out, at, WINDOW, 1, 0, 0, 0, 0)),
                packet("ACCUMULATE of too much", (out, at) -> {
                    Accumulate.encode(out, at, WINDOW, -1, 0, 3, 1, Accumulate.MOST_PAYLOAD_BYTES + 1);
                    out.writeZero(100);
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breaches")
    void breach(String what, Packet packet) {
        receive(out -> packet.encode(out, sequence));
        assertThat(peer.isClosed()).isTrue();
        assertThat(ends).hasSize(1);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                packet("PUT outside", (out, at) -> {
                    Put.encode(out, at, WINDOW, SIZE - 1, 2);
                    out.writeShort(-1);
                }),
                packet("PUT before the begin", (out, at) -> {
                    Put.encode(out, at, WINDOW, -1, 2);
                    out.writeShort(-1);
                }),
                packet("GET outside", (out, at) -> Get.encode(out, at, WINDOW, 5, Long.MAX_VALUE, Long.MAX_VALUE)),
                packet("PUT_RUNS whose last is outside", (out, at) -> {
                    PutRuns.encode(out, at, WINDOW, 1, 2, SIZE / 2 - 1, 6);
                    out.writeZero(2).writeInt(-1);
                }),
                packet("PUT_RUNS whose last is before the begin", (out, at) -> {
                    PutRuns.encode(out, at, WINDOW, 3, 2, -4, 4);
                    out.writeInt(-1);
                }),
                packet("PUT_RUNS with a distance that comes round", (out, at) -> {
                    PutRuns.encode(out, at, WINDOW, 1, 2, Long.MAX_VALUE, 4);
                    out.writeInt(-1);
                }),
                packet(
                        "GET_RUNS whose last is outside",
                        (out, at) -> GetRuns.encode(out, at, WINDOW, 5, 0, 4, 2, SIZE - 1)),
                packet("ACCUMULATE_RUNS whose last is outside", (out, at) -> {
                    AccumulateRuns.encode(out, at, WINDOW, 5, 1, 3, 1, 2, SIZE - 2, 4);
                    out.writeInt(-1);
                }),
                packet("ACCUMULATE_RUNS of an unknown type", (out, at) -> {
                    AccumulateRuns.encode(out, at, WINDOW, 5, 0, 3, -9, 1, 2, 2);
                    out.writeShort(-1);
                }),
                packet("ACCUMULATE outside", (out, at) -> {
                    Accumulate.encode(out, at, WINDOW, 5, SIZE, 3, 1, 1);
                    out.writeByte(1);
                }),
                packet("ACCUMULATE of nothing", (out, at) -> Accumulate.encode(out, at, WINDOW, 5, 0, 3, 1, 0)),
                packet("ACCUMULATE of an unknown type", (out, at) -> {
                    Accumulate.encode(out, at, WINDOW, 5, 0, 3, -9, 1);
                    out.writeByte(1);
                }),
                packet("ACCUMULATE by an unknown operation", (out, at) -> {
                    Accumulate.encode(out, at, WINDOW, 5, 0, 999, 1, 1);
                    out.writeByte(1);
                }),
                packet("COMPARE_AND_SWAP outside", (out, at) -> CompareAndSwap.encode(out, at, WINDOW, 5, -1, 1, 1, 0)),
                packet("a window that there is not", (out, at) -> Get.encode(out, at, WINDOW + 1, 5, 0, 1)),
                packet("a negative window", (out, at) -> Get.encode(out, at, -1, 5, 0, 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refused(String what, Packet packet) {
        receive(out -> packet.encode(out, sequence));
        assertThat(peer.isClosed()).isFalse();
        assertThat(peer.received()).endsWith(PacketKind.REFUSED);
        assertThat(Refused.code(peer.last(PacketKind.REFUSED)))
                .isEqualTo(what.contains("window") ? WindowPeer.NO_WINDOW : OUTSIDE);
        assertThat(memory).containsOnly(0);
    }

    @Test
    @DisplayName("what is right has its answer: the bytes, what was there before, and that it is done")
    void answered() {
        receive(out -> {
            Put.encode(out, sequence++, WINDOW, 10, 3);
            out.writeByte(1).writeByte(2).writeByte(3);
            Accumulate.encode(out, sequence++, WINDOW, -1, 10, 3, 1, 2);
            out.writeByte(10).writeByte(20);
            CompareAndSwap.encode(out, sequence++, WINDOW, 1, 12, 1, 9, 3);
            Get.encode(out, sequence++, WINDOW, 2, 10, 3);
            WindowPackets.Request.encode(out, PacketKind.FLUSH, sequence++, WINDOW, 3);
            Lock.encode(out, sequence++, WINDOW, 4, true);
            WindowPackets.Request.encode(out, PacketKind.UNLOCK, sequence++, WINDOW, 5);
        });
        assertThat(Arrays.copyOfRange(memory, 10, 13)).containsExactly(11, 22, 9);
        assertThat(peer.received())
                .endsWith(PacketKind.GOT, PacketKind.GOT, PacketKind.DONE, PacketKind.DONE, PacketKind.DONE);
        assertThat(Done.request(peer.last(PacketKind.DONE))).isEqualTo(5);
    }

    @Test
    @DisplayName("runs lie where they should, and come back, however the packet is cut on its way")
    void runs() {
        byte[] data = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        ByteBuf whole = bytes(out -> {
            PutRuns.encode(out, sequence++, WINDOW, 20, 3, -7, data.length);
            out.writeBytes(data);
        });
        while (whole.isReadable()) {
            peer.send(whole.readBytes(1));
            network.run();
        }
        whole.release();
        byte[] wanted = new byte[SIZE];
        for (int i = 0; i < data.length; i++) {
            wanted[20 - 7 * (i / 3) + i % 3] = data[i];
        }
        assertThat(memory).containsExactly(wanted);
        receive(out -> GetRuns.encode(out, sequence++, WINDOW, 1, 6, 6, 2, 7));
        ByteBuf answer = peer.last(PacketKind.GOT);
        byte[] came = new byte[6];
        answer.getBytes(answer.readerIndex() + Got.LENGTH_BYTES, came);
        assertThat(came).containsExactly(7, 8, 4, 5, 1, 2);

        receive(out -> {
            AccumulateRuns.encode(out, sequence++, WINDOW, 2, 21, 3, 1, 2, -14, 4);
            out.writeBytes(new byte[] {10, 20, 30, 40});
        });
        assertThat(Arrays.copyOfRange(memory, 20, 23)).containsExactly(1, 12, 23);
        assertThat(Arrays.copyOfRange(memory, 6, 9)).containsExactly(7, 38, 49);
        answer = peer.last(PacketKind.GOT);
        came = new byte[4];
        answer.getBytes(answer.readerIndex() + Got.LENGTH_BYTES, came);
        assertThat(came).containsExactly(2, 3, 8, 9);
    }

    @Test
    @DisplayName("an answer may come in pieces, and ends the operation with the last one")
    void pieces() {
        receive(out -> {
            Got.encode(out, sequence++, 0, 0, 20);
            out.writeBytes(new byte[] {1, 2, 3}).writeZero(17);
        });
        assertThat(ends).isEmpty();
        receive(out -> {
            Got.encode(out, sequence++, 0, 20, 30);
            out.writeZero(29).writeByte(4);
        });
        assertThat(ends).containsExactly((Throwable) null);
        assertThat(got).startsWith(1, 2, 3).endsWith(4);
    }

    private void start(EngineWindows.Transfer transfer) {
        rank.run(() -> rank.signals().step(() -> window.start(transfer, 1)));
        network.run();
    }

    private void fence(EngineWindows.OwnWindow of, List<@Nullable Throwable> told) {
        rank.run(() -> rank.signals().step(() -> of.fence(told::add)));
        network.run();
    }

    /** All of what has come of this kind. */
    private long count(PacketKind kind) {
        return peer.received().stream().filter(each -> each == kind).count();
    }

    /** What the test's own operation waits for. */
    private void got() {
        receive(out -> {
            Got.encode(out, sequence++, 0, 0, WANTED);
            out.writeZero(WANTED);
        });
    }

    private void notice(PacketKind kind) {
        receive(out -> Notice.encode(out, kind, sequence++, WINDOW));
    }

    @Test
    @DisplayName(
            "WIN-53 notifications are heard in order, after what came before, and each that is taken gives room for one")
    void notifications() {
        int most = EngineWindows.MOST_NOTIFICATIONS;
        receive(out -> {
            for (int tag = 0; tag < most; tag++) {
                Notify.encode(out, sequence++, WINDOW, tag, 0, 0, 0, 0);
            }
        });
        assertThat(notified).hasSize(most).isSorted();
        rank.run(() -> rank.signals().step(() -> window.taken(1, 0)));
        network.run();
        assertThat(peer.received()).endsWith(PacketKind.TAKEN);
        assertThat(WindowPackets.value(peer.last(PacketKind.TAKEN))).isOne();
        receive(out -> Notify.encode(out, sequence++, WINDOW, most, 0, 0, 0, 0));
        assertThat(notified).hasSize(most + 1);
        assertThat(peer.isClosed()).isFalse();
    }

    @Test
    @DisplayName(
            "a fence is over when all have come to it and the own operations have ended; the next operation waits for OPEN")
    void fences() {
        List<@Nullable Throwable> told = new ArrayList<>();
        fence(window, told);
        assertThat(peer.received()).endsWith(PacketKind.FENCE);
        notice(PacketKind.FENCE);
        assertThat(told).isEmpty();
        assertThat(count(PacketKind.OPEN)).isZero();
        got();
        assertThat(told).containsExactly((Throwable) null);
        assertThat(peer.received()).endsWith(PacketKind.OPEN);

        start(new TestGet());
        assertThat(count(PacketKind.GET)).isOne();
        notice(PacketKind.OPEN);
        assertThat(peer.received()).endsWith(PacketKind.GET);
        assertThat(windows.running()).isOne();
        receive(out -> {
            Got.encode(out, sequence++, 1, 0, WANTED);
            out.writeZero(WANTED);
        });
        ends.remove(0);
    }

    @Test
    @DisplayName(
            "what a target has refused before it says OPEN is told by the fence after that, if the fence before has not")
    void refusedInAFence() {
        List<@Nullable Throwable> told = new ArrayList<>();
        got();
        fence(window, told);
        notice(PacketKind.FENCE);
        assertThat(told).containsExactly((Throwable) null);
        // The FENCE of the next one overtakes what is refused, which is in the other lane of the peer.
        fence(window, told);
        notice(PacketKind.FENCE);
        assertThat(told).hasSize(1);
        receive(out -> Refused.encode(out, sequence++, WINDOW, WindowPackets.NO_REQUEST, OUTSIDE, 0));
        notice(PacketKind.OPEN);
        assertThat(told).hasSize(2);
        assertThat(told.get(1))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(OUTSIDE));
    }

    @Test
    @DisplayName("a peer may come to many fences before this rank comes to one; each OPEN needs one of this rank")
    void aheadOfFences() {
        got();
        for (int i = 0; i < 1000; i++) {
            notice(PacketKind.FENCE);
        }
        assertThat(peer.isClosed()).isFalse();
        assertThat(count(PacketKind.OPEN)).isZero();
        List<@Nullable Throwable> told = new ArrayList<>();
        fence(window, told);
        assertThat(told).containsExactly((Throwable) null);
        assertThat(count(PacketKind.OPEN)).isOne();
        notice(PacketKind.OPEN);
        assertThat(peer.isClosed()).isFalse();
        notice(PacketKind.OPEN);
        assertThat(peer.isClosed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"FENCE", "OPEN"})
    @DisplayName("a FENCE or an OPEN in a window of too many ranks for that is a breach")
    void fenceOfMany(PacketKind kind) {
        int other = WINDOW + 1;
        MemberRanks members = MemberRanks.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
        rank.run(() -> rank.signals()
                .step(() -> windows.add(
                        parts.communicators().add(other, "many", members, members, member -> other),
                        0,
                        members,
                        0,
                        new TestMemory(),
                        () -> "many")));
        receive(out -> Notice.encode(out, kind, sequence++, other));
        assertThat(peer.isClosed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"FENCE", "OPEN"})
    @DisplayName("a FENCE or an OPEN in a window that is freed here is late, and no breach")
    void fenceOfNone(PacketKind kind) {
        got();
        receive(out -> Notice.encode(out, kind, sequence++, WINDOW + 1));
        assertThat(peer.isClosed()).isFalse();
        assertThat(peer.received()).doesNotContain(PacketKind.REFUSED);
    }

    @Test
    @DisplayName(
            "WIN-53 an origin sends 256 notifications, and a further one for each that is taken; one that waits can be taken back")
    void waiting() {
        int most = EngineWindows.MOST_NOTIFICATIONS;
        List<Integer> left = new ArrayList<>();
        List<EngineWindows.Ended> all = new ArrayList<>();
        rank.run(() -> rank.signals().step(() -> {
            for (int tag = 0; tag < most + 3; tag++) {
                int own = tag;
                all.add(failure -> left.add(failure == null ? own : -1));
                window.notify(1, tag, all.get(tag));
            }
        }));
        network.run();
        assertThat(left).hasSize(most);
        assertThat(windows.running()).isEqualTo(1 + 3);
        rank.run(() -> rank.signals().step(() -> {
            assertThat(window.withdrawNotification(1, all.get(most))).isTrue();
            assertThat(window.withdrawNotification(1, all.get(0))).isFalse();
        }));
        receive(out -> Taken.encode(out, sequence++, WINDOW, 0, 0, 0, 1, 0));
        assertThat(left).hasSize(most + 1).endsWith(most + 1);
        assertThat(WindowPackets.tag(peer.last(PacketKind.NOTIFY))).isEqualTo(most + 1);
        rank.run(() -> rank.links().abort("ends with the test", () -> {}));
        network.run();
        assertThat(left).hasSize(most + 2).endsWith(-1);
    }

    @Test
    @DisplayName("what is told in a window that is not there is dropped: it may have been freed")
    void unknownWindow() {
        receive(out -> {
            Notify.encode(out, sequence++, WINDOW + 1, 1, 0, 0, 0, 0);
            Taken.encode(out, sequence++, WINDOW + 1, 1, 0, 0, 1, 0);
        });
        assertThat(peer.isClosed()).isFalse();
        assertThat(notified).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    @DisplayName("random packets of all kinds end in a refusal, an answer or a breach, and leave nothing behind")
    void anything(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 400 && !peer.isClosed(); i++) {
            receive(out -> random(out, random));
        }
    }

    private void random(ByteBuf out, Random random) {
        int number = random.nextInt(20) == 0 ? random.nextInt() : WINDOW;
        int request = random.nextInt(300);
        long at = random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(SIZE + 10) - 5;
        int payloadBytes = random.nextInt(20);
        boolean isWhole = payloadBytes > 0 && random.nextInt(30) > 0;
        // Mostly whole runs: what is a breach ends the test.
        int run = !isWhole ? random.nextInt(9) - 4 : payloadBytes % 2 == 0 ? payloadBytes / 2 : 1;
        long stride = random.nextInt(30) == 0 ? random.nextLong() : random.nextInt(41) - 20;
        switch (random.nextInt(18)) {
            case 0 -> Put.encode(out, sequence++, number, at, payloadBytes);
            case 1 -> Get.encode(out, sequence++, number, request, at, 1 + random.nextInt(50));
            case 2 -> Accumulate.encode(out, sequence++, number, request - 1, at, 3, 1, payloadBytes);
            case 3 ->
                Accumulate.encode(
                        out, sequence++, number, -1, at, random.nextInt(20), random.nextInt(20) - 2, payloadBytes);
            case 4 -> CompareAndSwap.encode(out, sequence++, number, request, at, random.nextInt(3), at, 0);
            case 5 -> WindowPackets.Request.encode(out, PacketKind.FLUSH, sequence++, number, request);
            case 6 -> Lock.encode(out, sequence++, number, request, random.nextBoolean());
            case 7 -> WindowPackets.Request.encode(out, PacketKind.UNLOCK, sequence++, number, request);
            case 8 -> Notice.encode(out, PacketKind.POST, sequence++, number);
            case 9 -> Notice.encode(out, PacketKind.COMPLETE, sequence++, number);
            case 11 -> Notify.encode(out, sequence++, number, request, random.nextInt(4), request, at, payloadBytes);
            case 12 -> Taken.encode(out, sequence++, number, request, 1 + random.nextInt(3), request, at, at);
            case 10 -> Refused.encode(out, sequence++, number, -1, random.nextInt(), payloadBytes);
            case 13 -> Notice.encode(out, PacketKind.FENCE, sequence++, number);
            case 14 -> PutRuns.encode(out, sequence++, number, at, run, stride, payloadBytes);
            case 15 -> GetRuns.encode(out, sequence++, number, request, at, 3L * run, run, stride);
            case 16 -> AccumulateRuns.encode(out, sequence++, number, request - 1, at, 3, 1, run, stride, payloadBytes);
            default -> {
                if (random.nextInt(40) == 0) {
                    Got.encode(out, sequence++, random.nextInt(2), 0, payloadBytes);
                } else {
                    Put.encode(out, sequence++, number, 0, payloadBytes);
                }
            }
        }
        PacketKind kind = PacketKind.values()[PacketKind.PUT.ordinal() + out.getByte(0) - 35];
        assertThat(kind.family()).isEqualTo(Family.WINDOW);
        if (kind == PacketKind.PUT
                || kind == PacketKind.PUT_RUNS
                || kind == PacketKind.ACCUMULATE
                || kind == PacketKind.ACCUMULATE_RUNS
                || kind == PacketKind.REFUSED
                || kind == PacketKind.NOTIFY
                || kind == PacketKind.GOT) {
            byte[] payload = new byte[payloadBytes];
            random.nextBytes(payload);
            out.writeBytes(payload);
        }
    }
}
