package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.failure.IncomingBallot;

/** The payload of a ballot, on its way to the agreement. */
record BallotLanding(Communicators communicators, IncomingBallot ballot) implements Landing {

    @Override
    public void land(ByteBuf bytes, int length) {
        ballot.add(bytes, length);
    }

    @Override
    public void landed() {
        communicators.onBallot(ballot);
    }

    /** Half a ballot is none. */
    @Override
    public void lost(Throwable cause) {}
}
