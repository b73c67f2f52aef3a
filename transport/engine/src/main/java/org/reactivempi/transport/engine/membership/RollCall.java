package org.reactivempi.transport.engine.membership;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.MembershipPackets;
import org.reactivempi.transport.engine.packet.MembershipPackets.RollCall.Step;
import org.reactivempi.transport.engine.port.EngineCommunicator.Gathering;

/**
 * How all ranks that are there come together, where ranks come and go: what a process remembers of the past is worth nothing then, since
 * another one may have come meanwhile that knows nothing of it.
 *
 * <pre>
 *              +--a rank of it goes, comes, or calls anew--+
 *              v                                           |
 *  IDLE --begin--&gt; OPEN --all that are there have called--&gt; PROPOSED --all have promised--&gt; DECIDED, as IDLE
 *                   |         (the coordinator)                                                ^
 *                   +--proposal--&gt; PROMISED --decision-----------------------------------------+
 * </pre>
 * Each call has a number that no other process ever gives, so that a proposal says exactly which calls it means, and needs no count that
 * all processes would have to share. The lowest rank that is there is the coordinator: it waits for the calls of all that are there, and
 * proposes them. Each promises to wait for that decision if its call is still open, and takes part in no other one meanwhile that leaves
 * this coordinator out, until the coordinator says that it gives the proposal up; so no call is ever decided twice. Each rank that hears
 * of a decision tells those that are next to it in a {@linkplain RankTree tree} before it does anything else, and whoever is next to it when
 * one of these is lost: if any process that lives has decided, all do. When the coordinator is lost, the calls go to the next one; when a
 * lower rank is there, to that one.
 *
 * <p>A rank calls one at a time; what it begins meanwhile waits.
 */
final class RollCall {

    /** What this needs of the rank: who is there, and how to tell them. */
    interface Ranks {

        /** This rank. */
        int self();

        /** How many ranks the job has. */
        int size();

        /** Whether a rank has not come yet, or is there. */
        boolean isThere(int rank);

        /** Sees to it that the loss of a rank is noticed. */
        void open(int rank);

        /**
         * Whether a call is of another process than the one that this rank has met as a rank. Where it has met none yet, that is looked at
         * when one comes.
         */
        boolean isOfAnother(int rank, long call);

        void send(int rank, Step step, int offer, long number, SortedMap<Integer, Long> calls);
    }

    /** One that the program has begun. */
    private record Call(long number, IntSupplier offers, Consumer<Gathering> told) {}

    /** What a coordinator has proposed, to this rank or as this rank. */
    private record Proposal(int coordinator, long number, SortedMap<Integer, Long> calls) {

        boolean is(int from, long which) {
            return coordinator == from && number == which;
        }
    }

    /** In place of a number for a communicator: none. */
    static final int NO_OFFER = MembershipPackets.RollCall.NO_OFFER;

    private static final int NOBODY = -1;

    /**
     * Which calls have ended, with which number of a communicator. As far as this rank knows: which ranks know that, and which are not the
     * processes any more that have called, or have lost this one meanwhile.
     */
    private record Decision(long number, int offer, SortedMap<Integer, Long> calls, BitSet knowing, BitSet gone) {

        Decision(long number, int offer, SortedMap<Integer, Long> calls) {
            this(number, offer, calls, new BitSet(), new BitSet());
        }

        boolean means(int rank, long call) {
            return Objects.equals(calls.get(rank), call);
        }

        /** The coordinator, which was the lowest rank in it. */
        int maker() {
            return calls.firstKey();
        }
    }

    private static final SortedMap<Integer, Long> NO_CALLS = new TreeMap<>();

    private final Ranks ranks;
    private final Queue<Call> begun = new ArrayDeque<>();
    /** Open calls of others that have come here. */
    private final SortedMap<Integer, Long> calls = new TreeMap<>();
    /** The last decision on each rank's calls that this rank knows of, for ranks that don't know it. */
    private final Map<Integer, Decision> last = new HashMap<>();
    /** The last one that it has taken part in. */
    private @Nullable Decision decided;
    /** Ranks that this one has lost, and found again as the same process, since it has promised or proposed: something may be missing. */
    private final BitSet changed = new BitSet();

