package org.reactivempi.core.communicator;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.ErrorClass;
import org.reactivempi.FromRank;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Status;
import org.reactivempi.core.ask.Asks;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.collective.stream.Combiner;
import org.reactivempi.core.collective.stream.Wiring;
import org.reactivempi.core.operation.BufferCheck;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.NullProcess;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.core.settings.CollectiveSettings;
import org.reactivempi.core.stream.CommunicatorStreams;
import org.reactivempi.core.stream.StreamParts;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A communicator on the engine. */
public final class CoreCommunicator extends CoreCollectives implements Communicator {

    /** What the communicator of all ranks is called. */
    private static final String WORLD = "world";

    private final CommunicatorStreams streams;
    private final Wiring collectiveStreams;
    private final Asks asks;
    private final Children children;
    private final Freeing freeing;
    private final CoreFailures failures;

    /** This rank's end of a communicator that was made as {@code origin} says. On the progress thread. */
    CoreCommunicator(CommunicatorContext.OfSession session, int number, Members members, String origin) {
        this(context(session, number, members, origin));
    }

    private CoreCommunicator(CommunicatorContext of) {
        super(of, of.session().buffers().ofCommunicator(of.arguments()::usable));
        this.streams = new CommunicatorStreams(
                of.arguments(),
                of.state(),
                of.endpoint(Purpose.STREAM_ANNOUNCEMENTS),
                of.endpoint(Purpose.STREAM_ELEMENTS));
        this.collectiveStreams =
                new Wiring(collectives, new StreamParts(streams, collectives.endpoint()), of.arguments()::usable);
        this.asks = new Asks(of.arguments(), of.state(), of.endpoint(Purpose.QUESTIONS), of.endpoint(Purpose.ANSWERS));
        this.children = new Children(of, collectives);
        this.failures = new CoreFailures(of, children);
        this.freeing = new Freeing(of, collectives, asks);
    }

    private static CommunicatorContext context(
            CommunicatorContext.OfSession session, int number, Members members, String origin) {
        EngineCommunicator state = session.engine().add(number, origin, members.ranks());
        return new CommunicatorContext(session, number, members, state, new Arguments(members, state));
    }

    /**
     * The communicator of all ranks. On the progress thread.
     *
     * @param abort ends all ranks of the job with a code
     * @param job tells it from all other jobs
     * @param bufferCheck looks at the buffers of sends, if anybody wants that
     * @param types whether messages say what their elements are
     * @param collectives how collective operations are done
     */
    public static CoreCommunicator world(
            Engine engine,
            Attachment buffers,
            IntFunction<Mono<Void>> abort,
            String job,
            int rank,
            int size,
            @Nullable BufferCheck bufferCheck,
            TypeCheck types,
            CollectiveSettings collectives) {
        Group everybody = Group.of(job, rank, IntStream.range(0, size).toArray());
        ContextNumbers numbers = engine.ranksComeAndGo()
                ? ContextNumbers.ofReturning(rank, size, engine.random())
                : new ContextNumbers(rank, size);
        CommunicatorContext.OfSession session =
                new CommunicatorContext.OfSession(engine, buffers, abort, numbers, bufferCheck, types, collectives);
        return new CoreCommunicator(session, ContextId.WORLD, new Members(everybody), WORLD);
    }

    @Override
    public int rank() {
        return of.members().rank();
    }

    @Override
    public int size() {
        return of.members().size();
    }

    @Override
    public String name() {
        String given = of.state().name();
        return given.isEmpty() && of.isWorld() ? WORLD : given;
    }

    @Override
    public void setName(String name) {
        of.arguments().exists();
        of.state().name(Arguments.name(name));
    }

    @Override
    public int tagUpperBound() {
        return Arguments.TAG_UPPER_BOUND;
    }

    @Override
    public Mono<String> channel(int rank) {
        return OperationMono.of(of.engine(), "channel(rank " + rank + ")", Mono.defer(() -> {
            of.arguments().rank(rank, "rank");
            return rank == of.members().rank()
                    ? Mono.just("self").publishOn(of.engine().scheduler())
                    : of.engine().channel(of.members().worldRank(rank)).onErrorMap(ContractFailures::of);
        }));
    }

    @Override
    public <T> Mono<Void> sendStream(Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        if (destination == Mpi.PROC_NULL) {
            return NullProcess.stream(of.engine(), values, () -> of.arguments().noProcess(tag, false));
        }
        return streams.send(values, codec, destination, tag);
    }

