package mpi;

import java.io.IOException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import org.reactivempi.Communicator;

/**
 * A communicator of one group: the world, and what is made of it. A rank that is in none of the communicators that a call makes gets a null
 * handle of Open MPI's call, and a Java {@code null} of mpiJava's.
 */
public class Intracomm extends Comm {

    private static final int HOST_BYTES = 128;

    Intracomm(Communicator core) {
        super(core);
    }

    /** The same as {@link #dup}. */
    @Override
    public Intracomm clone() {
        return (Intracomm) duplicated("clone");
    }

    /** Makes a communicator of the same ranks, with copies of the attributes. */
    @Override
    public Intracomm dup() {
        return (Intracomm) duplicated("dup");
    }

    /** Starts to make one, whose {@link #getRequest} is to be waited for before it is used. */
    @Override
    public Intracomm iDup() {
        return (Intracomm) duplicating();
    }

    /** As {@link #dup}; the hints have no effect. */
    @Override
    public Intracomm dupWithInfo(Info info) {
        return (Intracomm) super.dupWithInfo(info);
    }

    /** mpiJava 1.2 form of {@link Comm#compare}. */
    public static int Compare(Comm comm1, Comm comm2) {
        return Comm.Compare(comm1, comm2);
    }

    private Intracomm made(String call, Function<Communicator, Communicator> maker, Object... arguments) {
        try {
            Intracomm made = new Intracomm(maker.apply(live()));
            made.errhandler = errhandler;
            return made;
        } catch (RuntimeException e) {
            throw failed(e, call, arguments);
        }
    }

    private static Intracomm orNull(Intracomm made) {
        return made.isNull() ? null : made;
    }

    /**
     * Parts this communicator: ranks of one color stay together.
     *
     * @param colour 0 or more, or {@link MPI#UNDEFINED} to be in none
     * @param key orders the ranks of a color; their present ranks do where keys are equal
     */
    public final Intracomm split(int colour, int key) {
        return made("split", comm -> comm.split(colour, key).block(), colour, key);
    }

    /** mpiJava 1.2 form of {@link #split}. */
    public final Intracomm Split(int colour, int key) {
        return orNull(made("Split", comm -> comm.split(colour, key).block(), colour, key));
    }

    /** Parts this communicator into those ranks that share memory, for {@link Comm#TYPE_SHARED}; the hints have no effect. */
    public final Intracomm splitType(int splitType, int key, Info info) {
        return made(
                "splitType",
                comm -> {
                    if (splitType != TYPE_SHARED && splitType != MPI.UNDEFINED) {
                        throw new MPIException(
                                MPI.ERR_ARG, "type " + splitType + " is neither Comm.TYPE_SHARED nor MPI.UNDEFINED");
                    }
                    int host = firstOnHost(comm);
                    return comm.split(splitType == TYPE_SHARED ? host : MPI.UNDEFINED, key)
                            .block();
                },
                splitType,
                key,
                info);
    }

    /** The first rank that runs on this rank's host. */
    private static int firstOnHost(Communicator comm) {
        byte[] own = Arrays.copyOf(host().getBytes(StandardCharsets.UTF_8), HOST_BYTES);
        byte[] all = new byte[HOST_BYTES * comm.size()];
        comm.allgather(org.reactivempi.Buffer.bytes(own), org.reactivempi.Buffer.bytes(all))
                .block();
        int first = 0;
        while (ByteBuffer.wrap(all, first * HOST_BYTES, HOST_BYTES).compareTo(ByteBuffer.wrap(own)) != 0) {
            first++;
        }
        return first;
    }