    private final BitSet promises = new BitSet();
    private long next;
    /** The rank that has this rank's call. */
    private int calledAt = NOBODY;
    /** What this rank has proposed, and not decided. */
    private @Nullable Proposal proposed;
    /** What this rank has promised to wait for. */
    private @Nullable Proposal promised;
    /** What it can't promise before it knows more of the one that it has promised to: the last one of each coordinator. */
    private final SortedMap<Integer, Proposal> held = new TreeMap<>();

    /** {@code first} is the number of this rank's first call: no process of its rank has ever any of those that follow. */
    RollCall(Ranks ranks, long first) {
        next = first;
        this.ranks = ranks;
    }

    /** This rank calls all others; {@code offers} gives a number for a communicator, {@code told} hears of the end. */
    void begin(IntSupplier offers, Consumer<Gathering> told) {
        begun.add(new Call(next++, offers, told));
        advance();
    }

    /** The ranks that have not called, as far as this one counts the calls: where it is the coordinator, and waits for them. */
    BitSet absent() {
        BitSet absent = new BitSet();
        if (!begun.isEmpty() && calledAt == ranks.self() && proposed == null) {
            forEachOther(rank -> absent.set(rank, !calls.containsKey(rank)));
        }
        return absent;
    }

    private void advance() {
        Call own = begun.peek();
        if (own == null) {
            return;
        }
        int coordinator = coordinator();
        if (coordinator != ranks.self()) {
            if (proposed != null) {
                // It may have proposed to the same ranks: some would wait for its decision, and some for this one's.
                dropProposal();
            }
            callAt(coordinator, own);
            return;
        }
        if (proposed != null) {
            decideIfPromised(own, proposed);
            return;
        }
        if (calledAt != ranks.self()) {
            calledAt = ranks.self();
            forEachOther(ranks::open);
        }
        if (allOthers(calls::containsKey)) {
            propose(own);
        }
    }

    private void callAt(int coordinator, Call own) {
        if (calledAt != coordinator) {
            calledAt = coordinator;
            // It may have come after that, and have calls of others that have ended as well.
            tellOnce(coordinator, decided == null ? last.get(ranks.self()) : decided);
            ranks.send(coordinator, Step.CALL, NO_OFFER, own.number(), NO_CALLS);
        }
    }

    private void propose(Call own) {
        SortedMap<Integer, Long> all = new TreeMap<>(calls);
        all.put(ranks.self(), own.number());
        Proposal made = new Proposal(ranks.self(), next++, all);
        proposed = made;
        promises.clear();
        changed.clear();
        forEachOther(rank -> ranks.send(rank, Step.PROPOSAL, NO_OFFER, made.number(), all));
        decideIfPromised(own, made);
    }

    private void decideIfPromised(Call own, Proposal made) {
        // Not of one that has come since: it has its turn with the next calls.
        if (made.calls().keySet().stream().allMatch(rank -> rank == ranks.self() || promises.get(rank))) {
            int offer = own.offers().getAsInt();
            decide(new Decision(made.number(), offer, made.calls()), true);
        }
    }

    /** A packet of another rank. */
    void on(Step step, int from, int offer, long number, SortedMap<Integer, Long> about) {
        switch (step) {
            case CALL -> onCall(from, number);
            case PROPOSAL -> onProposal(new Proposal(from, number, about));
            case PROMISE -> onPromise(from, number);
            case REFUSAL -> onRefusal(from, number);
            case RELEASE -> onRelease(from, number);
            case DECISION -> onDecision(from, new Decision(number, offer, about));
        }
    }

    private void onCall(int from, long number) {
        Decision before = last.get(from);
        if (before != null && before.means(from, number)) {
            tell(from, before);
            return;
        }
        calls.put(from, number);
        if (proposed != null && !Objects.equals(proposed.calls().get(from), number)) {
            dropProposal();
        }
        advance();
    }

