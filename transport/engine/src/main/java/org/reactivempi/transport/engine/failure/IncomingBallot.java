package org.reactivempi.transport.engine.failure;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.packet.Ballot;
import org.reactivempi.transport.engine.packet.PayloadSink;

/** A ballot that has come from a peer, or is coming. */
final class IncomingBallot implements PayloadSink {

    private final Communicators communicators;
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
     * @param communicators get it when all of it is here
     * @param from the sender's rank in the job
     * @param packet without the payload
     * @param payloadBytes how much is to follow
     */
    IncomingBallot(Communicators communicators, int from, ByteBuf packet, int payloadBytes) {
        this.communicators = communicators;
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

    @Override
    public void take(ByteBuf bytes, int length) {
        bytes.getBytes(bytes.readerIndex(), sets, at, length);
        at += length;
    }

    @Override
    public void complete() {
        communicators.onBallot(this);
    }

    /** Half a ballot is none. */
    @Override
    public void lost(Throwable cause) {}

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
