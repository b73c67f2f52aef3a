package org.reactivempi.transport.engine.failure;

import io.netty.util.collection.IntCollections;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineException.SourceFailedException;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * One communicator, as failures and reports see it: its ranks, what it is called, which failures are acknowledged, whether
 * it is revoked, and what its ranks agree on. Ranks are those of the communicator, where nothing else is said.
 */
public final class CommunicatorState implements EngineCommunicator {

    private static final int VALUES = 0;
    private static final int COMMUNICATORS = 1;

    private final int number;
    private final String origin;
    private final MemberRanks members;
    /** The ranks that users name: the members, or the other group where there are two. */
    private final MemberRanks far;
    /** What the job of each member calls it. */
    private final IntUnaryOperator numbers;

    private final int rank;
    private final RankStatus ranks;
    private final Communicators all;
    private final BitSet acknowledged = new BitSet();
    /** How the ranks of the job were lost that are meant here as they were before, whether or not they have come again since. */
    private IntObjectMap<PeerLostException> former = IntCollections.emptyMap();

    private final Agreements agreements = new Agreements(this);
    /** What this rank passes on of it; null while it is not revoked. */
    private volatile @Nullable Revocation revocation;

    private boolean freed;
    private volatile String name = "";

    CommunicatorState(Made made, int rank, RankStatus ranks, Communicators all) {
        this.number = made.number;
        this.origin = made.origin;
        this.members = made.members;
        this.far = made.far;
        this.numbers = made.numbers;
        this.rank = rank;
        this.ranks = ranks;
        this.all = all;
    }

    /**
     * What it was made as.
     *
     * @param number that of this job
     * @param origin how it was made, in words
     * @param members its ranks as numbers of peers
     * @param far the ranks that users name: {@code members}, or the other group where there are two
     * @param numbers that of each member's job
     */
    record Made(int number, String origin, MemberRanks members, MemberRanks far, IntUnaryOperator numbers) {}

    @Override
    public int number() {
        return number;
    }

    int rank() {
        return rank;
    }

    MemberRanks members() {
        return members;
    }

    @Override
    public int numberAt(int member) {
        return numbers.applyAsInt(member);
    }

    @Override
    public boolean isWorld() {
        return number == ContextId.WORLD;
    }

