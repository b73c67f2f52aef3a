package org.reactivempi.core.communicator;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.Edges;
import org.reactivempi.FromRank;
import org.reactivempi.Graph;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.Group;
import org.reactivempi.Hints;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Neighborhood;
import org.reactivempi.Op;
import org.reactivempi.Port;
import org.reactivempi.Reorder;
import org.reactivempi.SendBuffer;
import org.reactivempi.SessionView;
import org.reactivempi.SplitType;
import org.reactivempi.Windows;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.call.CollectiveCalls;
import org.reactivempi.core.collective.stream.Wiring;
import org.reactivempi.core.operation.BufferCheck;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.core.port.CorePorts;
import org.reactivempi.core.settings.CollectiveSettings;
import org.reactivempi.core.settings.RankHosts;
import org.reactivempi.core.stream.StreamParts;
import org.reactivempi.core.window.CoreWindows;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A communicator of one group, on the engine. */
public class CoreCommunicator extends CoreAnyCommunicator implements Communicator {

    private static final Kinds KINDS = new Kinds() {
        @Override
        public Communicator ofOneGroup(
                CommunicatorContext.OfSession session, Numbers numbers, Members members, String origin) {
            return new CoreCommunicator(session, numbers, members, origin);
        }

        @Override
        public Intercommunicator ofTwoGroups(
                CommunicatorContext.OfSession session, Numbers numbers, Sides sides, String origin) {
            return new CoreIntercommunicator(session, numbers, sides, origin);
        }
    };

    private final CollectiveCalls collectives;
    final Wiring collectiveStreams;
    private final Children children;
    private final CoreFailures<Communicator> failures;
    private final CoreTopologies topologies;
    /** Null as long as there are none: few programs have any. */
    private @Nullable Windows windows;

    /** This rank's end of a communicator that was made as {@code origin} says. On the progress thread. */
    CoreCommunicator(CommunicatorContext.OfSession session, Numbers numbers, Members members, String origin) {
        this(CommunicatorContext.of(session, numbers, Sides.of(members), origin));
    }

    private CoreCommunicator(CommunicatorContext of) {
        this(of, of.together());
    }

    private CoreCommunicator(CommunicatorContext of, CollectiveContext together) {
        this(
                of,
                together,
                new CollectiveCalls(
                        together, of.arguments()::usable, of.session().collectives(), hosts(of)));
    }

    private CoreCommunicator(CommunicatorContext of, CollectiveContext together, CollectiveCalls collectives) {
        super(of, together, collectives);
        this.collectives = collectives;
        this.collectiveStreams =
                new Wiring(together, new StreamParts(streams, together.endpoint()), of.arguments()::usable);
        this.children = new Children(of, together);
        this.failures = new CoreFailures<>(of, children, Children::shrunk, of.callsAll() ? children.present() : null);
        this.topologies = new CoreTopologies(of, together, children);
    }

    private static Hosts hosts(CommunicatorContext of) {
        RankHosts hosts = of.session().collectives().hosts();
        Members members = of.members();
        return hosts.areKnown() ? Hosts.of(members.size(), rank -> hosts.of(members.worldRank(rank))) : Hosts.ONE;
    }

    /**
     * The communicator of all ranks. On the progress thread.
     *
     * @param session gives what the program has of it
     * @param job tells it from all other jobs
     * @param program the number of this rank's program among those of the job, where that is known
     * @param bufferCheck looks at the buffers of sends, if anybody wants that
     * @param types whether messages say what their elements are
     * @param collectives how collective operations are done
     * @param ports of this rank
     */
    public static CoreCommunicator world(
            Engine engine,
            Attachment buffers,
            Supplier<SessionView> session,
            String job,
            int rank,
            int size,
            OptionalInt program,
            @Nullable BufferCheck bufferCheck,
            TypeCheck types,
            CollectiveSettings collectives,
            Supplier<CorePorts> ports) {
        Members everybody =
                new Members(Group.of(job, rank, IntStream.range(0, size).toArray()));
        ContextNumbers numbers = engine.ranksComeAndGo()
                ? ContextNumbers.ofReturning(rank, size, engine.random())
                : new ContextNumbers(rank, size);
        CommunicatorContext.OfSession shared = new CommunicatorContext.OfSession(
                engine,
                everybody,
                program,
                buffers,
                session,
                KINDS,
                numbers,
                bufferCheck,
                types,
                collectives,
                new TextDesk(size),
                ports,
                null);
        return new CoreCommunicator(shared, Numbers.of(ContextId.WORLD), everybody, WORLD);
    }

    /** A communicator of the same kind, of the same ranks. */
    CoreCommunicator alike(Numbers numbers, Members members, String origin) {
        return new CoreCommunicator(of.session(), numbers, members, origin);
    }

    @Override
    public final Mono<Communicator> dup() {
        return dup(Hints.create());
    }

    @Override
    public final Mono<Communicator> dup(Hints hints) {
        Objects.requireNonNull(hints, "hints");
        Children.Maker<CoreCommunicator> hinted = (numbers, members, origin) -> {
            CoreCommunicator made = alike(numbers, members, origin);
            made.of.say(hints);
            return made;
        };
        return duplicate(children.dup(hinted), Communicator.class);
    }

