package org.reactivempi.transport.engine.failure;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * What one rank brings to an agreement, or what all have come to: a {@link Ballot.Vote} with its sets.
 *
 * @param vote the value, and whose proposal it is
 * @param failed the members that have failed, as one rank at least knows
 * @param acknowledged those of them whose failure all have acknowledged
 * @param offers by members, numbers for a new communicator of their jobs, where the communicator is of several
 */
record Proposal(Ballot.Vote vote, BitSet failed, BitSet acknowledged, SortedMap<Integer, Integer> offers)
        implements EngineCommunicator.Decision {

    /** In place of a number, where a job has none left. */
    private static final int NO_NUMBER = -1;

    /** For steps that are only words. */
    static final Proposal NOTHING = new Proposal(
            new Ballot.Vote(Ballot.NO_ROUND, 0, 0, 0), new BitSet(), new BitSet(), Collections.emptySortedMap());

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

    /** Both together; the round and the offer are this one's, and so are its offers of members that both have. */
    Proposal and(Proposal other) {
        BitSet either = (BitSet) failed.clone();
        either.or(other.failed);
        BitSet both = (BitSet) acknowledged.clone();
        both.and(other.acknowledged);
        long first = Math.min(settled(), other.settled());
        return new Proposal(
                new Ballot.Vote(round(), flag() & other.flag(), offer(), first), either, both, offersOf(other));
    }

    private SortedMap<Integer, Integer> offersOf(Proposal other) {
        if (other.offers.isEmpty()) {
            return offers;
        }
        SortedMap<Integer, Integer> all = new TreeMap<>(other.offers);
        all.putAll(offers);
        return all;
    }

    /** The same, with more ranks that have failed. */
    Proposal with(BitSet more) {
        BitSet all = (BitSet) failed.clone();
        all.or(more);
        return new Proposal(vote, all, acknowledged, offers);
    }

    /** The same, proposed by a rank. */
    Proposal in(int round) {
        return new Proposal(new Ballot.Vote(round, flag(), offer(), settled()), failed, acknowledged, offers);
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

    /** Both sets, as they travel, and the offers. */
    byte[] payload(int size) {
        int width = width(size);
        byte[] payload = Arrays.copyOf(
                Arrays.copyOf(failed.toByteArray(), width), 2 * width + offers.size() * Ballot.OFFER_BYTES);
        byte[] second = acknowledged.toByteArray();
        System.arraycopy(second, 0, payload, width, second.length);
        ByteBuffer rest =
                ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).position(2 * width);
        offers.forEach((member, offer) -> rest.putInt(member).putInt(offer));
        return payload;
    }

    /** What has travelled with a vote, with so many offers. */
    static Proposal of(Ballot.Vote vote, byte[] payload, int offers) {
        int setsBytes = payload.length - offers * Ballot.OFFER_BYTES;
        byte[] sets = Arrays.copyOf(payload, setsBytes);
        SortedMap<Integer, Integer> found = offers == 0 ? Collections.emptySortedMap() : new TreeMap<>();
        ByteBuffer rest =
                ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).position(setsBytes);
        for (int i = 0; i < offers; i++) {
            int member = rest.getInt();
            int number = rest.getInt();
            boolean isNumber = number >= 1 && number <= ContextId.LARGEST_COMMUNICATOR || number == NO_NUMBER;
            if (member < 0 || !isNumber || found.put(member, number) != null) {
                throw new ProtocolException("an offer of number " + number + " by member " + member);
            }
        }
        return new Proposal(vote, set(sets, 0), set(sets, 1), found);
    }

    @Override
    public int offer(int member) {
        Integer own = offers.get(member);
        if (own == null && !offers.isEmpty()) {
            throw new IllegalStateException("the job of member " + member + " has offered no number");
        }
        return own == null ? offer() : own;
    }

    /** How long both sets are for a communicator of so many ranks. */
    static int setsBytes(int size) {
        return 2 * width(size);
    }

    private static int width(int size) {
        return (size + Byte.SIZE - 1) / Byte.SIZE;
    }

    /** The first of both sets, or the second. */
    private static BitSet set(byte[] sets, int which) {
        int width = sets.length / 2;
        return BitSet.valueOf(Arrays.copyOfRange(sets, which * width, (which + 1) * width));
    }
}