    @Override
    public <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag, int prefetch) {
        Objects.requireNonNull(codec, "codec");
        if (source == Mpi.PROC_NULL) {
            return NullProcess.operation(of.engine(), tag, () -> of.arguments().noProcess(tag, true))
                    .thenMany(Flux.empty());
        }
        return streams.receive(codec, source, tag, prefetch);
    }

    @Override
    public <T> Flux<T> broadcastStream(Publisher<? extends T> values, Codec<T> codec, int root, int prefetch) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        return collectiveStreams.broadcast(values, codec, root, prefetch);
    }

    @Override
    public <T> Flux<FromRank<T>> gatherStream(Publisher<? extends T> values, Codec<T> codec, int root, int prefetch) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        return collectiveStreams.gather(values, codec, root, prefetch);
    }

    @Override
    public <T> Flux<T> scatterStream(Publisher<? extends T> values, Codec<T> codec, int root, Delivery delivery) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(delivery, "delivery");
        return collectiveStreams.scatter(values, codec, root, delivery);
    }

    @Override
    public <T> Flux<T> reduceStream(Publisher<? extends T> values, Codec<T> codec, Op op, int root) {
        Objects.requireNonNull(values, "values");
        return collectiveStreams.reduce(values, combiners(codec, op), codec, root);
    }

    @Override
    public <T> Flux<T> reduceStream(
            Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function, int root) {
        Objects.requireNonNull(values, "values");
        return collectiveStreams.reduce(values, combiners(codec, function), codec, root);
    }

    @Override
    public <T> Flux<T> allreduceStream(Publisher<? extends T> values, Codec<T> codec, Op op) {
        Objects.requireNonNull(values, "values");
        return collectiveStreams.allreduce(values, combiners(codec, op), codec);
    }

    @Override
    public <T> Flux<T> allreduceStream(Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function) {
        Objects.requireNonNull(values, "values");
        return collectiveStreams.allreduce(values, combiners(codec, function), codec);
    }

    @Override
    public <T> Flux<T> scanStream(Publisher<? extends T> values, Codec<T> codec, Op op) {
        Objects.requireNonNull(values, "values");
        return collectiveStreams.scan(values, combiners(codec, op), codec);
    }

    @Override
    public <T> Flux<T> scanStream(Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function) {
        Objects.requireNonNull(values, "values");
        return collectiveStreams.scan(values, combiners(codec, function), codec);
    }

    private static <T> Supplier<Combiner<T>> combiners(Codec<T> codec, Op op) {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(op, "op");
        return () -> Combiner.of(op, codec);
    }

    private static <T> Supplier<Combiner<T>> combiners(Codec<T> codec, BinaryOperator<T> function) {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(function, "function");
        return () -> Combiner.of(function, codec);
    }

    @Override
    public <T, R> Mono<R> ask(T question, Codec<T> codec, int rank, int tag, Codec<R> answerCodec) {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(answerCodec, "answerCodec");
        if (rank == Mpi.PROC_NULL) {
            return NullProcess.operation(of.engine(), tag, () -> of.arguments().noProcess(tag, false))
                    .then(Mono.empty());
        }
        return asks.ask(question, codec, rank, tag, answerCodec);
    }

    @Override
    public <T, R> Flux<Status> answer(
            int tag,
            Codec<T> codec,
            Codec<R> answerCodec,
            int concurrency,
            BiFunction<? super T, ? super Status, ? extends Publisher<? extends R>> handler) {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(answerCodec, "answerCodec");
        Objects.requireNonNull(handler, "handler");
        return asks.answer(tag, codec, answerCodec, concurrency, handler);
    }

    @Override
    public Attachment buffers() {
        return buffers;
    }

    @Override
    public Group group() {
        return of.members().group();
    }

    @Override
    public Mono<Communicator> dup() {
        return children.dup();
    }

    @Override
    public Mono<Communicator> split(int color, int key) {
        return children.split(color, key);
    }

    @Override
    public Mono<Communicator> create(Group group, int tag) {
        return children.create(group, tag);
    }

    /** What is made of it. */
    Children children() {
        return children;
    }

    @Override
    public CoreFailures failures() {
        return failures;
    }

    @Override
    public Mono<Void> abort(int code) {
        return of.session().abort().apply(code);
    }

    @Override
    public Mono<Void> free() {
        return freeing.free();
    }

    @Override
    public <T> Mono<T> within(Duration limit, Mono<T> operation) {
        Objects.requireNonNull(operation, "operation");
        return limit.isNegative() || limit.isZero()
                ? Mono.error(
                        () -> new MpiException(ErrorClass.ARG, "a limit of time of " + limit + " is not longer than 0"))
                : operation.timeout(limit, scheduler());
    }

    @Override
    public Scheduler scheduler() {
        return of.engine().scheduler();
    }

    @Override
    public String toString() {
        return "Communicator[" + of.state().label() + ", context=" + of.context(Purpose.MESSAGES) + ", rank="
                + of.members().rank() + ", size=" + of.members().size() + "]";
    }
}
