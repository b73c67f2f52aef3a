package org.reactivempi;

import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.Plan;

/**
 * Where the bytes of elements are that lie in another memory than a buffer's own, such as that of a window's target: what the library does with
 * the layout of a type. Programs need nothing of it.
 *
 * <p>Immutable.
 *
 * @since 0.1
 */
public final class Runs {

    private final Plan plan;
    private final long sizeBytes;
    private final long count;
    private final long lengthBytes;
    private final boolean dense;

    private Runs(Datatype type, long count) {
        this.plan = type.plan();
        this.sizeBytes = type.sizeBytes();
        this.count = count;
        this.lengthBytes = Math.multiplyExact(sizeBytes, count);
        this.dense = plan.isDense() && (count == 1 || plan.sizeBytes() == type.extentBytes());
    }

    /**
     * Some elements at equal distances.
     *
     * @param type of each of them
     * @param count how many, 0 or more
     * @return where their bytes are
     * @throws ArithmeticException if they are more bytes than a {@code long} holds
     */
    public static Runs of(Datatype type, long count) {
        return new Runs(type, count);
    }

    /**
     * What all elements of a type are made of.
     *
     * @param type any type
     * @return a basic type, or one of the constants for pairs, of which nothing but pairs is; null if there are several, or if there is no
     *     data. Pairs of {@code int}s with other {@code int}s are {@link Datatype#INT}
     */
    public static @Nullable Datatype unit(Datatype type) {
        Datatype unit = type.unit();
        return unit == null ? type.base() : unit;
    }

    /**
     * How long their payload is.
     *
     * @return length in bytes
     */
    public long lengthBytes() {
        return lengthBytes;
    }

    /**
     * Whether they follow each other without gaps, from displacement 0 on.
     *
     * @return true also where there are none
     */
    public boolean isDense() {
        return lengthBytes == 0 || dense && plan.firstByte() == 0;
    }

    /**
     * Where the lowest byte is.
     *
     * @return bytes from displacement 0 of the first element; 0 where there are none
     */
    public long low() {
        return lengthBytes == 0 ? 0 : plan.lowest() + Math.min(0, Math.multiplyExact(count - 1, plan.stride()));
    }

    /**
     * Where the byte after the highest one is.
     *
     * @return bytes from displacement 0 of the first element; 0 where there are none
     */
    public long high() {
        return lengthBytes == 0 ? 0 : plan.highest() + Math.max(0, Math.multiplyExact(count - 1, plan.stride()));
    }

    /**
     * Where a byte of the payload is.
     *
     * @param position in the payload, 0 to {@code lengthBytes() - 1}
     * @return bytes from displacement 0 of the first element
     */
    public long place(long position) {
        long element = position < sizeBytes ? 0 : position / sizeBytes;
        return element * plan.stride() + plan.byteAt(position - element * sizeBytes);
    }

    /**
     * How many bytes of the payload, from one on, lie next to each other.
     *
     * @param position of that one, 0 to {@code lengthBytes() - 1}
     * @return 1 or more
     */
    public long run(long position) {
        return dense ? lengthBytes - position : plan.runLeft(position % sizeBytes);
    }

    /**
     * How many bytes of the payload, from one on, are in runs of the length of its {@linkplain #run own} that lie at equal distances. The distance
     * is that from the first to the second of them.
     *
     * @param position of that one, 0 to {@code lengthBytes() - 1}
     * @param mostBytes how far to look, 1 or more
     * @return the length of the first run, also where that is longer than {@code mostBytes}, or a multiple of it that is not. There may be more of
     *     them than it says
     */
    public long equalRuns(long position, long mostBytes) {
        long run = run(position);
        if (dense || run > mostBytes / 2) {
            return run;
        }
        long most = mostBytes / run;
        long element = position / sizeBytes;
        long into = position - element * sizeBytes;
        if (plan.isDense()) {
            return into == 0 ? run * Math.min(count - element, most) : run;
        }
        return run * plan.equalBlocks(into, most);
    }

    /**
     * How many bytes of the payload, from a unit on, are in units that follow each other at their own distance: gaps within and between them
     * are no reason to stop.
     *
     * @param position of the first byte of a unit, 0 to {@code lengthBytes() - 1}
     * @param unit what all of the payload {@linkplain #unit is made of}
     * @param mostBytes how far to look, one unit or more
     * @return whole units, one or more, and no more than {@code mostBytes}
     */
    public long run(long position, Datatype unit, long mostBytes) {
        long width = unit.sizeBytes();
        long left = Math.min(lengthBytes - position, mostBytes - mostBytes % width);
        if (sizeBytes == width && plan.stride() == unit.extentBytes()) {
            return left;
        }
        long run = width;
        for (long next = place(position); run < left; run += width) {
            next += unit.extentBytes();
            if (place(position + run) != next) {
                break;
            }
        }
        return run;
    }
}
