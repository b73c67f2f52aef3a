package org.reactivempi.transport.engine.failure;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineException.SourceFailedException;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.port.ProtocolException;

/** The communicators of this rank, and what failures mean for them: where losses and packets come in. */
public final class Communicators implements OpenOperations {

    /** The operations of this rank, which a failure or a revocation may end. */
    public interface Operations {

        /** A rank has failed: receives from any source may wait for it in vain. */
        default void onFailure() {}

        /** A communicator is revoked: all that it runs ends. */
        default void onRevoked(int communicator) {}

        /** A communicator is made. Messages of it may have come before, with senders that could not be checked. */
        default void onMade(CommunicatorState communicator) {}

        /** A rank has come again: what runs with it where another process was meant ends; see {@link #former}. */
        default void onReturned(int rank) {}
    }

    /** Hears what becomes of the ranks of the job, as this rank sees it. */
    public interface RankWatcher {

        /** A rank is lost: it has finalized, or has failed. The operations that this ends have not ended yet. */
        default void onLoss(PeerLostException loss) {}

        /** A rank is lost, and all communicators know it. */
        default void onLost(int rank) {}

        /** Another process is there in the place of a rank that was lost, and all communicators know it. */
        default void onReturned(int rank) {}
    }

    /** Decides which ranks go on, where they have come to take each other for failed. */
    @FunctionalInterface
    public interface Arbiter {

        /**
         * This rank has agreed with others that some have failed.
         *
         * @param failed ranks of the job, not this one
         * @param goesOn gets whether this rank goes on, now or later, in a step of the progress thread
         */
        void giveUp(Set<Integer> failed, Consumer<Boolean> goesOn);
    }

    /** What a rank of the job has said of a communicator that this one didn't have. */
    private record Early(int from, Consumer<CommunicatorState> packet) {}

    /** A communicator that only other jobs may still speak of, and what is done when they don't. */
    private record Retired(CommunicatorState state, Runnable whenGone) {}

    private static final Log log = Log.of(Communicators.class);

    private static final int NOBODY = -1;

    /** Other ranks are a few steps ahead at most. */
    private static final int MOST_EARLY = 4096;
    /** Other jobs leave the rest to this one. */
    private static final int MOST_EARLY_OF_OTHERS = 1024;

    private final int rank;
    private final int size;
    private final RankStatus ranks;
    private final FailureExchange packets;
    private final Links links;
    private final boolean ranksComeAndGo;
    private final IntObjectMap<CommunicatorState> states = new IntObjectHashMap<>();
    /** Packets for communicators that this rank doesn't have yet. */
    private final IntObjectMap<List<Early>> early = new IntObjectHashMap<>();

    /** Hardly any rank has such, so most keep no list. */
    private List<Retired> retired = List.of();

    private int earlyPackets;
    /** Whether a message has come for such a communicator. */
    private boolean anyEarlyMessage;

    private Operations operations = new Operations() {};
    private RankWatcher watcher = new RankWatcher() {};
    private RankStatus.Departures departures = (lost, answer) -> answer.accept(false);
    private Arbiter arbiter = (failed, goesOn) -> goesOn.accept(true);
    private Consumer<String> whenGivenUp = why -> {};
    /** Without which ranks this one may go on. */
    private Set<Integer> leftBehind = Set.of();

    private boolean anyFailed;
    private boolean anyRevoked;
    private boolean anyReturned;

    /**
     * No communicators yet; takes the packets of the family FAILURE of all links that will be made.
     *
     * @param rank this rank
     * @param size how many ranks the job has
     * @param links to the peers
     */
    public Communicators(int rank, int size, Links links) {
        this.rank = rank;
        this.size = size;
        this.ranks = new RankStatus();
        this.ranksComeAndGo = links.ranksComeAndGo();
        this.links = links;
        this.packets = new FailureExchange(this, links);
    }

    /** Sets the operations of this rank, before any rank is lost. */
    public void use(Operations operations) {
        this.operations = operations;
    }

    /** Adds operations that a revocation ends, besides those that are there. */
    public void alsoUse(Operations more) {
        Operations first = operations;
        operations = new Operations() {
            @Override
            public void onFailure() {
                first.onFailure();
                more.onFailure();
            }

            @Override
            public void onRevoked(int communicator) {
                first.onRevoked(communicator);
                more.onRevoked(communicator);
            }

            @Override
            public void onMade(CommunicatorState communicator) {
                first.onMade(communicator);
                more.onMade(communicator);
            }

            @Override
            public void onReturned(int rank) {
                first.onReturned(rank);
                more.onReturned(rank);
            }
        };
    }

    /** Sets who hears what becomes of the ranks of the job, before any rank is lost. */
    public void watch(RankWatcher watcher) {
        this.watcher = watcher;
    }

