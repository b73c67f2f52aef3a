package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.match.Posted;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * Receives a message each time that it is subscribed. It keeps what all its operations have in common, so that each of
 * them is small.
 *
 * @param <T> what it gives
 */
abstract class Receiving<T> extends OperationMono<T> {

    final Engine engine;
    final int context;
    final int source;
    final int tag;
    final Check arguments;
    private @Nullable Status last;

    Receiving(Engine engine, Check arguments, int context, int source, int tag) {
        this.engine = engine;
        this.arguments = arguments;
        this.context = context;
        this.source = source;
        this.tag = tag;
    }

    /** One receive. */
    abstract ReceiveOperation<T> operation(CoreSubscriber<? super T> subscriber);

    @Override
    public final void subscribe(CoreSubscriber<? super T> subscriber) {
        try {
            check();
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(operation(subscriber));
    }

    /** Throws what is wrong with it. */
    void check() {
        arguments.source(source, tag);
    }

    /** The rank of the job that it comes from, or any; where it is right. */
    final int peer() {
        return source == Mpi.ANY_SOURCE ? Posted.ANY : arguments.worldRank(source);
    }

    /** Whether its messages are part of a {@link org.reactivempi.transport.engine.protocol.Conversation}. */
    boolean isPart() {
        return false;
    }

    /**
     * What the subscribers get. Most programs that subscribe again receive the like of what they got before, and then it
     * is the same object; threads that do so at the same time may make one each.
     */
    final Status status(int source, int tag, long lengthBytes) {
        Status known = last;
        if (known != null && known.source() == source && known.tag() == tag && known.lengthBytes() == lengthBytes) {
            return known;
        }
        Status made = Status.of(source, tag, lengthBytes);
        last = made;
        return made;
    }
}
