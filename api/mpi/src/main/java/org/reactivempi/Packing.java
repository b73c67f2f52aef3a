package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Packs elements of any type into bytes, and back. What {@link #pack} writes is the payload of a message with the same buffer, without
 * a header, so that it can be sent as {@link Datatype#PACKED} and received with any type of its signature, and the other way round.
 *
 * <pre>
 *  pack(a, target); pack(b, target)       target [....a....][..b..]     position moves
 *  isend(Buffers.of(target).as(PACKED, n), ...)
 * </pre>
 * All calls are local, need no session, and may be made by any thread. They move the position of the {@code ByteBuffer}, and change
 * neither its limit nor its order. None of them changes the buffer that it reads.
 *
 * <p>All of them throw {@link MpiException}: {@link ErrorClass#TRUNCATE} where the {@code ByteBuffer} has less than is to be packed or
 * unpacked, and then nothing of it is done; and what {@link Payload#check} throws.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.5.2">MPI-4.1, 5.2</a>
 * @since 0.1
 */
public final class Packing {

    private Packing() {}

    /**
     * Appends a buffer's elements at the position ({@code MPI_Pack}).
     *
     * @param data what to pack
     * @param target where to
     * @throws MpiException {@link ErrorClass#TRUNCATE} if it has no room for all; {@link ErrorClass#BUFFER} if it is read-only
     */
    public static void pack(SendBuffer data, ByteBuffer target) {
        Payload elements = Payload.of(data);
        elements.check(false);
        ByteBuffer part = next(target, elements, "pack");
        if (part.hasRemaining()) {
            elements.copyTo(0, part);
        }
        target.position(part.limit());
    }

    /**
     * Fills a buffer's elements with what follows the position ({@code MPI_Unpack}).
     *
     * @param source where from
     * @param room what to fill, all of it
     * @throws MpiException {@link ErrorClass#TRUNCATE} if there is less than that
     */
    public static void unpack(ByteBuffer source, Buffer room) {
        Payload elements = Payload.of(room);
        elements.check(true);
        ByteBuffer part = next(source, elements, "unpack");
        if (part.hasRemaining()) {
            elements.copyFrom(0, part);
            elements.received();
        }
        source.position(part.limit());
    }

    /**
     * How much room elements take ({@code MPI_Pack_size}), exactly.
     *
     * @param type of the elements
     * @param count how many, 0 or more
     * @return length in bytes
     * @throws MpiException {@link ErrorClass#COUNT} if the count is negative, or the length more than a {@code long} holds
     */
    public static long sizeBytes(Datatype type, long count) {
        if (count < 0) {
            throw new MpiException(ErrorClass.COUNT, "count " + count + " is negative");
        }
        try {
            return Math.multiplyExact(count, type.sizeBytes());
        } catch (ArithmeticException overflow) {
            throw new MpiException(
                    ErrorClass.COUNT, count + " elements of " + type + " are more bytes than a long holds", overflow);
        }
    }

    /**
     * Appends a buffer's elements at the position in the format {@code external32}, which all implementations of MPI read
     * ({@code MPI_Pack_external}): big-endian, with IEEE's floating point, and the sizes that Java has. Its {@code long} is
     * MPI's {@code MPI_INT64_T}, and its {@code char} is {@code MPI_UINT16_T}.
     *
     * @param data what to pack
     * @param target where to
     * @throws MpiException {@link ErrorClass#TRUNCATE} if it has no room for all; {@link ErrorClass#BUFFER} if it is read-only
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.5.3">MPI-4.1, 5.3</a>
     */
    public static void packExternal(SendBuffer data, ByteBuffer target) {
        Payload elements = Payload.of(data);
        elements.check(false);
        ByteBuffer part = next(target, elements, "pack");
        external(elements, true, part);
        target.position(part.limit());
    }

    /**
     * Fills a buffer's elements with what follows the position in the format {@code external32} ({@code MPI_Unpack_external}).
     *
     * @param source where from
     * @param room what to fill, all of it
     * @throws MpiException {@link ErrorClass#TRUNCATE} if there is less than that
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.5.3">MPI-4.1, 5.3</a>
     */
    public static void unpackExternal(ByteBuffer source, Buffer room) {
        Payload elements = Payload.of(room);
        elements.check(true);
        ByteBuffer part = next(source, elements, "unpack");
        external(elements, false, part);
        source.position(part.limit());
    }

    private static void external(Payload buffer, boolean out, ByteBuffer part) {
        part.order(ByteOrder.BIG_ENDIAN);
        if (buffer instanceof RecordBuffer records) {
            records.external(out, part);
        } else if (part.hasRemaining()) {
            Payload elements =
                    buffer instanceof DerivedBuffer ? buffer : Payload.of(buffer.as(buffer.datatype(), buffer.count()));
            ((DerivedBuffer) elements).moveAll(out, part);
        }
    }

    /**
     * How much room elements take in the format {@code external32} ({@code MPI_Pack_external_size}).
     *
     * @param type of the elements
     * @param count how many, 0 or more
     * @return length in bytes
     * @throws MpiException {@link ErrorClass#COUNT} if the count is negative, or the length more than a {@code long} holds
     */
    public static long externalSizeBytes(Datatype type, long count) {
        return sizeBytes(type, count);
    }

    /** A view of its own over as many bytes as the elements take. */
    private static ByteBuffer next(ByteBuffer memory, Payload elements, String what) {
        long length = elements.lengthBytes();
        if (length > memory.remaining()) {
            throw new MpiException(
                    ErrorClass.TRUNCATE,
                    "can't " + what + " " + length + " bytes of " + elements + ": the ByteBuffer has "
                            + memory.remaining() + " remaining");
        }
        if (what.equals("pack") && memory.isReadOnly()) {
            throw new MpiException(ErrorClass.BUFFER, "can't pack into a read-only ByteBuffer");
        }
        return memory.duplicate().limit(memory.position() + (int) length);
    }
}
