package org.reactivempi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.Memory;
import org.reactivempi.spi.ForeignMemory;

/**
 * All bytes of the memory of another library, which an operation holds from its request to its end. Where {@link #as} sees elements of
 * several bytes, these lie there in the order of the memory's pieces. Programs call what that library's module offers, such as
 * {@code ByteBufs} for Netty's buffers.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.2">MPI-4.1, 3.2.2</a>
 * @since 0.1
 */
public final class ForeignBuffer extends Payload {

    /** From here on a part that the system reads itself costs less than its copy. */
    private static final int LONG_BLOCK_BYTES = 16 * 1024;

    private static final long UNKNOWN = -1;

    private final ForeignMemory memory;
    /** Asked once: code that runs after the first answer must not meet what the memory may throw. */
    private volatile long lengthBytes = UNKNOWN;
    /** Made when they are first needed, since memory that can't be used has none; once, whichever threads are the first. */
    private volatile @Nullable Pieces pieces;

    private ForeignBuffer(ForeignMemory memory) {
        this.memory = memory;
    }

    /**
     * A buffer in the memory of another library.
     *
     * @param memory says where the bytes are; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BYTE}
     */
    public static Payload of(ForeignMemory memory) {
        return memory == null ? NullBuffer.wholeArray(Datatype.BYTE) : new ForeignBuffer(memory);
    }

    /**
     * Views of the memory's parts.
     *
     * @param parts each from index 0 to its capacity
     * @param ends where each part ends in the memory
     */
    private record Pieces(ByteBuffer[] parts, long[] ends) {

        static Pieces of(ForeignMemory memory) {
            ByteBuffer[] parts = memory.pieces().stream()
                    .filter(ByteBuffer::hasRemaining)
                    .map(part -> part.slice().order(part.order()))
                    .toArray(ByteBuffer[]::new);
            long[] ends = new long[parts.length];
            long end = 0;
            for (int i = 0; i < parts.length; i++) {
                end += parts[i].capacity();
                ends[i] = end;
            }
            return new Pieces(parts, ends);
        }

        /** Whether the system can read all of it, and in parts that are long on average. */
        boolean hasLongBlocks() {
            return ends.length > 0
                    && ends[ends.length - 1] / ends.length >= LONG_BLOCK_BYTES
                    && Arrays.stream(parts).allMatch(ByteBuffer::isDirect);
        }

        /** The index of the part that has a byte. */
        int at(long position) {
            int found = Arrays.binarySearch(ends, position);
            return found < 0 ? -found - 1 : found + 1;
        }

        /** Where a byte is in its part. */
        int into(int part, long position) {
            return (int) (part == 0 ? position : position - ends[part - 1]);
        }
    }

    private Pieces pieces() {
        Pieces made = pieces;
        return made == null ? makePieces() : made;
    }

    private synchronized Pieces makePieces() {
        Pieces made = pieces;
        if (made == null) {
            try {
                made = Pieces.of(memory);
            } catch (Throwable thrown) {
                throw failed(thrown);
            }
            pieces = made;
        }
        return made;
    }

    private static MpiException failed(Throwable thrown) {
        return new MpiException(ErrorClass.CONVERSION, "memory of another library has thrown " + thrown, thrown);
    }

    @Override
    public Datatype datatype() {
        return Datatype.BYTE;
    }

    @Override
    public long count() {
        long known = lengthBytes;
        return known == UNKNOWN ? askLength() : known;
    }

    private long askLength() {
        try {
            long told = memory.lengthBytes();
            lengthBytes = told;
            return told;
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    @Override
    public void check(boolean forReceive) {
        String refusal = refusal(forReceive);
        if (refusal != null) {
            throw new MpiException(ErrorClass.BUFFER, refusal);
        }
    }

    private @Nullable String refusal(boolean forReceive) {
        try {
            return memory.refusal(forReceive);
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    @Override
    public boolean isCounted() {
        return true;
    }

    @Override
    public void retain() {
        try {
            memory.retain();
        } catch (Throwable refused) {
            String refusal = refusal(false);
            throw new MpiException(
                    ErrorClass.BUFFER, refusal == null ? "memory that can't be used: " + refused : refusal, refused);
        }
    }

    @Override
    public @Nullable MpiException release() {
        String change = null;
        Throwable cause = null;
        try {
            change = memory.change();
        } catch (Throwable thrown) {
            cause = thrown;
        }
        try {
            memory.release();
        } catch (Throwable refused) {
            cause = refused;
        }
        return change == null && cause == null
                ? null
                : new MpiException(
                        ErrorClass.BUFFER,
                        "an operation has ended whose memory was taken from it: " + (change == null ? cause : change),
                        cause);
    }

    @Override
    boolean isHere() {
        try {
            return memory.change() == null;
        } catch (Throwable thrown) {
            throw failed(thrown);
        }
    }

    @Override
    public @Nullable ByteBuffer directMemory() {
        if (!isHere()) {
            return null;
        }
        Pieces all = pieces();
        return all.parts.length == 1 && all.parts[0].isDirect() ? all.parts[0].duplicate() : null;
    }

    @Override
    public @Nullable ByteBuffer directMemory(long position, int most) {
        if (!isHere()) {
            return null;
        }
        Pieces all = pieces();
        if (!all.hasLongBlocks()) {
            return null;
        }
        int part = all.at(position);
        ByteBuffer memory = all.parts[part];
        int into = all.into(part, position);
        return memory.slice(into, Math.min(most, memory.capacity() - into));
    }

    @Override
    public Payload as(long originBytes, Datatype type, long count) {
        return new DerivedBuffer(this, () -> Memory.of(pieces().parts), originBytes, type, count);
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        Objects.checkFromIndexSize(position, target.remaining(), count());
        if (!isHere()) {
            skip(true, target);
            return;
        }
        Pieces all = pieces();
        for (int part = all.at(position); target.hasRemaining(); part++) {
            int into = all.into(part, position);
            int length = Math.min(target.remaining(), all.parts[part].capacity() - into);
            target.put(target.position(), all.parts[part], into, length);
            target.position(target.position() + length);
            position += length;
        }
    }

    @Override
    public void copyFrom(long position, ByteBuffer source) {
        Objects.checkFromIndexSize(position, source.remaining(), count());
        if (!isHere()) {
            skip(false, source);
            return;
        }
        Pieces all = pieces();
        for (int part = all.at(position); source.hasRemaining(); part++) {
            int into = all.into(part, position);
            int length = Math.min(source.remaining(), all.parts[part].capacity() - into);
            all.parts[part].put(into, source, source.position(), length);
            source.position(source.position() + length);
            position += length;
        }
    }
}