    /** The ranks that have promised to wait for it are free: others may wait for them. */
    private void dropProposal() {
        Proposal dropped = Objects.requireNonNull(proposed);
        proposed = null;
        forEachOther(rank -> {
            if (dropped.calls().containsKey(rank)) {
                ranks.send(rank, Step.RELEASE, NO_OFFER, dropped.number(), NO_CALLS);
            }
        });
        promiseHeld();
    }

    private void onProposal(Proposal proposal) {
        Call own = begun.peek();
        Long meant = proposal.calls().get(ranks.self());
        if (own == null || meant == null || meant != own.number()) {
            // The coordinator has not heard yet that the call which it means has ended.
            answer(proposal, Step.REFUSAL);
        } else if (proposed != null || isBoundElsewhere(proposal)) {
            held.put(proposal.coordinator(), proposal);
        } else {
            promised = proposal;
            changed.clear();
            answer(proposal, Step.PROMISE);
        }
    }

    private void answer(Proposal proposal, Step step) {
        ranks.send(proposal.coordinator(), step, NO_OFFER, proposal.number(), NO_CALLS);
    }

    /**
     * A coordinator that has given its own proposal up is in the next one with the same call; what a lost one has decided has come before
     * its loss, and that of one which calls anew is on its way.
     */
    private boolean isBoundElsewhere(Proposal proposal) {
        return promised != null
                && promised.coordinator() != proposal.coordinator()
                && !isOver(promised, proposal.calls());
    }

    private void onPromise(int from, long number) {
        if (proposed != null && proposed.number() == number) {
            promises.set(from);
            advance();
        }
    }

    private void onRefusal(int from, long number) {
        if (proposed != null && proposed.number() == number) {
            calls.remove(from);
            dropProposal();
            advance();
        }
    }

    private void onRelease(int from, long number) {
        held.values().removeIf(proposal -> proposal.is(from, number));
        if (promised != null && promised.is(from, number)) {
            promised = null;
            promiseHeld();
        }
    }

    private void onDecision(int from, Decision decision) {
        if (decision.calls().isEmpty()) {
            return;
        }
        decision.knowing().set(from);
        if (ranks.isThere(decision.maker())) {
            decision.knowing().set(decision.maker());
        }
        Call own = begun.peek();
        Decision known = decided;
        if (known != null && known.number() == decision.number()) {
            known.knowing().or(decision.knowing());
        }
        if (own != null && decision.means(ranks.self(), own.number())) {
            decide(decision, false);
        } else {
            hear(decision);
            releaseFrom(decision.calls());
            if (proposed != null && meansAny(proposed, decision.calls())) {
                dropProposal();
                advance();
            }
        }
    }

    /** The ranks that have called here hear of the end from here, too: the rank that told this one may be lost. */
    private void hear(Decision decision) {
        decision.calls().forEach((rank, call) -> {
            note(rank, call, decision);
            if (calls.remove(rank, call)) {
                tell(rank, decision);
            }
        });
    }

    /** One may come late, after others on later calls of the same process, which have higher numbers. */
    private void note(int rank, long call, Decision decision) {
        Decision known = last.get(rank);
        long before = known == null ? call : known.calls().getOrDefault(rank, call);
        long steps = call - before;
        if (steps >= 0 || steps < -Integer.MAX_VALUE) {
            last.put(rank, decision);
        }
    }

    private void tell(int rank, @Nullable Decision decision) {
        if (decision != null) {
            decision.knowing().set(rank);
            ranks.send(rank, Step.DECISION, decision.offer(), decision.number(), decision.calls());
        }
    }

    private void tellOnce(int rank, @Nullable Decision decision) {
        if (decision != null && !decision.knowing().get(rank)) {
            tell(rank, decision);
        }
    }

