package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.spi.ForeignMemory;

/** Payloads that the system reads from where they lie, block by block. */
class LongBlocksTest {

    private static final int COUNT = 3;
    private static final Datatype ROW = Datatype.DOUBLE.contiguous(4000);

    private static Stream<Datatype> types() {
        Datatype headed = Datatype.struct()
                .add(0, Datatype.INT)
                .add(16, Datatype.DOUBLE, 9000)
                .build(80_000);
        Datatype irregular = Datatype.BYTE.indexed(
                new long[] {40_000, 3, 100_000, 17_000}, new long[] {200_000, 150_000, 1, 120_000});
        return Stream.of(
                ROW,
                ROW.resized(0, 40_000),
                Datatype.DOUBLE.vector(7, 3000, 3100),
                Datatype.DOUBLE.vector(3, 3000, 3100).hvector(4, 1, 100_000),
                Datatype.DOUBLE.vector(3, 3000, 3100).hvector(4, 1, 100_000).hvector(2, 1, 500_000),
                headed,
                headed.hvector(5, 1, 90_000),
                headed.indexed(new long[] {2, 1, 3}, new long[] {9, 0, 4}),
                irregular,
                irregular.vector(3, 1, 2));
    }

    private static Buffer memory(Datatype type, boolean isDirect) {
        int bytes =
                Math.toIntExact(type.trueLowerBoundBytes() + type.trueExtentBytes() + (COUNT - 1) * type.extentBytes());
        ByteBuffer memory = isDirect ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return Buffers.of(memory.put(content).flip().order(ByteOrder.LITTLE_ENDIAN))
                .as(type, COUNT);
    }

    private static byte[] payload(Buffer buffer) {
        byte[] payload = new byte[Math.toIntExact(buffer.lengthBytes())];
        Payload.of(buffer).copyTo(0, ByteBuffer.wrap(payload));
        return payload;
    }

    @ParameterizedTest
    @MethodSource("types")
    @DisplayName("DT-15 the blocks of direct memory, one behind the other, are the payload, wherever they are cut")
    void blocks(Datatype type) {
        Buffer buffer = memory(type, true);
        byte[] payload = payload(buffer);
        Random random = new Random(1);
        for (Buffer view : List.of(buffer, Payload.of(buffer).sequential())) {
            int at = 0;
            while (at < payload.length) {
                ByteBuffer block = Payload.of(view).directMemory(at, random.nextBoolean() ? Integer.MAX_VALUE : 10_000);
                assertThat(block).isNotNull();
                assertThat(block.isDirect()).isTrue();
                assertThat(block).isEqualTo(ByteBuffer.wrap(payload, at, block.remaining()));
                at += block.remaining();
            }
            int middle = payload.length / 3;
            assertThat(Payload.of(view).directMemory(middle, 3)).isEqualTo(ByteBuffer.wrap(payload, middle, 3));
        }
    }

    @Test
    @DisplayName("DT-15 what is on the heap, in short blocks, or to be turned has no blocks of direct memory")
    void copied() {
        Datatype pairs = Datatype.DOUBLE.vector(9000, 2, 3);
        assertThat(Payload.of(memory(ROW, false)).directMemory(0, 100)).isNull();
        assertThat(Payload.of(memory(pairs, true)).directMemory(0, 100)).isNull();
        assertThat(Payload.of(Buffers.of(new double[4000]).as(ROW, 1)).directMemory(0, 100))
                .isNull();
        assertThat(Payload.of(Buffers.of(ByteBuffer.allocateDirect(32_000)).as(ROW, 1))
                        .directMemory(0, 100))
                .isNull();
        assertThat(Payload.of(Buffers.of(ByteBuffer.allocateDirect(32_000)).as(Datatype.BYTE.contiguous(32_000), 1))
                        .directMemory(0, 100))
                .isNotNull();
    }

    /** Memory in pieces. */
    private record Pieces(List<ByteBuffer> pieces) implements ForeignMemory {

        static Pieces of(boolean isDirect, byte[] content, int... lengths) {
            int[] at = {0};
            return new Pieces(Arrays.stream(lengths)
                    .mapToObj(length -> {
                        ByteBuffer piece = isDirect ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
                        piece.put(content, at[0], length).flip();
                        at[0] += length;
                        return piece;
                    })
                    .toList());
        }

        @Override
        public long lengthBytes() {
            return pieces.stream().mapToLong(ByteBuffer::remaining).sum();
        }

        @Override
        public String refusal(boolean forReceive) {
            return null;
        }
    }

    @Test
    @DisplayName("DT-15 memory in several pieces has blocks that end where a piece does, also inside of an element")
    void pieces() {
        byte[] content = new byte[200_000];
        new Random(2).nextBytes(content);
        Buffer memory = ForeignBuffer.of(Pieces.of(true, content, 30_000, 50_001, 19_999, 100_000));
        assertThat(Payload.of(memory).directMemory(0, 100_000)).isEqualTo(ByteBuffer.wrap(content, 0, 30_000));
        assertThat(Payload.of(memory).directMemory(80_000, 100_000)).isEqualTo(ByteBuffer.wrap(content, 80_000, 1));
        assertThat(Payload.of(memory.as(Datatype.BYTE.vector(2, 90_000, 100_000), 1))
                        .directMemory(80_001, 100_000))
                .isEqualTo(ByteBuffer.wrap(content, 80_001, 9_999));

        assertThat(ForeignBuffer.of(Pieces.of(false, content, 100_000, 100_000)).directMemory(0, 1))
                .isNull();
        int[] short1000 = new int[200];
        Arrays.fill(short1000, 1000);
        assertThat(ForeignBuffer.of(Pieces.of(true, content, short1000)).directMemory(0, 1))
                .isNull();
    }
}