    @Override
    public final Mono<Communicator> split(int color, int key) {
        return children.split(color, key);
    }

    @Override
    public final Mono<Communicator> splitType(@Nullable SplitType type, int key) {
        return children.splitByHost(type != null, key);
    }

    @Override
    public final Mono<Communicator> create(Group group) {
        return children.create(group);
    }

    @Override
    public final Mono<Communicator> create(Group group, int tag) {
        return children.create(group, tag);
    }

    @Override
    public final Mono<Intercommunicator> intercommunicator(
            int localLeader, Communicator peer, int remoteLeader, int tag) {
        CommunicatorContext between = peer instanceof CoreCommunicator known ? known.of : null;
        return children.join(new Joining(of, localLeader, between, remoteLeader, tag));
    }

    @Override
    public final Mono<Intercommunicator> accept(@Nullable Port port, int root) {
        return children.accept(port, root);
    }

    @Override
    public final Flux<Intercommunicator> accepts(@Nullable Port port, int root) {
        return children.accepts(port, root);
    }

    @Override
    public final Mono<Intercommunicator> connect(@Nullable String portName, int root) {
        return children.connect(portName, root);
    }

    @Override
    public final Mono<CartesianCommunicator> cartesian(Cartesian grid, Reorder reorder) {
        return topologies.cartesian(grid, reorder);
    }

    @Override
    public final Mono<GraphCommunicator> graph(Graph graph, Reorder reorder) {
        return topologies.graph(graph, reorder);
    }

    @Override
    public final Mono<GraphCommunicator> adjacentGraph(Neighborhood own, Reorder reorder) {
        return topologies.adjacent(own, reorder);
    }

    @Override
    public final Mono<GraphCommunicator> distributedGraph(Edges some, Reorder reorder) {
        return topologies.distributed(some, reorder);
    }

    /** What is made in its session without it. */
    public final SessionObjects objects() {
        return new SessionObjects(of.session());
    }

    /** What is made of it. */
    final Children children() {
        return children;
    }

    @Override
    public final CoreFailures<Communicator> failures() {
        return failures;
    }

    @Override
    public final Mono<Void> scan(SendBuffer send, Buffer receive, Op op) {
        return collectives.scan(send, receive, op);
    }

    @Override
    public final Mono<Void> exscan(SendBuffer send, Buffer receive, Op op) {
        return collectives.exscan(send, receive, op);
    }

    @Override
    public final Mono<Double> scan(double value, Op op) {
        return scalars.scans(collectives).scan(value, op);
    }

    @Override
    public final Mono<Long> scan(long value, Op op) {
        return scalars.scans(collectives).scan(value, op);
    }

    @Override
    public final Mono<Double> exscan(double value, Op op) {
        return scalars.scans(collectives).exscan(value, op);
    }

    @Override
    public final Mono<Long> exscan(long value, Op op) {
        return scalars.scans(collectives).exscan(value, op);
    }

    @Override
    public final <T> Flux<T> bcastStream(Publisher<? extends T> values, Codec<T> codec, int root, int prefetch) {
        return collectiveStreams.bcastStream(values, codec, root, prefetch);
    }

    @Override
    public final <T> Flux<FromRank<T>> gatherStream(
            Publisher<? extends T> values, Codec<T> codec, int root, int prefetch) {
        return collectiveStreams.gatherStream(values, codec, root, prefetch);
    }

    @Override
    public final <T> Flux<T> scatterStream(Publisher<? extends T> values, Codec<T> codec, int root, Delivery delivery) {
        return collectiveStreams.scatterStream(values, codec, root, delivery);
    }

    @Override
    public final <T> Flux<T> reduceStream(Publisher<? extends T> values, Codec<T> codec, Op op, int root) {
        return collectiveStreams.reduceStream(values, codec, op, root);
    }

    @Override
    public final <T> Flux<T> reduceStream(
            Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function, int root) {
        return collectiveStreams.reduceStream(values, codec, function, root);
    }

    @Override
    public final <T> Flux<T> allreduceStream(Publisher<? extends T> values, Codec<T> codec, Op op) {
        return collectiveStreams.allreduceStream(values, codec, op);
    }

    @Override
    public final <T> Flux<T> allreduceStream(
            Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function) {
        return collectiveStreams.allreduceStream(values, codec, function);
    }

    @Override
    public final <T> Flux<T> scanStream(Publisher<? extends T> values, Codec<T> codec, Op op) {
        return collectiveStreams.scanStream(values, codec, op);
    }

    @Override
    public final <T> Flux<T> scanStream(Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function) {
        return collectiveStreams.scanStream(values, codec, function);
    }

    @Override
    public final Windows windows() {
        synchronized (of) {
            Windows made = windows;
            if (made == null) {
                made = new CoreWindows(of.engine(), new CommunicatorWindows(of, children));
                windows = made;
            }
            return made;
        }
    }

    @Override
    public String toString() {
        return "Communicator[" + of.state().label() + ", context=" + of.context(Purpose.MESSAGES) + ", rank=" + rank()
                + ", size=" + size() + "]";
    }
}
