package org.reactivempi.transport.engine.protocol;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.link.PeerTable;

/**
 * The protocols of a rank with its peers, by their ranks in the job. The protocols with a peer are made together with the link to
 * it: for the first message of this rank, or when the peer connects.
 */
final class Peers {

    private final RankContext context;
    private final Communicators communicators;
    private final PeerTable<PeerProtocol> peers = new PeerTable<>();
    private @Nullable Links links;

    /** No peers yet. */
    Peers(RankContext context, Communicators communicators) {
        this.context = context;
        this.communicators = communicators;
    }

    /** Sets what makes links. */
    void use(Links links) {
        this.links = links;
    }

    /** Makes the protocols with a peer, of which the link has just been made. */
    PeerProtocol join(PeerLink link) {
        PeerProtocol peer = new PeerProtocol(new PeerContext(link, context), communicators);
        peers.add(link.rank(), peer);
        return peer;
    }

    /** How many ranks the job has. */
    int size() {
        return context.size;
    }

    /** The protocols with another rank, made now if there are none. */
    PeerProtocol get(int rank) {
        PeerProtocol peer = peers.get(rank);
        if (peer == null) {
            links().peer(rank);
            peer = peers.get(rank);
        }
        if (peer == null) {
            throw new IllegalStateException("link to rank " + rank + " has no protocol");
        }
        return peer;
    }

    /** The protocols with another rank; null if there is no link. */
    @Nullable
    PeerProtocol known(int rank) {
        return peers.get(rank);
    }

    /** Whether there is, or was, a link to a rank: no message has gone there, or come from there, without. */
    boolean isConnected(int rank) {
        return peers.get(rank) != null || rank == context.rank;
    }

    boolean areAllConnected() {
        return peers.size() == context.size - 1;
    }

    /** Opens a connection with a rank. */
    void open(int rank) {
        links().peer(rank).open(peer -> {});
    }

    /** Why a rank is lost, or null. */
    @Nullable
    PeerLostException loss(int rank) {
        PeerProtocol peer = peers.get(rank);
        return peer == null ? null : peer.loss();
    }

    /** Shows the protocols with all peers to which there is a link. */
    void forEach(Consumer<PeerProtocol> visitor) {
        peers.forEach(visitor);
    }

    /** Whether an operation with this context waits for one of them. */
    boolean run(int context) {
        for (int number = 0; number < peers.size(); number++) {
            if (peers.entry(number).runs(context)) {
                return true;
            }
        }
        return false;
    }

    /** How many operations wait for them, or are under way with them. */
    int running() {
        int[] sum = {0};
        forEach(peer -> sum[0] += peer.running());
        return sum[0];
    }

    /** Why this rank may go on without a packet of any peer, in words; null if it can't. */
    @Nullable
    String unrest() {
        for (int number = 0; number < peers.size(); number++) {
            String unrest = peers.entry(number).unrest();
            if (unrest != null) {
                return unrest;
            }
        }
        return null;
    }

    private Links links() {
        if (links == null) {
            throw new IllegalStateException("no links yet");
        }
        return links;
    }
}