    /** Sets what knows of ranks that can't be reached. */
    public void use(RankStatus.Departures departures) {
        this.departures = departures;
    }

    /** Sets who decides, and who hears that this rank is given up. */
    public void use(Arbiter arbiter, Consumer<String> whenGivenUp) {
        this.arbiter = arbiter;
        this.whenGivenUp = whenGivenUp;
    }

    /** All others have agreed that this rank has failed: where it can't come again, it ends, and {@code next} never runs. */
    void selfGivenUp(Runnable next) {
        if (ranksComeAndGo) {
            next.run();
        } else {
            whenGivenUp.accept("the others have agreed that it has failed");
        }
    }

    /** Runs {@code next}, now or later, when it is decided that this rank goes on without some of the job. */
    void goOnWithout(Set<Integer> failed, Runnable next) {
        // The launcher of this job knows nothing of others.
        Set<Integer> ofJob = new TreeSet<>(failed);
        ofJob.removeIf(number -> !isOwn(number));
        if (ranksComeAndGo || leftBehind.containsAll(ofJob)) {
            next.run();
            return;
        }
        arbiter.giveUp(ofJob, goesOn -> {
            if (goesOn) {
                Set<Integer> more = new HashSet<>(leftBehind);
                more.addAll(ofJob);
                leftBehind = more;
                next.run();
            } else {
                whenGivenUp.accept("the launcher goes on without it, as others have asked it to");
            }
        });
    }

    /** Whether a rank that is not there may come, or come again. */
    public boolean ranksComeAndGo() {
        return ranksComeAndGo;
    }

    /** Of each agreement, as far as this rank counts its calls. */
    @Override
    public void forEachAbsence(Absence visitor) {
        states.values().forEach(state -> state.forEachAbsence(visitor));
    }

    FailureExchange packets() {
        return packets;
    }

    /** Whether a rank of the job has not come yet, or is there, as far as this rank knows. */
    public boolean isThere(int rank) {
        return ranks.loss(rank) == null;
    }

    /** This rank. */
    public int self() {
        return rank;
    }

    /** Whether a peer is a rank of this job. */
    public boolean isOwn(int peer) {
        return peer < size;
    }

    /** How many ranks the job has. */
    public int jobSize() {
        return size;
    }

    /**
     * A new communicator, this rank in it.
     *
     * @param number its number
     * @param origin how it was made, in words, such as {@code world.dup()}
     * @param members its ranks as ranks of the job
     */
    public CommunicatorState add(int number, String origin, MemberRanks members) {
        return add(number, origin, members, members, member -> number);
    }

    /**
     * A new communicator over several jobs, each of which has its own number for it.
     *
     * @param number that of this job
     * @param origin how it was made, in words
     * @param members its ranks as numbers of peers
     * @param far the ranks that users name: {@code members}, or the other group where there are two
     * @param numbers that of each member's job
     */
    public CommunicatorState add(
            int number, String origin, MemberRanks members, MemberRanks far, IntUnaryOperator numbers) {
        CommunicatorState state = new CommunicatorState(
                new CommunicatorState.Made(number, origin, members, far, numbers), members.member(rank), ranks, this);
        CommunicatorState last = states.get(number);
        if (last != null && !last.isFreed()) {
            throw new IllegalStateException("two communicators have the number " + number);
        }
        states.put(number, state);
        forEachForeign(members, links::hold);
        deliverEarly(number, state);
        if (anyEarlyMessage) {
            operations.onMade(state);
        }
        return state;
    }

    private void deliverEarly(int number, CommunicatorState state) {
        List<Early> waiting = early.remove(number);
        if (waiting != null) {
            earlyPackets -= waiting.size();
            waiting.forEach(each -> deliverEarly(each.packet(), state));
        }
    }

    /** Another process of this rank would be taken for the one that has said it. */
    private void dropEarly(int from) {
        for (List<Early> waiting : early.values()) {
            int before = waiting.size();
            waiting.removeIf(each -> each.from() == from);
            earlyPackets -= before - waiting.size();
        }
        early.values().removeIf(List::isEmpty);
    }

    private static void deliverEarly(Consumer<CommunicatorState> packet, CommunicatorState state) {
        try {
            packet.accept(state);
        } catch (ProtocolException e) {
            // The link that it came by has moved on since; only what the packet says is wrong.
            log.warn("ignored what came early for a communicator: {}", e.getMessage());
        }
    }

    /** A communicator is freed on all ranks, and its number may be used again. */
    public void remove(CommunicatorState state) {
        if (states.get(state.number()) == state) {
            states.remove(state.number());
            forEachForeign(state.members(), links::release);
            forgetRetired();
        }
    }

