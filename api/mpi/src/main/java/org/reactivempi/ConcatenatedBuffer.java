package org.reactivempi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Buffers one after the other. */
final class ConcatenatedBuffer extends Payload {

    private final Payload[] blocks;
    private volatile long @Nullable [] ends;

    ConcatenatedBuffer(Payload... blocks) {
        this.blocks = blocks;
    }

    int blocks() {
        return blocks.length;
    }

    Payload block(int index) {
        return blocks[index];
    }

    /** The type of all blocks, or bytes where they have none in common. */
    @Override
    public Datatype datatype() {
        Datatype first = blocks.length == 0 ? Datatype.BYTE : blocks[0].datatype();
        boolean same = Arrays.stream(blocks).allMatch(block -> block.datatype().equals(first));
        return same ? first : Datatype.BYTE;
    }

    @Override
    public long count() {
        long element = datatype().sizeBytes();
        return element == 0 ? 0 : lengthBytes() / element;
    }

    @Override
    public long lengthBytes() {
        return ends()[blocks.length];
    }

    /** Where each block ends, after the 0 at which the first one begins. */
    private long[] ends() {
        long[] known = ends;
        if (known == null) {
            known = new long[blocks.length + 1];
            for (int i = 0; i < blocks.length; i++) {
                known[i + 1] = Math.addExact(known[i], blocks[i].lengthBytes());
            }
            ends = known;
        }
        return known;
    }

    @Override
    public Payload as(long originBytes, Datatype type, long count) {
        throw new MpiException(ErrorClass.TYPE, "the blocks of several ranks have their types already");
    }

    @Override
    public void check(boolean forReceive) {
        for (int i = 0; i < blocks.length; i++) {
            try {
                blocks[i].check(forReceive);
            } catch (MpiException e) {
                throw new MpiException(e.errorClass(), "block " + i + ": " + e.getMessage(), e);
            }
        }
    }

    @Override
    void footprint(Footprint found) {
        for (Payload block : blocks) {
            block.footprint(found);
        }
    }

    /** Keeps what belongs to one operation apart from that of others, where a block is no memory. */
    @Override
    public Payload sequential() {
        return isMemory()
                ? this
                : new ConcatenatedBuffer(
                        Arrays.stream(blocks).map(Payload::sequential).toArray(Payload[]::new));
    }

    @Override
    public boolean isMemory() {
        return Arrays.stream(blocks).allMatch(Payload::isMemory);
    }

    @Override
    public boolean isCounted() {
        return Arrays.stream(blocks).anyMatch(Payload::isCounted);
    }

    @Override
    public void retain() {
        int held = 0;
        try {
            for (; held < blocks.length; held++) {
                blocks[held].retain();
            }
        } finally {
            if (held < blocks.length) {
                releaseFirst(held);
            }
        }
    }

    @Override
    public @Nullable MpiException release() {
        return releaseFirst(blocks.length);
    }

    private @Nullable MpiException releaseFirst(int count) {
        MpiException first = null;
        for (int i = 0; i < count; i++) {
            MpiException wrong = blocks[i].release();
            first = first == null ? wrong : first;
        }
        return first;
    }

    @Override
    public void received() {
        for (Payload block : blocks) {
            block.received();
        }
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        Objects.checkFromIndexSize(position, target.remaining(), lengthBytes());
        forEachPart(position, target, Payload::copyTo);
    }

    @Override
    public void copyFrom(long position, ByteBuffer source) {
        Objects.checkFromIndexSize(position, source.remaining(), lengthBytes());
        forEachPart(position, source, Payload::copyFrom);
    }

    /** Copies between a block and a part of the bytes of the other side. */
    private interface Copy {

        void copy(Payload block, long position, ByteBuffer other);
    }

    private void forEachPart(long position, ByteBuffer other, Copy copy) {
        long[] ends = ends();
        int end = other.limit();
        int block = Arrays.binarySearch(ends, position);
        block = block < 0 ? -block - 2 : block;
        for (long at = position; other.position() < end; block++) {
            int length = (int) Math.min(end - other.position(), ends[block + 1] - at);
            if (length > 0) {
                other.limit(other.position() + length);
                copy.copy(blocks[block], at - ends[block], other);
                other.limit(end);
                at += length;
            }
        }
    }
}
