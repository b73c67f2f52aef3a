package org.reactivempi.transport.engine.failure;

import java.util.Arrays;
import java.util.BitSet;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.port.EngineCommunicator;

/**
 * What one rank brings to an agreement, or what all have come to: a {@link Ballot.Vote} with its sets.
 *
 * @param vote the value, and whose proposal it is
 * @param failed the members that have failed, as one rank at least knows
 * @param acknowledged those of them whose failure all have acknowledged
 */
record Proposal(Ballot.Vote vote, BitSet failed, BitSet acknowledged) implements EngineCommunicator.Decision {

    /** For steps that are only words. */
    static final Proposal NOTHING = new Proposal(new Ballot.Vote(Ballot.NO_ROUND, 0, 0, 0), new BitSet(), new BitSet());

    /** The rank of the communicator that has proposed it, or {@link Ballot#NO_ROUND} for a rank's own vote. */
    int round() {
        return vote.round();
    }

    @Override
    public int flag() {
        return vote.flag();
    }

    @Override
    public int offer() {
        return vote.offer();
    }

    /** The first agreement whose decision some rank may still ask for. */
    long settled() {
        return vote.settled();
    }

    /** Both together; the round and the offer are this one's. */
    Proposal and(Proposal other) {
        BitSet either = (BitSet) failed.clone();
        either.or(other.failed);
        BitSet both = (BitSet) acknowledged.clone();
        both.and(other.acknowledged);
        long first = Math.min(settled(), other.settled());
        return new Proposal(new Ballot.Vote(round(), flag() & other.flag(), offer(), first), either, both);
    }

    /** The same, with more ranks that have failed. */
    Proposal with(BitSet more) {
        BitSet all = (BitSet) failed.clone();
        all.or(more);
        return new Proposal(vote, all, acknowledged);
    }

    /** The same, proposed by a rank. */
    Proposal in(int round) {
        return new Proposal(new Ballot.Vote(round, flag(), offer(), settled()), failed, acknowledged);
    }

    /** The same, without ranks that a communicator of this size doesn't have. */
    Proposal within(int size) {
        failed.clear(size, Math.max(size, failed.length()));
        acknowledged.clear(size, Math.max(size, acknowledged.length()));
        return this;
    }

    /** Whether it repeats a proposal, which must not be lost. */
    boolean isAccepted() {
        return round() != Ballot.NO_ROUND;
    }

    @Override
    public int[] unacknowledged() {
        BitSet left = (BitSet) failed.clone();
        left.andNot(acknowledged);
        return left.stream().toArray();
    }

    /** Both sets, as they travel. */
    byte[] sets(int size) {
        int width = width(size);
        byte[] sets = Arrays.copyOf(Arrays.copyOf(failed.toByteArray(), width), 2 * width);
        byte[] second = acknowledged.toByteArray();
        System.arraycopy(second, 0, sets, width, second.length);
        return sets;
    }

    /** How long both sets are for a communicator of so many ranks. */
    static int bytes(int size) {
        return 2 * width(size);
    }

    private static int width(int size) {
        return (size + Byte.SIZE - 1) / Byte.SIZE;
    }

    /** The first of both sets, or the second. */
    static BitSet set(byte[] sets, int which) {
        int width = sets.length / 2;
        return BitSet.valueOf(Arrays.copyOfRange(sets, which * width, (which + 1) * width));
    }
}