    @Override
    public int size() {
        return members.size();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void name(String name) {
        this.name = name;
    }

    @Override
    public String label() {
        String given = name;
        return given.isEmpty() ? origin : '"' + given + '"';
    }

    @Override
    public String inWords() {
        return label() + (members.rank(rank) == rank ? "" : " as rank " + rank);
    }

    @Override
    public String inWords(int member) {
        int worldRank = members.rank(member);
        return worldRank == member ? Integer.toString(member) : member + " (" + worldRank + " in world)";
    }

    /** The ranks that messages in a context name; any thread. */
    private MemberRanks named(int context) {
        return far == members || ContextId.purpose(context).isTogether() ? members : far;
    }

    @Override
    public boolean isNamed(int context, int rankThere, int worldRank) {
        MemberRanks named = named(context);
        return rankThere >= 0 && rankThere < named.size() && named.rank(rankThere) == worldRank;
    }

    @Override
    public int nameOf(int context, int worldRank) {
        return named(context).member(worldRank);
    }

    /** The rank of the job that one is which messages in a context name; or {@link MemberRanks#NONE}, where the number is none. */
    public int worldRank(int context, int rankThere) {
        MemberRanks named = named(context);
        return rankThere >= 0 && rankThere < named.size() ? named.rank(rankThere) : MemberRanks.NONE;
    }

    @Override
    public String inWords(int context, int rankThere) {
        return named(context) == members
                ? inWords(rankThere)
                : "remote " + rankThere + " (" + far.rank(rankThere) + " in world)";
    }

    @Override
    public void free() {
        freed = true;
    }

    /** Whether this rank has begun to free it. */
    boolean isFreed() {
        return freed;
    }

    /** The member that a rank of the job is, or {@link MemberRanks#NONE}. */
    int memberOf(int worldRank) {
        return members.member(worldRank);
    }

    @Override
    public BitSet failed() {
        BitSet failed = new BitSet();
        forEachGone(each -> failed.set(each, failure(each) != null));
        return failed;
    }

    @Override
    public BitSet acknowledge() {
        acknowledged.or(failed());
        return (BitSet) acknowledged.clone();
    }

    /** The failures that need no acknowledgement any more; an orderly end never needs it. */
    BitSet acknowledged() {
        BitSet known = (BitSet) acknowledged.clone();
        forEachGone(each -> {
            if (failure(each) == null) {
                known.set(each);
            }
        });
        return known;
    }

    /** The members that take part in nothing any more. */
    BitSet gone() {
        BitSet gone = new BitSet();
        forEachGone(gone::set);
        return gone;
    }

    private void forEachGone(IntConsumer visitor) {
        Consumer<PeerLostException> gone = loss -> {
            int member = members.member(loss.rank());
            if (member != MemberRanks.NONE && member != rank) {
                visitor.accept(member);
            }
        };
        ranks.forEachLoss(gone);
        former.values().forEach(gone);
    }

    @Override
    public @Nullable PeerLostException loss(int member) {
        return member == rank
                ? new PeerLostException(members.rank(rank), "is taken for failed by other ranks", null)
                : lossOfOther(members.rank(member));
    }

    private @Nullable PeerLostException lossOfOther(int worldRank) {
        PeerLostException before = former.get(worldRank);
        return before == null ? ranks.loss(worldRank) : before;
    }

    /** How a member has failed; null if it lives, or has finalized. */
    private @Nullable PeerLostException failure(int member) {
        PeerLostException loss = lossOfOther(members.rank(member));
        return loss == null || loss.hasFinalized() ? null : loss;
    }

    /** A rank of the job is lost here for good, whatever process has it now: it has come again after this loss, or the members have agreed on it. */
    void onLostHere(PeerLostException loss) {
        if (members.member(loss.rank()) != MemberRanks.NONE) {
            if (former.isEmpty()) {
                former = new IntObjectHashMap<>();
            }
            former.put(loss.rank(), loss);
        }
    }

    /** How a rank of the job was lost that has come again, and is not meant here; null if it has not, or is no member. */
    @Nullable
    PeerLostException former(int worldRank) {
        return former.get(worldRank);
    }

    /** Why a receive from any source in a context may wait in vain; null if it doesn't. */
    @Nullable
    SourceFailedException sourceFailure(int context) {
        List<PeerLostException> failures = new ArrayList<>();
        BitSet left = failed();
        left.andNot(acknowledged);
        left.stream().forEach(each -> {
            PeerLostException failure = failure(each);
            if (failure != null && nameOf(context, failure.rank()) != MemberRanks.NONE) {
                failures.add(failure);
            }
        });
        return failures.isEmpty() ? null : new SourceFailedException(failures);
    }

    @Override
    public boolean isRevoked() {
        return revocation != null;
    }

    @Override
    public void revoke() {
        all.revoke(this);
    }

    /** It is revoked from now on, as a rank of the job says, or {@link MemberRanks#NONE} for this one; false if it was before. */
    boolean becomeRevoked(int from) {
        if (isRevoked()) {
            return false;
        }
        Revocation begun = new Revocation(members.size(), rank, members.member(from), new Others());
        revocation = begun;
        begun.spread();
        return true;
    }

    @Override
    public void agree(int flag, Consumer<? super Decision> told) {
        agreements.begin(VALUES, flag, 0, told::accept);
    }

    @Override
    public void shrink(int offer, Consumer<? super Decision> told) {
        agreements.begin(COMMUNICATORS, -1, offer, told::accept);
    }

    /** What this rank offers besides its vote: where there are several jobs, each needs a number of its own. */
    SortedMap<Integer, Integer> offers(int row, int offer) {
        return row == VALUES || all.areOfOneJob(members)
                ? Collections.emptySortedMap()
                : new TreeMap<>(Map.of(rank, offer));
    }

    @Override
    public boolean isAgreeing() {
        return agreements.run();
    }

    /** Shows each call of its ranks that some of them, as ranks of the job, have not made though others wait for it. */
    void forEachAbsence(OpenOperations.Absence visitor) {
        agreements.forEachAbsence((row, absent) -> {
            BitSet missing = new BitSet();
            absent.stream().forEach(member -> missing.set(members.rank(member)));
            visitor.accept((row == VALUES ? "agree(" : "shrink(") + label() + ")", missing, !isRevoked());
        });
    }

    /** How many agreements are kept, for ranks that may ask for them. */
    int keptAgreements() {
        return agreements.count();
    }

    /** A ballot has come from a rank of the job. */
    void onBallot(Ballot.Head head, int worldRank, Proposal proposal) {
        int member = members.member(worldRank);
        if (member == MemberRanks.NONE) {
            throw new ProtocolException("rank " + worldRank + " is not in communicator " + number);
        }
        if (former.get(worldRank) == null) {
            agreements.on(head, member, proposal.within(members.size()));
        }
    }

    /** A rank of the job is lost. */
    void onLost() {
        agreements.advance();
        Revocation told = revocation;
        if (told != null) {
            told.spread();
        }
    }

    /** By which its members agree. */
    BinomialTree tree() {
        return new BinomialTree(members.size(), rank, this::isGone);
    }

    /** Whether a member takes part in nothing any more; never this rank. */
    boolean isGone(int member) {
        return member != rank && lossOfOther(members.rank(member)) != null;
    }

    /** All members that live, but this one. */
    private void others(IntConsumer visitor) {
        for (int each = 0; each < members.size(); each++) {
            if (each != rank && !isGone(each)) {
                visitor.accept(each);
            }
        }
    }

    /** Shows the ranks of the job that may send a message in a context, and live: all that messages name there, but this one. */
    public void forEachSource(int context, IntConsumer visitor) {
        others(each -> {
            int worldRank = members.rank(each);
            if (nameOf(context, worldRank) != MemberRanks.NONE) {
                visitor.accept(worldRank);
            }
        });
    }

    /** Sees to it that the loss of a member is noticed with which this rank may never have talked. */
    void open(int member) {
        all.packets().open(members.rank(member));
    }

    void send(int member, Ballot.Head head, Proposal proposal) {
        all.packets().ballot(members.rank(member), numbers.applyAsInt(member), head, proposal, members.size());
    }

    /** The others, to whom a revocation goes. */
    private final class Others implements Revocation.Members {

        @Override
        public boolean hasFailed(int member) {
            return member != rank && failure(member) != null;
        }

        @Override
        public boolean isGone(int member) {
            return CommunicatorState.this.isGone(member);
        }

        @Override
        public void tell(int member) {
            all.packets().revoke(members.rank(member), numbers.applyAsInt(member));
        }
    }

    /**
     * Runs {@code next}, now or later, when this rank may go on without an agreement's failed members that it knows of by itself;
     * never where it is given up instead.
     */
    void goOnWithout(BitSet failed, Runnable next) {
        if (failed.get(rank)) {
            all.selfGivenUp(next);
            return;
        }
        Set<Integer> knownHere = new TreeSet<>();
        failed.stream().map(members::rank).filter(this::isKnownHere).forEach(knownHere::add);
        all.goOnWithout(knownHere, next);
    }

    private boolean isKnownHere(int worldRank) {
        PeerLostException loss = lossOfOther(worldRank);
        return loss != null && loss.isFirstHand();
    }

    /** What an agreement says of the members is known from now on. */
    void believe(int[] failed) {
        for (int each : failed) {
            if (each != rank && former.get(members.rank(each)) == null) {
                all.onHearsay(this, members.rank(each));
            }
        }
    }
}
