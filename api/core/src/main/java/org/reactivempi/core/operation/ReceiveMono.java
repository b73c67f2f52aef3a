package org.reactivempi.core.operation;

import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** Receives a message into the user's memory each time that it is subscribed. */
public final class ReceiveMono extends Mono<Status> {

    final Engine engine;
    final Buffer room;
    final int context;
    final int source;
    final int tag;
    private final Check check;
    private final boolean part;

    /**
     * A receive that is not subscribed.
     *
     * @param engine receives it
     * @param check says what is wrong with it
     * @param room where to put it
     * @param context the communicator's number
     * @param source the sender's rank in the communicator, or any
     * @param tag the tag, or any
     */
    public ReceiveMono(Engine engine, Check check, Buffer room, int context, int source, int tag) {
        this(engine, check, room, context, source, tag, false);
    }

    private ReceiveMono(Engine engine, Check check, Buffer room, int context, int source, int tag, boolean part) {
        this.engine = engine;
        this.check = check;
        this.room = room;
        this.context = context;
        this.source = source;
        this.tag = tag;
        this.part = part;
    }

    /**
     * The same receive as a part of a {@link org.reactivempi.transport.engine.protocol.Conversation}.
     *
     * @return a copy
     */
    public ReceiveMono asPart() {
        return new ReceiveMono(engine, check, room, context, source, tag, true);
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
        subscriber.onSubscribe(
                part
                        ? new PartReceive(subscriber, engine, room, context, source, tag, peer)
                        : new BufferReceive(subscriber, engine, room, context, source, tag, peer));
    }

    /** The rank of the job that it comes from, or any; throws what is wrong with it. */
    int peer() {
        int peer = check.source(source, tag);
        room.check(true);
        return peer;
    }
}
