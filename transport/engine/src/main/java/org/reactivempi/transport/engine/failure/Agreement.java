package org.reactivempi.transport.engine.failure;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot.Step;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * One decision that the living ranks of a communicator come to together, as one of them sees it.
 *
 * <pre>
 *  GATHERING --begin--&gt; VOTING --proposal--&gt; ACCEPTED --decision--&gt; DECIDED
 *      |                   |                     |
 *      |                   |                     +-- its coordinator is lost: votes again, for what it has accepted
 *      |                   +--decision--&gt; DECIDED
 *      +-- decision, then begin --&gt; DECIDED
 * </pre>
 * The lowest living rank is the coordinator: it waits for the votes of all living ranks, proposes what they come to, waits
 * until all living ranks have accepted that, and tells them. If it dies, the next rank does the same. No rank decides before
 * all have accepted; so if any rank has decided, the next coordinator finds the proposal with every living rank, and proposes
 * it again. Of several proposals the one of the last coordinator counts, which is that of the highest rank.
 */
final class Agreement {

    enum State {
        GATHERING,
        VOTING,
        ACCEPTED,
        DECIDED
    }

    private static final int NOBODY = -1;

    private final CommunicatorState communicator;
    private final long number;
    /** Of others; none any more when it is decided. */
    private Map<Integer, Proposal> votes = new HashMap<>();

    private State state = State.GATHERING;
    /** This rank's vote, then what it has accepted, then what is decided. */
    private @Nullable Proposal own;

    private boolean begun;
    /** Gone when it has been told: the decision is kept, and not the program that has asked for it. */
    private @Nullable Consumer<Proposal> told;
    /** The rank that has this rank's vote. */
    private int coordinator = NOBODY;

    private boolean leads;
    /** Who has accepted what this rank has proposed; null before that, and when it is decided. */
    private @Nullable BitSet accepted;

    Agreement(CommunicatorState communicator, long number) {
        this.communicator = communicator;
        this.number = number;
    }

    long number() {
        return number;
    }

    boolean hasBegun() {
        return begun;
    }

    boolean isDecided() {
        return state == State.DECIDED;
    }

    /** The members that have not called, as far as this rank counts them: where it has their votes, or waits for them. */
    BitSet absent() {
        BitSet absent = new BitSet();
        boolean counts = leads && state == State.VOTING || state == State.GATHERING && !votes.isEmpty();
        if (counts) {
            absent.set(communicator.rank(), !hasBegun());
            communicator.others(rank -> absent.set(rank, !votes.containsKey(rank)));
        }
        return absent;
    }

    /** This rank takes part from now on; {@code told} hears of the decision. */
    void begin(Proposal vote, Consumer<Proposal> told) {
        begun = true;
        if (state == State.DECIDED) {
            told.accept(own());
            return;
        }
        this.told = told;
        own = vote;
        state = State.VOTING;
        advance();
    }

    /** Does what the ranks that are left make necessary. */
    void advance() {
        switch (state) {
            case GATHERING -> {}
            case VOTING, ACCEPTED -> {
                if (communicator.coordinator() == communicator.rank()) {
                    lead();
                } else {
                    tellCoordinator(Step.VOTE);
                }
            }
            case DECIDED -> {
                if (hasBegun() && communicator.coordinator() != communicator.rank()) {
                    tellCoordinator(Step.DECISION);
                }
            }
        }
    }

    private void tellCoordinator(Step step) {
        int living = communicator.coordinator();
        if (coordinator != living) {
            coordinator = living;
            send(living, step);
        }
    }

    private void lead() {
        if (!leads) {
            leads = true;
            communicator.openAll();
        }
        if (accepted == null && communicator.allOthers(votes::containsKey)) {
            accepted = new BitSet();
            propose();
        }
        if (accepted != null && communicator.allOthers(accepted::get)) {
            decide(own());
        }
    }

    /** What a rank has accepted may have been decided; else it is what all votes come to. */
    private void propose() {
        Proposal latest = own();
        for (Proposal vote : votes.values()) {
            latest = vote.round() > latest.round() ? vote : latest;
        }
        own = (latest.isAccepted() ? latest : together()).in(communicator.rank());
        state = State.ACCEPTED;
        communicator.others(rank -> send(rank, Step.PROPOSAL));
    }

    private Proposal together() {
        Proposal all = own();
        for (Proposal vote : votes.values()) {
            all = all.and(vote);
        }
        all.failed().or(communicator.gone());
        return all;
    }

    /** A packet of another rank of the communicator. */
    void on(Step step, int from, Proposal proposal) {
        switch (step) {
            case VOTE -> onVote(from, proposal);
            case PROPOSAL -> onProposal(from, proposal);
            case ACCEPTANCE -> onAcceptance(from, proposal);
            case DECISION -> onDecision(proposal);
        }
    }

    private void onVote(int from, Proposal vote) {
        if (state == State.DECIDED) {
            send(from, Step.DECISION);
            return;
        }
        votes.put(from, vote);
        advance();
    }

    /** An older proposal than the accepted one is of a coordinator that others take for lost. */
    private void onProposal(int from, Proposal proposal) {
        if (proposal.round() != from) {
            throw new ProtocolException("rank " + from + " proposes what rank " + proposal.round() + " has to");
        }
        if (state == State.DECIDED) {
            send(from, Step.DECISION);
        } else if (state != State.GATHERING && proposal.round() >= own().round()) {
            own = proposal;
            state = State.ACCEPTED;
            send(from, Step.ACCEPTANCE);
        }
    }

    private void onAcceptance(int from, Proposal proposal) {
        if (state == State.ACCEPTED && accepted != null && proposal.round() == communicator.rank()) {
            accepted.set(from);
            advance();
        }
    }

    private void onDecision(Proposal decision) {
        if (state != State.DECIDED) {
            decide(decision);
        }
    }

    /** The ranks that have voted here wait for this; and the coordinator has the votes of all, or will have them. */
    private void decide(Proposal decision) {
        own = decision;
        state = State.DECIDED;
        if (hasBegun() && communicator.coordinator() == communicator.rank()) {
            communicator.others(rank -> send(rank, Step.DECISION));
        } else {
            votes.keySet().forEach(rank -> send(rank, Step.DECISION));
        }
        votes = Map.of();
        accepted = null;
        Consumer<Proposal> waits = told;
        told = null;
        if (waits != null) {
            waits.accept(decision);
        }
    }

    private void send(int rank, Step step) {
        communicator.send(rank, step, number, own());
    }

    private Proposal own() {
        Proposal known = own;
        if (known == null) {
            throw new IllegalStateException("agreement " + number + " is " + state + ", and has no vote");
        }
        return known;
    }

    @Override
    public String toString() {
        return "agreement " + number + ", " + state;
    }
}
