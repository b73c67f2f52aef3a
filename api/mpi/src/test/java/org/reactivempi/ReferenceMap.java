package org.reactivempi;

import java.util.ArrayList;
import java.util.List;

/**
 * A type map as the standard writes it down, entry by entry, made from nothing but envelopes: slow, plain, and without a line of what it is
 * the reference for.
 */
final class ReferenceMap {

    /** A basic element at a place. */
    record Entry(Datatype type, long displacement) {}

    final List<Entry> entries = new ArrayList<>();
    private long markedLower;
    private long markedUpper;
    private boolean isMarked;

    static ReferenceMap of(Datatype type) {
        Envelope envelope = type.envelope();
        ReferenceMap map = new ReferenceMap();
        if (envelope instanceof Envelope.Named named) {
            map.entries.add(new Entry(named.type(), 0));
        } else if (envelope instanceof Envelope.Dup made) {
            map.add(0, 1, made.type());
        } else if (envelope instanceof Envelope.Contiguous made) {
            map.add(0, made.count(), made.type());
        } else if (envelope instanceof Envelope.Vector made) {
            for (long i = 0; i < made.count(); i++) {
                map.add(i * made.stride() * extent(made.type()), made.blockLength(), made.type());
            }
        } else if (envelope instanceof Envelope.HVector made) {
            for (long i = 0; i < made.count(); i++) {
                map.add(i * made.strideBytes(), made.blockLength(), made.type());
            }
        } else if (envelope instanceof Envelope.Indexed made) {
            for (int i = 0; i < made.blockLengths().size(); i++) {
                long at = made.displacements().get(i) * extent(made.type());
                map.add(at, made.blockLengths().get(i), made.type());
            }
        } else if (envelope instanceof Envelope.HIndexed made) {
            for (int i = 0; i < made.blockLengths().size(); i++) {
                map.add(made.displacementsBytes().get(i), made.blockLengths().get(i), made.type());
            }
        } else if (envelope instanceof Envelope.IndexedBlock made) {
            for (long at : made.displacements()) {
                map.add(at * extent(made.type()), made.blockLength(), made.type());
            }
        } else if (envelope instanceof Envelope.HIndexedBlock made) {
            for (long at : made.displacementsBytes()) {
                map.add(at, made.blockLength(), made.type());
            }
        } else if (envelope instanceof Envelope.Struct made) {
            for (int i = 0; i < made.types().size(); i++) {
                map.add(
                        made.displacementsBytes().get(i),
                        made.blockLengths().get(i),
                        made.types().get(i));
            }
        } else if (envelope instanceof Envelope.Subarray made) {
            map.grid(
                    made.order(),
                    made.sizes(),
                    (dimension, index) -> index >= made.starts().get(dimension)
                            && index
                                    < made.starts().get(dimension)
                                            + made.subsizes().get(dimension),
                    made.type());
        } else if (envelope instanceof Envelope.DArray made) {
            long[] place = place(made.rank(), made.grid());
            map.grid(
                    made.order(),
                    made.sizes(),
                    (dimension, index) -> owner(
                                    made.distributions().get(dimension),
                                    index,
                                    made.sizes().get(dimension),
                                    made.grid().get(dimension))
                            == place[dimension],
                    made.type());
        } else if (envelope instanceof Envelope.Resized made) {
            map.entries.addAll(of(made.type()).entries);
            map.mark(made.lowerBoundBytes(), made.lowerBoundBytes() + made.extentBytes());
        }
        return map;
    }

    private static long extent(Datatype type) {
        ReferenceMap map = of(type);
        return map.upper() - map.lower();
    }

    private void add(long at, long count, Datatype type) {
        ReferenceMap map = of(type);
        long extent = map.upper() - map.lower();
        for (long i = 0; i < count; i++) {
            long base = at + i * extent;
            map.entries.forEach(entry -> entries.add(new Entry(entry.type(), base + entry.displacement())));
            if (map.isMarked) {
                mark(base + map.markedLower, base + map.markedUpper);
            }
        }
    }

    private void mark(long lower, long upper) {
        markedLower = isMarked ? Math.min(markedLower, lower) : lower;
        markedUpper = isMarked ? Math.max(markedUpper, upper) : upper;
        isMarked = true;
    }

    private interface Owned {

        boolean is(int dimension, long index);
    }

    /** All elements of an array, in the order of memory, that are owned in each dimension. */
    private void grid(Datatype.Order order, List<Long> sizes, Owned owned, Datatype type) {
        long extent = extent(type);
        ReferenceMap element = of(type);
        long total = sizes.stream().reduce(1L, (a, b) -> a * b);
        for (long linear = 0; linear < total; linear++) {
            long left = linear;
            boolean isOwned = true;
            for (int i = 0; i < sizes.size(); i++) {
                int dimension = order == Datatype.Order.ROW_MAJOR ? sizes.size() - 1 - i : i;
                isOwned &= owned.is(dimension, left % sizes.get(dimension));
                left /= sizes.get(dimension);
            }
            if (isOwned) {
                long base = linear * extent;
                element.entries.forEach(entry -> entries.add(new Entry(entry.type(), base + entry.displacement())));
            }
        }
        mark(0, total * extent);
    }

    private static long[] place(int rank, List<Long> grid) {
        long[] place = new long[grid.size()];
        long left = rank;
        for (int i = place.length - 1; i >= 0; i--) {
            place[i] = left % grid.get(i);
            left /= grid.get(i);
        }
        return place;
    }

    private static long owner(Distribution distribution, long index, long size, long ranks) {
        return switch (distribution.kind()) {
            case NONE -> 0;
            case BLOCK -> index / (distribution.argument() > 0 ? distribution.argument() : (size + ranks - 1) / ranks);
            case CYCLIC -> index / Math.max(1, distribution.argument()) % ranks;
        };
    }

    long size() {
        return entries.stream().mapToLong(entry -> entry.type().sizeBytes()).sum();
    }

    long trueLower() {
        return entries.stream().mapToLong(Entry::displacement).min().orElse(0);
    }

    long trueUpper() {
        return entries.stream()
                .mapToLong(entry -> entry.displacement() + entry.type().sizeBytes())
                .max()
                .orElse(0);
    }

    long lower() {
        return isMarked ? markedLower : trueLower();
    }

    long upper() {
        if (isMarked) {
            return markedUpper;
        }
        long alignment = entries.stream()
                .mapToLong(entry -> entry.type().sizeBytes())
                .max()
                .orElse(1);
        long extent = trueUpper() - trueLower();
        return trueLower() + (extent + alignment - 1) / alignment * alignment;
    }

    /** Whether a byte belongs to two entries of so many elements. */
    boolean overlaps(int count) {
        java.util.Set<Long> seen = new java.util.HashSet<>();
        for (int i = 0; i < count; i++) {
            long base = i * (upper() - lower());
            for (Entry entry : entries) {
                for (long octet = 0; octet < entry.type().sizeBytes(); octet++) {
                    if (!seen.add(base + entry.displacement() + octet)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
