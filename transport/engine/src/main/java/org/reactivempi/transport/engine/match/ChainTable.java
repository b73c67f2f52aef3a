package org.reactivempi.transport.engine.match;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from (context, source, tag) to the {@link Chain} of entries with that key.
 *
 * <p>Written by hand since it is looked into for every message: keys are three ints and never objects, and a chain that
 * has become empty stays for its next entry until another one does, and is then used again instead of being allocated. The
 * links between entries are fields of the entries, of another type in each table; so the chains link them themselves.
 *
 * @param <C> the kind of chain
 */
final class ChainTable<C extends ChainTable.Chain<C>> {

    /**
     * All entries with the same context, source and tag, in order; a slot of the table.
     *
     * @param <C> the kind of chain
     */
    abstract static class Chain<C extends Chain<C>> {

        int context;
        int source;
        int tag;
        int hash;

        @Nullable
        C nextInBucket;

        abstract boolean isEmpty();

        final boolean has(int context, int source, int tag) {
            return this.context == context && this.source == source && this.tag == tag;
        }
    }

    private static final int SMALLEST = 16;
    private static final int MOST_SPARE = 256;

    private final Supplier<C> newChain;
    private @Nullable C[] buckets = newBuckets(SMALLEST);
    private int chains;
    /** The chain that became empty last, and may be so still: most are needed again at once, with the same key. */
    private @Nullable C emptied;

    private @Nullable C spare;
    private int spares;

    /** An empty table; {@code newChain} makes a chain without entries. */
    ChainTable(Supplier<C> newChain) {
        this.newChain = newChain;
    }

    /** The chain of this key, which may be empty; or null. */
    @Nullable
    C find(int context, int source, int tag) {
        return find(hash(context, source, tag), context, source, tag);
    }

    /** The chain of this key, for an entry. */
    C chain(int context, int source, int tag) {
        int hash = hash(context, source, tag);
        C chain = find(hash, context, source, tag);
        return chain == null ? add(hash, context, source, tag) : chain;
    }

    /** An entry has left a chain of this table. */
    void left(C chain) {
        if (chain != emptied && chain.isEmpty()) {
            dropEmptied();
            emptied = chain;
        }
    }

    private void dropEmptied() {
        if (emptied != null && emptied.isEmpty()) {
            drop(emptied);
        }
    }

    /** Shows all chains, in no particular order; {@code visitor} must not change the table. */
    void forEachChain(Consumer<C> visitor) {
        for (C bucket : buckets) {
            for (C chain = bucket; chain != null; chain = chain.nextInBucket) {
                visitor.accept(chain);
            }
        }
    }

    private @Nullable C find(int hash, int context, int source, int tag) {
        C chain = buckets[hash & (buckets.length - 1)];
        while (chain != null && !chain.has(context, source, tag)) {
            chain = chain.nextInBucket;
        }
        return chain;
    }

    private C add(int hash, int context, int source, int tag) {
        if (chains == buckets.length) {
            grow();
        }
        C chain = takeSpare();
        chain.context = context;
        chain.source = source;
        chain.tag = tag;
        chain.hash = hash;
        put(buckets, chain);
        chains++;
        return chain;
    }

    private void drop(C dropped) {
        int index = dropped.hash & (buckets.length - 1);
        C before = null;
        for (C chain = buckets[index]; chain != dropped && chain != null; chain = chain.nextInBucket) {
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

    private C takeSpare() {
        C chain = spare;
        if (chain == null) {
            return newChain.get();
        }
        spare = chain.nextInBucket;
        spares--;
        return chain;
    }

    private void keepSpare(C chain) {
        if (spares < MOST_SPARE) {
            chain.nextInBucket = spare;
            spare = chain;
            spares++;
        }
    }

    private void grow() {
        @Nullable C[] larger = newBuckets(buckets.length * 2);
        for (C bucket : buckets) {
            C chain = bucket;
            while (chain != null) {
                C next = chain.nextInBucket;
                put(larger, chain);
                chain = next;
            }
        }
        buckets = larger;
    }

    private void put(@Nullable C[] buckets, C chain) {
        int index = chain.hash & (buckets.length - 1);
        chain.nextInBucket = buckets[index];
        buckets[index] = chain;
    }

    @SuppressWarnings("unchecked") // It never leaves this class, which puts nothing else into it.
    private @Nullable C[] newBuckets(int length) {
        return (C[]) new Chain<?>[length];
    }

    private static int hash(int context, int source, int tag) {
        int hash = (tag * 0x9e3779b1) ^ (source * 0x85ebca6b) ^ (context * 0xc2b2ae35);
        return hash ^ (hash >>> 15);
    }
}
