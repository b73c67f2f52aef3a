package org.reactivempi.core.operation;

import org.reactivempi.Message;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** Receives a message of any length each time that it is subscribed. */
public final class MessageMono extends Mono<Message> {

    private final Engine engine;
    private final Check check;
    private final int context;
    private final int source;
    private final int tag;

    /**
     * A receive that is not subscribed.
     *
     * @param engine receives it
     * @param check says what is wrong with it
     * @param context the communicator's number
     * @param source the sender's rank in the communicator, or any
     * @param tag the tag, or any
     */
    public MessageMono(Engine engine, Check check, int context, int source, int tag) {
        this.engine = engine;
        this.check = check;
        this.context = context;
        this.source = source;
        this.tag = tag;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Message> subscriber) {
        int peer;
        try {
            peer = check.source(source, tag);
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new MessageReceive(subscriber, engine, context, source, tag, peer));
    }
}
