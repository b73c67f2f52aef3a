package org.reactivempi;

import java.nio.ByteBuffer;
import java.util.Objects;

/** Stands for an array or {@code ByteBuffer} that is {@code null}: legal where a region of count 0 was asked for. */
final class NullBuffer extends Payload {

    /** Stands for no memory of its own. */
    static final Payload IN_PLACE = new NullBuffer(Datatype.BYTE, 0, false);

    private final Datatype datatype;
    private final int count;
    private final boolean legal;

    private NullBuffer(Datatype datatype, int count, boolean legal) {
        this.datatype = datatype;
        this.count = count;
        this.legal = legal;
    }

    static Payload wholeArray(Datatype datatype) {
        return new NullBuffer(datatype, 0, false);
    }

    static Payload region(Datatype datatype, int count) {
        return new NullBuffer(datatype, count, count == 0);
    }

    @Override
    public Datatype datatype() {
        return datatype;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public void check(boolean forReceive) {
        if (count < 0) {
            throw new MpiException(ErrorClass.COUNT, "count " + count + " is negative");
        }
        if (this == IN_PLACE) {
            throw new MpiException(ErrorClass.BUFFER, "in place is not allowed for this buffer");
        }
        if (!legal) {
            throw new MpiException(
                    ErrorClass.BUFFER,
                    "memory of " + datatype + " elements is null, which is allowed only with count 0");
        }
    }

    @Override
    public Payload as(long originBytes, Datatype type, long elements) {
        return new DerivedBuffer(this, null, originBytes, type, elements);
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        Objects.checkFromIndexSize(position, target.remaining(), 0L);
    }

    @Override
    public void copyFrom(long position, ByteBuffer source) {
        Objects.checkFromIndexSize(position, source.remaining(), 0L);
    }
}
