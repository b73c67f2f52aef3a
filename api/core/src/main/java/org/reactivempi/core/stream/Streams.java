package org.reactivempi.core.stream;

import org.reactivempi.Codec;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The streams of a communicator. */
public final class Streams {

    final Engine engine;
    final RankMap check;
    final RankMap ranks;
    final CommunicatorState state;
    final int rank;
    final int announcementContext;
    final int elementContext;
    /** Only for the progress thread. */
    final Numbers numbers = new Numbers();

    /**
     * No streams yet.
     *
     * @param engine carries them
     * @param check says what is wrong with a user's arguments
     * @param ranks knows the communicator's ranks, also when it is freed
     * @param state the communicator as reports see it
     * @param rank this rank in the communicator
     * @param announcementContext where streams are announced
     * @param elementContext where everything else of them travels
     */
    public Streams(
            Engine engine,
            RankMap check,
            RankMap ranks,
            CommunicatorState state,
            int rank,
            int announcementContext,
            int elementContext) {
        this.engine = engine;
        this.check = check;
        this.ranks = ranks;
        this.state = state;
        this.rank = rank;
        this.announcementContext = announcementContext;
        this.elementContext = elementContext;
    }

    /**
     * A stream to another rank, or to this one.
     *
     * @param values what to send
     * @param codec how
     * @param destination a rank of the communicator
     * @param tag the tag
     * @param <T> the values' type
     * @return cold; completes when the receiver has all, or wants no more
     */
    public <T> Mono<Void> send(Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
        return new StreamSendMono<>(this, values, codec, destination, tag);
    }

    /**
     * A stream from another rank, or from this one.
     *
     * @param codec how to read it
     * @param source a rank of the communicator, or any
     * @param tag the tag, or any
     * @param prefetch how many values may come beyond the demand
     * @param <T> the values' type
     * @return cold; the values
     */
    public <T> Flux<T> receive(Codec<T> codec, int source, int tag, int prefetch) {
        return new StreamReceiveFlux<>(this, codec, source, tag, prefetch);
    }
}
