package org.reactivempi.core.communicator;

import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Neighborhood;
import org.reactivempi.Op;
import reactor.core.publisher.Mono;

/**
 * Ranks compare the edges that each of them has given at its own end: an edge that one end alone knows would keep that one waiting for ever.
 * All ranks hear of the same difference, that with the lowest source and then the lowest destination.
 */
final class EdgeEnds {

    private static final long NONE = Long.MAX_VALUE;

    private final Communicator among;
    private final int rank;
    private final int size;
    private final Neighborhood own;

    EdgeEnds(Communicator among, Neighborhood own) {
        this.among = among;
        this.rank = among.rank();
        this.size = among.size();
        this.own = own;
    }

    /** Completes if the ends of all edges agree; else all ranks free their communicator before they fail. */
    Mono<Void> agree() {
        int[] told = new int[2 * size];
        IntStream.of(own.sources()).forEach(source -> told[2 * source]++);
        IntStream.of(own.destinations()).forEach(destination -> told[2 * destination + 1]++);
        int[] heard = new int[2 * size];
        long[] first = new long[1];
        return among.alltoall(Buffers.of(told), Buffers.of(heard))
                .then(Mono.defer(() -> {
                    first[0] = firstDifference(told, heard);
                    return among.allreduce(Buffer.inPlace(), Buffers.of(first), Op.MIN);
                }))
                .then(Mono.defer(() -> first[0] == NONE ? Mono.empty() : failed(first[0], told, heard)));
    }

    /** Of the edges to this rank: those from it, the other ends look at. */
    private long firstDifference(int[] told, int[] heard) {
        return IntStream.range(0, size)
                .filter(source -> told[2 * source] != heard[2 * source + 1])
                .mapToLong(source -> (long) source * size + rank)
                .min()
                .orElse(NONE);
    }

    private Mono<Void> failed(long edge, int[] told, int[] heard) {
        int source = (int) (edge / size);
        int destination = (int) (edge % size);
        int[] counts = {heard[2 * source + 1], told[2 * source]};
        // Nobody may revoke it, as failures do that one rank alone knows of: others may still wait for the numbers.
        return among.bcast(Buffers.of(counts), destination)
                .then(Mono.defer(among::free))
                .then(Mono.error(() -> new MpiException(
                        ErrorClass.TOPOLOGY,
                        "edge " + source + " -> " + destination + ": rank " + source + " has given it "
                                + times(counts[0])
                                + " as one of its destinations, rank " + destination + " " + times(counts[1])
                                + " as one of its sources; both must give it equally often")));
    }

    private static String times(int count) {
        return count == 1 ? "once" : count + " times";
    }
}
