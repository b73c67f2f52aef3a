package org.reactivempi.transport.engine.failure;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.packet.Ballot;

/** A ballot that has come from a peer, or is coming. */
public final class IncomingBallot {

    private final int from;
    private final int communicator;
    private final Ballot.Step step;
    private final long number;
    private final long settled;
    private final int round;
    private final int flag;
    private final int offer;
    private final byte[] sets;
    private int at;

    /**
     * The first part of one.
     *
     * @param from the sender's rank in the job
     * @param packet without the payload
     * @param payloadBytes how much is to follow
     */
    public IncomingBallot(int from, ByteBuf packet, int payloadBytes) {
        this.from = from;
        communicator = Ballot.communicator(packet);
        step = Ballot.step(packet);
        number = Ballot.number(packet);
        settled = Ballot.settled(packet);
        round = Ballot.round(packet);
        flag = Ballot.flag(packet);
        offer = Ballot.offer(packet);
        sets = new byte[payloadBytes];
    }

    /** The next bytes of the payload. */
    public void add(ByteBuf bytes, int length) {
        bytes.getBytes(bytes.readerIndex(), sets, at, length);
        at += length;
    }

    int from() {
        return from;
    }

    int communicator() {
        return communicator;
    }

    void deliver(CommunicatorState to) {
        Proposal proposal = new Proposal(round, flag, offer, settled, Proposal.set(sets, 0), Proposal.set(sets, 1));
        to.onBallot(step, number, from, proposal);
    }
}
