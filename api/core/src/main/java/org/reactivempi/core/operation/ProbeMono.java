package org.reactivempi.core.operation;

import org.reactivempi.MatchedMessage;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.UnexpectedMessage;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * Looks for a message each time that it is subscribed, and leaves it, or takes it out of matching. Where there is none, it
 * waits for one, or ends.
 *
 * @param <T> what it gives
 */
public abstract class ProbeMono<T> extends OperationMono<T> {

    final Engine engine;
    final Check check;
    final int context;
    final int source;
    final int tag;
    final boolean waits;

    private ProbeMono(Engine engine, Check check, int context, int source, int tag, boolean waits) {
        this.engine = engine;
        this.check = check;
        this.context = context;
        this.source = source;
        this.tag = tag;
        this.waits = waits;
    }

    /**
     * A probe that leaves the message where it is.
     *
     * @param engine looks for it
     * @param check says what is wrong with the arguments
     * @param context the communicator's number
     * @param source the sender's rank in the communicator, or any
     * @param tag the tag, or any
     * @param waits whether it waits where there is no message; else it ends empty
     * @return not subscribed
     */
    public static ProbeMono<Status> leaving(
            Engine engine, Check check, int context, int source, int tag, boolean waits) {
        return new Leaving(engine, check, context, source, tag, waits);
    }

    /**
     * A probe that takes the message out of matching.
     *
     * @param engine looks for it
     * @param check says what is wrong with the arguments
     * @param context the communicator's number
     * @param source the sender's rank in the communicator, or any
     * @param tag the tag, or any
     * @param waits whether it waits where there is no message; else it ends empty
     * @return not subscribed
     */
    public static ProbeMono<MatchedMessage> taking(
            Engine engine, Check check, int context, int source, int tag, boolean waits) {
        return new Taking(engine, check, context, source, tag, waits);
    }

    static Status status(UnexpectedMessage message) {
        return Status.of(message.source(), message.tag(), message.lengthBytes());
    }

    /** Whether it takes the message out of matching. */
    abstract boolean takes();

    /** What the subscriber gets of a message. */
    abstract T result(UnexpectedMessage message);

    @Override
    public final void subscribe(CoreSubscriber<? super T> subscriber) {
        int peer;
        try {
            peer = check.source(source, tag);
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new ProbeOperation<>(subscriber, this, peer));
    }

    private static final class Leaving extends ProbeMono<Status> {

        Leaving(Engine engine, Check check, int context, int source, int tag, boolean waits) {
            super(engine, check, context, source, tag, waits);
        }

        @Override
        boolean takes() {
            return false;
        }

        @Override
        Status result(UnexpectedMessage message) {
            return status(message);
        }
    }

    private static final class Taking extends ProbeMono<MatchedMessage> {

        Taking(Engine engine, Check check, int context, int source, int tag, boolean waits) {
            super(engine, check, context, source, tag, waits);
        }

        @Override
        boolean takes() {
            return true;
        }

        @Override
        MatchedMessage result(UnexpectedMessage message) {
            return new TakenMessage(engine, message);
        }
    }
}
