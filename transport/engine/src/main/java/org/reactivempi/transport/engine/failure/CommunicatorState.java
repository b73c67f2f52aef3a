package org.reactivempi.transport.engine.failure;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.packet.Ballot;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * One communicator, as failures and reports see it: who is in it, what it is called, which failures are acknowledged, whether
 * it is revoked, and what its ranks agree on. Ranks are those of the communicator, where nothing else is said.
 */
public final class CommunicatorState {

    private static final int VALUES = 0;
    private static final int COMMUNICATORS = 1;

    private final int number;
    private final String origin;
    private final int[] members;
    private final int rank;
    private final Fates fates;
    private final Communicators all;
    private final BitSet acknowledged = new BitSet();
    private final Agreements agreements = new Agreements(this);
    private volatile boolean revoked;
    private volatile String name = "";

    CommunicatorState(int number, String origin, int[] members, int rank, Fates fates, Communicators all) {
        this.number = number;
        this.origin = origin;
        this.members = members;
        this.rank = rank;
        this.fates = fates;
        this.all = all;
    }

    int number() {
        return number;
    }

    int rank() {
        return rank;
    }

    /** How many members it has, those that have failed among them. */
    public int size() {
        return members.length;
    }

    /** The name that its user has given to it; empty if there is none. Any thread. */
    public String name() {
        return name;
    }

    /** Gives it a name; any thread. */
    public void name(String name) {
        this.name = name;
    }

    /** What people know it by: its name in quotes, or else how it was made. Any thread. */
    public String label() {
        String given = name;
        return given.isEmpty() ? origin : '"' + given + '"';
    }

    /** The same with this rank in it, where that is another number than in the job. Any thread. */
    public String inWords() {
        return label() + (members[rank] == rank ? "" : " as rank " + rank);
    }

    /** A member with its rank in the job, where that is another number. Any thread. */
    public String inWords(int member) {
        int worldRank = members[member];
        return worldRank == member ? Integer.toString(member) : member + " (" + worldRank + " in world)";
    }

    /** Which member a rank of the job is; it must be one. */
    public int memberOf(int worldRank) {
        int member = 0;
        while (members[member] != worldRank) {
            member++;
        }
        return member;
    }

    /** The members that have failed. */
    public BitSet failed() {
        return failures(null);
    }

    /**
     * Acknowledges the failures that are known: receives from any source wait for the others again.
     *
     * @return the members whose failure is acknowledged now
     */
    public BitSet acknowledge() {
        acknowledged.or(failed());
        return (BitSet) acknowledged.clone();
    }

    /** What nobody needs to acknowledge any more; an orderly end never needs it. */
    BitSet acknowledged() {
        BitSet known = (BitSet) acknowledged.clone();
        for (int each = 0; each < members.length; each++) {
            if (isGone(each) && fates.failure(members[each]) == null) {
                known.set(each);
            }
        }
        return known;
    }

    /** The members that take part in nothing any more. */
    BitSet gone() {
        BitSet gone = new BitSet();
        for (int each = 0; each < members.length; each++) {
            gone.set(each, isGone(each));
        }
        return gone;
    }

    private BitSet failures(@Nullable BitSet without) {
        BitSet failed = new BitSet();
        for (int each = 0; each < members.length; each++) {
            failed.set(each, fates.failure(members[each]) != null && (without == null || !without.get(each)));
        }
        return failed;
    }

    /** How a member was lost; null if it lives. */
    public @Nullable PeerLostException loss(int member) {
        return member == rank
                ? new PeerLostException(members[rank], "is taken for failed by other ranks", null)
                : fates.loss(members[member]);
    }

    /** Why a receive from any source may wait in vain; null if it doesn't. */
    @Nullable
    SourceFailedException sourceFailure() {
        List<PeerLostException> failures = new ArrayList<>();
        failures(acknowledged).stream().forEach(each -> {
            PeerLostException failure = fates.failure(members[each]);
            if (failure != null) {
                failures.add(failure);
            }
        });
        return failures.isEmpty() ? null : new SourceFailedException(failures);
    }

    /** Whether it is revoked; any thread. */
    public boolean isRevoked() {
        return revoked;
    }

    /** Ends whatever this communicator runs, on all ranks, for ever. Without effect if it is revoked. */
    public void revoke() {
        all.revoke(this);
    }

    /** It is revoked from now on; false if it was before. */
    boolean becomeRevoked() {
        if (revoked) {
            return false;
        }
        revoked = true;
        return true;
    }

    /** Agrees on a value; {@code told} hears what it is, now or later. */
    public void agree(int flag, Consumer<Proposal> told) {
        agreements.begin(VALUES, flag, 0, told);
    }

    /** Agrees on who has failed, and on a number for a communicator of the others; {@code told} hears it, now or later. */
    public void shrink(int offer, Consumer<Proposal> told) {
        agreements.begin(COMMUNICATORS, -1, offer, told);
    }

    /** Whether there has ever been an agreement, of which packets may still come. */
    public boolean hasAgreed() {
        return agreements.isUsed();
    }

    /** How many agreements are kept, for whoever may ask for them. */
    int keptAgreements() {
        return agreements.count();
    }

    /** A ballot has come from a rank of the job. */
    void onBallot(Ballot.Step step, long number, int worldRank, Proposal proposal) {
        for (int each = 0; each < members.length; each++) {
            if (members[each] == worldRank) {
                agreements.on(step, number, each, proposal.within(members.length));
                return;
            }
        }
        throw new ProtocolException("rank " + worldRank + " is not in communicator " + this.number);
    }

    /** A rank of the job is lost. */
    void onLost() {
        agreements.advance();
    }

    /** The lowest rank that lives. */
    int coordinator() {
        int lowest = 0;
        while (isGone(lowest)) {
            lowest++;
        }
        return lowest;
    }

    private boolean isGone(int member) {
        return member != rank && fates.loss(members[member]) != null;
    }

    /** The rank of the job that a member is. */
    public int worldRank(int member) {
        return members[member];
    }

    /** All members that live, but this one. */
    void others(IntConsumer visitor) {
        for (int each = 0; each < members.length; each++) {
            if (each != rank && !isGone(each)) {
                visitor.accept(each);
            }
        }
    }

    /** Shows all members that live, but this one, as ranks of the job. */
    void forEachOther(IntConsumer visitor) {
        others(each -> visitor.accept(members[each]));
    }

    /** Whether something is true of all members that live, but this one. */
    boolean allOthers(IntPredicate condition) {
        for (int each = 0; each < members.length; each++) {
            if (each != rank && !isGone(each) && !condition.test(each)) {
                return false;
            }
        }
        return true;
    }

    /** Sees to it that the loss of members is noticed with whom this rank has never talked. */
    void openAll() {
        others(each -> all.mail().open(members[each]));
    }

    void send(int member, Ballot.Step step, long number, Proposal proposal) {
        all.mail().ballot(members[member], this.number, step, number, proposal, proposal.sets(members.length));
    }

    /** Tells all members that live of the revocation, but the one that has told this rank. */
    void spread(int except) {
        others(each -> {
            if (members[each] != except) {
                all.mail().revoke(members[each], number);
            }
        });
    }

    /** What an agreement says of the members is known from now on. */
    void believe(int[] failed) {
        for (int each : failed) {
            if (each != rank) {
                all.onLost(new PeerLostException(members[each], "has failed, as other ranks say", null));
            }
        }
    }
}
