package org.reactivempi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.Region;

/**
 * Where the bytes of two buffers are, to find out whether they have any in common: parts of arrays, and of memory outside of the heap
 * where its addresses are known.
 */
final class Footprint {

    private final Map<Object, List<Part>> parts = new IdentityHashMap<>();
    private boolean second;

    /**
     * Bytes that belong together.
     *
     * @param second whose they are
     * @param from the first one's address, in whatever memory
     * @param end the address after the last one
     * @param base the address from which {@code region} counts
     * @param region which of them it is; null for all
     */
    private record Part(
            boolean second,
            long from,
            long end,
            long base,
            @Nullable Region region) {

        boolean overlaps(Part other) {
            if (from >= other.end || other.from >= end) {
                return false;
            }
            return region == null && other.region == null
                    || Region.overlap(from, end, base, region, other.from, other.end, other.base, other.region);
        }
    }

    /** What is added from now on is the second buffer's. */
    void second() {
        second = true;
    }

    /** Whether nothing is known of any. */
    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Whether the two are known to have a byte in common. */
    boolean overlap() {
        return parts.values().stream().anyMatch(Footprint::meet);
    }

    /** All bytes from one address to another, of an array or what else has addresses of its own. */
    void add(Object memory, long from, long end) {
        add(memory, new Part(second, from, end, 0, null));
    }

    /** Some bytes of such a memory, counted from {@code base}. */
    void add(Object memory, long base, Region region) {
        add(memory, new Part(second, base + region.low(), base + region.high(), base, region));
    }

    private void add(Object memory, Part part) {
        if (part.end > part.from) {
            parts.computeIfAbsent(memory, unused -> new ArrayList<>()).add(part);
        }
    }

    /** Whether any part of the one overlaps one of the other: looks from each at parts that begin before it ends. */
    private static boolean meet(List<Part> all) {
        all.sort(Comparator.comparingLong(Part::from));
        for (int i = 0; i < all.size(); i++) {
            Part part = all.get(i);
            for (int j = i + 1; j < all.size() && all.get(j).from < part.end; j++) {
                if (all.get(j).second != part.second && part.overlaps(all.get(j))) {
                    return true;
                }
            }
        }
        return false;
    }
}
