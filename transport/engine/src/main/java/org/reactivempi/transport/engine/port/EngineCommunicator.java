package org.reactivempi.transport.engine.port;

import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;

/**
 * One communicator, as failures and reports see it: its ranks, what it is called, which failures are acknowledged, whether
 * it is revoked, and what its ranks agree on. Ranks are those of the communicator, where nothing else is said.
 */
@OnProgressThread
public interface EngineCommunicator {

    /** What the ranks have come to in an agreement. */
    interface Decision {

        /** The value, by AND of those of the ranks. */
        int flag();

        /** A number for a new communicator; that of one of the jobs, where there are several. */
        int offer();

        /** What a member that has not failed has offered, where there are several jobs; else {@link #offer()}. */
        int offer(int member);

        /** The members that have failed, as one rank at least knows. */
        BitSet failed();

        /** The members whose failure not all have acknowledged. */
        int[] unacknowledged();
    }

    /**
     * What a call of all ranks has come to, where ranks come and go.
     *
     * @param offer a number for the communicator of these ranks
     * @param offeredHere whether it is one of this rank's
     * @param members the ranks of the job whose processes have called, this rank among them
     * @param changed those of them in whose place another process has come since
     */
    record Gathering(int offer, boolean offeredHere, BitSet members, BitSet changed) {}

    /** Its number, in its contexts. */
    int number();

    /** What it is called where a member is: each job has numbers of its own; any thread. */
    int numberAt(int member);

    /** Whether it is that of all ranks; any thread. */
    boolean isWorld();

    /** How many members it has, failed ones among them. */
    int size();

    /** The name that its user has given to it; empty if there is none. Any thread. */
    String name();

    /** Gives it a name; any thread. */
    void name(String name);

    /** What people know it by: its name in quotes, or else how it was made. Any thread. */
    String label();

    /** The same with this rank in it, where that is another number than in the job. Any thread. */
    String inWords();

    /** A member with its rank in the job, where that is another number. Any thread. */
    String inWords(int member);

    /**
     * The same of a rank that messages in a context name, which may be one of the other group where there are two. Any thread.
     *
     * @param rankThere one of those
     */
    String inWords(int context, int rankThere);

    /** Whether a rank of the job is the one that messages in a context name so; any thread. */
    boolean isNamed(int context, int rankThere, int worldRank);

    /** This rank frees it: messages of its number may be of the next communicator that has it. */
    void free();

    /** What messages in a context name a rank of the job, or {@link MemberRanks#NONE}. */
    int nameOf(int context, int worldRank);

    /** The members that have failed. */
    BitSet failed();

    /**
     * Acknowledges the failures that are known: receives from any source wait for the others again.
     *
     * @return the members whose failure is acknowledged now
     */
    BitSet acknowledge();

    /** How a member was lost; null if it lives. */
    @Nullable
    PeerLostException loss(int member);

    /** Whether it is revoked; any thread. */
    boolean isRevoked();

    /** Ends all that this communicator runs, on all ranks, for ever. Without effect if it is revoked. */
    void revoke();

    /** Agrees on a value; {@code told} hears what it is, now or later. */
    void agree(int flag, Consumer<? super Decision> told);

    /** Agrees on which ranks have failed, and on a number for a communicator of the others; {@code told} hears it, now or later. */
    void shrink(int offer, Consumer<? super Decision> told);

    /** Whether an agreement is under way, as far as this rank knows. */
    boolean isAgreeing();
}
