package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Elements of a plan in a memory, at equal distances.
 *
 * <p>Copies chunks of their payload, which may begin and end anywhere: the rest of the element that the chunk begins in, whole
 * elements, and the begin of the last one. Keeps no place between copies, so that several threads may copy at the same time.
 */
public final class Region {

    /** From here on, on average, walking two layouts at once is faster than a copy by way of memory that stays in the cache. */
    private static final int WALKED_BLOCK_BYTES = 256;

    /** From here on a block that the system reads itself costs less than its copy. */
    private static final int LONG_BLOCK_BYTES = 16 * 1024;

    private final Memory memory;
    private final Plan plan;
    private final long count;
    private final long origin;
    private final Layout layout;
    private final long stride;
    /** Whether the blocks are long on average; null as long as nobody has asked. Several threads may find it out, all the same. */
    private @Nullable Boolean longBlocks;

    /**
     * Elements in memory.
     *
     * @param memory where
     * @param plan of each element
     * @param count how many
     * @param origin address of displacement 0 of the first one
     * @param order of the payload
     */
    public Region(Memory memory, Plan plan, long count, long origin, ByteOrder order) {
        this.memory = memory;
        this.plan = plan;
        this.count = count;
        this.origin = origin;
        this.layout = memory.order() == order ? plan.bytes() : plan.layout();
        this.stride = plan.extent();
    }

    /**
     * The address of its lowest byte.
     *
     * @return bytes from the memory's begin; 0 without data
     */
    public long low() {
        return isEmpty() ? 0 : origin + plan.low() + Math.min(0, (count - 1) * stride);
    }

    /**
     * The address after its highest byte.
     *
     * @return bytes from the memory's begin; 0 without data
     */
    public long high() {
        return isEmpty() ? 0 : origin + plan.high() + Math.max(0, (count - 1) * stride);
    }

    private boolean isEmpty() {
        return count == 0 || layout.size() == 0;
    }

    /**
     * Whether all its bytes follow each other, as they travel.
     *
     * @return true if its payload is a part of the memory
     */
    public boolean isDense() {
        return layout instanceof Dense dense && (count == 1 || dense.length() == stride);
    }

    /**
     * Whether it has a byte twice, so that it can't be received into.
     *
     * @return true if there is such a byte
     */
    public boolean overlaps() {
        return plan.overlaps(count);
    }

    /**
     * The memory of a part of the payload itself, where the system can read that without a copy, and the blocks are so long on
     * average that this is worth it.
     *
     * @param position first byte of the part in the payload
     * @param most how long it may be, 1 byte or more
     * @return a view of its own, of 1 byte or more, to the block's end or {@code most}; null if the payload has to be copied
     */
    public @Nullable ByteBuffer direct(long position, int most) {
        if (!hasLongBlocks()) {
            return null;
        }
        long element = elementAt(position);
        long into = position - element * layout.size();
        long left = isDense() ? count * layout.size() - position : layout.blockLeft(into);
        return memory.direct(origin + element * stride + layout.address(into), (int) Math.min(left, most));
    }

    /** The number of the element that a byte of the payload is in: without a division in the first one, where short messages are. */
    private long elementAt(long position) {
        return position < layout.size() ? 0 : position / layout.size();
    }

    /**
     * Copies a part of this payload to a part of another one, from memory to memory, in one copy.
     *
     * <p>Where one side is the payload itself, the other moves its elements there; else both layouts are walked at once, each time to
     * the end of the shorter block.
     *
     * @param position first byte of the part in this payload
     * @param to where it goes, in memory that it has in no part
     * @param toPosition first byte of the part in that payload
     * @param lengthBytes how long the part is, 1 byte or more, to the end of either payload at most
     * @return false if nothing was copied, since the memories don't allow it, or because blocks are so short that a copy by way of other
     *     memory is faster
     */
    public boolean copyTo(long position, Region to, long toPosition, long lengthBytes) {
        return isWalkable() && to.isWalkable() && walkTo(position, to, toPosition, lengthBytes)
                || lengthBytes <= Integer.MAX_VALUE && moveTo(position, to, toPosition, (int) lengthBytes);
    }

