package org.reactivempi.transport.engine.protocol;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Probe.WaitingMessage;

/** A message that waits to be received: in the unexpected queue, or outside of it, as what a matched probe has taken. */
abstract class UnexpectedMessage extends Unexpected implements WaitingMessage {

    /** How much of one sender's messages may wait here, and does. */
    interface Account {

        /** A message waits. */
        void charge(long payloadBytes);

        /** A message waits no more. */
        void consumed(long payloadBytes);

        /** A probe has taken a message out of the queue, to receive it later; or, where the cost is negative, has put it back. */
        void taken(long costBytes);
    }

    private byte @Nullable [] signature;

    UnexpectedMessage(int context, int source, int tag) {
        super(context, source, tag);
    }

    @Override
    public final void giveTo(Posted receive) {
        give((Incoming) receive);
    }

    @Override
    public final void takenBy(Posted probe) {
        takePlaceOf(probe);
        taken();
    }

    /** How it stands, for diagnosis. */
    PendingOperation pending(Duration age) {
        return new PendingOperation(
                PendingOperation.Kind.UNEXPECTED,
                "message",
                new PendingOperation.Addressing(source(), PendingOperation.NONE, tag(), context(), lengthBytes()),
                new PendingOperation.Progress(age, state(), false),
                null,
                null);
    }

    /** How much of it is here, in a word. */
    String state() {
        return "HERE";
    }

    /** What its elements are, where its sender has said so. */
    final void describe(byte @Nullable [] elements) {
        signature = elements;
    }

    /** Its receive is here; the message is in no queue any more. */
    final void give(Incoming receive) {
        byte[] elements = signature;
        if (elements != null) {
            receive.onSignature(elements);
        }
        deliver(receive);
    }

    /** The same, when the receive knows what its elements are. */
    abstract void deliver(Incoming receive);

    /** A probe has taken it out of matching: its sender can't take it back any more. */
    abstract void taken();

    /** The probe that has taken it lets go of it: it goes back to the queue, or to a receive. */
    abstract void putBack();

    /** Whether its sender is the member that it names; true unless overridden, for what has been checked when it came. */
    boolean isOf(CommunicatorState communicator) {
        return true;
    }

    /** Whether a peer has sent it; false unless overridden, for what no peer has. */
    boolean isFrom(int peer) {
        return false;
    }

    /** What it counts for on this account while it waits; 0 if it is on another one. */
    long costTo(Account account) {
        return 0;
    }

    /** Its sender has taken it back, out of the queue. */
    void withdrawn() {}

    /** It leaves the queue, and nobody will ever receive it. */
    abstract void drop(Declined.Reason reason);
}
