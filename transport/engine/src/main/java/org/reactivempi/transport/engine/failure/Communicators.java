package org.reactivempi.transport.engine.failure;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.packet.PacketFamily;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Revoke;

/** The communicators of this rank, and what failures mean for them: where losses and packets come in. */
public final class Communicators {

    private static final int NOBODY = -1;

    private final int rank;
    private final Fates fates;
    private final Operations operations;
    private final IntObjectMap<CommunicatorState> states = new IntObjectHashMap<>();
    private final Early early = new Early();
    private Departures departures = (lost, answer) -> answer.accept(false);
    private @Nullable Mail mail;
    private boolean anyFailed;
    private boolean anyRevoked;

    /**
     * No communicators yet.
     *
     * @param rank this rank
     * @param size how many ranks the job has
     * @param operations this rank's
     */
    public Communicators(int rank, int size, Operations operations) {
        this.rank = rank;
        this.fates = new Fates(size);
        this.operations = operations;
    }

    /** Sets the ways to the peers, before anything else, and takes what comes from them of the family FAILURE. */
    public void use(Links links) {
        mail = new Mail(links::peer);
        links.register(PacketFamily.FAILURE, peer -> new FailureHandler(this, peer.rank()));
    }

    /** Sets who knows of ranks that can't be reached. */
    public void use(Departures departures) {
        this.departures = departures;
    }

    Mail mail() {
        if (mail == null) {
            throw new IllegalStateException("no links yet");
        }
        return mail;
    }

    /**
     * A new communicator, this rank in it.
     *
     * @param number its number
     * @param origin how it was made, in words, such as {@code world.dup()}
     * @param members its ranks as ranks of the job
     */
    public CommunicatorState add(int number, String origin, int... members) {
        int own = 0;
        while (members[own] != rank) {
            own++;
        }
        CommunicatorState state = new CommunicatorState(number, origin, members, own, fates, this);
        states.put(number, state);
        early.deliver(number, state);
        return state;
    }

    /** A communicator is freed on all ranks, and its number may be used again. */
    public void remove(CommunicatorState state) {
        if (states.get(state.number()) == state) {
            states.remove(state.number());
        }
    }

    /** A rank to which there has never been a connection can't be reached: it may have finalized without this one. */
    void onUnreachable(PeerLostException loss) {
        if (loss.hasFinalized()) {
            onLost(loss);
            return;
        }
        departures.ask(loss.rank(), finalized -> onLost(finalized ? PeerLostException.finalized(loss.rank()) : loss));
    }

    /** A rank is lost: it has finalized, or has failed. */
    void onLost(PeerLostException loss) {
        if (!fates.lost(loss.rank(), loss)) {
            return;
        }
        if (!loss.hasFinalized()) {
            anyFailed = true;
            operations.onFailure();
        }
        List.copyOf(states.values()).forEach(CommunicatorState::onLost);
    }

    /** Whether a rank is known to have come to an orderly end. */
    public boolean hasFinalized(int rank) {
        PeerLostException loss = fates.loss(rank);
        return loss != null && loss.hasFinalized();
    }

    /** Why a receive from any source may wait in vain; null if it doesn't. The library's own ones never do. */
    public @Nullable SourceFailedException sourceFailure(int context) {
        if (!anyFailed || !ContextId.purpose(context).allowsAnySource()) {
            return null;
        }
        CommunicatorState state = states.get(ContextId.communicator(context));
        return state == null ? null : state.sourceFailure();
    }

    /** Shows the other members of the communicator that a context belongs to, as ranks of the job. */
    public void forEachMember(int context, IntConsumer visitor) {
        CommunicatorState state = states.get(ContextId.communicator(context));
        if (state != null) {
            state.forEachOther(visitor);
        }
    }

    /** Whether the communicator that a context belongs to is one of this rank's. */
    public boolean isKnown(int context) {
        return states.containsKey(ContextId.communicator(context));
    }

    /** The communicator that a context belongs to, or null if this rank has none such. */
    public @Nullable CommunicatorState of(int context) {
        return states.get(ContextId.communicator(context));
    }

    /** Whether the communicator that a context belongs to is revoked. */
    public boolean isRevoked(int context) {
        if (!anyRevoked) {
            return false;
        }
        CommunicatorState state = states.get(ContextId.communicator(context));
        return state != null && state.isRevoked();
    }

    void revoke(CommunicatorState state) {
        revoke(state, NOBODY);
    }

    void revoke(CommunicatorState state, int from) {
        if (state.becomeRevoked()) {
            anyRevoked = true;
            state.spread(from);
            operations.onRevoked(state.number());
        }
    }

    /** A peer says that a communicator is revoked. */
    void onRevoke(int from, ByteBuf packet) {
        int number = Revoke.communicator(packet);
        CommunicatorState state = states.get(number);
        if (state == null) {
            early.keep(number, from, known -> revoke(known, from));
        } else {
            revoke(state, from);
        }
    }

    /** A ballot of a peer is here, all of it. */
    void onBallot(IncomingBallot ballot) {
        CommunicatorState state = states.get(ballot.communicator());
        if (state == null) {
            early.keep(ballot.communicator(), ballot.from(), ballot::deliver);
        } else {
            ballot.deliver(state);
        }
    }

    /** How long the sets of a ballot may be. */
    void checkBallot(long payloadBytes) {
        int longest = Proposal.bytes(fates.size());
        if (payloadBytes < 2 || payloadBytes > longest || payloadBytes % 2 != 0) {
            throw new ProtocolException(
                    "sets of ranks of " + payloadBytes + " bytes, allowed are 2 to " + longest + ", both equally long");
        }
    }
}
