package org.reactivempi.core.operation;

import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** Sends a message each time that it is subscribed. */
public final class SendMono extends Mono<Status> {

    final Engine engine;
    final Buffer data;
    final int context;
    final int source;
    final int destination;
    final int tag;
    final SendMode mode;
    final boolean part;
    private final Check check;

    /**
     * A send that is not subscribed.
     *
     * @param engine sends it
     * @param check says which rank of the world it goes to, or what is wrong with it
     * @param data what to send
     * @param context the communicator's number
     * @param source this rank in the communicator
     * @param destination the peer's rank in the communicator
     * @param tag the tag
     * @param mode when it completes
     */
    public SendMono(
            Engine engine, Check check, Buffer data, int context, int source, int destination, int tag, SendMode mode) {
        this(engine, check, data, context, source, destination, tag, mode, false);
    }

    private SendMono(
            Engine engine,
            Check check,
            Buffer data,
            int context,
            int source,
            int destination,
            int tag,
            SendMode mode,
            boolean part) {
        this.engine = engine;
        this.check = check;
        this.data = data;
        this.context = context;
        this.source = source;
        this.destination = destination;
        this.tag = tag;
        this.mode = mode;
        this.part = part;
    }

    /**
     * The same send as a part of a {@link org.reactivempi.transport.engine.protocol.Conversation}.
     *
     * @return a copy
     */
    public SendMono asPart() {
        return new SendMono(engine, check, data, context, source, destination, tag, mode, true);
    }

    @Override
    public void subscribe(CoreSubscriber<? super Status> subscriber) {
        int peer;
        try {
            peer = peer();
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new SendOperation(subscriber, this, peer));
    }

    /** The rank of the job that it goes to; throws what is wrong with it. */
    int peer() {
        int world = check.destination(destination, tag);
        data.check(false);
        return world;
    }
}
