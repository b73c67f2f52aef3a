package mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.reactivempi.Communicator;

/** The communicators that an {@link Intracomm} makes of itself. A rank that is in none of them has a null handle. */
final class Derived {

    private static final int HOST_BYTES = 128;

    private Derived() {}

    static Intracomm of(Intracomm parent, Communicator core) {
        Intracomm made = new Intracomm(core);
        made.errhandler = parent.errhandler;
        return made;
    }

    static Intracomm split(Intracomm parent, int color, int key) {
        return of(parent, parent.live().split(color, key).block());
    }

    /** mpiJava's null handle. */
    static <C extends Comm> C orNull(C made) {
        return made.isNull() ? null : made;
    }

    static Intracomm splitByType(Intracomm parent, int type, int key) {
        Communicator core = parent.live();
        if (type != Comm.TYPE_SHARED && type != Codes.UNDEFINED) {
            throw new MPIException(Codes.ERR_ARG, "type " + type + " is neither Comm.TYPE_SHARED nor Codes.UNDEFINED");
        }
        int host = firstOnHost(core);
        return split(parent, type == Comm.TYPE_SHARED ? host : Codes.UNDEFINED, key);
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

    static Intracomm ofGroup(Intracomm parent, Group group) {
        Communicator comm = parent.live();
        if (group == null) {
            throw new MPIException(Codes.ERR_GROUP, "the group is a Java null");
        }
        org.reactivempi.Group members = group.live();
        boolean member = members.rank().isPresent();
        int color = member ? members.translate(new int[] {0}, comm.group())[0] : Codes.UNDEFINED;
        if (member && color == Codes.UNDEFINED) {
            throw new MPIException(Codes.ERR_GROUP, "the group's first rank is not in the communicator");
        }
        return split(parent, color, members.rank().orElse(0));
    }

    /** Gives the first ranks of a communicator their places in a topology. */
    static <C extends TopologyComm<?>> C placed(Intracomm parent, C made) {
        Communicator core = parent.live();
        int rank = core.rank();
        made.place(
                core.split(rank < made.topology.ranks() ? 0 : Codes.UNDEFINED, rank)
                        .block(),
                parent);
        return made;
    }

    static CartComm cart(Intracomm parent, int[] dims, boolean[] periods) {
        int size = parent.live().size();
        return placed(parent, new CartComm(Topology.Grid.of(dims, periods, size)));
    }

    static Cartcomm mpijavaCart(Intracomm parent, int[] dims, boolean[] periods) {
        int size = parent.live().size();
        return orNull(placed(parent, new Cartcomm(Topology.Grid.of(dims, periods, size))));
    }

    static GraphComm graph(Intracomm parent, int[] index, int[] edges) {
        int size = parent.live().size();
        return placed(parent, new GraphComm(Topology.Graph.of(index, edges, size)));
    }

    static Graphcomm mpijavaGraph(Intracomm parent, int[] index, int[] edges) {
        int size = parent.live().size();
        return orNull(placed(parent, new Graphcomm(Topology.Graph.of(index, edges, size))));
    }

    /** All ranks tell each other their edges, and each keeps those that it is an end of, in the same order on both sides. */
    static GraphComm distributed(Intracomm parent, int[] sources, int[] degrees, int[] destinations, int[] weights) {
        Communicator comm = parent.live();
        Edges given = Edges.of(sources, degrees, destinations, weights, comm.size());
        return placed(parent, new GraphComm(new Topology.Distributed(given.of(comm), comm.size())));
    }

    static GraphComm adjacent(
            Intracomm parent, int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights) {
        Communicator comm = parent.live();
        Edges.checkRanks(sources, comm.size());
        Edges.checkRanks(destinations, comm.size());
        DistGraphNeighbors own = new DistGraphNeighbors(
                sources.clone(),
                Edges.weights(sourceWeights, sources.length),
                destinations.clone(),
                Edges.weights(destWeights, destinations.length),
                sourceWeights != null);
        return placed(parent, new GraphComm(new Topology.Distributed(own, comm.size())));
    }
}
