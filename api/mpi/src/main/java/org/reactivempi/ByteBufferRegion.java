package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.Memory;
import org.reactivempi.layout.Region;

/** The bytes that a {@code ByteBuffer} had between position and limit when the region was made. */
final class ByteBufferRegion extends Payload {

    // A slice of our own: what the caller does to position and limit of the buffer later does not matter.
    private final ByteBuffer memory;

    ByteBufferRegion(ByteBuffer memory) {
        this.memory = memory.slice().order(memory.order());
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
    void footprint(Footprint found) {
        if (memory.hasArray()) {
            found.add(memory.array(), memory.arrayOffset(), (long) memory.arrayOffset() + memory.capacity());
        } else if (address() != DirectAddress.UNKNOWN) {
            found.add(DirectAddress.class, address(), address() + memory.capacity());
        }
    }

    @Override
    void footprint(Footprint found, Region region) {
        if (memory.hasArray()) {
            found.add(memory.array(), memory.arrayOffset(), region);
        } else if (address() != DirectAddress.UNKNOWN) {
            found.add(DirectAddress.class, address(), region);
        }
    }

    private long address() {
        return memory.isDirect() ? DirectAddress.of(memory) : DirectAddress.UNKNOWN;
    }

    @Override
    public Payload as(long originBytes, Datatype type, long count) {
        return new DerivedBuffer(this, () -> Memory.of(memory), originBytes, type, count);
    }

    @Override
    Region region() {
        // Bytes travel as they are, whatever order their buffer has.
        ByteBuffer bytes = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        return new Region(Memory.of(bytes), Datatype.BYTE.plan(), count(), 0, ByteOrder.LITTLE_ENDIAN);
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
