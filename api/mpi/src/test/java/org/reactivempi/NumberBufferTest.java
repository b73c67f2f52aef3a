package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Buffers of {@code java.nio} with numbers as a message's memory. */
class NumberBufferTest {

    private static final long SEED = 20261123;
    /** More than is copied element by element. */
    private static final int MANY = 40;

    /** Views of bytes, of each kind. */
    private record Kind(String name, Datatype datatype, Function<ByteBuffer, Buffer> of) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Kind> kinds() {
        return Stream.of(
                new Kind("ShortBuffer", Datatype.SHORT, bytes -> Buffers.of(bytes.asShortBuffer())),
                new Kind("CharBuffer", Datatype.CHAR, bytes -> Buffers.of(bytes.asCharBuffer())),
                new Kind("IntBuffer", Datatype.INT, bytes -> Buffers.of(bytes.asIntBuffer())),
                new Kind("FloatBuffer", Datatype.FLOAT, bytes -> Buffers.of(bytes.asFloatBuffer())),
                new Kind("LongBuffer", Datatype.LONG, bytes -> Buffers.of(bytes.asLongBuffer())),
                new Kind("DoubleBuffer", Datatype.DOUBLE, bytes -> Buffers.of(bytes.asDoubleBuffer())));
    }

    static Stream<Arguments> memories() {
        return kinds().flatMap(kind -> Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
                .flatMap(order -> Stream.of(true, false).map(direct -> Arguments.of(kind, order, direct))));
    }

    private static ByteBuffer memory(int bytes, ByteOrder order, boolean direct) {
        return (direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes)).order(order);
    }

    /** The elements of {@code memory} in the order of the wire. */
    private static byte[] payload(ByteBuffer memory, int width) {
        byte[] bytes = new byte[memory.capacity()];
        for (int i = 0; i < bytes.length; i++) {
            int element = i / width * width;
            int into = i - element;
            bytes[i] = memory.get(memory.order() == ByteOrder.LITTLE_ENDIAN ? i : element + width - 1 - into);
        }
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("memories")
    @DisplayName(
            "TYP-2 the elements of a buffer of numbers leave in little-endian order, whatever its own, however the payload is cut")
    void leavesInTheOrderOfTheWire(Kind kind, ByteOrder order, boolean direct) {
        int width = (int) kind.datatype.sizeBytes();
        for (int count : new int[] {1, 3, MANY}) {
            ByteBuffer memory = memory(count * width, order, direct);
            new Random(SEED).ints(memory.capacity()).forEach(value -> memory.put((byte) value));
            Buffer buffer = kind.of.apply(memory.flip());
            byte[] expected = payload(memory, width);

            assertThat(buffer.datatype()).isSameAs(kind.datatype);
            assertThat(buffer.count()).isEqualTo(count);
            for (int from = 0; from < expected.length; from += 3) {
                byte[] part = new byte[expected.length - from];
                Payload.of(buffer).copyTo(from, ByteBuffer.wrap(part));
                assertThat(part).isEqualTo(java.util.Arrays.copyOfRange(expected, from, expected.length));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("memories")
    @DisplayName("TYP-2 RCV-2 bytes arrive in a buffer of numbers in its own order, however they are cut")
    void arrivesInItsOwnOrder(Kind kind, ByteOrder order, boolean direct) {
        int width = (int) kind.datatype.sizeBytes();
        byte[] news = new byte[MANY * width];
        new Random(SEED).nextBytes(news);
        for (int cut = 0; cut < news.length; cut += 5) {
            ByteBuffer memory = memory(news.length, order, direct);
            Buffer buffer = kind.of.apply(memory);

            Payload.of(buffer).check(true);
            Payload.of(buffer).copyFrom(0, ByteBuffer.wrap(news, 0, cut));
            Payload.of(buffer).copyFrom(cut, ByteBuffer.wrap(news, cut, news.length - cut));

            assertThat(payload(memory, width)).isEqualTo(news);
        }
    }

    @ParameterizedTest
    @MethodSource("memories")
    @DisplayName("TYP-1 DT-4 a derived type chooses elements of a buffer of numbers, and leaves the others alone")
    void servesDerivedTypes(Kind kind, ByteOrder order, boolean direct) {
        int width = (int) kind.datatype.sizeBytes();
        Datatype everySecond = kind.datatype.vector(MANY, 1, 2);
        ByteBuffer memory = memory(2 * MANY * width, order, direct);
        new Random(SEED).ints(memory.capacity()).forEach(value -> memory.put((byte) value));
        byte[] all = payload(memory, width);
        Buffer chosen = kind.of.apply(memory.flip()).as(everySecond, 1);
        byte[] packed = new byte[MANY * width];

        Payload.of(chosen).copyTo(0, ByteBuffer.wrap(packed));

        for (int i = 0; i < packed.length; i++) {
            assertThat(packed[i]).isEqualTo(all[i / width * 2 * width + i % width]);
        }
        Payload.of(chosen).copyFrom(0, ByteBuffer.wrap(new byte[packed.length]));
        byte[] after = payload(memory, width);
        for (int i = 0; i < after.length; i++) {
            assertThat(after[i]).isEqualTo(i / width % 2 == 0 ? 0 : all[i]);
        }
    }

    @Test
    @DisplayName("TYP-1 a buffer of numbers counts from its position to its limit at the time of the call")
    void takesTheRegionOfTheCall() {
        IntBuffer ints =
                ByteBuffer.allocateDirect(16).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
        ints.put(new int[] {1, 2, 3, 4}).position(1).limit(3);
        Buffer buffer = Buffers.of(ints);
        ints.clear();
        ByteBuffer target = ByteBuffer.allocate(8);

        Payload.of(buffer).copyTo(0, target);

        assertThat(target.flip().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer())
                .isEqualTo(IntBuffer.wrap(new int[] {2, 3}));
    }

    @Test
    @DisplayName("TYP-1 a buffer of numbers that shows its array is that array's region")
    void isItsArray() {
        double[] array = {1, 2, 3, 4};
        Buffer buffer = Buffers.of(DoubleBuffer.wrap(array, 1, 2));

        assertThat(buffer.count()).isEqualTo(2);
        assertThat(Payload.of(buffer).overlaps(Payload.of(Buffers.of(array, 2, 1))))
                .isTrue();
        assertThat(Payload.of(buffer).overlaps(Payload.of(Buffers.of(array, 3, 1))))
                .isFalse();
    }

    @Test
    @DisplayName("TYP-1 nothing is received into a read-only buffer of numbers, nor into null")
    void refusesWhatCannotBeWritten() {
        Buffer readOnly =
                Buffers.of(ByteBuffer.allocateDirect(8).asReadOnlyBuffer().asIntBuffer());

        Payload.of(readOnly).check(false);
        assertThatThrownBy(() -> Payload.of(readOnly).check(true)).hasMessageContaining("read-only");
        assertThatThrownBy(() -> Payload.of(Buffers.of((IntBuffer) null)).check(false))
                .hasMessageContaining("null");
    }
}
