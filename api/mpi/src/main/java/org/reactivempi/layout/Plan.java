package org.reactivempi.layout;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A layout, and the distance from element to element. Types with equal layouts share one plan, so that what is found out about it
 * is found out once.
 */
public final class Plan {

    private static final Map<Plan, WeakReference<Plan>> PLANS = Collections.synchronizedMap(new WeakHashMap<>());

    private final Layout layout;
    private final long extent;
    private final int hash;
    private final long low;
    private final long high;
    private @Nullable Layout bytes;
    /** So many elements are known to have no byte twice; and from so many on, one has. Both only get closer. */
    private volatile long disjoint;

    private volatile long overlapping = Long.MAX_VALUE;

    private Plan(Layout layout, long extent) {
        this.layout = layout;
        this.extent = extent;
        this.hash = 31 * layout.hashCode() + Long.hashCode(extent);
        this.low = layout.low();
        this.high = layout.high();
    }

    /**
     * The plan for elements: the one that is there, or a new one.
     *
     * @param map of an element
     * @return the same for all maps that touch the same bytes, and have the same extent
     */
    public static Plan of(TypeMap map) {
        Plan made = new Plan(map.layout(), map.extent());
        synchronized (PLANS) {
            WeakReference<Plan> known = PLANS.get(made);
            Plan plan = known == null ? null : known.get();
            if (plan == null) {
                PLANS.put(made, new WeakReference<>(made));
                plan = made;
            }
            return plan;
        }
    }

    /** What an element is. */
    Layout layout() {
        return layout;
    }

    /**
     * How long the payload of an element is.
     *
     * @return length in bytes
     */
    public long sizeBytes() {
        return layout.size();
    }

    /**
     * How far it is from element to element.
     *
     * @return distance in bytes
     */
    public long stride() {
        return extent;
    }

    /**
     * Whether an element is one block.
     *
     * @return true if it has no gaps
     */
    public boolean isDense() {
        return bytes() instanceof Dense;
    }

    /**
     * Where the first byte of the payload is.
     *
     * @return displacement in bytes; 0 without data
     */
    public long firstByte() {
        return layout.size() == 0 ? 0 : layout.address(0);
    }

    /**
     * Where an element's lowest byte is.
     *
     * @return displacement in bytes
     */
    public long lowest() {
        return low;
    }

    /**
     * Where the byte after an element's highest one is.
     *
     * @return displacement in bytes
     */
    public long highest() {
        return high;
    }

    /**
     * Where a byte of the payload is.
     *
     * @param position in the payload of one element, 0 to {@code sizeBytes() - 1}
     * @return displacement in bytes
     */
    public long byteAt(long position) {
        return bytes().address(position);
    }

    /**
     * How long its block still is, from a byte of the payload on.
     *
     * @param position of that byte
     * @return length in bytes, 1 or more
     */
    public long runLeft(long position) {
        return bytes().blockLeft(position);
    }

    /**
     * How many blocks of an element, from the one on that begins with a byte of the payload, have one length and lie at equal distances.
     *
     * @param position of that byte
     * @param most how many to look for, 1 or more
     * @return 1 to {@code most}; 1 for a byte within a block
     */
    public long equalBlocks(long position, long most) {
        return bytes().equalBlocks(position, most);
    }

    /** Bytes from element to element. */
    long extent() {
        return extent;
    }

    /** Where an element's lowest byte is; found once, since each operation asks for it. */
    long low() {
        return low;
    }

    /** Where the byte after an element's highest one is. */
    long high() {
        return high;
    }

    /** The layout for memory whose elements lie as they travel; made when it is first needed. */
    Layout bytes() {
        Layout made = bytes;
        if (made == null) {
            made = NormalForm.bytes(layout);
            bytes = made;
        }
        return made;
    }

    /**
     * How many basic elements are in a payload.
     *
     * @param bytes how long it is
     * @return 0 or more, or -1 if the last one is cut
     */
    public long elements(long bytes) {
        long whole = bytes / layout.size();
        long last = layout.elements(bytes - whole * layout.size());
        return last < 0 ? -1 : whole * layout.elements() + last;
    }

    /**
     * Whether all blocks begin at multiples of a number of bytes, if displacement 0 of the first element is one.
     *
     * @param bytes 1 or more
     * @return false if one doesn't
     */
    public boolean isAligned(long bytes) {
        return layout.isAligned(bytes) && (layout.size() == 0 || extent % bytes == 0);
    }

    /**
     * Whether some elements have a byte in common, or one has one twice, so that they can't be received into.
     *
     * @param count how many elements, at equal distances
     * @return true if there is such a byte
     */
    public boolean overlaps(long count) {
        if (count <= disjoint) {
            return false;
        }
        if (count >= overlapping) {
            return true;
        }
        boolean found = Overlap.in(NormalForm.repeat(count, extent, bytes()));
        if (found) {
            overlapping = count;
        } else {
            disjoint = count;
        }
        return found;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Plan that
                        && hash == that.hash
                        && extent == that.extent
                        && Objects.equals(layout, that.layout);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return "Plan[layout=" + layout + ", extent=" + extent + "]";
    }
}
