package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.spi.PersistentOperation;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * Sends a message each time that it is subscribed. It keeps what all its operations have in common, so that each of them is
 * small.
 */
public class SendMono extends OperationMono<Status> {

    final Engine engine;
    final Buffer data;
    final int context;
    final int source;
    final int destination;
    final int tag;
    final SendMode mode;
    final RankMap arguments;
    private @Nullable Status status;

    /**
     * A send that is not subscribed.
     *
     * @param engine sends it
     * @param arguments says which rank of the world it goes to, or what is wrong with it
     * @param data what to send
     * @param context the communicator's number
     * @param source this rank in the communicator
     * @param destination the peer's rank in the communicator
     * @param tag the tag
     * @param mode when it completes
     */
    public SendMono(
            Engine engine,
            RankMap arguments,
            Buffer data,
            int context,
            int source,
            int destination,
            int tag,
            SendMode mode) {
        this.engine = engine;
        this.arguments = arguments;
        this.data = data;
        this.context = context;
        this.source = source;
        this.destination = destination;
        this.tag = tag;
        this.mode = mode;
    }

    /**
     * The same send as a part of a {@link org.reactivempi.transport.engine.protocol.Conversation}.
     *
     * @return a copy
     */
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
        return new Restarted(engine, this::check, subscriber -> new SendOperation(subscriber, this));
    }

    /** Throws what is wrong with it. */
    final void check() {
        arguments.destination(destination, tag);
        data.check(false);
    }

    /** The rank of the job that it goes to; where it is right. */
    final int peer() {
        return arguments.worldRank(destination);
    }

    /** Whether its messages are part of a {@link org.reactivempi.transport.engine.protocol.Conversation}. */
    boolean isPart() {
        return false;
    }

    /** What all subscribers get, the same object; or one each, where the first ones ask at the same time. */
    final Status status() {
        Status made = status;
        if (made == null) {
            made = Status.of(source, tag, data.lengthBytes());
            status = made;
        }
        return made;
    }

    /** A class, so that other sends need no field for it. */
    private static final class Part extends SendMono {

        Part(SendMono whole) {
            super(
                    whole.engine,
                    whole.arguments,
                    whole.data,
                    whole.context,
                    whole.source,
                    whole.destination,
                    whole.tag,
                    whole.mode);
        }

        @Override
        boolean isPart() {
            return true;
        }
    }
}