    /**
     * A communicator is freed on all ranks of this job, but not of the others: as long as one of those may still speak of it, this rank knows
     * it. They hear that it has nothing more to say.
     *
     * @param whenGone runs in a step when none of them is a peer any more, so that this rank has forgotten it
     */
    public void retire(CommunicatorState state, Runnable whenGone) {
        if (states.get(state.number()) != state) {
            return;
        }
        Retired leaves = new Retired(state, whenGone);
        retired = Stream.concat(retired.stream(), Stream.of(leaves)).toList();
        forEachForeign(state.members(), links::leave);
        forget(leaves);
    }

    /** The link with a process of another job has ended. */
    void onLeft() {
        forgetRetired();
    }

    private void forgetRetired() {
        retired.forEach(this::forget);
    }

    /** If no member of another job is a peer any more. */
    private void forget(Retired leaves) {
        MemberRanks members = leaves.state.members();
        boolean isAwaited = IntStream.range(0, members.size())
                .map(members::rank)
                .anyMatch(peer -> !isOwn(peer) && !links.hasParted(peer));
        if (!isAwaited && retired.contains(leaves)) {
            retired = retired.stream().filter(other -> other != leaves).toList();
            states.remove(leaves.state.number());
            forEachForeign(members, links::releaseLeft);
            leaves.whenGone.run();
            forgetRetired();
        }
    }

    /** Whether all members are of this job. */
    boolean areOfOneJob(MemberRanks members) {
        return !links.processes().hasForeign()
                || IntStream.range(0, members.size()).map(members::rank).allMatch(this::isOwn);
    }

    /** Members that are of other jobs are peers as long as a communicator has them. */
    private void forEachForeign(MemberRanks members, IntConsumer visitor) {
        if (links.processes().hasForeign()) {
            IntStream.range(0, members.size())
                    .map(members::rank)
                    .filter(peer -> !isOwn(peer))
                    .forEach(visitor);
        }
    }

    /** A rank to which there has never been a connection can't be reached: it may have finalized without this one, or come since. */
    void onUnreachable(PeerLostException loss, BooleanSupplier isLost) {
        if (loss.hasFinalized() || !isOwn(loss.rank())) {
            onLost(loss);
            return;
        }
        departures.ask(loss.rank(), finalized -> {
            if (isLost.getAsBoolean()) {
                onLost(finalized ? PeerLostException.finalized(loss.rank()) : loss);
            }
        });
    }

    /** A rank is lost: it has finalized, or has failed. */
    void onLost(PeerLostException loss) {
        if (!ranks.lost(loss)) {
            return;
        }
        watcher.onLoss(loss);
        if (!loss.hasFinalized()) {
            anyFailed = true;
            operations.onFailure();
        }
        List.copyOf(states.values()).forEach(CommunicatorState::onLost);
        watcher.onLost(loss.rank());
    }

    /**
     * Members of a communicator have agreed that a rank has failed. Where ranks come and go, that says nothing of the process that has the rank
     * now, of whose coming some of them may not know: it has failed in this communicator, and only there.
     */
    void onHearsay(CommunicatorState communicator, int rank) {
        PeerLostException loss = PeerLostException.hearsay(rank);
        if (!ranksComeAndGo) {
            onLost(loss);
            return;
        }
        loseHere(communicator, loss);
    }

    /** A member has failed in this communicator, and only there. */
    private void loseHere(CommunicatorState communicator, PeerLostException loss) {
        anyFailed = true;
        anyReturned = true;
        communicator.onLostHere(loss);
        operations.onFailure();
        operations.onReturned(loss.rank());
        communicator.onLost();
    }

    /**
     * A rank is there that was lost, or for which this one was: its communicators hold another process of that number.
     * Only the world has its messages and streams go to the new one.
     */
    void onReturned(int rank) {
        PeerLostException known = ranks.returned(rank);
        PeerLostException former = known != null
                ? known
                : new PeerLostException(rank, "has had this rank before, and has lost it since", null);
        anyReturned = true;
        dropEarly(rank);
        states.values().forEach(state -> state.onLostHere(former));
        operations.onReturned(rank);
        List.copyOf(states.values()).forEach(CommunicatorState::onLost);
        watcher.onReturned(rank);
    }

    /** A communicator has a member in whose place another process has come before it was made here. */
    public void meantAnother(int communicator, int worldRank) {
        CommunicatorState state = states.get(communicator);
        if (state != null) {
            loseHere(state, new PeerLostException(worldRank, "has been lost since, and has come again", null));
        }
    }

