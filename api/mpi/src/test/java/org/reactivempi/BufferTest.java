package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivempi.layout.BasicElements;

class BufferTest {

    private static final long SEED = 20261120;
    private static final int OFFSET = 2;
    /** On both sides of the region. */
    private static final int MARGIN = 2 * OFFSET;

    @ParameterizedTest
    @EnumSource
    @DisplayName("TYP-1 whole arrays and regions know their type, count and length")
    void measures(PrimitiveKind kind) {
        Object array = kind.newArray(7);

        assertThat(kind.whole(array)).satisfies(buffer -> {
            assertThat(buffer.datatype()).isSameAs(kind.datatype);
            assertThat(buffer.count()).isEqualTo(7);
            assertThat(buffer.lengthBytes()).isEqualTo(7L * kind.datatype.sizeBytes());
        });
        assertThat(kind.region(array, 3, 4).count()).isEqualTo(4);
        assertThat(kind.region(array, 3, 4)).hasToString("Buffer[4 x " + kind.datatype + "]");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("TYP-2 bytes leave in little-endian order, however the payload is cut")
    void copiesEveryPartOut(PrimitiveKind kind) {
        int count = 5;
        Object array = kind.randomArray(count + MARGIN, new Random(SEED));
        Buffer buffer = kind.region(array, OFFSET, count);
        byte[] payload = payload(kind, array, count);

        for (int from = 0; from <= payload.length; from++) {
            for (int to = from; to <= payload.length; to++) {
                assertThat(copyOut(buffer, from, to, ByteBuffer::allocate))
                        .as("part %d to %d", from, to)
                        .isEqualTo(Arrays.copyOfRange(payload, from, to));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("TYP-2 RCV-2 bytes arrive in little-endian order, however they are cut, and touch nothing else")
    void copiesEveryPartIn(PrimitiveKind kind) {
        int count = 5;
        Random random = new Random(SEED);
        byte[] news = payload(kind, kind.randomArray(count + MARGIN, random), count);

        for (int from = 0; from <= news.length; from++) {
            for (int to = from; to <= news.length; to++) {
                Object array = kind.randomArray(count + MARGIN, random);
                byte[] expected = kind.bytesOf(array, count + MARGIN);
                System.arraycopy(news, from, expected, OFFSET * (int) kind.datatype.sizeBytes() + from, to - from);

                copyIn(kind.region(array, OFFSET, count), news, from, to, ByteBuffer::allocate);

                assertThat(kind.bytesOf(array, count + MARGIN))
                        .as("part %d to %d", from, to)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "TYP-2 messages of any length in random pieces through heap and direct memory arrive as they were sent")
    void randomPieces(PrimitiveKind kind) {
        Random random = new Random(SEED);
        for (int run = 0; run < 300; run++) {
            int count = random.nextInt(4 * BasicElements.LOOP_LIMIT);
            Object sent = kind.randomArray(count + MARGIN, random);
            Object received = kind.newArray(count + MARGIN);

            transferInPieces(kind.region(sent, OFFSET, count), kind.region(received, OFFSET, count), random);

            assertThat(payload(kind, received, count)).isEqualTo(payload(kind, sent, count));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOATS", "DOUBLES"})
    @DisplayName("TYP-2 the bit patterns of all kinds of NaN survive")
    void keepsNaN(PrimitiveKind kind) {
        byte[] signalling = {1, 0, (byte) 0xA0, 0x7F, 1, 0, (byte) 0xF4, 0x7F};
        byte[] many = new byte[signalling.length * 20];
        for (int i = 0; i < many.length; i++) {
            many[i] = signalling[i % signalling.length];
        }
        Buffer buffer = kind.whole(kind.newArray(many.length / (int) kind.datatype.sizeBytes()));

        copyIn(buffer, many, 0, many.length, ByteBuffer::allocate);
        assertThat(copyOut(buffer, 0, many.length, ByteBuffer::allocate)).isEqualTo(many);
        copyIn(buffer, many, 0, 13, ByteBuffer::allocate);
        assertThat(copyOut(buffer, 0, 13, ByteBuffer::allocate)).isEqualTo(Arrays.copyOf(many, 13));
    }

    @Test
    @DisplayName("TYP-2 a boolean is received as true from every byte but 0")
    void booleansFromAnyByte() {
        boolean[] received = new boolean[3];

        copyIn(Buffers.of(received), new byte[] {0, 2, (byte) 0x80}, 0, 3, ByteBuffer::allocate);

        assertThat(received).containsExactly(false, true, true);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("ARG-3 a part outside the payload is refused, so nothing behind the region is written")
    void partsOutside(PrimitiveKind kind) {
        Buffer buffer = kind.region(kind.newArray(10), 0, 2);
        int length = (int) buffer.lengthBytes();

        assertThatThrownBy(() -> Payload.of(buffer).copyFrom(1, ByteBuffer.allocate(length)))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Payload.of(buffer).copyTo(-1, ByteBuffer.allocate(1)))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("ARG-3 a region outside its array, a negative count and a missing array have their own errors")
    void checksRegions(PrimitiveKind kind) {
        Object array = kind.newArray(10);

        assertFails(kind.region(array, 8, 3), ErrorClass.BUFFER, "offset 8", "count 3", "length 10");
        assertFails(kind.region(array, -1, 3), ErrorClass.BUFFER, "offset -1");
        assertFails(kind.region(array, 1, Integer.MAX_VALUE), ErrorClass.BUFFER, "count " + Integer.MAX_VALUE);
        assertFails(kind.region(array, Integer.MAX_VALUE, 1), ErrorClass.BUFFER, "offset " + Integer.MAX_VALUE);
        assertFails(kind.region(array, 0, -1), ErrorClass.COUNT, "count -1");
        assertFails(kind.region(null, 0, -1), ErrorClass.COUNT, "count -1");
        assertFails(kind.region(null, 0, 1), ErrorClass.BUFFER, "null");
        assertFails(kind.whole(null), ErrorClass.BUFFER, "null");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("ARG-3 regions that end with the array, and null with count 0, are legal")
    void legalRegions(PrimitiveKind kind) {
        Payload.of(kind.region(kind.newArray(10), 0, 10)).check(true);
        Payload.of(kind.region(kind.newArray(10), 10, 0)).check(true);
        Payload.of(kind.region(null, 0, 0)).check(true);
        Payload.of(kind.region(null, 5, 0)).check(false);
        Payload.of(kind.region(null, 0, 0)).copyTo(0, ByteBuffer.allocate(0));
        Payload.of(kind.region(null, 0, 0)).copyFrom(0, ByteBuffer.allocate(0));
    }

    @Test
    @DisplayName("TYP-1 ByteBuffers send position to limit, heap and direct, in both orders")
    void byteBuffers() {
        for (ByteBuffer memory : new ByteBuffer[] {ByteBuffer.allocate(10), ByteBuffer.allocateDirect(10)}) {
            for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
                memory.clear().put(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
                memory.order(order).position(3).limit(8);
                Buffer buffer = Buffers.of(memory);
                memory.limit(4);

                copyIn(buffer, new byte[] {50, 60}, 0, 2, ByteBuffer::allocateDirect, 2);

                assertThat(buffer.count()).isEqualTo(5);
                assertThat(copyOut(buffer, 1, 5, ByteBuffer::allocate)).containsExactly(4, 50, 60, 7);
                assertThat(memory.position()).isEqualTo(3);
                assertThat(memory.limit()).isEqualTo(4);
                assertThat(memory.order()).isEqualTo(order);
            }
        }
    }

    @Test
    @DisplayName("TYP-1 a read-only ByteBuffer can be sent and not received into")
    void readOnly() {
        Buffer buffer = Buffers.of(ByteBuffer.allocate(4).asReadOnlyBuffer());

        Payload.of(buffer).check(false);
        assertThat(copyOut(buffer, 0, 4, ByteBuffer::allocate)).hasSize(4);
        Failing.assertFails(() -> Payload.of(buffer).check(true), ErrorClass.BUFFER);
    }

    @Test
    @DisplayName("ARG-3 no memory at all is legal as the empty buffer only")
    void nothing() {
        Payload.of(Buffer.empty()).check(true);
        assertThat(Buffer.empty().lengthBytes()).isZero();
        assertFails(Buffers.of((ByteBuffer) null), ErrorClass.BUFFER, "null");
    }

    private static byte[] payload(PrimitiveKind kind, Object array, int count) {
        int size = (int) kind.datatype.sizeBytes();
        return Arrays.copyOfRange(kind.bytesOf(array, OFFSET + count), OFFSET * size, (OFFSET + count) * size);
    }

    private static byte[] copyOut(Buffer buffer, int from, int to, IntFunction<ByteBuffer> allocator) {
        ByteBuffer target = allocator.apply(to - from + 2).position(1).limit(to - from + 1);
        Payload.of(buffer).copyTo(from, target);
        assertThat(target.hasRemaining()).isFalse();
        byte[] copied = new byte[to - from];
        target.get(1, copied);
        return copied;
    }

    /** Copies a part of {@code bytes} to the same place of the buffer. */
    private static void copyIn(Buffer buffer, byte[] bytes, int from, int to, IntFunction<ByteBuffer> allocator) {
        copyIn(buffer, Arrays.copyOfRange(bytes, from, to), 0, to - from, allocator, from);
    }

    private static void copyIn(
            Buffer buffer, byte[] bytes, int from, int to, IntFunction<ByteBuffer> allocator, int position) {
        ByteBuffer source = allocator.apply(to - from + 2).position(1);
        source.put(bytes, from, to - from).flip().position(1);
        Payload.of(buffer).copyFrom(position, source);
        assertThat(source.hasRemaining()).isFalse();
    }

    private static void transferInPieces(Buffer from, Buffer to, Random random) {
        int position = 0;
        while (position < from.lengthBytes()) {
            int end = position + 1 + random.nextInt((int) from.lengthBytes() - position);
            byte[] piece = copyOut(from, position, end, allocator(random));
            copyIn(to, piece, 0, piece.length, allocator(random), position);
            position = end;
        }
    }

    private static IntFunction<ByteBuffer> allocator(Random random) {
        return random.nextBoolean() ? ByteBuffer::allocate : ByteBuffer::allocateDirect;
    }

    private static void assertFails(Buffer buffer, ErrorClass errorClass, String... words) {
        Failing.assertFails(() -> Payload.of(buffer).check(false), errorClass, words);
    }
}
