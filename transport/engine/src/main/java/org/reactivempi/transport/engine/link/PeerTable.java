package org.reactivempi.transport.engine.link;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;

/**
 * What a rank keeps for its peers: an entry for each peer that it knows, none for all the others of the job. So memory grows
 * with the peers that a rank talks to. Entries may give way to others for the same peer, and are taken out when a process of another job
 * is no peer any more; they have places from 0 on, in the order in which their peers became known.
 *
 * @param <T> what there is for a peer
 */
@OnProgressThread
public final class PeerTable<T> {

    private final IntObjectMap<T> byRank = new IntObjectHashMap<>();
    private final List<T> byNumber = new ArrayList<>();

    /** The entry of a peer, or null if there is none. */
    public @Nullable T get(int rank) {
        return byRank.get(rank);
    }

    /** Sets the entry of a peer that has none. */
    public void add(int rank, T entry) {
        if (byRank.containsKey(rank)) {
            throw new IllegalStateException("rank " + rank + " has an entry");
        }
        byRank.put(rank, entry);
        byNumber.add(entry);
    }

    /** Sets the entry of a peer, in the place of the one that it has, if it has one; returns that. */
    public @Nullable T replace(int rank, T entry) {
        T former = byRank.put(rank, entry);
        if (former == null) {
            byNumber.add(entry);
        } else {
            byNumber.set(byNumber.indexOf(former), entry);
        }
        return former;
    }

    /** Takes the entry of a peer out, if it has one; not while entries are shown. */
    public void remove(int rank) {
        T former = byRank.remove(rank);
        if (former != null) {
            byNumber.remove(former);
        }
    }

    /** How many peers have an entry. */
    public int size() {
        return byNumber.size();
    }

    /** Shows all entries, in the order in which they were added; also those that the visitor adds. */
    public void forEach(Consumer<? super T> visitor) {
        for (int number = 0; number < byNumber.size(); number++) {
            visitor.accept(byNumber.get(number));
        }
    }

    /** The entry at a place, from 0 to {@code size() - 1}. */
    public T entry(int number) {
        return byNumber.get(number);
    }
}
