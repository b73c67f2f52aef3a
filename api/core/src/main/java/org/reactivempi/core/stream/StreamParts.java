package org.reactivempi.core.stream;

import org.reactivempi.Codecs;
import org.reactivempi.core.operation.OperationContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Streams of bytes between two ranks that are parts of a collective one. They differ from those of users in two ways: an end that
 * cancels can {@linkplain Refusable say why}, and one that is cancelled before its sender has come waits for it, to tell it so.
 */
public final class StreamParts {

    private final CommunicatorStreams streams;

    /**
     * Parts whose elements travel with those of all streams of a communicator.
     *
     * @param collective where they are announced
     */
    public StreamParts(CommunicatorStreams streams, OperationContext collective) {
        this.streams = streams.announcedIn(collective);
    }

    /**
     * A stream to another rank.
     *
     * @param values what to send; each belongs to the stream until it has been sent
     * @return cold; completes when the receiver has all or wants no more, fails if it has refused
     */
    public Mono<Void> send(Flux<byte[]> values, int destination, int tag) {
        return streams.sendStream(values, Codecs.bytes(), destination, tag);
    }

    /**
     * A stream from another rank, without a prefetch.
     *
     * @return cold, starts with the first request; its subscription is {@link Refusable}
     */
    public Flux<byte[]> receive(int source, int tag) {
        return new AnnouncedReceive.Receiving<>(streams.context(), Codecs.bytes(), source, tag, 0, true);
    }
}
