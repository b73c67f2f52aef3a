package org.reactivempi.transport.engine.failure;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot.Step;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * One decision that the living ranks of a communicator come to together, as one of them sees it.
 *
 * <pre>
 *                   +------ asked for another round ------+
 *                   v                                     |
 *  GATHERING --begin--&gt; VOTING --proposal--&gt; ACCEPTED ----+
 *      |                   |                     |
 *      |                   +------decision-------+--&gt; DECIDED
 *      +-- decision, then begin --&gt; DECIDED
 * </pre>
 * The lowest living rank is the coordinator, and the root of a {@link BinomialTree}. Votes come together up the tree, and go on when those
 * of all below are there. The coordinator proposes what all come to; that goes down, the acceptances come up in the same way, and what all
 * have accepted is decided, and goes down. So each rank has to do with its neighbours alone. Where one of them is lost, the next ancestor
 * that lives takes its place: it asks those below it for what they bring, and they turn to it by themselves when they notice.
 *
 * <p>Each coordinator has a round, whose number is its rank. All are in the round of rank 0 from the start. A later one asks all anew, and
 * who has heard of its round takes part in none before; a vote then repeats what its rank has accepted. No rank decides before all have
 * accepted; so if any rank has decided, the next coordinator finds the proposal with every living rank, and proposes it again. Of several
 * proposals the one of the last round counts.
 */
final class Agreement {

    enum State {
        GATHERING,
        VOTING,
        ACCEPTED,
        DECIDED
    }

    private static final int NOBODY = BinomialTree.NOBODY;

    private final CommunicatorState communicator;
    private final BinomialTree tree;
    private final long number;

    private State state = State.GATHERING;
    /** This rank's vote, then what it has accepted, then what is decided. */
    private @Nullable Proposal own;

    private boolean begun;
    /** Gone when it has been told: the decision is kept, and not the program that has asked for it. */
    private @Nullable Consumer<Proposal> told;
    /** The coordinator whose round this is. */
    private int round;
    /** What those below have brought in this round, each with all below it. */
    private final Map<Integer, Proposal> votes = new HashMap<>();
    /** Those below that have accepted, each with all below it. */
    private final Set<Integer> accepted = new HashSet<>();
    /** Those from which anything has come: they have begun, and get the decision. */
    private final Set<Integer> heard = new HashSet<>();
    /** Those that know, from this rank or better than it, what there is to know in this round and state. */
    private final Set<Integer> informed = new HashSet<>();
    /** Who has asked this rank last, in this round. */
    private int asker = NOBODY;
    /** Who has got what comes together here in this round and state. */
    private int reported = NOBODY;
    /** Who has heard that this rank has begun. */
    private int greeted = NOBODY;

