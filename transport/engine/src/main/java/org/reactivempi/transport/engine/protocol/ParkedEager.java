package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.packet.PayloadSink;

/** An eager message without a receive: an exact copy of its payload. */
final class ParkedEager extends Stored implements PayloadSink {

    private static final long DROPPED = -2;

    private final EagerReceives receives;
    private long sendId;
    private int at;

    /** {@code sendId} is {@link Answers#NOBODY_WAITS} where the sender waits for nothing. */
    ParkedEager(EagerReceives receives, int context, int source, int tag, long sendId, int lengthBytes) {
        super(context, source, tag, new byte[lengthBytes]);
        this.receives = receives;
        this.sendId = sendId;
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        bytes.getBytes(bytes.readerIndex(), payload(), at, length);
        at += length;
    }

    @Override
    boolean isHere() {
        return at == payload().length;
    }

    @Override
    public void complete() {
        if (sendId == DROPPED) {
            forget();
        } else {
            super.complete();
        }
    }

    @Override
    void met() {
        receives.answers().matched(sendId);
    }

    @Override
    void copied(Incoming receive) {
        receives.consumed(payload().length);
        receives.complete(receive);
    }

    @Override
    void broken(Incoming receive, Throwable cause) {
        receives.fail(receive, cause);
    }

    @Override
    void taken() {
        receives.answers().forget(sendId);
        receives.taken(EagerCredit.cost(lengthBytes()));
    }

    @Override
    void putBack() {
        receives.answers().keepAgain(sendId, this);
        receives.taken(-EagerCredit.cost(lengthBytes()));
    }

    @Override
    void drop(Declined.Reason reason) {
        receives.answers().declined(sendId, reason);
        sendId = DROPPED;
        if (isHere()) {
            forget();
        }
    }

    @Override
    long costTo(Returned.Account account) {
        return receives == account ? EagerCredit.cost(lengthBytes()) : 0;
    }

    /** The message is out of the way, and all of it has come. */
    void forget() {
        receives.consumed(payload().length);
    }
}