    /**
     * All communicators that there are but the world have another process of a rank as a member than the one that this rank meets now, or is
     * about to be together with: it has never met that one.
     */
    public void heldAnother(int worldRank) {
        PeerLostException former = new PeerLostException(
                worldRank, "has been lost, and has come again, before this rank has met it", null);
        List.copyOf(states.values()).stream()
                .filter(state -> !state.isWorld() && state.memberOf(worldRank) != MemberRanks.NONE)
                .forEach(state -> loseHere(state, former));
    }

    /**
     * How a member of the communicator of a context was lost whose rank has come again since; null where messages of this context
     * go to the process that has the rank now.
     *
     * @param rank in the job
     */
    public @Nullable PeerLostException former(int context, int rank) {
        if (!anyReturned || rank < 0) {
            return null;
        }
        CommunicatorState state = of(context);
        return state == null || state.isWorld() && ContextId.purpose(context) != ContextId.Purpose.COLLECTIVE
                ? null
                : state.former(rank);
    }

    /** Whether a rank is known to have come to an orderly end. */
    public boolean hasFinalized(int rank) {
        PeerLostException loss = ranks.loss(rank);
        return loss != null && loss.hasFinalized();
    }

    /** Why a receive from any source may wait in vain; null if it doesn't. The library's own ones never do. */
    public @Nullable SourceFailedException sourceFailure(int context) {
        if (!anyFailed || !ContextId.purpose(context).allowsAnySource()) {
            return null;
        }
        CommunicatorState state = of(context);
        // The world's ranks may come again, and the receive is there for them.
        return state == null || ranksComeAndGo && state.isWorld() ? null : state.sourceFailure(context);
    }

    /** The communicator that a context belongs to, or null if this rank has none such. */
    public @Nullable CommunicatorState of(int context) {
        return states.get(ContextId.communicator(context));
    }

    /**
     * Whether a message of a rank of the job may name this source in its envelope: the member that the rank is. Of a communicator that
     * this rank doesn't have yet, or that is about to leave its number to another one, that is looked at when it is made.
     */
    public boolean mayBe(int context, int source, int rank) {
        int number = ContextId.communicator(context);
        if (number == ContextId.WORLD) {
            return source == rank && isOwn(rank);
        }
        CommunicatorState state = states.get(number);
        if (state == null || state.isFreed() && isOwn(rank)) {
            anyEarlyMessage = true;
            return true;
        }
        return state.isNamed(context, source, rank);
    }

    /** What a peer calls a communicator of this rank: each job has numbers of its own. */
    public int numberAt(int number, int peer) {
        CommunicatorState state = isOwn(peer) ? null : states.get(number);
        return state == null ? number : state.numberAt(state.memberOf(peer));
    }

    /** How many members a communicator that this rank has heard of may have, as far as it knows. */
    int mostMembers(int number) {
        CommunicatorState state = states.get(number);
        return state == null ? links.processes().count() : state.size();
    }

    /** A process of another job is no peer any more, nor a member of any communicator: its number may stand for another one. */
    void forget(int peer) {
        states.values().stream()
                .filter(state -> state.memberOf(peer) != MemberRanks.NONE)
                .findAny()
                .ifPresent(state -> {
                    throw new IllegalStateException("peer " + peer + " is a member of " + state.label());
                });
        dropEarly(peer);
        ranks.returned(peer);
    }

    /** Whether the communicator that a context belongs to is revoked. */
    public boolean isRevoked(int context) {
        if (!anyRevoked) {
            return false;
        }
        CommunicatorState state = of(context);
        return state != null && state.isRevoked();
    }

    void revoke(CommunicatorState state) {
        revoke(state, NOBODY);
    }

    private void revoke(CommunicatorState state, int from) {
        if (state.becomeRevoked(from)) {
            anyRevoked = true;
            operations.onRevoked(state.number());
        }
    }

    /** A peer says that a communicator is revoked. */
    void onRevoke(int from, int communicator) {
        deliver(communicator, from, state -> revoke(state, from));
    }

    /** A packet of a peer is for a communicator, which gets it when this rank has it. */
    void deliver(int communicator, int from, Consumer<CommunicatorState> packet) {
        CommunicatorState state = states.get(communicator);
        if (state == null) {
            keep(communicator, from, packet);
        } else {
            packet.accept(state);
        }
    }

    private void keep(int communicator, int from, Consumer<CommunicatorState> packet) {
        if (earlyPackets >= (isOwn(from) ? MOST_EARLY : MOST_EARLY_OF_OTHERS)) {
            throw new ProtocolException("rank " + from + " speaks of communicator " + communicator
                    + ", which this rank doesn't have, and neither those of " + earlyPackets + " other packets");
        }
        earlyPackets++;
        List<Early> waiting = early.get(communicator);
        if (waiting == null) {
            waiting = new ArrayList<>();
            early.put(communicator, waiting);
        }
        waiting.add(new Early(from, packet));
    }
}
