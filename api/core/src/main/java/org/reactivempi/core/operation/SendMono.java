package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.spi.PersistentOperation;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * Sends a message each time that it is subscribed. It keeps what all its operations have in common, so that each of them is
 * small.
 */
public class SendMono extends OperationMono<Status> {

    final OperationContext at;
    final Buffer data;
    final int destination;
    final int tag;
    final SendMode mode;
    private @Nullable Status status;

    /** A send that is not subscribed. */
    public SendMono(OperationContext at, Buffer data, int destination, int tag, SendMode mode) {
        this.at = at;
        this.data = data;
        this.destination = destination;
        this.tag = tag;
        this.mode = mode;
    }

    /** The same send as a part of a {@link org.reactivempi.transport.engine.protocol.Conversation}. */
    public final SendMono asPart() {
        return new Part(this);
    }

    @Override
    public final void subscribe(CoreSubscriber<? super Status> subscriber) {
        try {
            check();
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new SendOperation(subscriber, this));
    }

    @Override
    public PersistentOperation persistent() {
        return new Restarted(at.engine, this::check, subscriber -> new SendOperation(subscriber, this));
    }

    /** Throws what is wrong with it. */
    final void check() {
        at.ranks.destination(destination, tag);
        data.check(false);
    }

    /** The rank of the job that it goes to; where it is right. */
    final int peer() {
        return at.ranks.worldRank(destination);
    }

    /** Whether its messages are part of a {@link org.reactivempi.transport.engine.protocol.Conversation}. */
    boolean isPart() {
        return false;
    }

    /** What all subscribers get, the same object; or one each, where the first ones ask at the same time. */
    final Status status() {
        Status made = status;
        if (made == null) {
            made = Status.of(at.rank, tag, data.lengthBytes());
            status = made;
        }
        return made;
    }

    /** A class, so that other sends need no field for it. */
    private static final class Part extends SendMono {

        Part(SendMono whole) {
            super(whole.at, whole.data, whole.destination, whole.tag, whole.mode);
        }

        @Override
        boolean isPart() {
            return true;
        }
    }
}
