package org.reactivempi.transport.engine.failure;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.FailurePackets;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.packet.FailurePackets.Revoke;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.packet.WholePayload;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/** What ranks tell each other of failures, both ways. A rank that is lost is sent nothing. */
final class FailureExchange {

    private static final byte[] NO_SETS = {};

    private final Communicators communicators;
    private final Links links;

    /** Sends over {@code links}, and passes on to {@code communicators} what comes from there. */
    FailureExchange(Communicators communicators, Links links) {
        this.communicators = communicators;
        this.links = links;
        links.register(Family.FAILURE, peer -> from(peer.rank()));
    }

    /** Takes the packets of a peer. */
    PeerListener from(int peer) {
        return new FromPeer(peer);
    }

    void revoke(int rank, int communicator) {
        PeerLink link = links.peer(rank);
        if (link.loss() == null) {
            Revoke.encode(link.room(Revoke.LENGTH_BYTES), link.nextSequence(), communicator);
        }
    }

    /** Sends a step of an agreement; {@code size} is that of the communicator. */
    void ballot(int rank, int communicator, Ballot.Head head, Proposal proposal, int size) {
        PeerLink link = links.peer(rank);
        if (link.loss() == null) {
            byte[] payload = head.step().isWord() ? NO_SETS : proposal.payload(size);
            int offers = head.step().isWord() ? 0 : proposal.offers().size();
            ByteBuf packet = link.room(Ballot.LENGTH_BYTES + payload.length);
            Ballot.encode(packet, link.nextSequence(), communicator, head, proposal.vote(), offers, payload.length);
            packet.writeBytes(payload);
        }
    }

    /** Sees to it that the loss of a rank is noticed. */
    void open(int rank) {
        links.peer(rank).open();
    }

    /** What one peer says of failures, and the failure of that peer itself. */
    private final class FromPeer implements PeerListener {

        private final int peer;
        private boolean met;

        FromPeer(int peer) {
            this.peer = peer;
        }

        @Override
        public void onReturned() {
            communicators.onReturned(peer);
        }

        @Override
        public void onStanding(long creditBytes) {
            met = true;
        }

        @Override
        public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
            return switch (kind) {
                case REVOKE -> {
                    communicators.onRevoke(peer, FailurePackets.communicator(packet));
                    yield PayloadSink.NOWHERE;
                }
                case BALLOT -> {
                    Ballot.Head head = Ballot.head(packet);
                    check(FailurePackets.communicator(packet), head.step(), Ballot.offers(packet), payloadBytes);
                    yield ballot(packet, head, payloadBytes);
                }
                default -> throw new IllegalStateException(kind + " says nothing of failures");
            };
        }

        /** The packet's fields are gone when its payload has come. */
        private PayloadSink ballot(ByteBuf packet, Ballot.Head head, long payloadBytes) {
            int communicator = FailurePackets.communicator(packet);
            Ballot.Vote vote = Ballot.vote(packet);
            int offers = Ballot.offers(packet);
            return new WholePayload(payloadBytes, payload -> {
                Proposal proposal = Proposal.of(vote, payload, offers);
                communicators.deliver(communicator, peer, state -> state.onBallot(head, peer, proposal));
            });
        }

        private void check(int communicator, Ballot.Step step, int offers, long payloadBytes) {
            if (step.isWord()) {
                if (payloadBytes != 0 || offers != 0) {
                    throw new ProtocolException(
                            step + " with sets of ranks of " + payloadBytes + " bytes, it has none");
                }
                return;
            }
            int members = communicators.mostMembers(communicator);
            if (offers < 0 || offers > members) {
                throw new ProtocolException(offers + " offers, allowed are 0 to " + members);
            }
            long setsBytes = payloadBytes - (long) offers * Ballot.OFFER_BYTES;
            int longest = Proposal.setsBytes(members);
            if (setsBytes < 2 || setsBytes > longest || setsBytes % 2 != 0) {
                throw new ProtocolException("sets of ranks of " + setsBytes + " bytes, allowed are 2 to " + longest
                        + ", both equally long");
            }
        }

        @Override
        public void onLeft() {
            communicators.onLeft();
        }

        @Override
        public void onForgotten() {
            communicators.forget(peer);
        }

        @Override
        public void onLost(PeerLostException cause) {
            if (met) {
                communicators.onLost(cause);
            } else {
                communicators.onUnreachable(cause, () -> links.peer(peer).loss() == cause);
            }
        }
    }
}
