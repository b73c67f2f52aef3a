package org.reactivempi.layout;

import java.util.ArrayList;
import java.util.List;

/**
 * A type map: the layout of an element, and its bounds. Built up by the constructors of MPI, each of which fails with an
 * {@link ArithmeticException} where a size, a displacement or a bound is more than a {@code long} holds.
 *
 * <pre>
 *  lower        low                    high   upper
 *    |...........[###]....[###]....[###].......|
 *    |           |&lt;---- true extent ---&gt;|      |
 *    |&lt;--------------- extent ----------------&gt;|
 * </pre>
 * Bounds that were set by {@link #resized} hide those of everything else (MPI-4.1, 5.1.6); without them they are those of the
 * bytes, the upper one rounded up so that an array of elements keeps its alignment.
 */
public final class TypeMap {

    private final Layout layout;
    private final long lower;
    private final long upper;
    private final boolean isMarked;
    private final int alignment;

    private TypeMap(Layout layout, long lower, long upper, boolean isMarked, int alignment) {
        this.layout = layout;
        this.lower = lower;
        this.upper = upper;
        this.isMarked = isMarked;
        this.alignment = alignment;
        Math.subtractExact(upper, lower);
        if (layout.size() > 0) {
            Math.subtractExact(layout.high(), layout.low());
        }
    }

    /**
     * One basic element.
     *
     * @param width its size in bytes: 1, 2, 4 or 8
     * @return its map
     */
    public static TypeMap basic(int width) {
        return new TypeMap(NormalForm.basic(width), 0, width, false, width);
    }

    private static TypeMap unmarked(Layout layout, int alignment) {
        if (layout.size() == 0) {
            return new TypeMap(layout, 0, 0, false, 1);
        }
        long extent = Math.subtractExact(layout.high(), layout.low());
        long padding = Math.floorMod(-extent, (long) alignment);
        return new TypeMap(layout, layout.low(), Math.addExact(layout.high(), padding), false, alignment);
    }

    Layout layout() {
        return layout;
    }

    /**
     * How long the payload of an element is.
     *
     * @return length in bytes
     */
    public long size() {
        return layout.size();
    }

    /**
     * The lower bound.
     *
     * @return displacement in bytes
     */
    public long lower() {
        return lower;
    }

    /**
     * The upper bound.
     *
     * @return displacement in bytes
     */
    public long upper() {
        return upper;
    }

    /**
     * How far it is from element to element.
     *
     * @return distance in bytes
     */
    public long extent() {
        return upper - lower;
    }

    /**
     * Where the lowest byte is.
     *
     * @return displacement in bytes; 0 without data
     */
    public long low() {
        return layout.size() == 0 ? 0 : layout.low();
    }

    /**
     * Where the byte after the highest one is.
     *
     * @return displacement in bytes; 0 without data
     */
    public long high() {
        return layout.size() == 0 ? 0 : layout.high();
    }

    /**
     * Elements at equal distances.
     *
     * @param count how many
     * @param stride bytes from one to the next
     * @return all of them as one element
     */
    public TypeMap repeat(long count, long stride) {
        return blocks(new long[] {0}, new long[] {count}, stride);
    }

    /**
     * Elements at different places.
     *
     * @param displacements of the places in bytes
     * @param counts how many there are at each
     * @return all of them as one element
     */
    public TypeMap blocks(long[] displacements, long[] counts) {
        return blocks(displacements, counts, extent());
    }

    private TypeMap blocks(long[] displacements, long[] counts, long stride) {
        Bounds bounds = new Bounds();
        for (int i = 0; i < displacements.length; i++) {
            bounds.add(this, displacements[i], counts[i], stride);
        }
        return bounds.of(NormalForm.blocks(displacements, counts, stride, layout));
    }

    /**
     * Elements of different types.
     *
     * @param displacements of the places in bytes
     * @param counts how many there are at each
     * @param types what is there
     * @return all of them as one element
     */
    public static TypeMap struct(long[] displacements, long[] counts, List<TypeMap> types) {
        Bounds bounds = new Bounds();
        List<Layout> fields = new ArrayList<>();
        for (int i = 0; i < displacements.length; i++) {
            TypeMap type = types.get(i);
            bounds.add(type, displacements[i], counts[i], type.extent());
            fields.add(NormalForm.repeat(counts[i], type.extent(), type.layout).shifted(displacements[i]));
        }
        return bounds.of(NormalForm.sequence(fields));
    }

    /**
     * The same with other bounds.
     *
     * @param newLower the lower bound
     * @param newExtent the extent
     * @return the resized element
     */
    public TypeMap resized(long newLower, long newExtent) {
        return new TypeMap(layout, newLower, Math.addExact(newLower, newExtent), true, alignment);
    }

    /**
     * The same at another place, with bounds that go along.
     *
     * @param by how far in bytes
     * @return the moved element
     */
    public TypeMap shifted(long by) {
        return blocks(new long[] {by}, new long[] {1});
    }

    /** The bounds of all that is put together, and how long that is. */
    private static final class Bounds {

        private long size;
        private long lower = Long.MAX_VALUE;
        private long upper = Long.MIN_VALUE;
        private boolean isMarked;
        private int alignment = 1;

        void add(TypeMap type, long displacement, long count, long stride) {
            if (count == 0) {
                return;
            }
            size = Math.addExact(size, Math.multiplyExact(count, type.layout.size()));
            long last = Math.multiplyExact(count - 1, stride);
            long least = Math.addExact(displacement, Math.min(0, last));
            long most = Math.addExact(displacement, Math.max(0, last));
            if (type.layout.size() > 0) {
                Math.addExact(least, type.layout.low());
                Math.addExact(most, type.layout.high());
                Math.addExact(most, stride);
                alignment = Math.max(alignment, type.alignment);
            }
            if (type.isMarked) {
                isMarked = true;
                lower = Math.min(lower, Math.addExact(least, type.lower));
                upper = Math.max(upper, Math.addExact(most, type.upper));
            }
        }

        TypeMap of(Layout layout) {
            return isMarked ? new TypeMap(layout, lower, upper, true, alignment) : unmarked(layout, alignment);
        }
    }
}
