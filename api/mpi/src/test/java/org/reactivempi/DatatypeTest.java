package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Failing.assertFails;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DatatypeTest {

    private static final Datatype INT = Datatype.INT;

    @Test
    @DisplayName("DT-1 DT-12 each constructor's envelope holds its arguments")
    void envelopes() {
        assertThat(INT.envelope()).isEqualTo(new Envelope.Named(INT));
        assertThat(INT.dup().envelope()).isEqualTo(new Envelope.Dup(INT));
        assertThat(INT.contiguous(3).envelope()).isEqualTo(new Envelope.Contiguous(3, INT));
        assertThat(INT.vector(3, 2, 5).envelope()).isEqualTo(new Envelope.Vector(3, 2, 5, INT));
        assertThat(INT.hvector(3, 2, 50).envelope()).isEqualTo(new Envelope.HVector(3, 2, 50, INT));
        assertThat(INT.indexed(new long[] {1, 2}, new long[] {5, 0}).envelope())
                .isEqualTo(new Envelope.Indexed(List.of(1L, 2L), List.of(5L, 0L), INT));
        assertThat(INT.hindexed(new long[] {1, 2}, new long[] {20, 0}).envelope())
                .isEqualTo(new Envelope.HIndexed(List.of(1L, 2L), List.of(20L, 0L), INT));
        assertThat(INT.indexedBlock(2, 5, 0).envelope()).isEqualTo(new Envelope.IndexedBlock(2, List.of(5L, 0L), INT));
        assertThat(INT.hindexedBlock(2, 20, 0).envelope())
                .isEqualTo(new Envelope.HIndexedBlock(2, List.of(20L, 0L), INT));
        assertThat(Datatype.struct()
                        .add(0, INT)
                        .add(8, Datatype.DOUBLE, 2)
                        .build()
                        .envelope())
                .isEqualTo(new Envelope.Struct(List.of(1L, 2L), List.of(0L, 8L), List.of(INT, Datatype.DOUBLE)));
        assertThat(INT.resized(-4, 12).envelope()).isEqualTo(new Envelope.Resized(-4, 12, INT));
        assertThat(INT.subarray(Datatype.Order.ROW_MAJOR, new long[] {4, 5}, new long[] {2, 3}, new long[] {1, 0})
                        .envelope())
                .isEqualTo(new Envelope.Subarray(
                        Datatype.Order.ROW_MAJOR, List.of(4L, 5L), List.of(2L, 3L), List.of(1L, 0L), INT));
        assertThat(INT.darray(
                                1,
                                Datatype.Order.COLUMN_MAJOR,
                                new long[] {4, 5},
                                List.of(Distribution.cyclic(2), Distribution.none()),
                                new int[] {2, 1})
                        .envelope())
                .isEqualTo(new Envelope.DArray(
                        1,
                        Datatype.Order.COLUMN_MAJOR,
                        List.of(4L, 5L),
                        List.of(Distribution.cyclic(2), Distribution.none()),
                        List.of(2L, 1L),
                        INT));
    }

    @Test
    @DisplayName("DT-11 DT-12 types are equal by how they were made, a duplicate and another name included")
    void equality() {
        Datatype row = INT.contiguous(6);

        assertThat(row.named("row")).isEqualTo(row).hasToString("row").hasSameHashCodeAs(row);
        assertThat(row.dup().dup()).isEqualTo(row);
        assertThat(row.vector(1, 1, 1)).isNotEqualTo(row);
        assertThat(INT.dup()).isEqualTo(INT);
        assertThat(INT).isNotEqualTo(Datatype.FLOAT);
        assertThat(INT.contiguous(6)).isEqualTo(row).isNotSameAs(row);
        assertThat(Datatype.FLOAT.contiguous(6)).isNotEqualTo(row);
        assertThat(row).hasToString("INT.contiguous(6)");
        assertThat(row.name()).isEmpty();
        assertThat(INT.name()).isEqualTo("INT");
    }

    @Test
    @DisplayName("DT-11 a type outlives those that it was made from")
    void unreferenced() {
        Datatype type = INT.vector(2, 1, 2);
        for (int i = 0; i < 8; i++) {
            type = type.contiguous(2).dup();
        }
        System.gc();
        int[] data = java.util.stream.IntStream.range(0, 1024).toArray();
        Buffer buffer = Buffers.of(data).as(type, 1);
        Payload.of(buffer).check(true);
        assertThat(buffer.lengthBytes()).isEqualTo(512 * Integer.BYTES);
        assertThat(Status.of(0, 0, buffer.lengthBytes()).elements(type)).hasValue(512);
    }

    @Test
    @DisplayName("equal layouts share one plan, however they were made")
    void plans() {
        Datatype column = Datatype.DOUBLE.vector(5, 1, 7);

        assertThat(Stream.of(
                        Datatype.DOUBLE.hvector(5, 1, 56),
                        Datatype.DOUBLE.indexedBlock(1, 0, 7, 14, 21, 28),
                        Datatype.DOUBLE.indexed(new long[] {1, 0, 1, 1, 1, 1}, new long[] {0, 3, 7, 14, 21, 28}),
                        Datatype.DOUBLE
                                .contiguous(1)
                                .resized(0, 56)
                                .contiguous(5)
                                .resized(0, column.extentBytes()),
                        Datatype.LONG.vector(5, 1, 7)))
                .allSatisfy(type -> assertThat(type.plan()).isSameAs(column.plan()));
        assertThat(Datatype.INT.contiguous(3).contiguous(4).plan())
                .isSameAs(Datatype.INT.contiguous(12).plan());
        assertThat(Datatype.FLOAT.vector(2, 1, 7).plan())
                .isNotSameAs(Datatype.DOUBLE.vector(2, 1, 7).plan());
    }

    @Test
    @DisplayName("DT-3 zero counts and zero block lengths have neither data nor bounds")
    void nothing() {
        assertThat(List.of(
                        INT.contiguous(0),
                        INT.vector(0, 3, 4),
                        INT.vector(3, 0, 4),
                        INT.indexed(new long[] {0, 0}, new long[] {7, -7}),
                        INT.indexedBlock(1),
                        Datatype.struct().build(),
                        Datatype.struct().add(100, INT, 0).build()))
                .allSatisfy(type -> {
                    assertThat(type.sizeBytes()).isZero();
                    assertThat(type.extentBytes()).isZero();
                    assertThat(type.lowerBoundBytes()).isZero();
                    assertThat(type.trueExtentBytes()).isZero();
                    Buffer buffer = Buffers.of(new int[0]).as(type, 5);
                    Payload.of(buffer).check(true);
                    assertThat(buffer.lengthBytes()).isZero();
                    assertThat(Status.of(0, 0, 0).count(type)).hasValue(0);
                    assertThat(Status.of(0, 0, 4).count(type)).isEmpty();
                    assertThat(Status.of(0, 0, 4).elements(type)).isEmpty();
                });
        Datatype two = Datatype.struct().add(-100, INT, 0).add(8, INT).build();
        assertThat(two.lowerBoundBytes()).isEqualTo(8);
        assertThat(two.extentBytes()).isEqualTo(4);
    }

    @Test
    @DisplayName("DT-2 a struct with a pair of value and index has the bounds that MPICH and Open MPI give it")
    void boundsWithPairs() {
        assertBounds(0, 24, Datatype.struct().add(0, Datatype.LONG_INT).add(16, Datatype.BYTE));
        assertBounds(0, 16, Datatype.struct().add(0, Datatype.LONG_INT));
        assertBounds(1, 20, Datatype.struct().add(1, Datatype.INT_INT).add(20, Datatype.BYTE));
        assertBounds(0, 20, Datatype.struct().add(0, Datatype.SHORT_INT).add(16, Datatype.BYTE));
    }

    private static void assertBounds(long lower, long extent, Datatype.StructBuilder struct) {
        Datatype made = struct.build();
        assertThat(made.lowerBoundBytes()).as("lower bound of %s", made).isEqualTo(lower);
        assertThat(made.extentBytes()).as("extent of %s", made).isEqualTo(extent);
    }

    @Test
    @DisplayName("DT-6 the pieces of all ranks of a grid cover the array exactly once")
    void grids() {
        long[] sizes = {7, 5, 6};
        int[] grid = {2, 1, 3};
        List<List<Distribution>> ways = List.of(
                List.of(Distribution.block(), Distribution.none(), Distribution.cyclic(1)),
                List.of(Distribution.cyclic(2), Distribution.block(5), Distribution.block(2)),
                List.of(Distribution.block(6), Distribution.cyclic(3), Distribution.cyclic(4)));
        for (Datatype.Order order : Datatype.Order.values()) {
            for (List<Distribution> distributions : ways) {
                byte[] owners = new byte[7 * 5 * 6];
                for (int rank = 0; rank < 6; rank++) {
                    Datatype piece = Datatype.BYTE.darray(rank, order, sizes, distributions, grid);
                    assertThat(piece.extentBytes()).isEqualTo(owners.length);
                    assertThat(piece.lowerBoundBytes()).isZero();
                    byte[] mine = new byte[owners.length];
                    byte[] ones = new byte[(int) piece.sizeBytes()];
                    Arrays.fill(ones, (byte) 1);
                    Payload.of(Buffers.of(mine).as(piece, 1)).copyFrom(0, ByteBuffer.wrap(ones));
                    for (int i = 0; i < owners.length; i++) {
                        owners[i] += mine[i];
                    }
                }
                assertThat(owners).containsOnly(1);
            }
        }
    }

    @Test
    @DisplayName("DT-13 a type of more than 2 GiB, and one of more than 2^31 elements, have exact sizes")
    void large() {
        long many = 3_000_000_000L;
        Datatype type = Datatype.DOUBLE.vector(many, 2, 3).contiguous(2);

        assertThat(type.sizeBytes()).isEqualTo(many * 32);
        assertThat(type.extentBytes()).isEqualTo(2 * ((many - 1) * 24 + 16));
        assertThat(Status.of(0, 0, type.sizeBytes() + 24).elements(type)).hasValue(many * 4 + 3);
        assertThat(Datatype.BYTE.contiguous(Long.MAX_VALUE).sizeBytes()).isEqualTo(Long.MAX_VALUE);
    }

    static Stream<java.util.concurrent.Callable<?>> tooLarge() {
        long most = Long.MAX_VALUE;
        return Stream.of(
                () -> INT.contiguous(most),
                () -> INT.vector(1L << 40, 1, 1L << 40),
                () -> INT.vector(2, 1, most / 3),
                () -> INT.hvector(3, 1, most / 2),
                () -> INT.indexed(new long[] {1}, new long[] {most / 2}),
                () -> INT.hindexed(new long[] {1, 1}, new long[] {Long.MIN_VALUE, most}),
                () -> INT.hindexedBlock(1, Long.MAX_VALUE - 2),
                () -> Datatype.struct().add(0, INT, most / 2).build(),
                () -> INT.resized(most, 1),
                () -> Datatype.BYTE.resized(0, most).contiguous(2),
                () -> INT.subarray(
                        Datatype.Order.ROW_MAJOR, new long[] {1L << 40, 1L << 40}, new long[] {1, 1}, new long[] {0, 0
                        }));
    }

    @ParameterizedTest
    @MethodSource
    @DisplayName("DT-13 a size or bound that is more than a long holds fails with the count class")
    void tooLarge(java.util.concurrent.Callable<?> constructor) {
        assertFails(constructor::call, ErrorClass.COUNT, "more than a long holds");
    }

    @Test
    @DisplayName("DT-13 elements that are more bytes than a long holds fail with the count class when they are used")
    void tooManyElements() {
        assertFails(
                () -> Payload.of(Buffers.of(new int[0]).as(INT.contiguous(0).resized(0, 4), -1))
                        .check(false),
                ErrorClass.COUNT,
                "count -1");
        assertFails(
                () -> Payload.of(Buffers.of(new int[] {1}).as(INT.contiguous(4), Long.MAX_VALUE / 8))
                        .check(false),
                ErrorClass.COUNT,
                "INT.contiguous(4)");
        assertFails(() -> Packing.sizeBytes(INT, Long.MAX_VALUE), ErrorClass.COUNT, "INT");
    }

    @Test
    @DisplayName("wrong arguments of constructors fail with their class, and name the value")
    void wrongArguments() {
        assertFails(() -> INT.contiguous(-1), ErrorClass.COUNT, "count -1");
        assertFails(() -> INT.vector(1, -2, 1), ErrorClass.COUNT, "block length -2");
        assertFails(() -> INT.indexed(new long[] {1, -3}, new long[2]), ErrorClass.COUNT, "block length -3");
        assertFails(() -> INT.indexed(new long[3], new long[2]), ErrorClass.ARG, "3 block lengths and 2 displacements");
        assertFails(() -> Datatype.struct().add(0, null), ErrorClass.TYPE, "block 0");
        assertFails(
                () -> INT.subarray(Datatype.Order.ROW_MAJOR, new long[] {4}, new long[] {3}, new long[] {2}),
                ErrorClass.ARG,
                "3 elements from 2 on");
        assertFails(
                () -> INT.subarray(Datatype.Order.ROW_MAJOR, new long[] {4}, new long[] {3, 1}, new long[] {2}),
                ErrorClass.ARG,
                "1 sizes, 2 subsizes");
        assertFails(
                () -> INT.darray(
                        0, Datatype.Order.ROW_MAJOR, new long[] {7}, List.of(Distribution.block(3)), new int[] {2}),
                ErrorClass.ARG,
                "7 elements of dimension 0 over 2 ranks");
        assertFails(
                () -> INT.darray(
                        2, Datatype.Order.ROW_MAJOR, new long[] {7}, List.of(Distribution.block()), new int[] {2}),
                ErrorClass.ARG,
                "rank 2 is outside the grid's 0..1");
        assertFails(() -> Distribution.cyclic(-1), ErrorClass.ARG, "-1");
        assertFails(() -> INT.named("a\nb"), ErrorClass.ARG, "control character");
    }

    @Test
    @DisplayName("DT-4 what is outside of its memory fails with the buffer class, naming type and values")
    void outside() {
        double[] matrix = new double[12];
        Datatype column = Datatype.DOUBLE.vector(3, 1, 4);

        Payload.of(Buffers.of(matrix).as(column, 1)).check(true);
        assertFails(
                () -> Payload.of(Buffers.of(matrix).as(column, 2)).check(false),
                ErrorClass.BUFFER,
                "2 elements of DOUBLE.vector(3, 1, 4) are bytes 0 to 143 of a region that has bytes 0 to 95");
        assertFails(
                () -> Payload.of(Buffers.of(matrix).as(32, column, 1)).check(false),
                ErrorClass.BUFFER,
                "from byte 32 on");
        Datatype backwards = Datatype.DOUBLE.vector(3, 1, -4);
        Payload.of(Buffers.of(matrix).as(64, backwards, 1)).check(true);
        assertFails(
                () -> Payload.of(Buffers.of(matrix).as(backwards, 1)).check(false),
                ErrorClass.BUFFER,
                "bytes -64 to 7");
        assertFails(
                () -> Payload.of(Buffers.of(matrix, 1, 8).as(column, 1)).check(false), ErrorClass.BUFFER, "0 to 63");
        assertFails(
                () -> Payload.of(Buffers.of((byte[]) null).as(Datatype.BYTE.contiguous(2), 1))
                        .check(false),
                ErrorClass.BUFFER,
                "null");
        assertFails(
                () -> Payload.of(Buffers.of(ByteBuffer.allocate(96).asReadOnlyBuffer())
                                .as(column, 1))
                        .check(true),
                ErrorClass.BUFFER,
                "read-only");
        assertFails(
                () -> Payload.of(Buffers.of(matrix).as(Datatype.DOUBLE.resized(0, Long.MAX_VALUE / 2 - 7), 9))
                        .check(false),
                ErrorClass.BUFFER,
                "9 elements");
        // The end of the last element is more than a long holds, though no distance is.
        assertFails(
                () -> Payload.of(Buffers.of(matrix).as(Datatype.DOUBLE.resized(0, Long.MAX_VALUE - 7), 2))
                        .check(false),
                ErrorClass.BUFFER,
                "2 elements");
        assertFails(
                () -> Payload.of(Buffers.of(matrix).as(64, Datatype.DOUBLE.hindexedBlock(1, 0, Long.MAX_VALUE - 63), 1))
                        .check(true),
                ErrorClass.BUFFER,
                "from byte 64 on");
    }

    @Test
    @DisplayName("DT-14 an array holds its own basic type, at multiples of its size")
    void arrays() {
        Buffer data = Buffers.of(new int[16]);

        assertFails(() -> data.as(Datatype.FLOAT, 1), ErrorClass.TYPE, "array of INT holds no elements of FLOAT");
        assertFails(
                () -> data.as(
                        Datatype.struct().add(0, INT).add(8, Datatype.DOUBLE).build(), 1),
                ErrorClass.TYPE,
                "several basic types");
        assertFails(() -> data.as(INT.hvector(2, 1, 6), 1), ErrorClass.TYPE, "no multiples of 4");
        assertFails(() -> data.as(INT.resized(0, 6), 1), ErrorClass.TYPE, "no multiples of 4");
        assertFails(() -> data.as(2, INT, 1), ErrorClass.TYPE, "from 2 on");
        assertFails(() -> data.as(Datatype.PACKED, 1), ErrorClass.TYPE, "PACKED");
        assertThat(Buffers.of(new byte[4]).as(Datatype.PACKED, 4).lengthBytes()).isEqualTo(4);
    }

    @Test
    @DisplayName("DT-8 elements that overlap can be sent, and not received into")
    void overlap() {
        int[] data = new int[16];
        Datatype twice = INT.indexed(new long[] {2, 2}, new long[] {0, 1});
        Datatype halves = INT.contiguous(2).resized(0, 4);
        Datatype column = INT.vector(4, 1, 4).resized(0, 4);

        Payload.of(Buffers.of(data).as(twice, 1)).check(false);
        assertFails(
                () -> Payload.of(Buffers.of(data).as(twice, 1)).check(true),
                ErrorClass.TYPE,
                "can't receive 1 elements of INT.indexed([2, 2], [0, 1])");
        Payload.of(Buffers.of(data).as(halves, 1)).check(true);
        assertFails(() -> Payload.of(Buffers.of(data).as(halves, 2)).check(true), ErrorClass.TYPE, "bytes in common");
        Payload.of(Buffers.of(data).as(column, 4)).check(true);
        assertFails(
                () -> Payload.of(Buffers.of(new int[20]).as(column, 5)).check(true),
                ErrorClass.TYPE,
                "bytes in common");
    }

    @Test
    @DisplayName("DT-10 a length that ends inside an element has no count, and as many elements as there are")
    void partOfAnElement() {
        Datatype particle = Datatype.struct()
                .add(0, INT)
                .add(8, Datatype.DOUBLE, 2)
                .add(24, Datatype.BYTE)
                .build(32);

        assertThat(Status.of(0, 0, 42).count(particle)).hasValue(2);
        assertThat(Status.of(0, 0, 42).elements(particle)).hasValue(8);
        assertThat(Status.of(0, 0, 33).count(particle)).isEmpty();
        assertThat(Status.of(0, 0, 33).elements(particle)).hasValue(6);
        assertThat(Status.of(0, 0, 34).elements(particle)).isEmpty();
        assertThat(Status.of(0, 0, 21).elements(INT.contiguous(3))).isEmpty();
    }
}