    /**
     * Tells those next to this rank in the tree of those that have called; again, when that changes. One that has come again may be another
     * process, on which nobody relies to tell others, or the same one, which may not have heard it.
     */
    private void spread(Decision decision) {
        BitSet there = new BitSet();
        decision.calls().keySet().stream()
                .filter(rank -> rank == ranks.self() || ranks.isThere(rank))
                .forEach(there::set);
        BitSet again = (BitSet) there.clone();
        again.and(decision.gone());
        there.andNot(again);
        BitSet next = RankTree.neighbours(ranks.self(), there);
        next.or(again);
        next.stream().forEach(rank -> tellOnce(rank, decision));
    }

    private static boolean meansAny(Proposal proposal, SortedMap<Integer, Long> others) {
        return proposal.calls().entrySet().stream()
                .anyMatch(call -> call.getValue().equals(others.get(call.getKey())));
    }

    /** A coordinator whose own call has ended in another decision decides no more what this rank has promised to wait for. */
    private void releaseFrom(SortedMap<Integer, Long> decided) {
        if (promised != null && isOver(promised, decided)) {
            promised = null;
            promiseHeld();
        }
    }

    /** Whether the call of a proposal's coordinator is among others. */
    private static boolean isOver(Proposal proposal, SortedMap<Integer, Long> others) {
        int coordinator = proposal.coordinator();
        return Objects.equals(proposal.calls().get(coordinator), others.get(coordinator));
    }

    private void promiseHeld() {
        List<Proposal> waiting = List.copyOf(held.values());
        held.clear();
        waiting.forEach(this::onProposal);
    }

    private void decide(Decision decision, boolean offeredHere) {
        Call own = begun.remove();
        proposed = null;
        promised = null;
        held.clear();
        calledAt = NOBODY;
        decided = decision;
        decision.gone().or(changed);
        spread(decision);
        BitSet members = new BitSet();
        decision.calls().forEach((rank, call) -> {
            members.set(rank);
            note(rank, call, decision);
            if (calls.remove(rank, call) && !offeredHere) {
                tellOnce(rank, decision);
            }
        });
        BitSet others = (BitSet) changed.clone();
        others.and(members);
        decision.calls().forEach((rank, call) -> {
            // It may have come before this rank has promised to wait for the other one's.
            if (rank != ranks.self() && ranks.isOfAnother(rank, call)) {
                others.set(rank);
            }
        });
        own.told().accept(new Gathering(decision.offer(), offeredHere, members, others));
        advance();
    }

    /** A rank is lost: what its process has called is over. */
    void onLost(int rank) {
        Decision own = decided;
        if (own != null && own.calls().containsKey(rank)) {
            own.knowing().clear(rank);
            own.gone().set(rank);
            spread(own);
        }
        last.remove(rank);
        calls.remove(rank);
        if (calledAt == rank) {
            calledAt = NOBODY;
        }
        held.remove(rank);
        if (promised != null && promised.coordinator() == rank) {
            promised = null;
        }
        if (proposed != null && proposed.calls().containsKey(rank)) {
            dropProposal();
        } else {
            promiseHeld();
        }
        advance();
    }

    /** A rank is there again: another process, or the same one after a time in which one of the two had given the other up. */
    void onReturned(int rank, boolean isSame) {
        changed.set(rank, isSame);
        onLost(rank);
    }

    private int coordinator() {
        int lowest = 0;
        while (lowest != ranks.self() && !ranks.isThere(lowest)) {
            lowest++;
        }
        return lowest;
    }

    private boolean allOthers(IntPredicate condition) {
        for (int rank = 0; rank < ranks.size(); rank++) {
            if (rank != ranks.self() && ranks.isThere(rank) && !condition.test(rank)) {
                return false;
            }
        }
        return true;
    }

    private void forEachOther(IntConsumer visitor) {
        for (int rank = 0; rank < ranks.size(); rank++) {
            if (rank != ranks.self() && ranks.isThere(rank)) {
                visitor.accept(rank);
            }
        }
    }

    @Override
    public String toString() {
        return "roll call: own " + begun.peek() + " at " + calledAt + ", others " + calls + ", proposed " + proposed
                + ", promises " + promises + ", promised " + promised + ", held " + held;
    }
}
