package org.reactivempi.core.communicator;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.AttributeMap;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorHandler;
import org.reactivempi.Group;
import org.reactivempi.Hints;
import org.reactivempi.Info;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivempi.Partitions;
import org.reactivempi.PointToPoint;
import org.reactivempi.Questions;
import org.reactivempi.SendBuffer;
import org.reactivempi.SessionView;
import org.reactivempi.Status;
import org.reactivempi.Values;
import org.reactivempi.core.ask.Asks;
import org.reactivempi.core.ask.CommunicatorQuestions;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.collective.call.ScalarCalls;
import org.reactivempi.core.collective.call.ValueCalls;
import org.reactivempi.core.collective.call.ValueCollectives;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.CoreErrors;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.stream.CommunicatorStreams;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * What both kinds of communicators are: chapters of MPI, each of which is an object of its own over the {@link Sides} that they share. This
 * class says which call goes to which chapter, and does nothing else with messages.
 */
abstract class CoreAnyCommunicator implements AnyCommunicator, Arguments.Heir {

    /** What the communicator of all ranks is called. */
    static final String WORLD = "world";

    final CommunicatorContext of;
    final CollectiveContext together;
    final CommunicatorStreams streams;
    final AttributeMap attributes;
    private final PointToPoint messages;
    /** Null as long as there are none: few programs have any. */
    private @Nullable Partitions partitions;

    private final ValueCollectives collectives;
    final ScalarCalls scalars;
    private final Questions questions;
    private final Attachment buffers;
    private final Freeing freeing;

    /** {@code collectives} are the collective operations of its kind. On the progress thread. */
    CoreAnyCommunicator(CommunicatorContext of, CollectiveContext together, ValueCollectives collectives) {
        this.of = of;
        this.together = together;
        this.collectives = collectives;
        this.scalars = new ScalarCalls(this, together, collectives);
        this.buffers = of.session().buffers().ofCommunicator(of.arguments()::usable, of.arguments());
        this.messages = new CorePointToPoint(of, buffers);
        this.streams = of.streams();
        Asks asks = of.questions(streams);
        this.questions = new CommunicatorQuestions(asks);
        this.attributes = new AttributeMap(of.owner());
        this.freeing = new Freeing(of, together, asks, attributes);
        freeing.joinSession();
    }

    @Override
    public final int rank() {
        return of.sides().own().rank();
    }

    @Override
    public final int size() {
        return of.sides().own().size();
    }

    @Override
    public final Group group() {
        return of.sides().own().group();
    }

    @Override
    public final Comparison compare(AnyCommunicator other) {
        of.arguments().exists();
        return other instanceof CoreAnyCommunicator known ? of.compare(known.of) : Comparison.UNEQUAL;
    }

    @Override
    public final String name() {
        String given = of.state().name();
        return given.isEmpty() && of.isWorld() ? WORLD : given;
    }

    @Override
    public final void setName(String name) {
        of.arguments().exists();
        of.state().name(Arguments.name(name));
    }

    @Override
    public final int tagUpperBound() {
        return Arguments.TAG_UPPER_BOUND;
    }

    @Override
    public final Mono<String> channel(int rank) {
        return OperationMono.of(of.engine(), of.arguments(), "channel(rank " + rank + ")", Mono.defer(() -> {
            of.arguments().rank(rank, "rank");
            return rank == of.sides().far().rank()
                    ? Mono.just("self").publishOn(of.engine().scheduler())
                    : of.engine().channel(of.sides().far().worldRank(rank)).onErrorMap(ContractFailures::of);
        }));
    }

    @Override
    public final Attachment buffers() {
        return buffers;
    }

    @Override
    public final AttributeMap attributes() {
        return attributes;
    }

    @Override
    public final Hints hints() {
        return of.arguments().hints();
    }

    @Override
    public final void setInfo(Info info) {
        of.arguments().exists();
        of.say(hints().with(info));
    }

    @Override
    public final CoreErrors<AnyCommunicator> errors() {
        return of.arguments().errors(() -> errors(ErrorHandler.RETURN));
    }

    @Override
    public final void inherit(ErrorHandler<? super AnyCommunicator> handler) {
        of.arguments().errors(() -> errors(handler));
    }

    private CoreErrors<AnyCommunicator> errors(ErrorHandler<? super AnyCommunicator> handler) {
        return new CoreErrors<>(this, of.engine(), of.arguments()::exists, of.state()::inWords, handler);
    }

