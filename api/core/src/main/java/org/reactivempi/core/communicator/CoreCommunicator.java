package org.reactivempi.core.communicator;

import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.reactivempi.BlockingCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.buffered.BufferedSendMono;
import org.reactivempi.core.collective.Collective;
import org.reactivempi.core.collective.Collectives;
import org.reactivempi.core.operation.BufferCopy;
import org.reactivempi.core.operation.Failures;
import org.reactivempi.core.operation.MessageMono;
import org.reactivempi.core.operation.NoMessage;
import org.reactivempi.core.operation.NullProcess;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.ProbeMono;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.operation.SendReceiveMono;
import org.reactivempi.core.stream.Streams;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.protocol.SendMode;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A communicator on the engine, with four {@link Contexts}. */
public final class CoreCommunicator implements Communicator {

    /** What the communicator of all ranks is called. */
    private static final String WORLD = "world";

    private final Engine engine;
    private final Attachment buffers;
    private final Contexts contexts;
    private final Members members;
    private final CommunicatorState state;
    private final Arguments arguments;
    private final Streams streams;
    private final Collectives collectives;
    private final Children children;
    private final Freeing freeing;
    private final Mitigation mitigation;
    private final IntFunction<Mono<Void>> abort;
    private final BlockingCommunicator blocking = new BlockingCalls(this);

    private CoreCommunicator(
            Engine engine,
            Attachment sessionBuffers,
            IntFunction<Mono<Void>> abort,
            ContextNumbers numbers,
            Contexts contexts,
            Members members,
            String origin) {
        this.engine = engine;
        this.abort = abort;
        this.contexts = contexts;
        this.members = members;
        this.state = engine.messages().communicators().add(contexts.number(), origin, members.worldRanks());
        this.arguments = new Arguments(members, state);
        this.buffers = sessionBuffers.ofCommunicator(arguments::usable);
        this.streams = new Streams(
                engine, arguments, members, state, members.rank(), contexts.streamControl(), contexts.streamElements());
        this.collectives =
                new Collectives(engine, members, state, contexts.collective(), members.rank(), members.size());
        Children.Factory factory = (number, part, made) ->
                new CoreCommunicator(engine, sessionBuffers, abort, numbers, number, part, made);
        Lineage lineage = new Lineage(state);
        this.children = new Children(members, arguments, collectives, numbers, lineage, factory);
        this.mitigation = new Mitigation(engine, members, arguments, state, numbers, lineage, factory);
        this.freeing = new Freeing(contexts, members, arguments, collectives, numbers, engine.messages(), state);
    }

    /**
     * The communicator of all ranks. On the progress thread.
     *
     * @param engine this rank's
     * @param buffers the session's
     * @param abort ends all ranks of the job with a code
     * @param job tells it from all other jobs
     * @param rank this rank
     * @param size how many there are
     * @return a new object
     */
    public static CoreCommunicator world(
            Engine engine, Attachment buffers, IntFunction<Mono<Void>> abort, String job, int rank, int size) {
        Group everybody = Group.of(job, rank, IntStream.range(0, size).toArray());
        ContextNumbers numbers = new ContextNumbers(rank, size);
        return new CoreCommunicator(engine, buffers, abort, numbers, Contexts.WORLD, new Members(everybody), WORLD);
    }

    @Override
    public int rank() {
        return members.rank();
    }

    @Override
    public int size() {
        return members.size();
    }

    @Override
    public String name() {
        String given = state.name();
        return given.isEmpty() && contexts.equals(Contexts.WORLD) ? WORLD : given;
    }

    @Override
    public void setName(String name) {
        arguments.exists();
        state.name(Arguments.name(name));
    }

    @Override
    public int tagUpperBound() {
        return Arguments.TAG_UPPER_BOUND;
    }

    @Override
    public Mono<String> channel(int rank) {
        return OperationMono.of(Mono.defer(() -> {
            arguments.rank(rank, "rank");
            return rank == members.rank()
                    ? Mono.just("self").publishOn(engine.scheduler())
                    : engine.channel(members.worldRank(rank)).onErrorMap(Failures::of);
        }));
    }

    @Override
    public Mono<Status> isend(Buffer data, int destination, int tag) {
        return send(data, destination, tag, SendMode.STANDARD);
    }

    @Override
    public Mono<Status> issend(Buffer data, int destination, int tag) {
        return send(data, destination, tag, SendMode.SYNCHRONOUS);
    }

    @Override
    public Mono<Status> ibsend(Buffer data, int destination, int tag) {
        if (destination == Mpi.PROC_NULL) {
            return NullProcess.operation(engine, Status.noProcess(), () -> arguments.send(data, destination, tag));
        }
        return new BufferedSendMono(
                engine, arguments, buffers, data, contexts.messages(), members.rank(), destination, tag);
    }

    @Override
    public Mono<Status> irsend(Buffer data, int destination, int tag) {
        return send(data, destination, tag, SendMode.READY);
    }

    private Mono<Status> send(Buffer data, int destination, int tag, SendMode mode) {
        if (destination == Mpi.PROC_NULL) {
            return NullProcess.operation(engine, Status.noProcess(), () -> arguments.send(data, destination, tag));
        }
        return new SendMono(engine, arguments, data, contexts.messages(), members.rank(), destination, tag, mode);
    }

    @Override
    public Mono<Status> irecv(Buffer room, int source, int tag) {
        if (source == Mpi.PROC_NULL) {
            return NullProcess.operation(engine, Status.noProcess(), () -> arguments.receive(room, source, tag));
        }
        return new ReceiveMono(engine, arguments, room, contexts.messages(), source, tag);
    }

