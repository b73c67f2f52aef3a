package org.reactivempi.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes layouts so that types which touch the same bytes in the same order mostly get the same one: what is empty is dropped, what
 * is adjacent becomes one block, what is regular a loop, and loops of loops fold where their strides allow it.
 *
 * <p>What comes in has been checked: displacements and sizes don't overflow.
 */
final class NormalForm {

    private NormalForm() {}

    /** One basic element. */
    static Layout basic(int width) {
        return new Dense(0, width, width);
    }

    /** No bytes. */
    static Layout nothing() {
        return Dense.NOTHING;
    }

    /** A layout as often as {@code count} says, {@code stride} bytes apart. */
    static Layout repeat(long count, long stride, Layout child) {
        if (count == 0 || child.size() == 0) {
            return Dense.NOTHING;
        }
        if (count == 1) {
            return child;
        }
        if (child instanceof Dense dense) {
            return stride == dense.length()
                    ? new Dense(dense.displacement(), count * stride, dense.width())
                    : new Strided(dense.displacement(), 1, 0, count, stride, dense.length(), dense.width());
        }
        if (child instanceof Strided rows) {
            return repeat(count, stride, rows);
        }
        if (child instanceof Repeat inner && continues(stride, inner.count(), inner.stride())) {
            return new Repeat(Math.multiplyExact(count, inner.count()), inner.stride(), inner.child());
        }
        return new Repeat(count, stride, child);
    }

    private static Layout repeat(long count, long stride, Strided child) {
        boolean oneRow = child.rows() == 1;
        if (oneRow && continues(stride, child.count(), child.stride())) {
            return strided(child, 1, 0, Math.multiplyExact(count, child.count()));
        }
        if (oneRow) {
            return strided(child, count, stride, child.count());
        }
        return continues(stride, child.rows(), child.rowStride())
                ? strided(child, Math.multiplyExact(count, child.rows()), child.rowStride(), child.count())
                : new Repeat(count, stride, child);
    }

    private static Strided strided(Strided like, long rows, long rowStride, long count) {
        return new Strided(like.displacement(), rows, rowStride, count, like.stride(), like.length(), like.width());
    }

    /** Whether something goes on with the same stride where its repetition begins. */
    private static boolean continues(long outer, long count, long stride) {
        return stride != 0 ? outer % stride == 0 && outer / stride == count : outer == 0;
    }

    /**
     * Elements at different places, as many as given at each.
     *
     * @param displacements of the places in bytes
     * @param counts how many elements there, each 0 or more
     * @param extent bytes from element to element
     */
    static Layout blocks(long[] displacements, long[] counts, long extent, Layout child) {
        int places = 0;
        long[] at = new long[displacements.length];
        long[] number = new long[displacements.length];
        for (int i = 0; i < at.length; i++) {
            if (counts[i] > 0 && child.size() > 0) {
                if (places > 0 && displacements[i] - at[places - 1] == number[places - 1] * extent) {
                    number[places - 1] += counts[i];
                } else {
                    at[places] = displacements[i];
                    number[places++] = counts[i];
                }
            }
        }
        if (places == 0) {
            return Dense.NOTHING;
        }
        at = Arrays.copyOf(at, places);
        number = Arrays.copyOf(number, places);
        if (places == 1) {
            return repeat(number[0], extent, child).shifted(at[0]);
        }
        if (areEqual(number)) {
            Layout block = repeat(number[0], extent, child);
            return isRegular(at) ? repeat(places, at[1] - at[0], block.shifted(at[0])) : places(at, block);
        }
        return child instanceof Dense dense && dense.length() == extent
                ? indexed(at, number, dense)
                : Scatter.of(at, number, extent, child);
    }

    private static Layout places(long[] at, Layout block) {
        long[] once = new long[at.length];
        Arrays.fill(once, 1);
        return block instanceof Dense dense ? indexed(at, once, dense) : Scatter.of(at, once, 0, block);
    }

    private static Layout indexed(long[] at, long[] counts, Dense child) {
        long[] displacements = new long[at.length];
        long[] ends = new long[at.length];
        long end = 0;
        for (int i = 0; i < at.length; i++) {
            displacements[i] = at[i] + child.displacement();
            end = Math.addExact(end, counts[i] * child.length());
            ends[i] = end;
        }
        return Indexed.of(displacements, ends, child.width());
    }

    private static boolean areEqual(long[] values) {
        return Arrays.stream(values).allMatch(value -> value == values[0]);
    }

    private static boolean isRegular(long[] values) {
        for (int i = 2; i < values.length; i++) {
            if (values[i] - values[i - 1] != values[1] - values[0]) {
                return false;
            }
        }
        return true;
    }

    /** Different layouts one after the other. */
    static Layout sequence(List<Layout> fields) {
        List<Layout> flat = new ArrayList<>();
        for (Layout field : fields) {
            if (field instanceof Sequence inner) {
                inner.fields().forEach(each -> add(flat, each));
            } else if (field.size() > 0) {
                add(flat, field);
            }
        }
        if (flat.isEmpty()) {
            return Dense.NOTHING;
        }
        if (flat.size() == 1) {
            return flat.get(0);
        }
        return flat.stream().allMatch(field -> isDense(field, flat.get(0))) ? blocks(flat) : Sequence.of(flat);
    }

    private static void add(List<Layout> flat, Layout next) {
        int last = flat.size() - 1;
        if (last >= 0
                && flat.get(last) instanceof Dense before
                && next instanceof Dense after
                && before.width() == after.width()
                && before.high() == after.low()) {
            flat.set(last, new Dense(before.displacement(), before.length() + after.length(), before.width()));
        } else {
            flat.add(next);
        }
    }

    private static boolean isDense(Layout field, Layout like) {
        return field instanceof Dense dense && like instanceof Dense first && dense.width() == first.width();
    }

    private static Layout blocks(List<Layout> dense) {
        long[] displacements = dense.stream().mapToLong(Layout::low).toArray();
        int width = ((Dense) dense.get(0)).width();
        long[] counts = dense.stream().mapToLong(field -> field.size() / width).toArray();
        return blocks(displacements, counts, width, basic(width));
    }

    /** The same bytes as elements of width 1, for memory whose elements lie as they travel: fields that touch become one. */
    static Layout bytes(Layout layout) {
        if (layout instanceof Dense dense) {
            return new Dense(dense.displacement(), dense.length(), 1);
        }
        if (layout instanceof Strided rows) {
            return new Strided(
                    rows.displacement(), rows.rows(), rows.rowStride(), rows.count(), rows.stride(), rows.length(), 1);
        }
        if (layout instanceof Indexed blocks) {
            return new Indexed(blocks.displacements(), blocks.ends(), 1);
        }
        if (layout instanceof Repeat loop) {
            return repeat(loop.count(), loop.stride(), bytes(loop.child()));
        }
        if (layout instanceof Scatter places) {
            return new Scatter(places.displacements(), places.ends(), places.stride(), bytes(places.child()));
        }
        return sequence(
                ((Sequence) layout).fields().stream().map(NormalForm::bytes).toList());
    }
}
