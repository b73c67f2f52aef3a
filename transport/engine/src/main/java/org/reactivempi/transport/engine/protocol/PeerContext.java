package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.flow.Flow;
import org.reactivempi.transport.engine.link.PeerLink;

/** What all parts of the protocols with one peer share: the way to it, the rank, the credit both ways, and who watches. */
final class PeerContext {

    final PeerLink link;
    final RankContext rank;
    /** What the messages share with what else goes to the peer. */
    final Flow flow;

    final EagerCredit credit;
    /** Null where nobody watches. */
    final @Nullable PeerWatch watch;

    PeerContext(PeerLink link, RankContext rank, Flow flow) {
        this.link = link;
        this.rank = rank;
        this.flow = flow;
        this.credit = flow.credit();
        this.watch = rank.events == null ? null : new PeerWatch(rank.events, link, credit);
    }
}