    @Override
    public Mono<Message> receive(int source, int tag) {
        if (source == Mpi.PROC_NULL) {
            return NullProcess.operation(
                    engine, Message.of(Status.noProcess(), new byte[0]), () -> arguments.noProcess(tag, true));
        }
        return new MessageMono(engine, arguments, contexts.messages(), source, tag);
    }

    @Override
    public Mono<Status> probe(int source, int tag) {
        return probe(source, tag, true);
    }

    @Override
    public Mono<Status> iprobe(int source, int tag) {
        return probe(source, tag, false);
    }

    private Mono<Status> probe(int source, int tag, boolean waits) {
        if (source == Mpi.PROC_NULL) {
            return NullProcess.operation(engine, Status.noProcess(), () -> arguments.noProcess(tag, true));
        }
        return ProbeMono.leaving(engine, arguments, contexts.messages(), source, tag, waits);
    }

    @Override
    public Mono<MatchedMessage> mprobe(int source, int tag) {
        return mprobe(source, tag, true);
    }

    @Override
    public Mono<MatchedMessage> improbe(int source, int tag) {
        return mprobe(source, tag, false);
    }

    private Mono<MatchedMessage> mprobe(int source, int tag, boolean waits) {
        if (source == Mpi.PROC_NULL) {
            return NullProcess.operation(engine, new NoMessage(engine), () -> arguments.noProcess(tag, true));
        }
        return ProbeMono.taking(engine, arguments, contexts.messages(), source, tag, waits);
    }

    @Override
    public Mono<Status> isendrecv(Buffer data, int destination, int sendTag, Buffer room, int source, int receiveTag) {
        Runnable check = () -> {
            arguments.receive(room, source, receiveTag);
            arguments.send(data, destination, sendTag);
        };
        Mono<Status> send = isend(data, destination, sendTag);
        return new SendReceiveMono(engine, check, irecv(room, source, receiveTag), () -> send);
    }

    @Override
    public Mono<Status> isendrecvReplace(Buffer buffer, int destination, int sendTag, int source, int receiveTag) {
        Runnable check = () -> {
            arguments.receive(buffer, source, receiveTag);
            arguments.send(buffer, destination, sendTag);
        };
        Supplier<Mono<Status>> send = () -> isend(BufferCopy.of(buffer), destination, sendTag);
        return new SendReceiveMono(engine, check, irecv(buffer, source, receiveTag), send);
    }

    @Override
    public PersistentRequest sendInit(Buffer data, int destination, int tag) {
        return PersistentRequest.of(isend(data, destination, tag));
    }

    @Override
    public PersistentRequest bsendInit(Buffer data, int destination, int tag) {
        return PersistentRequest.of(ibsend(data, destination, tag));
    }

    @Override
    public PersistentRequest ssendInit(Buffer data, int destination, int tag) {
        return PersistentRequest.of(issend(data, destination, tag));
    }

    @Override
    public PersistentRequest rsendInit(Buffer data, int destination, int tag) {
        return PersistentRequest.of(irsend(data, destination, tag));
    }

    @Override
    public PersistentRequest recvInit(Buffer room, int source, int tag) {
        return PersistentRequest.of(irecv(room, source, tag));
    }

    @Override
    public <T> Mono<Void> sendStream(Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        if (destination == Mpi.PROC_NULL) {
            return NullProcess.stream(engine, values, () -> arguments.noProcess(tag, false));
        }
        return streams.send(values, codec, destination, tag);
    }

    @Override
    public <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag, int prefetch) {
        Objects.requireNonNull(codec, "codec");
        if (source == Mpi.PROC_NULL) {
            return NullProcess.operation(engine, tag, () -> arguments.noProcess(tag, true))
                    .thenMany(Flux.empty());
        }
        return streams.receive(codec, source, tag, prefetch);
    }

    @Override
    public Mono<Void> attachBuffer(int sizeBytes) {
        return buffers.attachBuffer(sizeBytes);
    }

    @Override
    public Mono<Void> attachAutomaticBuffer() {
        return buffers.attachAutomaticBuffer();
    }

    @Override
    public Mono<Void> flushBuffer() {
        return buffers.flushBuffer();
    }

    @Override
    public Mono<Integer> detachBuffer() {
        return buffers.detachBuffer();
    }

    @Override
    public Mono<Void> barrier() {
        return collectives.operation("barrier", arguments::usable, Collective::barrier);
    }

    @Override
    public Group group() {
        return members.group();
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
    public Mono<Group> getFailed() {
        return mitigation.failed();
    }

    @Override
    public Mono<Group> acknowledgeFailed() {
        return mitigation.acknowledge();
    }

    @Override
    public Mono<Void> abort(int code) {
        return abort.apply(code);
    }

    @Override
    public Mono<Void> revoke() {
        return mitigation.revoke();
    }

    @Override
    public Mono<Communicator> shrink() {
        return mitigation.shrink();
    }

    @Override
    public Mono<Integer> agree(int flag) {
        return mitigation.agree(flag);
    }

    @Override
    public Mono<Void> free() {
        return freeing.free();
    }

    @Override
    public BlockingCommunicator blocking() {
        return blocking;
    }

    @Override
    public Scheduler scheduler() {
        return engine.scheduler();
    }

    @Override
    public String toString() {
        return "Communicator[" + state.label() + ", context=" + contexts.messages() + ", rank=" + members.rank()
                + ", size=" + members.size() + "]";
    }
}
