package org.reactivempi.transport.engine.match;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from (context, source, tag) to the {@link Chain} of entries with that key.
 *
 * <p>Written by hand since it is looked into for every message: keys are three ints and never objects, and a chain that
 * has become empty stays for its next entry until another one does, and is then used again instead of being allocated.
 */
final class ChainTable {

    private static final int SMALLEST = 16;
    private static final int MOST_SPARE = 256;

    private @Nullable Chain[] buckets = new Chain[SMALLEST];
    private int chains;
    /** The chain that became empty last, and may be so still: most are needed again at once, with the same key. */
    private @Nullable Chain emptied;

    private @Nullable Chain spare;
    private int spares;

    /** The oldest entry with this key. */
    @Nullable
    Node first(int context, int source, int tag) {
        Chain chain = find(hash(context, source, tag), context, source, tag);
        return chain == null ? null : chain.first;
    }

    void append(Node node, int context, int source, int tag) {
        chain(context, source, tag).append(node);
    }

    /** Adds a message or its alias at its place in the order of arrival, which is nearly always the last. */
    void insert(Node node, int context, int source, int tag) {
        chain(context, source, tag).insert(node);
    }

    private Chain chain(int context, int source, int tag) {
        int hash = hash(context, source, tag);
        Chain chain = find(hash, context, source, tag);
        return chain == null ? add(hash, context, source, tag) : chain;
    }

    /** Takes out an entry that is in this table. */
    void remove(Node node) {
        Chain chain = node.chain;
        if (chain == null) {
            throw new IllegalStateException("entry is in no chain");
        }
        chain.remove(node);
        if (chain.first == null && chain != emptied) {
            dropEmptied();
            emptied = chain;
        }
    }

    private void dropEmptied() {
        if (emptied != null && emptied.first == null) {
            drop(emptied);
        }
    }

    /** Shows all entries, in no particular order; {@code visitor} must not change the table. */
    void forEach(Consumer<Node> visitor) {
        for (Chain bucket : buckets) {
            for (Chain chain = bucket; chain != null; chain = chain.nextInBucket) {
                for (Node node = chain.first; node != null; node = node.next) {
                    visitor.accept(node);
                }
            }
        }
    }

    private @Nullable Chain find(int hash, int context, int source, int tag) {
        Chain chain = buckets[hash & (buckets.length - 1)];
        while (chain != null && !chain.has(context, source, tag)) {
            chain = chain.nextInBucket;
        }
        return chain;
    }

    private Chain add(int hash, int context, int source, int tag) {
        if (chains == buckets.length) {
            grow();
        }
        Chain chain = takeSpare();
        chain.context = context;
        chain.source = source;
        chain.tag = tag;
        chain.hash = hash;
        put(buckets, chain);
        chains++;
        return chain;
    }

    private void drop(Chain dropped) {
        int index = dropped.hash & (buckets.length - 1);
        Chain before = null;
        for (Chain chain = buckets[index]; chain != dropped && chain != null; chain = chain.nextInBucket) {
            before = chain;
        }
        if (before == null) {
            buckets[index] = dropped.nextInBucket;
        } else {
            before.nextInBucket = dropped.nextInBucket;
        }
        chains--;
        keepSpare(dropped);
    }

    private Chain takeSpare() {
        Chain chain = spare;
        if (chain == null) {
            return new Chain();
        }
        spare = chain.nextInBucket;
        spares--;
        return chain;
    }

    private void keepSpare(Chain chain) {
        if (spares < MOST_SPARE) {
            chain.nextInBucket = spare;
            spare = chain;
            spares++;
        }
    }

    private void grow() {
        @Nullable Chain[] larger = new Chain[buckets.length * 2];
        for (Chain bucket : buckets) {
            Chain chain = bucket;
            while (chain != null) {
                Chain next = chain.nextInBucket;
                put(larger, chain);
                chain = next;
            }
        }
        buckets = larger;
    }

    private static void put(@Nullable Chain[] buckets, Chain chain) {
        int index = chain.hash & (buckets.length - 1);
        chain.nextInBucket = buckets[index];
        buckets[index] = chain;
    }

    private static int hash(int context, int source, int tag) {
        int hash = (tag * 0x9e3779b1) ^ (source * 0x85ebca6b) ^ (context * 0xc2b2ae35);
        return hash ^ (hash >>> 15);
    }
}
