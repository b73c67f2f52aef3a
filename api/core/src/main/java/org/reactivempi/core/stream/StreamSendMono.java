package org.reactivempi.core.stream;

import org.reactivempi.Codec;
import org.reactivempi.core.operation.OperationMono;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/** Sends a stream each time that it is subscribed. */
final class StreamSendMono<T> extends OperationMono<Void> {

    final Streams streams;
    final Publisher<? extends T> values;
    final Codec<T> codec;
    final int destination;
    final int tag;

    StreamSendMono(Streams streams, Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
        this.streams = streams;
        this.values = values;
        this.codec = codec;
        this.destination = destination;
        this.tag = tag;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Void> subscriber) {
        int world;
        try {
            world = streams.check.destination(destination, tag);
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new StreamSend<>(subscriber, this, world));
    }
}
