package org.reactivempi.transport.engine.protocol;

import io.netty.util.collection.LongObjectHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What is known by numbers that count up. Each stands in the table under a scrambled number: numbers that follow each other would
 * stand side by side, and a table with open addressing looks at all that stand after the one that is removed.
 */
final class NumberMap<T> {

    /** Odd, so that each number has a scrambled one of its own; its bits are those of the golden ratio. */
    private static final long SCRAMBLE = 0x9E3779B97F4A7C15L;

    /** What takes the scrambling back: the product of the two is 1. */
    private static final long RESTORE = 0xF1DE83E19937733DL;

    /** Null before the first entry: most peers are never owed one. */
    private @Nullable LongObjectHashMap<T> entries;

    /** Returns what was there under this number. */
    @Nullable
    T put(long number, T entry) {
        LongObjectHashMap<T> known = entries;
        if (known == null) {
            known = new LongObjectHashMap<>();
            entries = known;
        }
        return known.put(number * SCRAMBLE, entry);
    }

    @Nullable
    T get(long number) {
        LongObjectHashMap<T> known = entries;
        return known == null ? null : known.get(number * SCRAMBLE);
    }

    @Nullable
    T remove(long number) {
        LongObjectHashMap<T> known = entries;
        return known == null ? null : known.remove(number * SCRAMBLE);
    }

    int size() {
        LongObjectHashMap<T> known = entries;
        return known == null ? 0 : known.size();
    }

    void clear() {
        entries = null;
    }

    /** Shows all of them, in no order. */
    void forEach(Consumer<T> visitor) {
        LongObjectHashMap<T> known = entries;
        if (known != null && !known.isEmpty()) {
            known.values().forEach(visitor);
        }
    }

    /** All of them, by their numbers. */
    List<T> all() {
        LongObjectHashMap<T> known = entries;
        if (known == null) {
            return List.of();
        }
        return StreamSupport.stream(known.entries().spliterator(), false)
                .map(entry -> new Numbered<>(entry.key() * RESTORE, entry.value()))
                .sorted()
                .map(Numbered::entry)
                .toList();
    }

    private record Numbered<T>(long number, T entry) implements Comparable<Numbered<T>> {

        @Override
        public int compareTo(Numbered<T> other) {
            return Long.compare(number, other.number);
        }
    }
}
