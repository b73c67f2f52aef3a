package org.reactivempi.core.communicator;

import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.collective.Collective;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.NullProcess;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.stream.CommunicatorStreams;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A communicator on the engine. */
public final class CoreCommunicator extends CorePointToPoint implements Communicator {

    /** What the communicator of all ranks is called. */
    private static final String WORLD = "world";

    private final CommunicatorStreams streams;
    private final CollectiveContext collectives;
    private final Children children;
    private final Freeing freeing;
    private final CoreFailures failures;

    /** This rank's end of a communicator that was made as {@code origin} says. On the progress thread. */
    CoreCommunicator(CommunicatorContext.OfSession session, int number, Members members, String origin) {
        this(context(session, number, members, origin));
    }

    private CoreCommunicator(CommunicatorContext of) {
        super(of, of.session().buffers().ofCommunicator(of.arguments()::usable));
        Members members = of.members();
        this.streams = new CommunicatorStreams(
                of.arguments(),
                of.state(),
                of.endpoint(Purpose.STREAM_ANNOUNCEMENTS),
                of.endpoint(Purpose.STREAM_ELEMENTS));
        this.collectives = new CollectiveContext(of.endpoint(Purpose.COLLECTIVE), of.state(), members.size());
        this.children = new Children(of, collectives);
        this.failures = new CoreFailures(of, children);
        this.freeing = new Freeing(of, collectives);
    }

    private static CommunicatorContext context(
            CommunicatorContext.OfSession session, int number, Members members, String origin) {
        CommunicatorState state = session.engine().messages().communicators().add(number, origin, members.ranks());
        return new CommunicatorContext(session, number, members, state, new Arguments(members, state));
    }

    /**
     * The communicator of all ranks. On the progress thread.
     *
     * @param abort ends all ranks of the job with a code
     * @param job tells it from all other jobs
     */
    public static CoreCommunicator world(
            Engine engine, Attachment buffers, IntFunction<Mono<Void>> abort, String job, int rank, int size) {
        Group everybody = Group.of(job, rank, IntStream.range(0, size).toArray());
        CommunicatorContext.OfSession session =
                new CommunicatorContext.OfSession(engine, buffers, abort, new ContextNumbers(rank, size));
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
        return OperationMono.of(of.engine(), Mono.defer(() -> {
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
    public Attachment buffers() {
        return buffers;
    }

    @Override
    public Mono<Void> barrier() {
        return collectives.operation("barrier", of.arguments()::usable, Collective::barrier);
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
    public Scheduler scheduler() {
        return of.engine().scheduler();
    }

    @Override
    public String toString() {
        return "Communicator[" + of.state().label() + ", context=" + of.context(Purpose.MESSAGES) + ", rank="
                + of.members().rank() + ", size=" + of.members().size() + "]";
    }
}
