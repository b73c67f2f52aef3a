package org.reactivempi.core.stream;

import java.util.Objects;
import org.reactivempi.Codec;
import org.reactivempi.Mpi;
import org.reactivempi.Streams;
import org.reactivempi.core.operation.FreeNumbers;
import org.reactivempi.core.operation.NullProcess;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The streams of a communicator. */
public final class CommunicatorStreams implements Streams {

    private final StreamContext context;

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
        this(new StreamContext(check, state, announcements, elements, new FreeNumbers()));
    }

    private CommunicatorStreams(StreamContext context) {
        this.context = context;
    }

    @Override
    public <T> Mono<Void> sendStream(Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        return destination == Mpi.PROC_NULL
                ? NullProcess.stream(
                        context.announcements().engine(),
                        context.check(),
                        values,
                        () -> context.check().noProcess(tag, false))
                : new AnnouncedSend.Sending<>(context, values, codec, destination, tag);
    }

    @Override
    public <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag, int prefetch) {
        Objects.requireNonNull(codec, "codec");
        return source == Mpi.PROC_NULL
                ? NullProcess.operation(
                                context.announcements().engine(),
                                context.check(),
                                tag,
                                () -> context.check().noProcess(tag, true))
                        .thenMany(Flux.empty())
                : new AnnouncedReceive.Receiving<>(context, codec, source, tag, prefetch, false);
    }

    /**
     * The sending end of a stream that a question opens.
     *
     * @param subscriber hears the end of the stream, where it has not cancelled it
     * @param destination the receiver's rank in the communicator
     * @param meeting how the end finds the receiving one
     * @return what the subscriber is to request one of, that the stream begins, and to cancel
     */
    public <T> Subscription answers(
            CoreSubscriber<? super Void> subscriber,
            Publisher<? extends T> values,
            Codec<T> codec,
            int destination,
            Meeting<Meeting.Sender> meeting) {
        return new AskedSend<>(context, subscriber, values, codec, destination, meeting);
    }

    /**
     * The receiving end of a stream that a question opens; throws what is wrong with the prefetch.
     *
     * @param source the sender's rank in the communicator
     * @param prefetch how many values may be under way beyond the demand
     * @param meeting how the end finds the sending one
     */
    public <T> AskedValues<T> asked(Codec<T> codec, int source, int prefetch, Meeting<Meeting.Receiver> meeting) {
        StreamReceive.checkPrefetch(prefetch);
        return new AskedReceive<>(context, codec, source, prefetch, meeting);
    }

    /** The same, but that they are announced elsewhere, with tags that users don't know. */
    CommunicatorStreams announcedIn(OperationContext announcements) {
        return new CommunicatorStreams(context.announcedIn(announcements));
    }

    StreamContext context() {
        return context;
    }
}
