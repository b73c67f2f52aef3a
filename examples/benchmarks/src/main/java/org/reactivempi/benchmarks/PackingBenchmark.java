package org.reactivempi.benchmarks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Payload;
import org.reactivempi.RecordType;

/**
 * What it costs to take elements of derived types out of their memory, and to put them back: in chunks of 64 KiB, as messages leave,
 * into memory outside of the heap. {@code packing.c} measures the same shapes with other MPIs. The unit is a whole payload, so that
 * its length divided by the time is the throughput.
 */
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class PackingBenchmark extends Nanoseconds {

    private static final int CHUNK_BYTES = 64 * 1024;
    private static final int SIDE = 128;
    private static final int PARTICLES = 4096;

    /** A particle as a record. */
    record Particle(int id, double x, double y, byte kind) {}

    /** Which bytes belong to the payload. */
    public enum Shape {
        /** 1 MiB in one piece. */
        CONTIGUOUS,
        /** Every other element, 8 KiB of them. */
        VECTOR_8K,
        /** Every other element, 1 MiB of them. */
        VECTOR_1M,
        /** Blocks of 4 elements at irregular places, 8 KiB. */
        INDEXED_8K,
        /** Blocks of 4 elements at irregular places, 1 MiB. */
        INDEXED_1M,
        /** The same in direct memory. */
        INDEXED_DIRECT,
        /** The face of a cube of 128^3 whose last index is fixed. */
        FACE_LAST,
        /** The face whose middle index is fixed: rows of 1 KiB. */
        FACE_MIDDLE,
        /** Structs of an int, two doubles and a byte, with an extent of 32 bytes, in a ByteBuffer. */
        STRUCT,
        /** The same as records. */
        RECORDS,
        /** A matrix of 360 x 360, column by column. */
        TRANSPOSE
    }

    /** The shape. */
    @Param
    public Shape shape = Shape.CONTIGUOUS;

    private Buffer data;
    private ByteBuffer chunk;

    /** Makes memory and types. */
    @Setup
    public void make() {
        data = buffer(shape);
        Payload.of(data).check(true);
        chunk = ByteBuffer.allocateDirect(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Buffer buffer(Shape shape) {
        Datatype one = Datatype.DOUBLE;
        Buffer cube = Buffers.of(new double[SIDE * SIDE * SIDE]);
        return switch (shape) {
            case CONTIGUOUS -> cube.as(one.contiguous(1 << 17), 1);
            case VECTOR_8K -> cube.as(one.vector(1 << 10, 1, 2), 1);
            case VECTOR_1M -> cube.as(one.vector(1 << 17, 1, 2), 1);
            case INDEXED_8K -> cube.as(irregular(1 << 8), 1);
            case INDEXED_1M -> cube.as(irregular(1 << 15), 1);
            case INDEXED_DIRECT ->
                Buffers.of(ByteBuffer.allocateDirect(SIDE * SIDE * SIDE).order(ByteOrder.LITTLE_ENDIAN))
                        .as(irregular(1 << 15), 1);
            case FACE_LAST -> cube.as(face(2), 1);
            case FACE_MIDDLE -> cube.as(face(1), 1);
            case STRUCT ->
                Buffers.of(ByteBuffer.allocateDirect(32 * PARTICLES).order(ByteOrder.LITTLE_ENDIAN))
                        .as(
                                Datatype.struct()
                                        .add(0, Datatype.INT)
                                        .add(8, Datatype.DOUBLE, 2)
                                        .add(24, Datatype.BYTE)
                                        .build(32),
                                PARTICLES);
            case RECORDS ->
                RecordType.of(Particle.class)
                        .buffer(IntStream.range(0, PARTICLES)
                                .mapToObj(i -> new Particle(i, i, -i, (byte) i))
                                .toArray(Particle[]::new));
            case TRANSPOSE -> cube.as(one.vector(360, 1, 360).resized(0, Double.BYTES), 360);
        };
    }

    private static Datatype irregular(int blocks) {
        Random random = new Random(7);
        long[] displacements = new long[blocks];
        long next = 0;
        for (int i = 0; i < blocks; i++) {
            next += random.nextInt(4);
            displacements[i] = next;
            next += 5;
        }
        return Datatype.DOUBLE.indexedBlock(4, displacements);
    }

    private static Datatype face(int fixed) {
        long[] subsizes = {SIDE, SIDE, SIDE};
        long[] starts = {0, 0, 0};
        subsizes[fixed] = 1;
        starts[fixed] = SIDE / 2;
        return Datatype.DOUBLE.subarray(Datatype.Order.ROW_MAJOR, new long[] {SIDE, SIDE, SIDE}, subsizes, starts);
    }

    /**
     * Out of the memory.
     *
     * @return the last chunk
     */
    @Benchmark
    public ByteBuffer pack() {
        Buffer own = Payload.of(data).sequential();
        long length = data.lengthBytes();
        for (long at = 0; at < length; at += CHUNK_BYTES) {
            Payload.of(own).copyTo(at, chunk.clear().limit((int) Math.min(CHUNK_BYTES, length - at)));
        }
        return chunk;
    }

    /**
     * Back into the memory.
     *
     * @return the buffer
     */
    @Benchmark
    public Buffer unpack() {
        Buffer own = Payload.of(data).sequential();
        long length = data.lengthBytes();
        for (long at = 0; at < length; at += CHUNK_BYTES) {
            Payload.of(own).copyFrom(at, chunk.clear().limit((int) Math.min(CHUNK_BYTES, length - at)));
        }
        return own;
    }
}
