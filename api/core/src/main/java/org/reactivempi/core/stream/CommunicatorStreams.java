package org.reactivempi.core.stream;

import org.reactivempi.Codec;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The streams of a communicator. */
public final class CommunicatorStreams {

    final RankMap check;
    final EngineCommunicator state;
    final OperationContext announcements;
    final OperationContext elements;
    private final StreamNumbers numbers;

    /**
     * No streams yet.
     *
     * @param check says what is wrong with a user's arguments
     * @param state the communicator as reports see it
     * @param announcements where streams are announced; knows the communicator's ranks, also when it is freed
     * @param elements where everything else of them travels
     */
    public CommunicatorStreams(
            RankMap check, EngineCommunicator state, OperationContext announcements, OperationContext elements) {
        this(check, state, announcements, elements, new StreamNumbers());
    }

    private CommunicatorStreams(
            RankMap check,
            EngineCommunicator state,
            OperationContext announcements,
            OperationContext elements,
            StreamNumbers numbers) {
        this.check = check;
        this.state = state;
        this.announcements = announcements;
        this.elements = elements;
        this.numbers = numbers;
    }

    /** Which ranks of the job the members are. */
    RankMap ranks() {
        return announcements.ranks();
    }

    /** A stream to another rank, or to this one: cold, completes when the receiver has all, or wants no more. */
    public <T> Mono<Void> send(Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
        return new StreamSend.Sending<>(this, values, codec, destination, tag);
    }

    /** A stream from another rank, or from this one: cold, with as many values as {@code prefetch} beyond the demand. */
    public <T> Flux<T> receive(Codec<T> codec, int source, int tag, int prefetch) {
        return new StreamReceive.Receiving<>(this, codec, source, tag, prefetch, false);
    }

    /** The same, but that they are announced elsewhere, with tags that users don't know. */
    CommunicatorStreams announcedIn(OperationContext context) {
        return new CommunicatorStreams(context.ranks(), state, context, elements, numbers);
    }

    /** The numbers of all ends whose elements travel in the same context. */
    StreamNumbers numbers() {
        return numbers;
    }
}
