package org.reactivempi.core.stream;

import java.util.Objects;
import org.reactivempi.Codec;
import org.reactivempi.Mpi;
import org.reactivempi.Streams;
import org.reactivempi.core.operation.NullProcess;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The streams of a communicator. */
public final class CommunicatorStreams implements Streams {

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

    @Override
    public <T> Mono<Void> sendStream(Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        return destination == Mpi.PROC_NULL
                ? NullProcess.stream(announcements.engine(), values, () -> check.noProcess(tag, false))
                : new StreamSend.Sending<>(this, values, codec, destination, tag);
    }

    @Override
    public <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag, int prefetch) {
        Objects.requireNonNull(codec, "codec");
        return source == Mpi.PROC_NULL
                ? NullProcess.operation(announcements.engine(), tag, () -> check.noProcess(tag, true))
                        .thenMany(Flux.empty())
                : new StreamReceive.Receiving<>(this, codec, source, tag, prefetch, false);
    }

    /** The same, but that they are announced elsewhere, with tags that users don't know. */
    CommunicatorStreams announcedIn(OperationContext context) {
        return new CommunicatorStreams(context.ranks(), state, context, elements, numbers);
    }

    /** The numbers of all ends whose elements travel in the same context. */
    StreamNumbers numbers() {
        return numbers;
    }

    /** A rank that users name, for people. */
    String inWords(int rank) {
        return state.inWords(announcements.context(), rank);
    }
}
