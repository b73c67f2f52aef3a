package org.reactivempi.core.partition;

import java.util.concurrent.atomic.AtomicLongArray;

/** A bit for each partition, which any thread may set. */
final class Marks {

    private final AtomicLongArray words;

    Marks(int partitions) {
        this.words = new AtomicLongArray((partitions + Long.SIZE - 1) / Long.SIZE);
    }

    /** Sets a bit; false if it was set. */
    boolean set(int partition) {
        long bit = 1L << partition;
        int index = partition / Long.SIZE;
        long word = words.get(index);
        while ((word & bit) == 0) {
            long before = words.compareAndExchange(index, word, word | bit);
            if (before == word) {
                return true;
            }
            word = before;
        }
        return false;
    }

    boolean isSet(int partition) {
        return (words.get(partition / Long.SIZE) & 1L << partition) != 0;
    }

    void clear() {
        for (int i = 0; i < words.length(); i++) {
            words.set(i, 0);
        }
    }

    int words() {
        return words.length();
    }

    /** The bits of 64 partitions. */
    long word(int index) {
        return words.get(index);
    }
}
