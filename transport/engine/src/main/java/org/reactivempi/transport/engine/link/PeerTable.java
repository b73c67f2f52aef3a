package org.reactivempi.transport.engine.link;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.OnProgressThread;

/**
 * What a rank keeps for its peers: an entry for each peer that it knows, none for all the others of the job. So memory grows
 * with the peers that a rank talks to.
 *
 * <pre>
 *   rank of the job --hash--&gt; slot: 1 + number of the peer, 0 if it is free
 *   number of the peer, in the order in which they became known --&gt; rank, entry
 * </pre>
 * Entries are never taken out, so that a visitor may add some: it is shown them as well.
 *
 * @param <T> what there is for a peer
 */
@OnProgressThread
public final class PeerTable<T> {

    private static final int FIRST_LENGTH = 8;
    /** Of the golden ratio: spreads ranks that differ by a power of two, as neighbours in a grid do. */
    private static final int SPREAD = 0x9E3779B9;

    private int[] slots = new int[2 * FIRST_LENGTH];
    private int[] ranks = new int[FIRST_LENGTH];
    private @Nullable Object[] entries = new Object[FIRST_LENGTH];
    private int count;

    /** The entry of a peer, or null if there is none. */
    public @Nullable T get(int rank) {
        int number = slots[slotOf(rank)];
        return number == 0 ? null : entry(number - 1);
    }

    /** Sets the entry of a peer that has none. */
    public void add(int rank, T entry) {
        if (count == ranks.length) {
            grow();
        }
        int slot = slotOf(rank);
        if (slots[slot] != 0) {
            throw new IllegalStateException("rank " + rank + " has an entry");
        }
        ranks[count] = rank;
        entries[count] = entry;
        count++;
        slots[slot] = count;
    }

    /** How many peers have an entry. */
    public int size() {
        return count;
    }

    /** Shows all entries, in the order in which they were added. */
    public void forEach(Consumer<? super T> visitor) {
        for (int number = 0; number < count; number++) {
            visitor.accept(entry(number));
        }
    }

    /** The entry with a number, from 0 to {@code size() - 1}, in the order in which they were added. */
    @SuppressWarnings("unchecked")
    public T entry(int number) {
        Object entry = entries[number];
        if (entry == null) {
            throw new IllegalStateException("there are " + count + " entries, no number " + number);
        }
        return (T) entry;
    }

    /** Where a rank is, or would be: half of the slots at least are free. */
    private int slotOf(int rank) {
        int mask = slots.length - 1;
        int slot = (rank * SPREAD >>> Integer.numberOfLeadingZeros(mask)) & mask;
        while (slots[slot] != 0 && ranks[slots[slot] - 1] != rank) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int length = 2 * ranks.length;
        ranks = Arrays.copyOf(ranks, length);
        entries = Arrays.copyOf(entries, length);
        slots = new int[2 * length];
        for (int number = 0; number < count; number++) {
            slots[slotOf(ranks[number])] = number + 1;
        }
    }
}
