package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Failing.assertFails;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PackingTest {

    @Test
    @DisplayName("PCK-1 PCK-3 packs follow each other, and are unpacked in another grouping")
    void units() {
        double[] matrix = new Random(1).doubles(12).toArray();
        ByteBuffer unit = ByteBuffer.allocate(100).position(3);
        Packing.pack(Buffers.ints(7, 8), unit);
        assertThat(unit.position()).isEqualTo(11);
        Datatype column = Datatype.DOUBLE.vector(3, 1, 4);
        Packing.pack(Buffers.of(matrix).as(8, column, 1), unit);
        assertThat(unit.position()).isEqualTo(11 + Packing.sizeBytes(column, 1));
        assertThat(Packing.sizeBytes(column, 1)).isEqualTo(24);

        unit.flip().position(3);
        int[] first = new int[1];
        Packing.unpack(unit, Buffers.of(first));
        ByteBuffer rest = ByteBuffer.allocate(32).order(ByteOrder.BIG_ENDIAN);
        Datatype struct = Datatype.struct()
                .add(4, Datatype.INT)
                .add(8, Datatype.DOUBLE, 3)
                .build();
        Packing.unpack(unit, Buffers.of(rest).as(struct, 1));

        assertThat(unit.hasRemaining()).isFalse();
        assertThat(first).containsExactly(7);
        assertThat(rest.getInt(4)).isEqualTo(8);
        assertThat(new double[] {rest.getDouble(8), rest.getDouble(16), rest.getDouble(24)})
                .containsExactly(matrix[1], matrix[5], matrix[9]);
    }

    @Test
    @DisplayName("PCK-4 without room nothing is packed, and past the end nothing is unpacked")
    void noRoom() {
        ByteBuffer target = ByteBuffer.allocate(11).position(4);
        assertFails(() -> Packing.pack(Buffers.longs(-1), target), ErrorClass.TRUNCATE, "8 bytes", "has 7 remaining");
        assertThat(target.position()).isEqualTo(4);
        assertThat(target.array()).containsOnly(0);

        long[] room = {5};
        assertFails(() -> Packing.unpack(target, Buffers.of(room)), ErrorClass.TRUNCATE);
        assertThat(target.position()).isEqualTo(4);
        assertThat(room).containsExactly(5);
        assertFails(() -> Packing.pack(Buffers.bytes((byte) 1), target.asReadOnlyBuffer()), ErrorClass.BUFFER);
    }

    @Test
    @DisplayName("PCK-6 the ByteBuffer keeps its order and its limit, and the source its content")
    void leavesAlone() {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            ByteBuffer target = ByteBuffer.allocateDirect(20).order(order).limit(17);
            short[] data = {1, 2, 3};
            Packing.pack(Buffers.shorts(data), target);
            Packing.packExternal(Buffers.shorts(data), target);
            assertThat(target.order()).isEqualTo(order);
            assertThat(target.limit()).isEqualTo(17);
            assertThat(target.position()).isEqualTo(12);
            assertThat(data).containsExactly(1, 2, 3);
            short[] room = new short[3];
            Packing.unpackExternal(target.position(6), Buffers.of(room));
            assertThat(room).containsExactly(1, 2, 3);
            assertThat(target.order()).isEqualTo(order);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("PCK-5 external32 is big-endian, and comes back as it was")
    void external(PrimitiveKind kind) {
        int count = 37;
        Object array = kind.randomArray(count, new Random(2));
        int width = (int) kind.datatype.sizeBytes();
        byte[] little = kind.bytesOf(array, count);
        ByteBuffer target = ByteBuffer.allocate((int) Packing.externalSizeBytes(kind.datatype, count));

        Packing.packExternal(kind.whole(array), target);

        for (int i = 0; i < little.length; i++) {
            assertThat(target.get(i / width * width + width - 1 - i % width)).isEqualTo(little[i]);
        }
        Object back = kind.newArray(count);
        Packing.unpackExternal(target.flip(), kind.whole(back));
        assertThat(kind.bytesOf(back, count)).isEqualTo(little);
    }
}