    /** What tells this host from others: the present run of its kernel, or its name. */
    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
        } catch (IOException elsewhere) {
            return Job.host();
        }
    }

    /** Makes a communicator of a group, which all ranks of this one call; groups that differ have no ranks in common. */
    public final Intracomm create(Group group) {
        return made("create", comm -> ofGroup(comm, group), group);
    }

    /** mpiJava 1.2 form of {@link #create}. */
    public final Intracomm Create(Group group) {
        return orNull(made("Create", comm -> ofGroup(comm, group), group));
    }

    private static Communicator ofGroup(Communicator comm, Group group) {
        if (group == null) {
            throw new MPIException(MPI.ERR_GROUP, "the group is a Java null");
        }
        org.reactivempi.Group members = group.live();
        boolean member = members.rank().isPresent();
        int color = member ? members.translate(new int[] {0}, comm.group())[0] : MPI.UNDEFINED;
        if (member && color == MPI.UNDEFINED) {
            throw new MPIException(MPI.ERR_GROUP, "the group's first rank is not in the communicator");
        }
        return comm.split(color, members.rank().orElse(0)).block();
    }

    /** Makes a communicator of a group, which the ranks of the group alone call; the tag tells such calls apart. */
    public final Intracomm createGroup(Group group, int tag) {
        return made("createGroup", comm -> comm.create(group.live(), tag).block(), group, tag);
    }

    private interface Maker<C extends TopologyComm<?>> {
        C make(Communicator comm);
    }

    private <C extends TopologyComm<?>> C placed(String call, Maker<C> maker, Object... arguments) {
        try {
            Communicator comm = live();
            C made = maker.make(comm);
            int rank = comm.rank();
            made.place(
                    comm.split(rank < made.topology.ranks() ? 0 : MPI.UNDEFINED, rank)
                            .block(),
                    this);
            return made;
        } catch (RuntimeException e) {
            throw failed(e, call, arguments);
        }
    }

    /** Makes a communicator of a grid. Ranks keep their order, whatever {@code reorder} says. */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
        return placed(
                "createCart",
                comm -> new CartComm(Topology.Grid.of(dims, periods, comm.size())),
                dims,
                periods,
                reorder);
    }

    /** mpiJava 1.2 form of {@link #createCart}. */
    public final Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) {
        Cartcomm made = placed(
                "Create_cart",
                comm -> new Cartcomm(Topology.Grid.of(dims, periods, comm.size())),
                dims,
                periods,
                reorder);
        return made.isNull() ? null : made;
    }

    /** Makes a communicator of a graph. Ranks keep their order, whatever {@code reorder} says. */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
        return placed(
                "createGraph",
                comm -> new GraphComm(Topology.Graph.of(index, edges, comm.size())),
                index,
                edges,
                reorder);
    }

    /** mpiJava 1.2 form of {@link #createGraph}. */
    public final Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
        Graphcomm made = placed(
                "Create_graph",
                comm -> new Graphcomm(Topology.Graph.of(index, edges, comm.size())),
                index,
                edges,
                reorder);
        return made.isNull() ? null : made;
    }

    /** Makes a communicator of a graph of which each rank gives some edges, with weights; hints have no effect. */
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder) {
        return placed(
                "createDistGraph",
                comm -> distributed(comm, sources, degrees, destinations, weights),
                sources,
                degrees,
                destinations,
                weights,
                info,
                reorder);
    }

    /** The same without weights. */
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder) {
        return placed(
                "createDistGraph",
                comm -> distributed(comm, sources, degrees, destinations, null),
                sources,
                degrees,
                destinations,
                info,
                reorder);
    }

    /** All ranks tell each other their edges, and each keeps those that it is an end of, in the same order on both sides. */
    private static GraphComm distributed(
            Communicator comm, int[] sources, int[] degrees, int[] destinations, int[] weights) {
        Edges given = Edges.of(sources, degrees, destinations, weights, comm.size());
        return new GraphComm(new Topology.Distributed(given.of(comm), comm.size()));
    }

    /** Makes a communicator of a graph of which each rank gives the edges from and to it, with weights; hints have no effect. */
    public final GraphComm createDistGraphAdjacent(
            int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights, Info info, boolean reorder) {
        return placed(
                "createDistGraphAdjacent",
                comm -> adjacent(comm, sources, sourceWeights, destinations, destWeights),
                sources,
                sourceWeights,
                destinations,
                destWeights,
                info,
                reorder);
    }

    /** The same without weights. */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder) {
        return placed(
                "createDistGraphAdjacent",
                comm -> adjacent(comm, sources, null, destinations, null),
                sources,
                destinations,
                info,
                reorder);
    }

    private static GraphComm adjacent(
            Communicator comm, int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights) {
        Edges.checkRanks(sources, comm.size());
        Edges.checkRanks(destinations, comm.size());
        DistGraphNeighbors own = new DistGraphNeighbors(
                sources.clone(),
                Edges.weights(sourceWeights, sources.length),
                destinations.clone(),
                Edges.weights(destWeights, destinations.length),
                sourceWeights != null);
        return new GraphComm(new Topology.Distributed(own, comm.size()));
    }

    /** Reduces for each rank the elements of the ranks up to it, its own among them. */
    public final void scan(Object sendBuf, Object recvBuf, int count, Datatype type, Op op) {
        try {
            collective
                    .scan(Form.BLOCKING, sendBuf, 0, recvBuf, 0, count, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "scan", sendBuf, recvBuf, count, type, op);
        }
    }

    /** Nonblocking: reduces for each rank the elements of the ranks up to it, its own among them. */
    public final Request iScan(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.scan(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iScan", sendBuf, recvBuf, count, type, op);
        }
    }

    /** Nonblocking, with arrays: reduces for each rank the elements of the ranks up to it, its own among them. */
    public final Request iScan(Object sendBuf, Object recvBuf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.scan(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iScan", sendBuf, recvBuf, count, type, op);
        }
    }

    /** The same in place. */
    public final void scan(Object buf, int count, Datatype type, Op op) {
        try {
            collective.scanInPlace(Form.BLOCKING, buf, count, type, op).block();
        } catch (RuntimeException e) {
            throw failed(e, "scan", buf, count, type, op);
        }
    }

    /** Nonblocking: the same in place. */
    public final Request iScan(Buffer buf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.scanInPlace(Form.NONBLOCKING, buf, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iScan", buf, count, type, op);
        }
    }

    /** Nonblocking, with arrays: the same in place. */
    public final Request iScan(Object buf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.scanInPlace(Form.NONBLOCKING, buf, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iScan", buf, count, type, op);
        }
    }

    /** Reduces for each rank the elements of the ranks before it; rank 0 gets nothing. */
    public final void exScan(Object sendBuf, Object recvBuf, int count, Datatype type, Op op) {
        try {
            collective
                    .exScan(Form.BLOCKING, sendBuf, 0, recvBuf, 0, count, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "exScan", sendBuf, recvBuf, count, type, op);
        }
    }

    /** Nonblocking: reduces for each rank the elements of the ranks before it; rank 0 gets nothing. */
    public final Request iExScan(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.exScan(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iExScan", sendBuf, recvBuf, count, type, op);
        }
    }

    /** Nonblocking, with arrays: reduces for each rank the elements of the ranks before it; rank 0 gets nothing. */
    public final Request iExScan(Object sendBuf, Object recvBuf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.exScan(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iExScan", sendBuf, recvBuf, count, type, op);
        }
    }

    /** The same in place. */
    public final void exScan(Object buf, int count, Datatype type, Op op) {
        try {
            collective.exScanInPlace(Form.BLOCKING, buf, count, type, op).block();
        } catch (RuntimeException e) {
            throw failed(e, "exScan", buf, count, type, op);
        }
    }

    /** Nonblocking: the same in place. */
    public final Request iExScan(Buffer buf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.exScanInPlace(Form.NONBLOCKING, buf, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iExScan", buf, count, type, op);
        }
    }

    /** Nonblocking, with arrays: the same in place. */
    public final Request iExScan(Object buf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.exScanInPlace(Form.NONBLOCKING, buf, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iExScan", buf, count, type, op);
        }
    }

    /** mpiJava 1.2 form of {@code barrier}. */
    public final void Barrier() {
        try {
            collective.barrier(Form.MPIJAVA).block();
        } catch (RuntimeException e) {
            throw failed(e, "Barrier");
        }
    }

    /** mpiJava 1.2 form of {@code bcast}. */
    public final void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        try {
            collective.bcast(Form.MPIJAVA, buf, offset, count, type, root).block();
        } catch (RuntimeException e) {
            throw failed(e, "Bcast", buf, offset, count, type, root);
        }
    }

    /** mpiJava 1.2 form of {@code gather}. */
    public final void Gather(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            collective
                    .gather(
                            Form.MPIJAVA,
                            sendBuf,
                            sendOffset,
                            sendCount,
                            sendType,
                            recvBuf,
                            recvOffset,
                            recvCount,
                            recvType,
                            root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "Gather",
                    sendBuf,
                    sendOffset,
                    sendCount,
                    sendType,
                    recvBuf,
                    recvOffset,
                    recvCount,
                    recvType,
                    root);
        }
    }

    /** mpiJava 1.2 form of {@code gatherv}. */
    public final void Gatherv(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType,
            int root) {
        try {
            collective
                    .gatherv(
                            Form.MPIJAVA,
                            sendBuf,
                            sendOffset,
                            sendCount,
                            sendType,
                            recvBuf,
                            recvOffset,
                            recvCounts,
                            recvDispls,
                            recvType,
                            root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "Gatherv",
                    sendBuf,
                    sendOffset,
                    sendCount,
                    sendType,
                    recvBuf,
                    recvOffset,
                    recvCounts,
                    recvDispls,
                    recvType,
                    root);
        }
    }

    /** mpiJava 1.2 form of {@code scatter}. */
    public final void Scatter(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            collective
                    .scatter(
                            Form.MPIJAVA,
                            sendBuf,
                            sendOffset,
                            sendCount,
                            sendType,
                            recvBuf,
                            recvOffset,
                            recvCount,
                            recvType,
                            root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "Scatter",
                    sendBuf,
                    sendOffset,
                    sendCount,
                    sendType,
                    recvBuf,
                    recvOffset,
                    recvCount,
                    recvType,
                    root);
        }
    }

    /** mpiJava 1.2 form of {@code scatterv}. */
    public final void Scatterv(
            Object sendBuf,
            int sendOffset,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            collective
                    .scatterv(
                            Form.MPIJAVA,
                            sendBuf,
                            sendOffset,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            recvOffset,
                            recvCount,
                            recvType,
                            root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "Scatterv",
                    sendBuf,
                    sendOffset,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvOffset,
                    recvCount,
                    recvType,
                    root);
        }
    }

    /** mpiJava 1.2 form of {@code allGather}. */
    public final void Allgather(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType) {
        try {
            collective
                    .allGather(
                            Form.MPIJAVA,
                            sendBuf,
                            sendOffset,
                            sendCount,
                            sendType,
                            recvBuf,
                            recvOffset,
                            recvCount,
                            recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e, "Allgather", sendBuf, sendOffset, sendCount, sendType, recvBuf, recvOffset, recvCount, recvType);
        }
    }

    /** mpiJava 1.2 form of {@code allGatherv}. */
    public final void Allgatherv(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            collective
                    .allGatherv(
                            Form.MPIJAVA,
                            sendBuf,
                            sendOffset,
                            sendCount,
                            sendType,
                            recvBuf,
                            recvOffset,
                            recvCounts,
                            recvDispls,
                            recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "Allgatherv",
                    sendBuf,
                    sendOffset,
                    sendCount,
                    sendType,
                    recvBuf,
                    recvOffset,
                    recvCounts,
                    recvDispls,
                    recvType);
        }
    }

    /** mpiJava 1.2 form of {@code allToAll}. */
    public final void Alltoall(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType) {
        try {
            collective
                    .allToAll(
                            Form.MPIJAVA,
                            sendBuf,
                            sendOffset,
                            sendCount,
                            sendType,
                            recvBuf,
                            recvOffset,
                            recvCount,
                            recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e, "Alltoall", sendBuf, sendOffset, sendCount, sendType, recvBuf, recvOffset, recvCount, recvType);
        }
    }

    /** mpiJava 1.2 form of {@code allToAllv}. */
    public final void Alltoallv(
            Object sendBuf,
            int sendOffset,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            collective
                    .allToAllv(
                            Form.MPIJAVA,
                            sendBuf,
                            sendOffset,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            recvOffset,
                            recvCounts,
                            recvDispls,
                            recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "Alltoallv",
                    sendBuf,
                    sendOffset,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvOffset,
                    recvCounts,
                    recvDispls,
                    recvType);
        }
    }

    /** mpiJava 1.2 form of {@code reduce}. */
    public final void Reduce(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op, int root) {
        try {
            collective
                    .reduce(Form.MPIJAVA, sendBuf, sendOffset, recvBuf, recvOffset, count, type, op, root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "Reduce", sendBuf, sendOffset, recvBuf, recvOffset, count, type, op, root);
        }
    }

    /** mpiJava 1.2 form of {@code allReduce}. */
    public final void Allreduce(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op) {
        try {
            collective
                    .allReduce(Form.MPIJAVA, sendBuf, sendOffset, recvBuf, recvOffset, count, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "Allreduce", sendBuf, sendOffset, recvBuf, recvOffset, count, type, op);
        }
    }

    /** mpiJava 1.2 form of {@code reduceScatter}. */
    public final void Reduce_scatter(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int[] recvCounts, Datatype type, Op op) {
        try {
            collective
                    .reduceScatter(Form.MPIJAVA, sendBuf, sendOffset, recvBuf, recvOffset, recvCounts, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "Reduce_scatter", sendBuf, sendOffset, recvBuf, recvOffset, recvCounts, type, op);
        }
    }

    /** mpiJava 1.2 form of {@code scan}. */
    public final void Scan(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op) {
        try {
            collective
                    .scan(Form.MPIJAVA, sendBuf, sendOffset, recvBuf, recvOffset, count, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "Scan", sendBuf, sendOffset, recvBuf, recvOffset, count, type, op);
        }
    }

    private static MPIException unsupported(String call, Object... arguments) {
        return Errors.raise(
                null,
                new MPIException(
                        MPI.ERR_UNSUPPORTED_OPERATION,
                        "programs can't be started or joined while the job runs; give all ranks to the launcher"),
                call,
                arguments);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static String openPort() {
        throw unsupported("openPort");
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static String openPort(Info info) {
        throw unsupported("openPort", info);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static void closePort(String name) {
        throw unsupported("closePort", name);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public final Intercomm accept(String port, int root) {
        throw unsupported("accept", port, root);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public final Intercomm accept(String port, Info info, int root) {
        throw unsupported("accept", port, info, root);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public final Intercomm connect(String port, int root) {
        throw unsupported("connect", port, root);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public final Intercomm connect(String port, Info info, int root) {
        throw unsupported("connect", port, info, root);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static void publishName(String service, String port) {
        throw unsupported("publishName", service, port);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static void publishName(String service, Info info, String port) {
        throw unsupported("publishName", service, info, port);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static void unpublishName(String service, String port) {
        throw unsupported("unpublishName", service, port);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static void unpublishName(String service, Info info, String port) {
        throw unsupported("unpublishName", service, info, port);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static String lookupName(String service) {
        throw unsupported("lookupName", service);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public static String lookupName(String service, Info info) {
        throw unsupported("lookupName", service, info);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public final Intercomm spawn(String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes) {
        throw unsupported("spawn", command, argv, maxprocs, info, root, errcodes);
    }

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
    public final Intercomm spawnMultiple(
            String[] commands, String[][] argv, int[] maxprocs, Info[] info, int root, int[] errcodes) {
        throw unsupported("spawnMultiple", commands, argv, maxprocs, info, root, errcodes);
    }
}
