package org.reactivempi.benchmarks.coll;

import java.util.Locale;
import org.reactivempi.Buffer;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
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
     * @param bytes of each rank's vector (bcast, reduce, allreduce), of its part (allgather), or of what it has for one other (alltoall)
     */
    abstract Mono<Void> operation(Communicator world, Memory memory, int bytes);

    boolean hasLength() {
        return this != BARRIER;
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
