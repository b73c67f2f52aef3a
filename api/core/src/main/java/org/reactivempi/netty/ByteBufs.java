package org.reactivempi.netty;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.spi.ForeignMemory;

/**
 * Buffers in the memory of Netty's {@code ByteBuf}s: on the heap, direct, or put together from several.
 *
 * <p>An operation retains the {@code ByteBuf} when it is requested, on the requesting thread, and releases it when it has completed,
 * failed or been cancelled, before its subscriber hears of that. So a program may release its own reference as soon as it has
 * requested an operation. A collective operation that is cancelled goes on, and holds the memory until it has ended. A {@code
 * ByteBuf} that has no reference any more fails with {@link org.reactivempi.ErrorClass#BUFFER} on subscription.
 *
 * <p>The indexes are looked at once, in the call here, and the library never moves them. The memory itself is looked up once, by the
 * first operation: after a change of the capacity or of the parts of a {@code ByteBuf}, make another buffer of it. An operation that finds
 * it changed fails with {@link org.reactivempi.ErrorClass#BUFFER}: when it is subscribed, or when it ends, where its program has changed or
 * released the memory meanwhile, which it must not. What is found changed is not read or written any more; but a direct {@code ByteBuf}
 * of a long message may have been given to the system before.
 *
 * <pre>{@code
 * ByteBuf room = allocator.directBuffer(1024);
 * world.irecv(ByteBufs.writable(room), 0, TAG)
 *         .doOnNext(status -> room.writerIndex(room.writerIndex() + (int) status.lengthBytes()));
 * }</pre>
 *
 * <p>Bytes travel as they are. Where {@link Buffer#as} sees elements of several bytes, they lie there in the order of the
 * {@code ByteBuf}, which is big-endian, as its {@code getInt} is; {@link Buffer#as} with another order is possible through
 * {@code Buffers.of(buf.nioBuffer().order(LITTLE_ENDIAN))}, without a reference.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.2">MPI-4.1, 3.2.2</a>
 * @since 0.1
 */
public final class ByteBufs {

    private ByteBufs() {}

    /**
     * The bytes that can be read, from the reader's index to the writer's, as they are at this call: what to send. An operation may
     * also receive into them.
     *
     * @param buf the memory itself, not copied
     * @return a buffer of {@link org.reactivempi.Datatype#BYTE}
     */
    public static Buffer readable(ByteBuf buf) {
        return ForeignBuffer.of(new Region(buf, buf.readerIndex(), buf.readableBytes()));
    }

    /**
     * The room after what has been written, from the writer's index to the capacity, as they are at this call: where to receive. The
     * caller moves the writer's index when a message is here, by its length. Room up to the {@code ByteBuf}'s greatest capacity has to
     * be made before, with {@code ensureWritable}.
     *
     * @param buf the memory itself, not copied
     * @return a buffer of {@link org.reactivempi.Datatype#BYTE}
     */
    public static Buffer writable(ByteBuf buf) {
        return ForeignBuffer.of(new Region(buf, buf.writerIndex(), buf.writableBytes()));
    }

    /**
     * Some bytes, wherever the indexes are.
     *
     * @param buf the memory itself, not copied
     * @param index of the first byte
     * @param length how many, 0 or more
     * @return a buffer of {@link org.reactivempi.Datatype#BYTE}; a region outside of the {@code ByteBuf} fails with
     *     {@link org.reactivempi.ErrorClass#BUFFER} on subscription
     */
    public static Buffer region(ByteBuf buf, int index, int length) {
        return ForeignBuffer.of(new Region(buf, index, length));
    }

    /** Some bytes of a {@code ByteBuf}. */
    private static final class Region implements ForeignMemory {

        private final ByteBuf buf;
        private final int index;
        private final int length;
        /** Where it was when it was first used. */
        private volatile @Nullable Place place;

        Region(ByteBuf buf, int index, int length) {
            this.buf = Objects.requireNonNull(buf, "buf");
            this.index = index;
            this.length = length;
        }

        /** Where the memory of a {@code ByteBuf} is, as far as it tells. */
        private record Place(
                int capacity,
                int parts,
                long address,
                @Nullable Object array) {

            static Place of(ByteBuf buf) {
                return new Place(
                        buf.capacity(),
                        buf.nioBufferCount(),
                        buf.hasMemoryAddress() ? buf.memoryAddress() : 0,
                        buf.hasArray() ? buf.array() : null);
            }

            boolean isOf(ByteBuf buf) {
                return capacity == buf.capacity()
                        && parts == buf.nioBufferCount()
                        && (!buf.hasMemoryAddress() || address == buf.memoryAddress())
                        && (!buf.hasArray() || array == buf.array());
            }
        }

        @Override
        public long lengthBytes() {
            return length;
        }

        @Override
        public List<ByteBuffer> pieces() {
            place = Place.of(buf);
            return List.of(buf.nioBuffers(index, length));
        }

        @Override
        public @Nullable String refusal(boolean forReceive) {
            String change = change();
            if (change != null) {
                return change;
            }
            if (index < 0 || length < 0 || index > buf.capacity() - length) {
                return "bytes " + index + " to " + ((long) index + length - 1) + " of a ByteBuf with a capacity of "
                        + buf.capacity();
            }
            if (forReceive && buf.isReadOnly()) {
                return "cannot receive into a read-only ByteBuf";
            }
            return buf.nioBufferCount() < 1
                    ? "a ByteBuf that has no ByteBuffers: " + buf.getClass().getName()
                    : null;
        }

        @Override
        public @Nullable String change() {
            if (buf.refCnt() == 0) {
                return "a ByteBuf without references: the last one has been released";
            }
            Place known = place;
            return known == null || known.isOf(buf)
                    ? null
                    : "a ByteBuf whose memory has changed since its buffer was first used, from a capacity of "
                            + known.capacity + " to " + buf.capacity();
        }

        @Override
        public void retain() {
            buf.retain();
        }

        @Override
        public void release() {
            buf.release();
        }
    }
}