    /** A duplicate, which gets what is copied to it as it is subscribed, on that thread. */
    final <C extends CoreAnyCommunicator, D> Mono<D> duplicate(Mono<C> made, Class<D> type) {
        return OperationMono.of(
                of.engine(),
                of.arguments(),
                together.inWords("dup"),
                Mono.defer(() -> CopiedAttributes.in(made, attributes).cast(type)));
    }

    @Override
    public final Mono<Void> free() {
        return freeing.free();
    }

    @Override
    public final Mono<Void> disconnect() {
        return freeing.disconnect();
    }

    /** How it goes where no user has got it. */
    final Freeing freeing() {
        return freeing;
    }

    @Override
    public final Mono<Void> abort(int code) {
        return session().abort(code);
    }

    @Override
    public final SessionView session() {
        return of.session().session().get();
    }

    @Override
    public final <T> Mono<T> within(Duration limit, Mono<T> operation) {
        Objects.requireNonNull(operation, "operation");
        return limit.isNegative() || limit.isZero()
                ? Mono.error(
                        () -> new MpiException(ErrorClass.ARG, "a limit of time of " + limit + " is not longer than 0"))
                : operation.timeout(limit, scheduler());
    }

    @Override
    public final Scheduler scheduler() {
        return of.engine().scheduler();
    }

    // Chapter 3.

    @Override
    public final Mono<Status> isend(SendBuffer data, int destination, int tag) {
        return messages.isend(data, destination, tag);
    }

    @Override
    public final Mono<Status> issend(SendBuffer data, int destination, int tag) {
        return messages.issend(data, destination, tag);
    }

    @Override
    public final Mono<Status> ibsend(SendBuffer data, int destination, int tag) {
        return messages.ibsend(data, destination, tag);
    }

    @Override
    public final Mono<Status> irsend(SendBuffer data, int destination, int tag) {
        return messages.irsend(data, destination, tag);
    }

    @Override
    public final Mono<Status> irecv(Buffer room, int source, int tag) {
        return messages.irecv(room, source, tag);
    }

    @Override
    public final Mono<Message> receive(int source, int tag) {
        return messages.receive(source, tag);
    }

    @Override
    public final <T> Mono<Status> send(T value, Codec<T> codec, int destination, int tag) {
        return messages.send(value, codec, destination, tag);
    }

    @Override
    public final <T> Mono<T> receive(Codec<T> codec, int source, int tag) {
        return messages.receive(codec, source, tag);
    }

    @Override
    public final Mono<Status> probe(int source, int tag) {
        return messages.probe(source, tag);
    }

    @Override
    public final Mono<Status> iprobe(int source, int tag) {
        return messages.iprobe(source, tag);
    }

    @Override
    public final Mono<MatchedMessage> mprobe(int source, int tag) {
        return messages.mprobe(source, tag);
    }

    @Override
    public final Mono<MatchedMessage> improbe(int source, int tag) {
        return messages.improbe(source, tag);
    }

    @Override
    public final Mono<Status> isendrecv(
            SendBuffer data, int destination, int sendTag, Buffer room, int source, int receiveTag) {
        return messages.isendrecv(data, destination, sendTag, room, source, receiveTag);
    }

    @Override
    public final Mono<Status> isendrecvReplace(
            Buffer buffer, int destination, int sendTag, int source, int receiveTag) {
        return messages.isendrecvReplace(buffer, destination, sendTag, source, receiveTag);
    }

    // Chapter 4.

    @Override
    public final PartitionedSend psend(SendBuffer data, int partitions, int destination, int tag) {
        return parted().psend(data, partitions, destination, tag);
    }

    @Override
    public final Mono<Status> psend(
            SendBuffer data, int partitions, Publisher<Integer> readiness, int destination, int tag) {
        return parted().psend(data, partitions, readiness, destination, tag);
    }

    @Override
    public final PartitionedReceive precv(Buffer room, int partitions, int source, int tag) {
        return parted().precv(room, partitions, source, tag);
    }

    private Partitions parted() {
        synchronized (of) {
            Partitions made = partitions;
            if (made == null) {
                made = of.partitions();
                partitions = made;
            }
            return made;
        }
    }

    // Chapter 6.

    @Override
    public final Mono<Void> barrier() {
        return collectives.barrier();
    }

    @Override
    public final Mono<Void> bcast(Buffer data, int root) {
        return collectives.bcast(data, root);
    }

