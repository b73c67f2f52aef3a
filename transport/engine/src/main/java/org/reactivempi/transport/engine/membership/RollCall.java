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
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.failure.BinomialTree;
import org.reactivempi.transport.engine.packet.MembershipPackets;
import org.reactivempi.transport.engine.packet.MembershipPackets.RollCall.Step;
import org.reactivempi.transport.engine.port.EngineCommunicator.Gathering;

/**
 * How all ranks that are there come together, where ranks come and go: what a process remembers of the past is worth nothing then, since
 * another one may have come meanwhile that knows nothing of it.
 *
 * <pre>
 *            +---RELEASE: a rank of it goes, comes, or calls anew; all report again---+
 *            v                                                                        |
 *  IDLE --begin--&gt; OPEN --the own children have reported--&gt; REPORTED, to the parent --PROPOSAL--&gt; PROMISED, when all below have
 *                   |                                                                                |
 *                   +--the root: all have reported--&gt; PROPOSED --all have promised--&gt; DECIDED &lt;--DECISION
 * </pre>
 * Each call has a number that no other process ever gives, so that a proposal says exactly which calls it means, and needs no count that
 * all processes would have to share. Calls go up a {@linkplain BinomialTree tree} of the ranks that are there: each rank reports its own and
 * those below to its parent when it has them all. The lowest rank that is there is the root, and the coordinator. It proposes the calls
 * that have come, and the proposal goes back down the ways by which they have come. Each rank promises to wait for that decision if its
 * call is still open, and when all below it have promised. It takes part in no other proposal meanwhile that leaves this coordinator out,
 * until it hears that this one is given up; so no call is ever decided twice. A rank that can't go on refuses, and the coordinator begins
 * anew.
 *
 * <p>Each rank that hears of a decision tells those that are next to it in the tree of the ranks in it before it does anything else. When
 * one of these is lost, it tells those that are next to it then: if any process that lives has decided, all do. No call goes to a rank that
 * does not know what was decided on the calls before. A rank that loses the one that has brought it a proposal asks the next one, which
 * knows the decision, or releases it.
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

    /** The calls that a rank knows of, its own among them: of all below it, or none where some of these have not reported yet. */
    private record Report(long number, SortedMap<Integer, Long> calls) {

        boolean isWhole() {
            return !calls.isEmpty();
        }
    }

    /** What a coordinator has proposed: the lowest rank in it. */
    private record Proposal(long number, SortedMap<Integer, Long> calls) {

        int coordinator() {
            return calls.firstKey();
        }
    }

    /** A proposal that has come from a rank, and waits until this one may promise. */
    private record Held(Proposal proposal, int from) {}

    /** A proposal that this rank has made, or waits for. */
    private static final class Round {

        final Proposal proposal;
        /** Who has told of it, and is to hear of the promise: nobody where this rank has made it. */
        final BitSet above = new BitSet();
        /** Who was told of it, and has to promise. */
        final BitSet below = new BitSet();

        final BitSet promises = new BitSet();
        /** Who asks what has become of it, having lost the rank that has told of it. */
        final BitSet asking = new BitSet();

        /** Of all these, the ranks that were lost since, which may have missed what they were told. */
        final BitSet lost = new BitSet();

        boolean promised;

        Round(Proposal proposal) {
            this.proposal = proposal;
        }

        boolean is(long number) {
            return proposal.number() == number;
        }

        boolean hasAllPromises() {
            BitSet missing = (BitSet) below.clone();
            missing.andNot(promises);
            return missing.isEmpty();
        }

        BitSet told() {
            BitSet told = (BitSet) below.clone();
            told.or(asking);
            told.andNot(lost);
            return told;
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
    /** What ranks have reported that take this one for their parent. */
    private final SortedMap<Integer, Report> reports = new TreeMap<>();
    /** The last decision on each rank's calls that this rank knows of, for ranks that don't know it. */
    private final Map<Integer, Decision> last = new HashMap<>();
    /** The last one that it has taken part in. */
    private @Nullable Decision decided;
    /** Ranks that this one has lost, and found again as the same process, since it has promised or proposed: something may be missing. */
    private final BitSet changed = new BitSet();

    private long next;
    /** The rank that has this rank's report. */
    private int reportedTo = NOBODY;
    /** That one has forgotten it. */
    private boolean reportsAgain;
    /** What it has last reported. */
    private SortedMap<Integer, Long> reported = NO_CALLS;
    /** What this rank has proposed, or promised or may promise to wait for. */
    private @Nullable Round round;
    /** The last one that was given up. */
    private @Nullable Round givenUp;
    /** What it can't promise before it knows more of that: the last one of each coordinator. */
    private final SortedMap<Integer, Held> held = new TreeMap<>();

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

    /** The ranks that this one waits for: those below it that have not called; where these have, those that wait for others in turn. */
    BitSet absent() {
        BitSet absent = new BitSet();
        if (!begun.isEmpty() && round == null) {
            BitSet below = tree().below();
            below.stream().filter(rank -> !reports.containsKey(rank)).forEach(absent::set);
            if (absent.isEmpty()) {
                below.stream().filter(rank -> !isComplete(rank)).forEach(absent::set);
            }
        }
        return absent;
    }

    /** Of all ranks that are there. */
    private BinomialTree tree() {
        BitSet there = new BitSet();
        for (int rank = 0; rank < ranks.size(); rank++) {
            there.set(rank, isHere(rank));
        }
        return BinomialTree.of(there, ranks.self());
    }

    private boolean isHere(int rank) {
        return rank == ranks.self() || ranks.isThere(rank);
    }

    // ---- Reports, up

    private void advance() {
        Call own = begun.peek();
        if (own == null) {
            return;
        }
        BinomialTree tree = tree();
        int parent = tree.above();
        Round current = round;
        if (parent != BinomialTree.NOBODY && current != null && isOwn(current)) {
            // The one that is there may propose to the same ranks: some would wait for its decision, and some for this
            // one's.
            release(current);
            return;
        }
        BitSet below = tree.below();
        below.stream().filter(rank -> !reports.containsKey(rank)).forEach(ranks::open);
        boolean isComplete = below.stream().allMatch(this::isComplete);
        if (parent != BinomialTree.NOBODY) {
            report(parent, own, isComplete ? allCalls(own) : NO_CALLS);
        } else if (current == null && isComplete) {
            propose(own, allCalls(own));
        } else if (current != null && isComplete && !isOwn(current) && isOver(current.proposal, allCalls(own))) {
            abandon(current);
            propose(own, allCalls(own));
        }
    }

    private boolean isOwn(Round of) {
        return of.proposal.coordinator() == ranks.self();
    }

    private boolean isComplete(int rank) {
        Report report = reports.get(rank);
        return report != null
                && report.isWhole()
                && report.calls().entrySet().stream().noneMatch(call -> isOver(call.getKey(), call.getValue()));
    }

    /** All that were reported to this rank, and its own. */
    private SortedMap<Integer, Long> allCalls(Call own) {
        SortedMap<Integer, Long> all = new TreeMap<>();
        reports.keySet().stream().filter(this::isComplete).forEach(rank -> all.putAll(calls(rank)));
        reports.keySet().stream().filter(this::isComplete).forEach(rank -> all.put(rank, number(rank)));
        all.put(ranks.self(), own.number());
        return all;
    }

    private SortedMap<Integer, Long> calls(int reporter) {
        Report report = reports.get(reporter);
        return report == null ? NO_CALLS : report.calls();
    }

    private long number(int reporter) {
        return Objects.requireNonNull(reports.get(reporter)).number();
    }

    private void report(int parent, Call own, SortedMap<Integer, Long> calls) {
        if (reportedTo == parent && !reportsAgain && (calls.isEmpty() || calls.equals(reported))) {
            return;
        }
        if (reportedTo != parent && reportedTo != NOBODY) {
            // It is told nothing more, and what it knows grows old.
            ranks.send(reportedTo, Step.CALL, NO_OFFER, own.number(), NO_CALLS);
        }
        reportedTo = parent;
        reportsAgain = false;
        reported = calls;
        // It may have come after these were made, or lead to one that has.
        tellOnce(parent, decided == null ? last.get(ranks.self()) : decided);
        calls.keySet().forEach(rank -> tellOnce(parent, last.get(rank)));
        ranks.send(parent, Step.CALL, NO_OFFER, own.number(), calls);
    }

    /** A packet of another rank. */
    void on(Step step, int from, int offer, long number, SortedMap<Integer, Long> about) {
        switch (step) {
            case CALL -> onCall(from, new Report(number, about));
            case PROPOSAL -> onProposal(from, new Proposal(number, about));
            case PROMISE -> onPromise(from, number);
            case REFUSAL -> onRefusal(number);
            case RELEASE -> onRelease(from, number);
            case DECISION -> onDecision(from, new Decision(number, offer, about));
        }
    }

    private void onCall(int from, Report report) {
        if (from < ranks.self()
                || report.isWhole() && !Objects.equals(report.calls().get(from), report.number())) {
            return;
        }
        tellOver(from, report);
        if (isOver(from, report.number())) {
            return;
        }
        Report before = reports.put(from, report);
        Round current = round;
        if (current != null && current.below.get(from) && !report.equals(before) && report.isWhole()) {
            refuse(current);
        }
        advance();
    }

    /** A rank reports calls that have ended: it does not know. */
    private void tellOver(int reporter, Report report) {
        tellIfOver(reporter, reporter, report.number());
        report.calls().forEach((rank, call) -> tellIfOver(reporter, rank, call));
    }

    private void tellIfOver(int reporter, int rank, long call) {
        if (isOver(rank, call)) {
            tellOnce(reporter, last.get(rank));
        }
    }

    /** Whether a call of a rank has ended: the calls of a process have rising numbers, those of two are far from each other. */
    private boolean isOver(int rank, long call) {
        Decision known = last.get(rank);
        Long ended = known == null ? null : known.calls().get(rank);
        return ended != null && (ended == call || isBefore(call, ended));
    }

    // ---- Proposals, down, and promises, up

    private void propose(Call own, SortedMap<Integer, Long> all) {
        Round made = new Round(new Proposal(next++, all));
        round = made;
        changed.clear();
        tellBelow(made);
        decideIfPromised(own, made);
    }

    /** To those by whom the calls have come. */
    private void tellBelow(Round of) {
        Proposal proposal = of.proposal;
        reports.forEach((rank, report) -> {
            if (report.isWhole() && Objects.equals(proposal.calls().get(rank), report.number())) {
                of.below.set(rank);
            }
        });
        of.below.stream()
                .forEach(rank -> ranks.send(rank, Step.PROPOSAL, NO_OFFER, proposal.number(), proposal.calls()));
    }

    private void decideIfPromised(Call own, Round made) {
        if (made.hasAllPromises()) {
            int offer = own.offers().getAsInt();
            decide(new Decision(made.proposal.number(), offer, made.proposal.calls()), true);
        }
    }

    private void onProposal(int from, Proposal proposal) {
        Call own = begun.peek();
        Round current = round;
        Long meant = proposal.calls().get(ranks.self());
        boolean isGivenUp = givenUp != null && givenUp.is(proposal.number());
        boolean isMeant = own != null && meant != null && meant == own.number();
        if (!isMeant || isGivenUp || from > ranks.self() || proposal.coordinator() >= ranks.self()) {
            // The coordinator has not heard yet that the call which it means has ended; or it comes by a second way,
            // after its release.
            tellOnce(from, decided);
            ranks.send(from, Step.REFUSAL, NO_OFFER, proposal.number(), NO_CALLS);
        } else if (current == null) {
            accept(from, proposal);
        } else if (current.is(proposal.number())) {
            current.above.set(from);
            if (current.promised) {
                ranks.send(from, Step.PROMISE, NO_OFFER, proposal.number(), NO_CALLS);
            }
        } else if (current.proposal.coordinator() == proposal.coordinator()) {
            if (!isBefore(proposal.number(), current.proposal.number())) {
                replace(current, from, proposal);
            }
        } else if (isOwn(current) || !isOver(current.proposal, proposal.calls())) {
            held.put(proposal.coordinator(), new Held(proposal, from));
        } else {
            replace(current, from, proposal);
        }
    }

    /** Whether a number is an earlier one of the same process. */
    private static boolean isBefore(long number, long other) {
        long steps = other - number;
        return steps > 0 && steps < Integer.MAX_VALUE;
    }

    private void replace(Round current, int from, Proposal proposal) {
        // Should it be the later one of two processes, it begins anew.
        sayAbove(current, Step.REFUSAL);
        abandon(current);
        accept(from, proposal);
    }

    private void accept(int from, Proposal proposal) {
        Round accepted = new Round(proposal);
        accepted.above.set(from);
        round = accepted;
        changed.clear();
        if (isCovered(proposal)) {
            tellBelow(accepted);
            promiseIfAllHave(accepted);
        } else {
            refuse(accepted);
        }
    }

    /** Whether all calls in it that this rank has reported are still known here, by ranks that can be told of it. */
    private boolean isCovered(Proposal proposal) {
        SortedMap<Integer, Long> known = new TreeMap<>();
        reports.forEach((rank, report) -> {
            if (report.isWhole() && Objects.equals(proposal.calls().get(rank), report.number())) {
                known.putAll(report.calls());
            }
        });
        known.put(ranks.self(), Objects.requireNonNull(proposal.calls().get(ranks.self())));
        return known.entrySet().stream()
                        .allMatch(
                                call -> call.getValue().equals(proposal.calls().get(call.getKey())))
                && reported.entrySet().stream()
                        .allMatch(
                                call -> !call.getValue().equals(proposal.calls().get(call.getKey()))
                                        || known.containsKey(call.getKey()));
    }

    private void promiseIfAllHave(Round accepted) {
        if (!accepted.promised && accepted.hasAllPromises()) {
            accepted.promised = true;
            sayAbove(accepted, Step.PROMISE);
        }
    }

    private void sayAbove(Round of, Step step) {
        of.above.stream().forEach(rank -> ranks.send(rank, step, NO_OFFER, of.proposal.number(), NO_CALLS));
    }

    /** A coordinator that has given its own proposal up is in the next one with the same call. */
    private static boolean isOver(Proposal proposal, SortedMap<Integer, Long> others) {
        int coordinator = proposal.coordinator();
        return Objects.equals(proposal.calls().get(coordinator), others.get(coordinator));
    }

    private void onPromise(int from, long number) {
        Round current = round;
        if (current != null && current.is(number)) {
            current.promises.set(from);
            if (!current.below.get(from) || current.lost.get(from)) {
                current.lost.clear(from);
                current.asking.set(from);
            } else if (isOwn(current)) {
                decideIfPromised(begun.element(), current);
            } else {
                promiseIfAllHave(current);
            }
        } else if (decided != null && decided.number() == number) {
            tellOnce(from, decided);
        } else if (givenUp == null || !givenUp.is(number) || !givenUp.told().get(from)) {
            ranks.send(from, Step.RELEASE, NO_OFFER, number, NO_CALLS);
        }
    }

    private void onRefusal(long number) {
        Round current = round;
        if (current != null && current.is(number)) {
            refuse(current);
        }
    }

    /** It can't be decided: the coordinator begins anew. */
    private void refuse(Round current) {
        if (isOwn(current)) {
            release(current);
        } else {
            sayAbove(current, Step.REFUSAL);
        }
    }

    /** It is given up: all report again. */
    private void release(Round given) {
        abandon(given);
        given.told().stream().forEach(reports::remove);
        reportsAgain = true;
        promiseHeld();
        advance();
    }

    /** The ranks that were told of it are free: others may wait for them. */
    private void abandon(Round given) {
        if (round == given) {
            round = null;
        }
        givenUp = given;
        given.told().stream()
                .forEach(rank -> ranks.send(rank, Step.RELEASE, NO_OFFER, given.proposal.number(), NO_CALLS));
    }

    private void onRelease(int from, long number) {
        Round current = round;
        held.values().removeIf(each -> each.proposal().number() == number);
        if (current != null && current.is(number) && !isOwn(current)) {
            release(current);
        } else if (reportedTo == from) {
            reportsAgain = true;
            advance();
        }
    }

    private void promiseHeld() {
        List<Held> waiting = List.copyOf(held.values());
        held.clear();
        waiting.forEach(each -> onProposal(each.from(), each.proposal()));
    }

    // ---- Decisions

    private void onDecision(int from, Decision told) {
        if (told.calls().isEmpty()) {
            return;
        }
        Decision decision = known(told);
        decision.knowing().set(from);
        if (ranks.isThere(decision.maker())) {
            decision.knowing().set(decision.maker());
        }
        Call own = begun.peek();
        if (own != null && decision.means(ranks.self(), own.number())) {
            decide(decision, false);
        } else {
            hear(decision);
            Round current = round;
            if (current != null
                    && (isOwn(current)
                            ? meansAny(current.proposal, decision.calls())
                            : isOver(current.proposal, decision.calls()))) {
                release(current);
            } else {
                advance();
            }
        }
    }

    /** The same one as was told before, if it was. */
    private Decision known(Decision told) {
        return told.calls().keySet().stream()
                .map(last::get)
                .filter(before -> before != null && before.number() == told.number())
                .findFirst()
                .orElse(told);
    }

    /** The ranks that have reported calls here hear of the end from here, too: the rank that told this one may be lost. */
    private void hear(Decision decision) {
        decision.calls().forEach((rank, call) -> note(rank, call, decision));
        reports.forEach(this::tellOver);
        reports.entrySet()
                .removeIf(each -> isOver(each.getKey(), each.getValue().number()));
    }

    /** One may come late, after others on later calls of the same process, which have higher numbers. */
    private void note(int rank, long call, Decision decision) {
        Decision known = last.get(rank);
        long before = known == null ? call : known.calls().getOrDefault(rank, call);
        if (!isBefore(call, before)) {
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
        decision.calls().keySet().stream().filter(this::isHere).forEach(there::set);
        BitSet again = (BitSet) there.clone();
        again.and(decision.gone());
        there.andNot(again);
        BinomialTree tree = BinomialTree.of(there, ranks.self());
        BitSet next = tree.below();
        int above = tree.above();
        if (above != BinomialTree.NOBODY) {
            next.set(above);
        }
        next.or(again);
        next.stream().forEach(rank -> tellOnce(rank, decision));
    }

    private static boolean meansAny(Proposal proposal, SortedMap<Integer, Long> others) {
        return proposal.calls().entrySet().stream()
                .anyMatch(call -> call.getValue().equals(others.get(call.getKey())));
    }

    private void decide(Decision decision, boolean offeredHere) {
        Call own = begun.remove();
        Round ended = round;
        round = null;
        decided = decision;
        decision.gone().or(changed);
        spread(decision);
        hear(decision);
        if (ended != null && !ended.is(decision.number())) {
            sayAbove(ended, Step.REFUSAL);
            abandon(ended);
        } else if (ended != null) {
            ended.asking.stream().forEach(rank -> tellOnce(rank, decision));
        }
        held.values()
                .forEach(each -> ranks.send(
                        each.from(), Step.REFUSAL, NO_OFFER, each.proposal().number(), NO_CALLS));
        held.clear();
        reportsAgain = true;
        reported = NO_CALLS;
        BitSet members = new BitSet();
        decision.calls().keySet().forEach(members::set);
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

    // ---- Losses

    /** A rank is lost: what its process has called is over. */
    void onLost(int rank) {
        Decision own = decided;
        if (own != null && own.calls().containsKey(rank)) {
            own.knowing().clear(rank);
            own.gone().set(rank);
            spread(own);
        }
        last.remove(rank);
        last.values().forEach(decision -> decision.knowing().clear(rank));
        reports.remove(rank);
        if (reportedTo == rank) {
            reportedTo = NOBODY;
        }
        held.values().removeIf(each -> each.from() == rank || each.proposal().coordinator() == rank);
        if (givenUp != null) {
            givenUp.lost.set(rank);
        }
        Round current = round;
        if (current != null) {
            onLost(rank, current);
        }
        promiseHeld();
        advance();
    }

    private void onLost(int rank, Round current) {
        current.lost.set(rank);
        if (current.below.get(rank) && !current.promised) {
            refuse(current);
        }
        if (current.above.get(rank)) {
            current.above.clear(rank);
            if (current.above.isEmpty()) {
                ask(current);
            }
        }
    }

    /** Of a rank that is next in the tree of those in it: it may know the decision. */
    private void ask(Round current) {
        BitSet there = new BitSet();
        current.proposal.calls().keySet().stream().filter(this::isHere).forEach(there::set);
        int next = BinomialTree.of(there, ranks.self()).above();
        if (next == BinomialTree.NOBODY) {
            release(current);
        } else {
            current.above.set(next);
            ranks.send(next, Step.PROMISE, NO_OFFER, current.proposal.number(), NO_CALLS);
        }
    }

    /** A rank is there again: another process, or the same one after a time in which one of the two had given the other up. */
    void onReturned(int rank, boolean isSame) {
        changed.set(rank, isSame);
        onLost(rank);
    }

    @Override
    public String toString() {
        Round current = round;
        return "roll call: own " + begun.peek() + " reported to " + reportedTo + ", reports " + reports + ", round "
                + (current == null
                        ? null
                        : current.proposal + " above " + current.above + " below " + current.below + " promises "
                                + current.promises + " promised " + current.promised)
                + ", held " + held;
    }
}
