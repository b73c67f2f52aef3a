package org.reactivempi.core.communicator;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.reactivempi.Blocks;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Neighborhood;
import org.reactivempi.core.placement.GraphPlacement;
import org.reactivempi.core.placement.HostTable;
import reactor.core.publisher.Mono;

/**
 * The ranks of a distributed graph are given to processes by their hosts: in a communicator where each process has the rank whose neighbors it
 * has given. Rank 0 gets all edges and finds the order, which all hear of. Then the neighbors of a rank go to the process that plays it.
 */
final class GraphByHost {

    private static final int TAG = 0;
    /** Two numbers of an edge, whose source is known: destination and weight. */
    private static final int WIDTH = 2;

    private static final int HEAD = 3;

    private final Communicator among;
    private final int rank;
    private final int size;
    private final Neighborhood given;
    private final long host;

    /** {@code given} is this rank's before, {@code host} tells its host from others. */
    GraphByHost(Communicator among, Neighborhood given, long host) {
        this.among = among;
        this.rank = among.rank();
        this.size = among.size();
        this.given = given;
        this.host = host;
    }

    /** The new rank of each rank. */
    Mono<int[]> newRanks() {
        long[] own = {host, given.destinations().length};
        long[] all = new long[own.length * size];
        return among.allgather(Buffers.of(own), Buffers.of(all)).then(Mono.defer(() -> {
            HostTable hosts = HostTable.of(every(all, 0));
            long[] degrees = every(all, 1);
            int[] unchanged = IntStream.range(0, size).toArray();
            return hosts.matters() && Arrays.stream(degrees).sum() <= GraphPlacement.MOST_EDGES
                    ? found(hosts, degrees)
                    : Mono.just(unchanged);
        }));
    }

    private long[] every(long[] all, int which) {
        return IntStream.range(0, size)
                .mapToLong(other -> all[2 * other + which])
                .toArray();
    }

    private Mono<int[]> found(HostTable hosts, long[] degrees) {
        int[] destinations = given.destinations();
        int[] weights = given.destinationWeights();
        int[] own = IntStream.range(0, destinations.length)
                .flatMap(i -> IntStream.of(destinations[i], weights[i]))
                .toArray();
        int[][] heard = new int[rank == 0 ? size : 0][];
        Arrays.setAll(heard, other -> new int[WIDTH * (int) degrees[other]]);
        int[] newRanks = new int[size];
        return among.gatherv(Buffers.of(own), Blocks.of(heard.length, other -> Buffers.of(heard[other])), 0)
                .then(Mono.defer(() -> {
                    if (rank == 0) {
                        System.arraycopy(GraphPlacement.of(hosts, edges(heard)), 0, newRanks, 0, size);
                    }
                    return among.bcast(Buffers.of(newRanks), 0);
                }))
                .thenReturn(newRanks);
    }

    private static int[] edges(int[][] heard) {
        return IntStream.range(0, heard.length)
                .flatMap(source -> IntStream.range(0, heard[source].length / WIDTH)
                        .flatMap(i -> IntStream.of(source, heard[source][WIDTH * i], heard[source][WIDTH * i + 1])))
                .toArray();
    }

    /** The neighbors of this process's new rank: as another one has given them, where that is not its rank here. */
    Mono<Neighborhood> neighborhood(int[] newRanks) {
        int plays = newRanks[rank];
        if (plays == rank) {
            return Mono.just(given);
        }
        int player = IntStream.range(0, size)
                .filter(other -> newRanks[other] == rank)
                .findFirst()
                .orElseThrow();
        Mono<Message> told = among.receive(plays, TAG);
        return Mono.zip(among.isend(Buffers.of(numbers()), player, TAG), told)
                .map(both -> neighborhood(both.getT2().payload().asIntBuffer()));
    }

    private int[] numbers() {
        int[] sources = given.sources();
        int[] destinations = given.destinations();
        IntStream head = IntStream.of(sources.length, destinations.length, given.isWeighted() ? 1 : 0);
        IntStream ends = IntStream.concat(IntStream.of(sources), IntStream.of(destinations));
        IntStream weights =
                IntStream.concat(IntStream.of(given.sourceWeights()), IntStream.of(given.destinationWeights()));
        return IntStream.concat(head, IntStream.concat(ends, weights)).toArray();
    }

    private static Neighborhood neighborhood(IntBuffer told) {
        int sources = told.get(0);
        int edges = sources + told.get(1);
        Neighborhood ends =
                Neighborhood.of(numbers(told, HEAD, HEAD + sources), numbers(told, HEAD + sources, HEAD + edges));
        return told.get(2) == 0
                ? ends
                : ends.weights(
                        numbers(told, HEAD + edges, HEAD + edges + sources),
                        numbers(told, HEAD + edges + sources, HEAD + 2 * edges));
    }

    private static int[] numbers(IntBuffer told, int from, int to) {
        return IntStream.range(from, to).map(told::get).toArray();
    }
}
