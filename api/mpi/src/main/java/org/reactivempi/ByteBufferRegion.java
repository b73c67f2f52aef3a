package org.reactivempi;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bytes that a {@code ByteBuffer} had between position and limit when the region was made. */
final class ByteBufferRegion extends Buffer {

    // A slice of our own: what the caller does to position and limit of his buffer later does not matter.
    private final ByteBuffer memory;

    ByteBufferRegion(ByteBuffer memory) {
        this.memory = memory.slice();
    }

    @Override
    public Datatype datatype() {
        return Datatype.BYTE;
    }

    @Override
    public long count() {
        return memory.capacity();
    }

    @Override
    public void check(boolean forReceive) {
        if (forReceive && memory.isReadOnly()) {
            throw new MpiException(ErrorClass.BUFFER, "cannot receive into a read-only ByteBuffer");
        }
    }

    @Override
    public @Nullable ByteBuffer directMemory() {
        return memory.isDirect() ? memory.duplicate() : null;
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        int length = target.remaining();
        Objects.checkFromIndexSize(position, length, count());
        target.put(target.position(), memory, (int) position, length);
        target.position(target.limit());
    }

    @Override
    public void copyFrom(long position, ByteBuffer source) {
        int length = source.remaining();
        Objects.checkFromIndexSize(position, length, count());
        memory.put((int) position, source, source.position(), length);
        source.position(source.limit());
    }
}
