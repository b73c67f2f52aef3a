package org.reactivempi.transport.observe.count;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * What an observer keeps for each peer that its rank deals with: nothing for all the others of the job, so that memory grows
 * with the peers and not with the job. The progress thread makes entries, any thread may look at all of them.
 *
 * @param <T> what there is for a peer
 */
public final class PeerEntries<T> {

    private final IntFunction<T> make;
    private final IntObjectMap<T> byRank = new IntObjectHashMap<>();
    private final Queue<T> all = new ConcurrentLinkedQueue<>();

    /** None yet; {@code make} gets the peer's rank. */
    public PeerEntries(IntFunction<T> make) {
        this.make = make;
    }

    /** The entry of a peer, made where there is none. For the progress thread. */
    public T of(int peer) {
        T entry = byRank.get(peer);
        if (entry == null) {
            entry = make.apply(peer);
            put(peer, entry);
        }
        return entry;
    }

    /** Has another entry for a peer from now on, and shows the former ones as well. For the progress thread. */
    void put(int peer, T entry) {
        if (byRank.put(peer, entry) != entry) {
            all.add(entry);
        }
    }

    /** Shows all entries, in the order in which they were made. For any thread. */
    public void forEach(Consumer<? super T> visitor) {
        all.forEach(visitor);
    }
}
