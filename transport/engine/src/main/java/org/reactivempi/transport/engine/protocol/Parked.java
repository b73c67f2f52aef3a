package org.reactivempi.transport.engine.protocol;

import java.time.Duration;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;
import org.reactivempi.transport.engine.packet.Declined;

/** A message that waits to be received: in the unexpected queue, or outside of it, as what a matched probe has taken. */
public abstract class Parked extends Unexpected {

    Parked(int context, int source, int tag) {
        super(context, source, tag);
    }

    /** {@code met} has got it as it came, so that it has never been in the queue. */
    final void cameFor(Posted met) {
        takePlaceOf(met);
    }

    /** How long the message is. */
    public abstract long lengthBytes();

    /** How it stands, for diagnosis; {@code peer} is the sender's rank in the job. */
    final PendingOperation unexpected(int peer, Duration age) {
        return new PendingOperation(
                PendingOperation.Kind.UNEXPECTED,
                "message",
                source(),
                peer,
                tag(),
                context(),
                lengthBytes(),
                age,
                state(),
                false,
                null);
    }

    /** How much of it is here, in a word. */
    String state() {
        return "HERE";
    }

    /** Its receive is here; the message is in no queue any more. */
    abstract void deliver(Incoming receive);

    /** A probe has taken it out of matching: its sender can't take it back any more. */
    abstract void taken();

    /** It is in the queue again, as if no probe had taken it. */
    abstract void putBack();

    /** It leaves the queue, and nobody will ever receive it. */
    abstract void drop(Declined.Reason reason);
}
