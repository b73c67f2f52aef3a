package org.reactivempi.core.collective.plan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.operation.HeapMemory;

/** Moves bytes from slot to slot, tile by tile, and reduces them on the way. A run has one, whose tiles serve all its steps. */
final class Transfer {

    /** Small enough for the nearest cache together with two others, and a multiple of most elements. */
    private static final int TILE_BYTES = 8192;

    private @Nullable ByteBuffer tile;

    /** The memory of a part of a slot itself, or null. */
    static @Nullable ByteBuffer directMemory(Payload[] slots, Range range) {
        ByteBuffer memory = slots[range.slot()].directMemory();
        if (memory == null || memory.remaining() < range.from() + range.lengthBytes()) {
            return null;
        }
        return memory.slice((int) range.from(), (int) range.lengthBytes());
    }

    /**
     * Copies.
     *
     * @param pieces how it is cut, or null where it is in one piece
     */
    void copy(Payload[] slots, Range from, Range to, Plan.@Nullable Pieces pieces) {
        long lengthBytes = from.lengthBytes();
        Payload source = slots[from.slot()];
        Payload target = slots[to.slot()];
        if (pieces == null) {
            copy(source, from.from(), target, to.from(), lengthBytes);
            return;
        }
        long at = from.from();
        long there = to.from();
        for (long left = lengthBytes; left > 0; left -= pieces.lengthBytes()) {
            copy(source, at, target, there, Math.min(left, pieces.lengthBytes()));
            at += pieces.leftApart();
            there += pieces.resultApart();
        }
    }

    /** Copies from buffer to buffer. */
    void copy(Payload from, long at, Payload to, long there, long lengthBytes) {
        ByteBuffer tile = enough(this.tile, (int) Math.min(TILE_BYTES, lengthBytes));
        this.tile = tile;
        for (long done = 0; done < lengthBytes; done += tile.limit()) {
            tile.clear().limit((int) Math.min(tile.capacity(), lengthBytes - done));
            from.copyTo(at + done, tile);
            to.copyFrom(there + done, tile.flip());
        }
    }

    private static ByteBuffer tile(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer enough(@Nullable ByteBuffer tile, int length) {
        return tile == null || tile.capacity() < length ? tile(length) : tile;
    }

    /** Reduces whole elements. */
    static final class Reducing {

        private final Op.Reducer reducer;
        private final int tileBytes;
        private @Nullable ByteBuffer here;
        private @Nullable ByteBuffer there;

        Reducing(Op.Reducer reducer) {
            this.reducer = reducer;
            int element = reducer.elementBytes();
            this.tileBytes = Math.max(element, TILE_BYTES / element * element);
        }

        int elementBytes() {
            return reducer.elementBytes();
        }

        /** Whether it runs code of the program. */
        boolean isUsers() {
            return reducer.isUsers();
        }

        /** result = left op right. */
        void reduceAll(Payload[] slots, Range left, Range right, Range result) {
            for (long done = 0; done < result.lengthBytes(); done += tileBytes) {
                int length = (int) Math.min(tileBytes, result.lengthBytes() - done);
                ByteBuffer first = load(here(length), slots, left, done, length);
                ByteBuffer second = load(there(length), slots, right, done, length);
                reducer.reduce(first, second);
                slots[result.slot()].copyFrom(result.from() + done, second.rewind());
            }
        }

        /**
         * Reduces what comes with what is here.
         *
         * @param position where in the ranges it belongs, at an element's beginning
         * @param incoming whole elements
         */
        void reduce(
                Payload[] slots, Range own, Range result, long position, ByteBuffer incoming, boolean incomingFirst) {
            incoming.order(ByteOrder.LITTLE_ENDIAN);
            if (reducer.reduce(
                    slots[own.slot()],
                    own.from() + position,
                    incoming,
                    slots[result.slot()],
                    result.from() + position,
                    incomingFirst)) {
                return;
            }
            int end = incoming.limit();
            while (incoming.position() < end) {
                int length = Math.min(tileBytes, end - incoming.position());
                ByteBuffer mine = load(here(length), slots, own, position, length);
                ByteBuffer theirs = there(length);
                theirs.clear().limit(length);
                incoming.limit(incoming.position() + length);
                theirs.put(incoming).flip();
                incoming.limit(end);
                ByteBuffer out = incomingFirst ? mine : theirs;
                reducer.reduce(incomingFirst ? theirs : mine, out);
                slots[result.slot()].copyFrom(result.from() + position, out.rewind());
                position += length;
            }
        }

        /**
         * Reduces what is in a buffer of another rank, in this JVM, with what is here.
         *
         * @param position where in the ranges it belongs
         * @param from where in {@code other} it begins
         * @return false if nothing was done, since the memories don't allow it
         */
        boolean reduce(
                Payload[] slots,
                Range own,
                Range result,
                long position,
                Payload other,
                long from,
                long lengthBytes,
                boolean otherFirst) {
            int element = reducer.elementBytes();
            if (position % element != 0 || from % element != 0 || lengthBytes % element != 0) {
                return false;
            }
            for (long done = 0; done < lengthBytes; done += tileBytes) {
                if (!reducer.reduce(
                        slots[own.slot()],
                        own.from() + position + done,
                        other,
                        from + done,
                        slots[result.slot()],
                        result.from() + position + done,
                        (int) (Math.min(tileBytes, lengthBytes - done) / element),
                        otherFirst)) {
                    return false;
                }
            }
            return true;
        }

        /** Memory for elements; null if bytes are as good. */
        @Nullable
        Payload memory(long lengthBytes) {
            long count = lengthBytes / reducer.elementBytes();
            return count * reducer.elementBytes() == lengthBytes && count <= HeapMemory.LONGEST_ARRAY
                    ? reducer.memory((int) count)
                    : null;
        }

        private static ByteBuffer load(ByteBuffer tile, Payload[] slots, Range range, long position, int length) {
            tile.clear().limit(length);
            slots[range.slot()].copyTo(range.from() + position, tile);
            return tile.flip().order(ByteOrder.LITTLE_ENDIAN);
        }

        private ByteBuffer here(int length) {
            here = enough(here, length);
            return here;
        }

        private ByteBuffer there(int length) {
            there = enough(there, length);
            return there;
        }
    }
}
