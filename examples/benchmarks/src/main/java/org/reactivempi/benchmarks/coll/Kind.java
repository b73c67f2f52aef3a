package org.reactivempi.benchmarks.coll;

import java.util.Locale;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.Op;
import org.reactivempi.benchmarks.pt2pt.Memory;
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
