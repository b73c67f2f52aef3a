package org.reactivempi.core.operation;

import java.util.function.Function;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.Parked;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * Waits for a message each time that it is subscribed, and leaves it, or takes it out of matching.
 *
 * @param <T> what it gives
 */
public final class ProbeMono<T> extends OperationMono<T> {

    final Engine engine;
    final boolean takes;
    final Function<Parked, T> result;
    final int context;
    final int source;
    final int tag;
    final Check check;

    private ProbeMono(
            Engine engine, boolean takes, Function<Parked, T> result, Check check, int context, int source, int tag) {
        this.engine = engine;
        this.takes = takes;
        this.result = result;
        this.check = check;
        this.context = context;
        this.source = source;
        this.tag = tag;
    }

    /**
     * A probe that leaves the message where it is.
     *
     * @param engine looks for it
     * @param check says what is wrong with the arguments
     * @param context the communicator's number
     * @param source the sender's rank in the communicator, or any
     * @param tag the tag, or any
     * @return not subscribed
     */
    public static Mono<Status> leaving(Engine engine, Check check, int context, int source, int tag) {
        return new ProbeMono<>(engine, false, ProbeMono::status, check, context, source, tag);
    }

    /**
     * A probe that takes the message out of matching.
     *
     * @param engine looks for it
     * @param check says what is wrong with the arguments
     * @param context the communicator's number
     * @param source the sender's rank in the communicator, or any
     * @param tag the tag, or any
     * @return not subscribed
     */
    public static Mono<MatchedMessage> taking(Engine engine, Check check, int context, int source, int tag) {
        return new ProbeMono<>(engine, true, message -> new TakenMessage(engine, message), check, context, source, tag);
    }

    static Status status(Parked message) {
        return Status.of(message.source(), message.tag(), message.lengthBytes());
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        int peer;
        try {
            peer = check.source(source, tag);
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new ProbeOperation<>(subscriber, this, peer));
    }
}
