package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLink;

/** What all parts of the protocols with one peer share: the way to it, the rank, the credit both ways, and who watches. */
final class PeerContext {

    final PeerLink link;
    final RankContext rank;
    final EagerCredit credit;
    /** Null where nobody watches. */
    final @Nullable PeerWatch watch;

    PeerContext(PeerLink link, RankContext rank) {
        this.link = link;
        this.rank = rank;
        this.credit = new EagerCredit(rank.limits.creditBytes(), rank.size);
        this.watch = rank.events == null ? null : new PeerWatch(rank.events, link, credit);
    }
}
