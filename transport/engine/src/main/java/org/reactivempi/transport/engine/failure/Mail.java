package org.reactivempi.transport.engine.failure;

import io.netty.buffer.ByteBuf;
import java.util.function.IntFunction;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.Ballot;
import org.reactivempi.transport.engine.packet.Revoke;

/** Sends what ranks tell each other of failures. Whoever is lost gets nothing. */
final class Mail {

    private final IntFunction<PeerLink> links;

    Mail(IntFunction<PeerLink> links) {
        this.links = links;
    }

    void revoke(int rank, int communicator) {
        PeerLink link = links.apply(rank);
        if (link.loss() == null) {
            Revoke.encode(link.room(Revoke.LENGTH_BYTES), link.nextSequence(), communicator);
        }
    }

    void ballot(int rank, int communicator, Ballot.Step step, long number, Proposal proposal, byte[] sets) {
        PeerLink link = links.apply(rank);
        if (link.loss() == null) {
            ByteBuf packet = link.room(Ballot.LENGTH_BYTES + sets.length);
            Ballot.encode(
                    packet,
                    link.nextSequence(),
                    communicator,
                    step,
                    number,
                    proposal.settled(),
                    proposal.round(),
                    proposal.flag(),
                    proposal.offer(),
                    sets.length);
            packet.writeBytes(sets);
        }
    }

    /** Sees to it that the loss of a rank is noticed. */
    void open(int rank) {
        links.apply(rank).open(peer -> {});
    }
}