    Agreement(CommunicatorState communicator, long number) {
        this.communicator = communicator;
        this.tree = communicator.tree();
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

    /** The members that have not called, as far as this rank knows: it itself, where others wait for it, and those next below it. */
    BitSet absent() {
        BitSet absent = new BitSet();
        if (state == State.VOTING || state == State.GATHERING && !heard.isEmpty()) {
            absent.set(communicator.rank(), !hasBegun());
            tree.below(rank -> absent.set(rank, !heard.contains(rank)));
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
            // Who is left without a decision turns here by itself, or is asked, and then told.
            case GATHERING, DECIDED -> {}
            case VOTING, ACCEPTED -> {
                if (round < communicator.rank() && tree.root() == communicator.rank()) {
                    enter(communicator.rank(), NOBODY);
                }
                tree.below(this::inform);
                goOn();
            }
        }
    }

    /** From here on there is another round; what has been accepted is this rank's vote in it. */
    private void enter(int coordinator, int from) {
        round = coordinator;
        asker = from;
        if (state == State.ACCEPTED) {
            state = State.VOTING;
        }
        votes.clear();
        forgetSteps();
    }

    private void forgetSteps() {
        accepted.clear();
        informed.clear();
        reported = NOBODY;
    }

    /** Those below vote by themselves in the first round, if they know where to. */
    private void inform(int below) {
        if (informed.add(below)) {
            if (state == State.ACCEPTED) {
                send(below, Step.PROPOSAL);
            } else if (round == 0 && tree.isChild(below)) {
                communicator.open(below);
            } else {
                send(below, Step.QUESTION);
            }
        }
    }

    private void goOn() {
        int above = above();
        if (!allBelow(state == State.VOTING ? votes::containsKey : accepted::contains)) {
            greet(above);
        } else if (above != NOBODY) {
            report(above);
        } else if (state == State.VOTING) {
            accept(together().in(communicator.rank()), NOBODY);
        } else {
            decide(own(), NOBODY);
        }
    }

    /** Who gets what comes together here. */
    private int above() {
        return asker != NOBODY && !communicator.isGone(asker) ? asker : tree.above();
    }

    private boolean allBelow(IntPredicate condition) {
        BitSet missing = new BitSet();
        tree.below(rank -> missing.set(rank, !condition.test(rank)));
        return missing.isEmpty();
    }

    /** Says that this rank has begun, and waits for others: who has decided then tells it. */
    private void greet(int above) {
        if (above != NOBODY && greeted != above) {
            greeted = above;
            send(above, Step.PRESENCE);
        }
    }

    private void report(int above) {
        if (reported != above) {
            reported = above;
            greeted = above;
            if (state == State.VOTING) {
                send(above, Step.VOTE, together());
            } else {
                send(above, Step.ACCEPTANCE);
            }
        }
    }

    /** What a rank has accepted may have been decided; else it is what all votes come to. */
    private Proposal together() {
        Proposal latest = own();
        for (Proposal vote : votes.values()) {
            latest = vote.round() > latest.round() ? vote : latest;
        }
        if (latest.isAccepted()) {
            return latest;
        }
        Proposal all = own().with(communicator.gone());
        for (Proposal vote : votes.values()) {
            all = all.and(vote);
        }
        return all;
    }

    private void accept(Proposal proposal, int from) {
        own = proposal;
        state = State.ACCEPTED;
        round = proposal.round();
        asker = from;
        forgetSteps();
        advance();
    }

    /** A packet of another rank of the communicator, in the round of a coordinator. */
    void on(Step step, int from, int coordinator, Proposal proposal) {
        checkRound(step, from, coordinator, proposal);
        if (state == State.DECIDED) {
            if (step != Step.DECISION && (step != Step.ACCEPTANCE || !informed.contains(from))) {
                informed.add(from);
                send(from, Step.DECISION);
            }
            return;
        }
        switch (step) {
            case QUESTION -> onQuestion(from, coordinator);
            case PRESENCE -> heard.add(from);
            case VOTE -> onVote(from, coordinator, proposal);
            case PROPOSAL -> onProposal(from, coordinator, proposal);
            case ACCEPTANCE -> onAcceptance(from, coordinator);
            case DECISION -> decide(proposal, from);
        }
    }

    /** What goes down the tree comes from a lower rank, and what its coordinator has begun, which is no higher than that. */
    private void checkRound(Step step, int from, int coordinator, Proposal proposal) {
        boolean isDown = step == Step.QUESTION || step == Step.PROPOSAL;
        if (isDown && (coordinator > from || from > communicator.rank())) {
            throw new ProtocolException("rank " + from + " passes on to rank " + communicator.rank() + " what rank "
                    + coordinator + " asks for: the tree goes upwards in ranks");
        }
        if (step == Step.PROPOSAL && proposal.round() != coordinator) {
            throw new ProtocolException("rank " + coordinator + " proposes what rank " + proposal.round() + " has to");
        }
    }

    private void onQuestion(int from, int coordinator) {
        if (coordinator > round) {
            enter(coordinator, from);
        } else if (coordinator == round) {
            asker = from;
            reported = NOBODY;
        }
        advance();
    }

    /** One of another round is of a rank that will be asked again. */
    private void onVote(int from, int coordinator, Proposal vote) {
        heard.add(from);
        if (coordinator == round) {
            votes.put(from, vote);
            advance();
        }
    }

    /** A proposal of a former round is of a coordinator that others take for lost; one that this rank has may come by another way. */
    private void onProposal(int from, int coordinator, Proposal proposal) {
        if (state == State.GATHERING || coordinator < round) {
            return;
        }
        if (state == State.ACCEPTED && coordinator == round) {
            asker = from;
            reported = NOBODY;
            advance();
        } else {
            accept(proposal, from);
        }
    }

    private void onAcceptance(int from, int coordinator) {
        heard.add(from);
        if (state == State.ACCEPTED && coordinator == round) {
            accepted.add(from);
            advance();
        }
    }

    private void decide(Proposal decision, int from) {
        own = decision;
        state = State.DECIDED;
        votes.clear();
        forgetSteps();
        informed.add(from);
        heard.forEach(this::tellDecision);
        heard.clear();
        tree.below(this::tellDecision);
        int above = above();
        if (hasBegun() && above != NOBODY) {
            // It may wait for what this rank brings to a round of its own.
            tellDecision(above);
        }
        Consumer<Proposal> waits = told;
        told = null;
        if (waits != null) {
            waits.accept(decision);
        }
    }

    private void tellDecision(int rank) {
        if (informed.add(rank)) {
            send(rank, Step.DECISION);
        }
    }

    private void send(int rank, Step step) {
        send(rank, step, step.isWord() ? Proposal.NOTHING : own());
    }

    private void send(int rank, Step step, Proposal proposal) {
        communicator.send(rank, new Ballot.Head(step, number, round), proposal);
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
        return "agreement " + number + ", " + state + " in round " + round + ", votes of " + votes.keySet()
                + ", acceptances of " + accepted + ", asked by " + asker + ", reported to " + reported;
    }
}
