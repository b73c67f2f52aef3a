package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.spi.ForeignMemory;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** TYP: all basic types, from all kinds of memory, and what their bytes are on the way. */
class DataTest {

    /** Elements of a message within one packet, around the eager limit of 64 KiB, and of several pieces of odd lengths. */
    private static final int[] COUNTS = {0, 1, 17, 1000, 65_536 / 8, 65_537, 200_003};

    @OnEveryChannel
    @DisplayName("TYP-1 arrays of every basic type arrive as they were sent")
    void arrays(Ranks ranks) {
        for (int count : COUNTS) {
            Random random = new Random(count);
            byte[] bytes = new byte[count];
            boolean[] booleans = new boolean[count];
            short[] shorts = new short[count];
            char[] chars = new char[count];
            int[] ints = new int[count];
            long[] longs = new long[count];
            float[] floats = new float[count];
            double[] doubles = new double[count];
            for (int i = 0; i < count; i++) {
                long bits = random.nextLong();
                bytes[i] = (byte) bits;
                booleans[i] = bits < 0;
                shorts[i] = (short) bits;
                chars[i] = (char) bits;
                ints[i] = (int) bits;
                longs[i] = bits;
                floats[i] = random.nextFloat();
                doubles[i] = random.nextDouble();
            }
            assertArrives(ranks, bytes, new byte[count], Buffers::of);
            assertArrives(ranks, booleans, new boolean[count], Buffers::of);
            assertArrives(ranks, shorts, new short[count], Buffers::of);
            assertArrives(ranks, chars, new char[count], Buffers::of);
            assertArrives(ranks, ints, new int[count], Buffers::of);
            assertArrives(ranks, longs, new long[count], Buffers::of);
            assertArrives(ranks, floats, new float[count], Buffers::of);
            assertArrives(ranks, doubles, new double[count], Buffers::of);
        }
    }

    @OnEveryChannel
    @DisplayName("TYP-1 special values of floating point keep their bits")
    void specialValues(Ranks ranks) {
        double[] doubles = {
            Double.NaN,
            -0.0,
            Double.MIN_VALUE,
            Double.NEGATIVE_INFINITY,
            Double.longBitsToDouble(0x7ff8_0000_dead_beefL)
        };
        double[] room = new double[doubles.length];
        send(ranks, Buffers.of(doubles), Buffers.of(room));
        for (int i = 0; i < doubles.length; i++) {
            assertThat(Double.doubleToRawLongBits(room[i])).isEqualTo(Double.doubleToRawLongBits(doubles[i]));
        }
    }

    @OnEveryChannel
    @DisplayName("TYP-1 a slice is sent from its place and received into its place, and nothing around it changes")
    void slices(Ranks ranks) {
        for (int count : COUNTS) {
            int[] data = new Random(count).ints(count + 5).toArray();
            int[] room = new int[count + 9];
            Arrays.fill(room, -1);
            send(ranks, Buffers.of(data, 3, count), Buffers.of(room, 7, count));

            assertThat(Arrays.equals(room, 7, 7 + count, data, 3, 3 + count)).isTrue();
            assertThat(Arrays.copyOf(room, 7)).containsOnly(-1);
            assertThat(Arrays.copyOfRange(room, 7 + count, room.length)).containsOnly(-1);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "TYP-1 ByteBuffers on the heap and outside, of both byte orders, sliced and read-only, are sent and received")
    void byteBuffers(Ranks ranks) {
        List<Function<Integer, ByteBuffer>> kinds = List.of(
                ByteBuffer::allocate,
                ByteBuffer::allocateDirect,
                size -> ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN),
                size -> ByteBuffer.allocate(size + 11).position(11).slice());
        for (int count : COUNTS) {
            byte[] data = pattern(1, count);
            for (Function<Integer, ByteBuffer> kind : kinds) {
                ByteBuffer from = kind.apply(count + 10).position(4);
                from.put(data).flip().position(4);
                for (Function<Integer, ByteBuffer> other : kinds) {
                    ByteBuffer into = other.apply(count + 10);
                    into.position(3).limit(3 + count);
                    send(ranks, Buffers.of(from.asReadOnlyBuffer()), Buffers.of(into));

                    byte[] received = new byte[count];
                    into.get(3, received);
                    assertThat(Arrays.equals(received, data)).isTrue();
                    assertThat(into.position()).isEqualTo(3);
                    into.limit(into.capacity());
                    assertThat(into.get(2)).isZero();
                    assertThat(into.get(3 + count)).isZero();
                }
            }
        }
    }

