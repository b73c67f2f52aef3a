package org.reactivempi.core.communicator;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * Whether all members of a new communicator want it: each says so to the first one, which tells all others what has come of it.
 *
 * <pre>
 *  first member   receives from each --all are here, or one is lost--&gt; tells each --receives the rest--&gt; over
 *  others         send to the first  --&gt; wait for what it tells --&gt; over
 * </pre>
 * The first member hears of the loss of any other, and all others hear of its own: so nobody waits for a member that is lost, nor for one
 * that never comes beside it.
 */
@OnProgressThread
final class Ballot {

    /** What a member says, and what comes of it. */
    enum Vote {
        YES,
        /** Another call of this member has the text. */
        TEXT_IN_USE,
        /** This member has called with another group. */
        OTHER_MEMBERS,
        /** This member is lost; only the first one says so. */
        LOST
    }

    /** Hears what has come of it. */
    interface Voter {

        /**
         * The members have decided; once.
         *
         * @param vote of all, if it is yes; else of one of them
         * @param member which one
         * @param failure how it was lost, where this rank knows that by itself
         */
        void onDecided(Vote vote, int member, @Nullable MpiException failure);

        /** Nothing of it runs here any more; after the other one. */
        void onOver();
    }

    private static final int FIRST = 0;
    private static final int VOTE_TAG = 0;
    private static final int VERDICT_TAG = 1;

    private final OperationContext at;
    private final int size;
    private final Voter voter;
    private Vote verdict = Vote.YES;
    private int of = FIRST;
    private int awaited;
    private boolean decided;

    private Ballot(OperationContext at, int size, Voter voter) {
        this.at = at;
        this.size = size;
        this.voter = voter;
    }

    /** This rank votes; {@code at} is the new communicator, for messages of this purpose. */
    static void cast(OperationContext at, int size, Vote own, Voter voter) {
        Ballot ballot = new Ballot(at, size, voter);
        if (at.rank() == FIRST) {
            ballot.collect(own);
        } else {
            ballot.say(own);
        }
    }

    private void collect(Vote own) {
        note(own, FIRST);
        awaited = size - 1;
        for (int rank = 1; rank < size; rank++) {
            int member = rank;
            int[] said = new int[1];
            ReceiveMono.partInto(at, Buffers.of(said), member, VOTE_TAG)
                    .subscribe(vote -> heard(Vote.values()[said[0]], member, null), lost -> lost(member, lost));
        }
        if (size == 1) {
            decide(null);
            voter.onOver();
        }
    }

    private void lost(int member, Throwable failure) {
        heard(Vote.LOST, member, failure instanceof MpiException known ? known : null);
    }

    private void heard(Vote vote, int member, @Nullable MpiException failure) {
        awaited--;
        if (!decided) {
            note(vote, member);
            if (awaited == 0 || vote == Vote.LOST) {
                decide(failure);
            }
        }
        if (awaited == 0) {
            voter.onOver();
        }
    }

    /** The first one that says no counts, unless somebody is lost. */
    private void note(Vote vote, int member) {
        if (verdict == Vote.YES || vote == Vote.LOST) {
            verdict = vote;
            of = vote == Vote.YES ? FIRST : member;
        }
    }

    private void decide(@Nullable MpiException failure) {
        decided = true;
        for (int rank = 1; rank < size; rank++) {
            SendMono.part(at, Buffers.ints(verdict.ordinal(), of), rank, VERDICT_TAG, SendMode.STANDARD)
                    .subscribe(sent -> {}, lost -> {});
        }
        voter.onDecided(verdict, of, failure);
    }

    private void say(Vote own) {
        int[] told = new int[2];
        SendMono.part(at, Buffers.ints(own.ordinal()), FIRST, VOTE_TAG, SendMode.STANDARD)
                .subscribe(sent -> {}, lost -> {});
        ReceiveMono.partInto(at, Buffers.of(told), FIRST, VERDICT_TAG)
                .subscribe(
                        verdict -> over(Vote.values()[told[0]], told[1], null),
                        lost -> over(Vote.LOST, FIRST, lost instanceof MpiException known ? known : null));
    }

    private void over(Vote vote, int member, @Nullable MpiException failure) {
        voter.onDecided(vote, member, failure);
        voter.onOver();
    }
}
