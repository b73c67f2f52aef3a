package org.reactivempi.core.stream;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;

/**
 * The sending end of a stream that is announced, and whose receiver answers the announcement.
 *
 * @param <T> the values' type
 */
final class AnnouncedSend<T> extends StreamSend<T> {

    private final Sending<T> mono;
    private ControlMessage.@Nullable Announcing announcement;

    private AnnouncedSend(CoreSubscriber<? super Void> subscriber, Sending<T> mono) {
        super(mono.streams, subscriber, mono.values, mono.codec, mono.destination);
        this.mono = mono;
    }

    @Override
    void meet() {
        listen(destination, peer);
        announcement = new ControlMessage.Announcing(this, streams.announcements(), peer, mono.tag);
        send(announcement);
    }

    /** Only once: a receiver that is faster answers, and is told then. */
    @Override
    void leave() {
        ControlMessage.Announcing sent = announcement;
        if (sent != null) {
            announcement = null;
            messages().withdraw(sent);
        }
    }

    @Override
    ErrorListener errors() {
        return streams.check();
    }

    @Override
    String inWords() {
        return mono.inWords();
    }

    @Override
    String call() {
        return "sendStream(destination " + streams.inWords(destination) + ", tag " + mono.tag + ", "
                + streams.state().inWords() + ")";
    }

    @Override
    String cancelled() {
        return "the sender has cancelled the stream";
    }

    /** Sends a stream each time that it is subscribed. */
    static final class Sending<T> extends OperationMono<Void> {

        private final StreamContext streams;
        private final Publisher<? extends T> values;
        private final Codec<T> codec;
        private final int destination;
        private final int tag;

        Sending(StreamContext streams, Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
            this.streams = streams;
            this.values = values;
            this.codec = codec;
            this.destination = destination;
            this.tag = tag;
        }

        @Override
        protected Engine engine() {
            return streams.elements().engine();
        }

        @Override
        protected String inWords() {
            return streams.check().inWords("sendStream", "destination", destination, tag);
        }

        @Override
        public void subscribe(CoreSubscriber<? super Void> subscriber) {
            try {
                streams.check().destination(destination, tag);
            } catch (RuntimeException wrong) {
                streams.check().refuse(subscriber, wrong);
                return;
            }
            subscriber.onSubscribe(new AnnouncedSend<>(subscriber, this));
        }
    }
}
