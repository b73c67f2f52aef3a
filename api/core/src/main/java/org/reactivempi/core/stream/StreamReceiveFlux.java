package org.reactivempi.core.stream;

import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/** Receives a stream each time that it is subscribed. */
final class StreamReceiveFlux<T> extends Flux<T> {

    final Streams streams;
    final Codec<T> codec;
    final int source;
    final int tag;
    final int prefetch;

    StreamReceiveFlux(Streams streams, Codec<T> codec, int source, int tag, int prefetch) {
        this.streams = streams;
        this.codec = codec;
        this.source = source;
        this.tag = tag;
        this.prefetch = prefetch;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        int from;
        try {
            from = streams.check.source(source, tag);
            if (prefetch < 0) {
                throw new MpiException(ErrorClass.ARG, "prefetch " + prefetch + " is negative");
            }
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new StreamReceive<>(subscriber, this, from));
    }
}
