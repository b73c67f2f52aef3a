package org.reactivempi;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.Region;

/** A part of another payload, in bytes; it begins and ends wherever it likes. */
final class PartBuffer extends Payload {

    private final Payload whole;
    private final long from;
    private final long lengthBytes;

    PartBuffer(Payload whole, long from, long lengthBytes) {
        this.whole = whole;
        this.from = from;
        this.lengthBytes = lengthBytes;
    }

    @Override
    public Datatype datatype() {
        return Datatype.BYTE;
    }

    @Override
    public long count() {
        return lengthBytes;
    }

    @Override
    public Payload as(long originBytes, Datatype type, long count) {
        throw new MpiException(ErrorClass.TYPE, "a part of a buffer has its type already");
    }

    /** The whole is checked, by an operation that begins with its parts: one of them alone is never refused. */
    @Override
    public void check(boolean forReceive) {}

    @Override
    public boolean isMemory() {
        return whole.isMemory();
    }

    @Override
    public boolean isCounted() {
        return whole.isCounted();
    }

    @Override
    public void retain() {
        whole.retain();
    }

    @Override
    public @Nullable MpiException release() {
        return whole.release();
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        Objects.checkFromIndexSize(position, target.remaining(), lengthBytes);
        whole.copyTo(from + position, target);
    }

    @Override
    public void copyFrom(long position, ByteBuffer source) {
        Objects.checkFromIndexSize(position, source.remaining(), lengthBytes);
        whole.copyFrom(from + position, source);
    }

    @Override
    @Nullable
    Region region() {
        return whole.region();
    }

    @Override
    long inRegion() {
        return from;
    }

    @Override
    public @Nullable ByteBuffer directMemory() {
        ByteBuffer memory = whole.directMemory();
        return memory == null ? null : memory.slice((int) from, (int) lengthBytes);
    }

    @Override
    public @Nullable ByteBuffer directMemory(long position, int most) {
        return whole.directMemory(from + position, (int) Math.min(most, lengthBytes - position));
    }

    @Override
    boolean isHere() {
        return whole.isHere();
    }
}
