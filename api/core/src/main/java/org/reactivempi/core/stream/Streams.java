package org.reactivempi.core.stream;

import java.util.ArrayDeque;
import java.util.Queue;
import org.reactivempi.Codec;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The streams of a communicator. */
public final class Streams {

    private static final int LEAST_FREE = 64;

    final RankMap check;
    final CommunicatorState state;
    final OperationContext announcements;
    final OperationContext elements;
    /** Numbers of stream ends that are free again, oldest first, so that each waits as long as possible for its next use. */
    private final Queue<Integer> freeNumbers = new ArrayDeque<>();

    private int nextNumber;

    /**
     * No streams yet.
     *
     * @param check says what is wrong with a user's arguments
     * @param state the communicator as reports see it
     * @param announcements where streams are announced; knows the communicator's ranks, also when it is freed
     * @param elements where everything else of them travels
     */
    public Streams(RankMap check, CommunicatorState state, OperationContext announcements, OperationContext elements) {
        this.check = check;
        this.state = state;
        this.announcements = announcements;
        this.elements = elements;
    }

    /** Which ranks of the job the members are. */
    RankMap ranks() {
        return announcements.ranks();
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
        return StreamSend.mono(this, values, codec, destination, tag);
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
        return StreamReceive.flux(this, codec, source, tag, prefetch);
    }

    /** A number that no end has; on the progress thread. */
    int takeNumber() {
        // Some stay unused, so that a peer's mistake meets nobody rather than somebody else.
        return freeNumbers.size() < LEAST_FREE ? nextNumber++ : freeNumbers.remove();
    }

    /** Nothing with this number is on its way any more; on the progress thread. */
    void giveBack(int number) {
        freeNumbers.add(number);
    }
}