    @OnEveryChannel
    @DisplayName("TYP-2 on the wire every type is little-endian, element by element or in bulk")
    void littleEndian(Ranks ranks) {
        for (int count : new int[] {1, 3, 16, 17, 40_000}) {
            Random random = new Random(count);
            short[] shorts = new short[count];
            char[] chars = new char[count];
            int[] ints = new int[count];
            long[] longs = new long[count];
            float[] floats = new float[count];
            double[] doubles = new double[count];
            ByteBuffer wantedShorts = wanted(count * Short.BYTES);
            ByteBuffer wantedChars = wanted(count * Character.BYTES);
            ByteBuffer wantedInts = wanted(count * Integer.BYTES);
            ByteBuffer wantedLongs = wanted(count * Long.BYTES);
            ByteBuffer wantedFloats = wanted(count * Float.BYTES);
            ByteBuffer wantedDoubles = wanted(count * Double.BYTES);
            for (int i = 0; i < count; i++) {
                long bits = random.nextLong();
                wantedShorts.putShort(shorts[i] = (short) bits);
                wantedChars.putChar(chars[i] = (char) bits);
                wantedInts.putInt(ints[i] = (int) bits);
                wantedLongs.putLong(longs[i] = bits);
                wantedFloats.putFloat(floats[i] = random.nextFloat());
                wantedDoubles.putDouble(doubles[i] = random.nextDouble());
            }
            assertBytes(ranks, Buffers.of(shorts), wantedShorts);
            assertBytes(ranks, Buffers.of(chars), wantedChars);
            assertBytes(ranks, Buffers.of(ints), wantedInts);
            assertBytes(ranks, Buffers.of(longs), wantedLongs);
            assertBytes(ranks, Buffers.of(floats), wantedFloats);
            assertBytes(ranks, Buffers.of(doubles), wantedDoubles);
        }
    }

    @OnEveryChannel
    @DisplayName("TYP-2 a boolean is one byte, 0 or 1")
    void booleans(Ranks ranks) {
        assertBytes(ranks, Buffers.of(new boolean[] {true, false, true}), ByteBuffer.wrap(new byte[] {1, 0, 1}));
    }

    @OnEveryChannel
    @DisplayName("TYP-2 a message that ends inside an element fills the bytes that it has")
    void partOfAnElement(Ranks ranks) {
        int[] room = {-1, -1};
        Mono.when(
                        ranks.world(0).isend(Buffers.bytes(new byte[] {1, 2, 3, 4, 5}), 1, TAG),
                        ranks.world(1).irecv(Buffers.of(room), 0, TAG))
                .block(TIMEOUT);
        assertThat(room).containsExactly(0x04030201, 0xFFFFFF05);
    }

    private static ByteBuffer wanted(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void assertBytes(Ranks ranks, Buffer data, ByteBuffer wanted) {
        byte[] room = new byte[wanted.capacity()];
        send(ranks, data, Buffers.of(room));
        assertThat(Arrays.equals(room, wanted.array())).as("bytes of %s", data).isTrue();
    }

    private static <A> void assertArrives(Ranks ranks, A data, A room, Function<A, Buffer> buffer) {
        send(ranks, buffer.apply(data), buffer.apply(room));
        assertThat(Arrays.deepEquals(new Object[] {room}, new Object[] {data}))
                .as("%s", buffer.apply(data))
                .isTrue();
    }

    private static void send(Ranks ranks, Buffer data, Buffer room) {
        Mono.when(
                        ranks.world(0).isend(data, 1, TAG),
                        ranks.world(1)
                                .irecv(room, 0, TAG)
                                .doOnNext(status ->
                                        assertThat(status.lengthBytes()).isEqualTo(data.lengthBytes())))
                .block(TIMEOUT);
    }

    /** Memory that is filled when an operation begins, as that of the package {@code mpi} is, and is not to be read before. */
    private static final class FilledLate implements ForeignMemory {

        private final byte[] content;
        private final byte[] memory;
        private int holders;

        FilledLate(byte[] content) {
            this.content = content;
            this.memory = new byte[content.length];
        }

        @Override
        public long lengthBytes() {
            return memory.length;
        }

        @Override
        public List<ByteBuffer> pieces() {
            return List.of(ByteBuffer.wrap(memory));
        }

        @Override
        public String refusal(boolean forReceive) {
            return null;
        }

        @Override
        public synchronized void retain() {
            System.arraycopy(content, 0, memory, 0, memory.length);
            holders++;
        }

        @Override
        public synchronized void release() {
            if (--holders == 0) {
                Arrays.fill(memory, (byte) 0);
            }
        }

        @Override
        public synchronized String change() {
            return holders == 0 ? "memory that is not filled yet" : null;
        }
    }

    @OnEveryChannel
    @DisplayName("TYP-1 memory that its library fills when an operation begins is read only from then on")
    void filledLate(Ranks ranks) {
        for (int length : Payloads.lengths(ranks)) {
            byte[] content = pattern(3, length);
            byte[] room = new byte[length];
            Mono.when(
                            ranks.world(1).irecv(Buffers.of(room), 0, TAG),
                            ranks.world(0).isend(ForeignBuffer.of(new FilledLate(content)), 1, TAG))
                    .block(TIMEOUT);
            assertThat(room).isEqualTo(content);
        }
    }
}
