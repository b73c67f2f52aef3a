package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of one length at irregular places, for which there are loops of their own. */
class EqualBlocksTest {

    private static final long[] PLACES = {88, 3, 41, 17, 60, 29, 46, 75};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    @DisplayName("DT-15 blocks of equal length are packed and unpacked in either order, also in parts")
    void inEitherOrder(int length) {
        long[] lengths = new long[PLACES.length];
        Arrays.fill(lengths, length);
        assertMoved(Datatype.LONG.indexedBlock(length, PLACES), lengths);
    }

    private static Stream<long[]> made() {
        return Stream.of(
                new long[] {8, 4, 4, 12, 8, 4, 4, 4},
                new long[] {2, 4, 2, 2, 6, 2, 2, 2},
                new long[] {1, 2, 3, 1, 2, 1, 3, 1},
                new long[] {9, 5, 5, 9, 5, 9, 5, 5},
                new long[] {3, 6, 3, 3, 3, 3, 6, 3});
    }

    @ParameterizedTest
    @MethodSource("made")
    @DisplayName("DT-15 so are blocks of different lengths, whether they are made of equal parts or not")
    void madeOfParts(long[] lengths) {
        assertMoved(Datatype.LONG.indexed(lengths, PLACES), lengths);
    }

    @Test
    @DisplayName("DT-1 types are equal in layout whether their blocks touch or are whole")
    void touching() {
        Datatype whole = Datatype.LONG.indexed(new long[] {8, 4, 4}, new long[] {0, 9, 20});
        Datatype touching = Datatype.LONG.indexedBlock(4, new long[] {0, 4, 9, 20});
        assertThat(whole.sizeBytes()).isEqualTo(touching.sizeBytes());
        LongBuffer numbers = LongBuffer.allocate(30);
        for (int i = 0; i < 30; i++) {
            numbers.put(i, i);
        }
        ByteBuffer one = ByteBuffer.allocate(128);
        ByteBuffer other = ByteBuffer.allocate(128);
        Payload.of(Buffers.of(numbers.array()).as(whole, 1)).copyTo(0, one);
        Payload.of(Buffers.of(numbers.array()).as(touching, 1)).copyTo(0, other);
        assertThat(one).isEqualTo(other);
    }

    private static void assertMoved(Datatype type, long[] lengths) {
        int numbers = (int) Arrays.stream(lengths).sum();
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            ByteBuffer memory = ByteBuffer.allocateDirect(800).order(order);
            for (int i = 0; i < 100; i++) {
                memory.putLong(8 * i, i * 0x0102030405060708L);
            }
            ByteBuffer wanted = ByteBuffer.allocate(8 * numbers).order(ByteOrder.LITTLE_ENDIAN);
            for (int block = 0; block < lengths.length; block++) {
                for (int i = 0; i < lengths[block]; i++) {
                    wanted.putLong(memory.getLong(8 * ((int) PLACES[block] + i)));
                }
            }
            wanted.flip();
            Buffer elements = Buffers.of(memory).as(type, 1);
            ByteBuffer room = ByteBuffer.allocateDirect(800).order(order);
            Buffer copies = Buffers.of(room).as(type, 1);
            for (int cut = 0; cut < wanted.limit(); cut += 5) {
                ByteBuffer packed = ByteBuffer.allocateDirect(wanted.limit());
                Payload.of(elements).copyTo(0, packed.limit(cut));
                Payload.of(elements).copyTo(cut, packed.limit(wanted.limit()));
                assertThat(packed.flip()).isEqualTo(wanted);

                Payload.of(copies).copyFrom(0, packed.limit(cut));
                Payload.of(copies).copyFrom(cut, packed.limit(wanted.limit()));
                ByteBuffer again = ByteBuffer.allocate(wanted.limit());
                Payload.of(copies).copyTo(0, again);
                assertThat(again.flip()).isEqualTo(wanted);
            }
            assertThat(room.getLong(0)).isZero();
            assertThat(room.getLong(8 * 99)).isZero();
        }
    }
}