    /** Where either side's memory is its payload. */
    private boolean moveTo(long position, Region to, long toPosition, int lengthBytes) {
        ByteBuffer target = to.payload(toPosition, lengthBytes);
        if (target != null) {
            move(true, position, target);
            return true;
        }
        ByteBuffer source = payload(position, lengthBytes);
        if (source != null) {
            to.move(false, toPosition, source);
            return true;
        }
        return false;
    }

    /** A part of the payload where that is in one {@code ByteBuffer}, in its order; null if it isn't. */
    private @Nullable ByteBuffer payload(long position, int lengthBytes) {
        return memory instanceof BytesMemory bytes && isDense() && layout.equals(plan.bytes())
                ? bytes.bytes()
                        .slice((int) (origin + layout.address(0) + position), lengthBytes)
                        .order(ByteOrder.LITTLE_ENDIAN)
                : null;
    }

    private boolean walkTo(long position, Region to, long toPosition, long lengthBytes) {
        Walk from = new Walk(this, position);
        Walk into = new Walk(to, toPosition);
        for (long left = lengthBytes; left > 0; ) {
            int length =
                    (int) Math.min(Math.min(from.blockLeft(), into.blockLeft()), Math.min(left, Integer.MAX_VALUE));
            if (!memory.copyBlock(from.address(), to.memory, into.address(), length)) {
                return false;
            }
            from.skip(length);
            into.skip(length);
            left -= length;
        }
        return true;
    }

    /** A way through the blocks of a region. */
    private static final class Walk {

        private final Region region;
        private final boolean dense;
        private long element;
        private long into;

        Walk(Region region, long position) {
            this.region = region;
            this.dense = region.isDense();
            skip(position);
        }

        long address() {
            return region.origin + element * region.stride + region.layout.address(into);
        }

        long blockLeft() {
            return dense ? (region.count - element) * region.layout.size() - into : region.layout.blockLeft(into);
        }

        void skip(long length) {
            long size = region.layout.size();
            into += length;
            if (into >= size) {
                element += into / size;
                into %= size;
            }
        }
    }

    private boolean hasLongBlocks() {
        Boolean known = longBlocks;
        if (known == null) {
            known = !isEmpty() && layout.equals(plan.bytes()) && meanBlockBytes() >= LONG_BLOCK_BYTES;
            longBlocks = known;
        }
        return known;
    }

    /**
     * Whether its blocks are so long on average that a copy from where they are, or to there, is faster than one by way of other memory.
     *
     * @return false also without data
     */
    public boolean isWalkable() {
        return !isEmpty() && meanBlockBytes() >= WALKED_BLOCK_BYTES;
    }

    private long meanBlockBytes() {
        long pieces = memory instanceof PieceMemory several ? several.pieces() : 1;
        long blocks = isDense() ? 1 : count * layout.blocks();
        return count * layout.size() / Math.max(pieces, blocks);
    }

    /**
     * Whether two parts of one memory have a byte in common.
     *
     * @param from of the first part its lowest byte's address
     * @param end the address after its highest byte
     * @param base the address from which {@code region} counts
     * @param region which of these bytes it is; null for all
     * @param otherFrom of the second part the same
     * @param otherEnd the same
     * @param otherBase the same
     * @param other the same
     * @return true if there is such a byte
     */
    public static boolean overlap(
            long from,
            long end,
            long base,
            @Nullable Region region,
            long otherFrom,
            long otherEnd,
            long otherBase,
            @Nullable Region other) {
        return Overlap.between(bytes(from, end, base, region), bytes(otherFrom, otherEnd, otherBase, other));
    }

    private static Overlap.Blocks bytes(long from, long end, long base, @Nullable Region region) {
        Overlap.Blocks blocks = new Overlap.Blocks();
        if (region == null) {
            blocks.block(from, end - from, 1);
        } else {
            NormalForm.repeat(region.count, region.stride, region.plan.bytes()).blocks(base + region.origin, blocks);
        }
        return blocks;
    }

    /**
     * Copies a chunk.
     *
     * @param out true into the payload's buffer, false out of it
     * @param position first byte of the chunk in the payload
     * @param payload all its remaining bytes; then its position is its limit
     */
    public void move(boolean out, long position, ByteBuffer payload) {
        int limit = payload.limit();
        int at = payload.position();
        if (at < limit) {
            long element = elementAt(position);
            long into = position - element * layout.size();
            Repeat.movePart(memory, out, origin + element * stride, stride, layout, into, limit - at, payload, at);
            payload.position(limit);
        }
    }
}
