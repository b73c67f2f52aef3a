package org.reactivempi.core.communicator;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.reactivempi.Blocks;
import org.reactivempi.Buffers;
import org.reactivempi.Collectives;
import org.reactivempi.Communicator;
import org.reactivempi.Neighborhood;
import reactor.core.publisher.Mono;

/**
 * Ranks tell each other of edges, each of which one of them gives: both ends of an edge hear of it. Edges come in the order of the ranks that
 * give them, and in which these give them: so those between two ranks have one order at both of their ends.
 */
final class EdgeExchange {

    /** The numbers of an edge: source, destination, weight. */
    private static final int WIDTH = 3;

    private final Collectives among;
    private final int rank;
    private final int size;
    private final int[] sources;
    private final int[] destinations;
    private final int[] weights;

    EdgeExchange(Communicator among, int[] sources, int[] destinations, int[] weights) {
        this.among = among;
        this.rank = among.rank();
        this.size = among.size();
        this.sources = sources;
        this.destinations = destinations;
        this.weights = weights;
    }

    /** The edges that begin or end at this rank, with their weights. */
    Mono<Neighborhood> done() {
        int[][] told = new int[size][];
        Arrays.setAll(told, this::edgesOf);
        int[] lengths = Arrays.stream(told).mapToInt(edges -> edges.length).toArray();
        int[] coming = new int[size];
        return among.alltoall(Buffers.of(lengths), Buffers.of(coming)).then(Mono.defer(() -> {
            int[][] heard = new int[size][];
            Arrays.setAll(heard, other -> new int[coming[other]]);
            return among.alltoallv(blocks(told), blocks(heard))
                    .then(Mono.fromSupplier(() -> neighborhood(
                            Arrays.stream(heard).flatMapToInt(Arrays::stream).toArray())));
        }));
    }

    private int[] edgesOf(int other) {
        return IntStream.range(0, sources.length)
                .filter(edge -> sources[edge] == other || destinations[edge] == other)
                .flatMap(edge -> IntStream.of(sources[edge], destinations[edge], weights[edge]))
                .toArray();
    }

    private Blocks blocks(int[][] edges) {
        return Blocks.of(size, other -> Buffers.of(edges[other]));
    }

    private Neighborhood neighborhood(int[] edges) {
        int[] in = withEnd(edges, 1);
        int[] out = withEnd(edges, 0);
        return Neighborhood.of(numbers(edges, in, 0), numbers(edges, out, 1))
                .weights(numbers(edges, in, 2), numbers(edges, out, 2));
    }

    /** Where the edges are that have this rank as one of their ends. */
    private int[] withEnd(int[] edges, int end) {
        return IntStream.iterate(0, at -> at < edges.length, at -> at + WIDTH)
                .filter(at -> edges[at + end] == rank)
                .toArray();
    }

    private static int[] numbers(int[] edges, int[] at, int which) {
        return IntStream.of(at).map(each -> edges[each + which]).toArray();
    }
}
