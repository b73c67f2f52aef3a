package org.reactivempi;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** Numbers as a list that can't be changed, and takes no object for each of them. */
final class Longs extends AbstractList<Long> implements RandomAccess {

    private final long[] values;

    private Longs(long[] values) {
        this.values = values;
    }

    static List<Long> of(long... values) {
        return new Longs(values.clone());
    }

    static long[] toArray(List<Long> values) {
        return values instanceof Longs longs
                ? longs.values.clone()
                : values.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public Long get(int index) {
        return values[index];
    }

    @Override
    public int size() {
        return values.length;
    }
}
