package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of one length at irregular places, for which there are loops of their own. */
class EqualBlocksTest {

    private static final long[] PLACES = {90, 3, 41, 17, 60, 8, 33, 75};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    @DisplayName("DT-15 blocks of equal length are packed and unpacked in either order, also in parts")
    void inEitherOrder(int length) {
        Datatype type = Datatype.LONG.indexedBlock(length, PLACES);
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            ByteBuffer memory = ByteBuffer.allocateDirect(800).order(order);
            for (int i = 0; i < 100; i++) {
                memory.putLong(8 * i, i * 0x0102030405060708L);
            }
            ByteBuffer wanted = ByteBuffer.allocate(8 * length * PLACES.length).order(ByteOrder.LITTLE_ENDIAN);
            for (long place : PLACES) {
                for (int i = 0; i < length; i++) {
                    wanted.putLong(memory.getLong(8 * ((int) place + i)));
                }
            }
            wanted.flip();
            Buffer elements = Buffer.of(memory).as(type, 1);
            ByteBuffer room = ByteBuffer.allocateDirect(800).order(order);
            Buffer copies = Buffer.of(room).as(type, 1);
            for (int cut = 0; cut < wanted.limit(); cut += 5) {
                ByteBuffer packed = ByteBuffer.allocateDirect(wanted.limit());
                elements.copyTo(0, packed.limit(cut));
                elements.copyTo(cut, packed.limit(wanted.limit()));
                assertThat(packed.flip()).isEqualTo(wanted);

                copies.copyFrom(0, packed.limit(cut));
                copies.copyFrom(cut, packed.limit(wanted.limit()));
                ByteBuffer again = ByteBuffer.allocate(wanted.limit());
                copies.copyTo(0, again);
                assertThat(again.flip()).isEqualTo(wanted);
            }
            assertThat(room.getLong(0)).isZero();
            assertThat(room.getLong(8 * 99)).isZero();
        }
    }
}
