package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.diagnosis.Correspondence;
import org.reactivempi.transport.engine.diagnosis.IncomingAnswer;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.failure.IncomingBallot;
import org.reactivempi.transport.engine.packet.StallQuestion;

/**
 * What a peer says of communicators and of ranks rather than of a message: revocations, ballots, and what the detectors of stalls
 * ask and answer. Passes it on to those who know of that. Only the progress thread comes here.
 */
final class RankPackets {

    private final int from;
    private final Communicators communicators;
    private final Correspondence stalls;

    RankPackets(int from, Communicators communicators, Correspondence stalls) {
        this.from = from;
        this.communicators = communicators;
        this.stalls = stalls;
    }

    void onRevoke(ByteBuf packet) {
        communicators.onRevoke(from, packet);
    }

    Landing onBallot(ByteBuf packet, int payloadBytes) {
        communicators.checkBallot(payloadBytes);
        return new BallotLanding(communicators, new IncomingBallot(from, packet, payloadBytes));
    }

    void onStallQuestion(ByteBuf packet) {
        stalls.onQuestion(from, StallQuestion.inquiry(packet), StallQuestion.step(packet));
    }

    Landing onStallAnswer(ByteBuf packet, int payloadBytes) {
        return new StallLanding(stalls, new IncomingAnswer(from, packet, payloadBytes));
    }
}
