package org.reactivempi.benchmarks.coll;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.reactivempi.Buffer;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.Dims;
import org.reactivempi.Op;
import org.reactivempi.benchmarks.pt2pt.Memory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Which operations are measured, over doubles where they have data. */
enum Kind {
    BARRIER {
        @Override
        Mono<Void> operation(Communicator world, Memory memory, int bytes) {
            return world.barrier();
        }
    },
    BCAST {
        @Override
        Mono<Void> operation(Communicator world, Memory memory, int bytes) {
            return world.bcast(doubles(memory, bytes), 0);
        }
    },
    REDUCE {
        @Override
        Mono<Void> operation(Communicator world, Memory memory, int bytes) {
            return world.reduce(doubles(memory, bytes), doubles(memory, bytes), Op.SUM, 0);
        }
    },
    ALLREDUCE {
        @Override
        Mono<Void> operation(Communicator world, Memory memory, int bytes) {
            return world.allreduce(doubles(memory, bytes), doubles(memory, bytes), Op.SUM);
        }
    },
    ALLGATHER {
        @Override
        Mono<Void> operation(Communicator world, Memory memory, int bytes) {
            return world.allgather(doubles(memory, bytes), doubles(memory, bytes * world.size()));
        }
    },
    ALLTOALL {
        @Override
        Mono<Void> operation(Communicator world, Memory memory, int bytes) {
            return world.alltoall(doubles(memory, bytes * world.size()), doubles(memory, bytes * world.size()));
        }
    },
    /** Each rank of a periodic grid of two dimensions gives a block to each of its four neighbors. */
    NEIGHBOR_ALLTOALL {
        @Override
        Mono<Void> operation(Communicator world, Memory memory, int bytes) {
            return ((CartesianCommunicator) world)
                    .neighborAlltoall(doubles(memory, 4 * bytes), doubles(memory, 4 * bytes));
        }

        @Override
        boolean isOfNeighbors() {
            return true;
        }
    },
    /** The same by sends and receives of the program's own. */
    NEIGHBOR_BY_HAND {
        @Override
        Mono<Void> operation(Communicator world, Memory memory, int bytes) {
            int[] near = ((CartesianCommunicator) world).neighborhood().sources();
            List<Mono<?>> all = new ArrayList<>();
            for (int side = 0; side < near.length; side++) {
                // What a neighbor has sent to its other side.
                all.add(world.irecv(doubles(memory, bytes), near[side], side ^ 1));
            }
            for (int side = 0; side < near.length; side++) {
                all.add(world.isend(doubles(memory, bytes), near[side], side));
            }
            return Mono.when(all);
        }

        @Override
        boolean isOfNeighbors() {
            return true;
        }
    },
    /** Reductions of 8 bytes for all as elements of a stream; as many are under way as it asks for. */
    STREAM {
        @Override
        Mono<Void> operation(Communicator world, Memory memory, int bytes) {
            return world.allreduceStream(Flux.range(0, elements()).map(Integer::longValue), Codecs.longValue(), Op.SUM)
                    .then();
        }

        @Override
        int elements() {
            return 1000;
        }

        @Override
        boolean hasLength() {
            return false;
        }
    };

    /**
     * The operation, in buffers of its own.
     *
     * @param bytes of each rank's vector (bcast, reduce, allreduce), of its part (allgather), or of what it has for one other (alltoall,
     *     neighbors)
     */
    abstract Mono<Void> operation(Communicator world, Memory memory, int bytes);

    boolean hasLength() {
        return this != BARRIER;
    }

    /** Whether it needs a grid. */
    boolean isOfNeighbors() {
        return false;
    }

    /** Does something with the operation, whose communicator lives as long as that. */
    Mono<Void> with(Communicator world, Memory memory, int bytes, Function<Mono<Void>, Mono<Void>> work) {
        if (!isOfNeighbors()) {
            return work.apply(operation(world, memory, bytes));
        }
        Cartesian torus = Cartesian.of(Dims.create(world.size(), 0, 0)).periodic(0, 1);
        return world.cartesian(torus)
                .flatMap(grid -> work.apply(operation(grid, memory, bytes)).then(grid.free()));
    }

    /** How many reductions it is, each of which takes its part of the time. */
    int elements() {
        return 1;
    }

    /** How rows call it. */
    String test(int ranks) {
        return name().toLowerCase(Locale.ROOT) + "/" + ranks;
    }

    private static Buffer doubles(Memory memory, int bytes) {
        int count = bytes / Double.BYTES;
        Buffer doubles = memory.doubles(count);
        return memory == Memory.HEAP ? doubles : doubles.as(Datatype.DOUBLE, count);
    }
}