    @Override
    public final Mono<Void> gather(SendBuffer send, Buffer receive, int root) {
        return collectives.gather(send, receive, root);
    }

    @Override
    public final Mono<Void> gatherv(SendBuffer send, Blocks receive, int root) {
        return collectives.gatherv(send, receive, root);
    }

    @Override
    public final Mono<Void> scatter(SendBuffer send, Buffer receive, int root) {
        return collectives.scatter(send, receive, root);
    }

    @Override
    public final Mono<Void> scatterv(Blocks send, Buffer receive, int root) {
        return collectives.scatterv(send, receive, root);
    }

    @Override
    public final Mono<Void> allgather(SendBuffer send, Buffer receive) {
        return collectives.allgather(send, receive);
    }

    @Override
    public final Mono<Void> allgatherv(SendBuffer send, Blocks receive) {
        return collectives.allgatherv(send, receive);
    }

    @Override
    public final Mono<Void> alltoall(SendBuffer send, Buffer receive) {
        return collectives.alltoall(send, receive);
    }

    @Override
    public final Mono<Void> alltoallv(Blocks send, Blocks receive) {
        return collectives.alltoallv(send, receive);
    }

    @Override
    public final Mono<Void> alltoallv(Blocks blocks) {
        return collectives.alltoallv(blocks);
    }

    @Override
    public final Mono<Void> reduce(SendBuffer send, Buffer receive, Op op, int root) {
        return collectives.reduce(send, receive, op, root);
    }

    @Override
    public final Mono<Void> allreduce(SendBuffer send, Buffer receive, Op op) {
        return collectives.allreduce(send, receive, op);
    }

    @Override
    public final Mono<Void> reduceScatterBlock(SendBuffer send, Buffer receive, Op op) {
        return collectives.reduceScatterBlock(send, receive, op);
    }

    @Override
    public final Mono<Void> reduceScatter(SendBuffer send, Buffer receive, int[] counts, Op op) {
        return collectives.reduceScatter(send, receive, counts, op);
    }

    @Override
    public final Mono<Double> allreduce(double value, Op op) {
        return scalars.allreduce(value, op);
    }

    @Override
    public final Mono<Long> allreduce(long value, Op op) {
        return scalars.allreduce(value, op);
    }

    @Override
    public final Mono<Double> reduce(double value, Op op, int root) {
        return scalars.reduce(value, op, root);
    }

    @Override
    public final Mono<Long> reduce(long value, Op op, int root) {
        return scalars.reduce(value, op, root);
    }

    // Values, streams and questions.

    @Override
    public final <T> Values<T> values(Codec<T> codec) {
        return new ValueCalls<>(this, together, collectives, codec);
    }

    @Override
    public final <T> Mono<Void> sendStream(Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
        return streams.sendStream(values, codec, destination, tag);
    }

    @Override
    public final <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag, int prefetch) {
        return streams.receiveStream(codec, source, tag, prefetch);
    }

    @Override
    public final <T, R> Mono<R> ask(T question, Codec<T> codec, Codec<R> answerCodec, int rank, int tag) {
        return questions.ask(question, codec, answerCodec, rank, tag);
    }

    @Override
    public final <T, R> Flux<Status> answer(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            BiFunction<? super T, ? super Status, ? extends Publisher<? extends R>> handler) {
        return questions.answer(codec, answerCodec, tag, concurrency, handler);
    }

    @Override
    public final <T, R> Flux<R> askStream(
            T question, Codec<T> codec, Codec<R> answerCodec, int rank, int tag, int prefetch) {
        return questions.askStream(question, codec, answerCodec, rank, tag, prefetch);
    }

    @Override
    public final <T, R> Flux<R> askStreams(
            Publisher<? extends T> values, Codec<T> codec, Codec<R> answerCodec, int rank, int tag, int prefetch) {
        return questions.askStreams(values, codec, answerCodec, rank, tag, prefetch);
    }

    @Override
    public final <T, R> Flux<Status> answerStream(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            BiFunction<? super T, ? super Status, ? extends Publisher<? extends R>> handler) {
        return questions.answerStream(codec, answerCodec, tag, concurrency, handler);
    }

    @Override
    public final <T, R> Flux<Status> answerStreams(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            BiFunction<? super Flux<T>, ? super Status, ? extends Publisher<? extends R>> handler) {
        return questions.answerStreams(codec, answerCodec, tag, concurrency, handler);
    }
}
