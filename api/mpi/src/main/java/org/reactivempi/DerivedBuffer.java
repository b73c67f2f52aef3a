package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.Memory;
import org.reactivempi.layout.Region;

/**
 * A region of memory, seen as elements of a derived type. What the region is, and whether it is right, its own buffer knows; where in
 * it the bytes are that travel, a {@link Region} does, which is made when the buffer has been found right. It keeps nothing of what it has
 * copied: inside a JVM, the receivers of several messages copy them out of one buffer at the same time.
 */
final class DerivedBuffer extends Payload {

    private final Payload memory;
    private final @Nullable Supplier<Memory> access;
    private final long origin;
    private final Datatype type;
    private final long count;
    private @Nullable Region region;

    /** Elements in the memory of another buffer; {@code access} is null where that has none. */
    DerivedBuffer(Payload memory, @Nullable Supplier<Memory> access, long origin, Datatype type, long count) {
        this.memory = memory;
        this.access = access;
        this.origin = origin;
        this.type = type;
        this.count = count;
    }

    @Override
    public Payload as(long originBytes, Datatype other, long elements) {
        return memory.as(originBytes, other, elements);
    }

    @Override
    public Datatype datatype() {
        return type;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public boolean isCounted() {
        return memory.isCounted();
    }

    @Override
    public void retain() {
        memory.retain();
    }

    @Override
    public @Nullable MpiException release() {
        return memory.release();
    }

    @Override
    boolean isHere() {
        return memory.isHere();
    }

    @Override
    void footprint(Footprint found) {
        if (!isEmpty() && access != null) {
            memory.footprint(found, elements());
        }
    }

    private boolean isEmpty() {
        return count == 0 || type.sizeBytes() == 0;
    }

    @Override
    public void check(boolean forReceive) {
        if (count < 0) {
            throw new MpiException(ErrorClass.COUNT, "count " + count + " is negative");
        }
        if (isEmpty()) {
            return;
        }
        memory.check(forReceive);
        if (!isInside()) {
            throw outside();
        }
        if (forReceive && elements().overlaps()) {
            throw new MpiException(
                    ErrorClass.TYPE,
                    "can't receive " + count + " elements of " + type
                            + ": they have bytes in common; they can only be sent");
        }
    }

    /** Whether all bytes are in the region; false also where their number is more than a {@code long} holds. */
    private boolean isInside() {
        Region elements = elements();
        long steps = count - 1;
        long extent = type.extentBytes();
        boolean isCountable = Math.multiplyHigh(steps, extent) == (steps * extent) >> (Long.SIZE - 1);
        if (Math.multiplyHigh(count, type.sizeBytes()) != 0 || count * type.sizeBytes() < 0) {
            throw new MpiException(
                    ErrorClass.COUNT, count + " elements of " + type + " are more bytes than a long holds");
        }
        long low = elements.low();
        long high = elements.high();
        // The sums may be more than a long holds, too: then the end stands before the beginning.
        return isCountable && low >= 0 && high >= low && high <= memory.lengthBytes();
    }

    private MpiException outside() {
        return new MpiException(
                ErrorClass.BUFFER,
                count + " elements of " + type + (origin == 0 ? "" : " from byte " + origin + " on")
                        + " are bytes " + elements().low() + " to "
                        + (elements().high() - 1)
                        + " of a region that has bytes 0 to " + (memory.lengthBytes() - 1));
    }

    @Override
    @Nullable
    Region region() {
        return isEmpty() || access == null || !isHere() ? null : elements();
    }

    private Region elements() {
        Region made = region;
        if (made == null) {
            Memory accessed = Objects.requireNonNull(access, "no memory").get();
            made = new Region(accessed, type.plan(), count, origin, ByteOrder.LITTLE_ENDIAN);
            region = made;
        }
        return made;
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        move(true, position, target);
    }

    @Override
    public void copyFrom(long position, ByteBuffer source) {
        move(false, position, source);
    }

    @Override
    public @Nullable ByteBuffer directMemory(long position, int most) {
        return isHere() ? elements().direct(position, most) : null;
    }

    private void move(boolean out, long position, ByteBuffer payload) {
        Objects.checkFromIndexSize(position, payload.remaining(), lengthBytes());
        if (payload.hasRemaining()) {
            if (isHere()) {
                elements().move(out, position, payload.order(ByteOrder.LITTLE_ENDIAN));
            } else {
                Payload.skip(out, payload);
            }
        }
    }

    /** Copies the whole payload in the order that its buffer has. */
    void moveAll(boolean out, ByteBuffer payload) {
        Memory accessed = Objects.requireNonNull(access, "no memory").get();
        new Region(accessed, type.plan(), count, origin, payload.order()).move(out, 0, payload);
    }
}
