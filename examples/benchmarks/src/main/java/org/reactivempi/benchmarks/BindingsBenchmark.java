package org.reactivempi.benchmarks;

import mpi.MPI;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Buffers;

/** What a blocking call of the package {@code mpi} costs, in each of both spellings, and what our own call under it costs. */
public class BindingsBenchmark extends Nanoseconds {

    /** How many longs a message has. */
    @Param({"1", "128"})
    public int longs = 1;

    private long[] out = {};
    private long[] in = {};
    private BlockingPointToPoint blocking;

    /** Starts a world of one rank, which sends to itself. */
    @Setup
    public void start() {
        MPI.Init(new String[0]);
        out = new long[longs];
        in = new long[longs];
        blocking = MPI.COMM_WORLD.communicator().blocking();
    }

    /** Ends the rank. */
    @TearDown
    public void end() {
        MPI.Finalize();
    }

    /**
     * A send and a receive by our own blocking calls.
     *
     * @return for JMH
     */
    @Benchmark
    public @Nullable Object own() {
        blocking.send(Buffers.of(out, 0, longs), 0, 0);
        return blocking.recv(Buffers.of(in, 0, longs), 0, 0);
    }

    /**
     * The same in Open MPI's spelling.
     *
     * @return for JMH
     */
    @Benchmark
    public @Nullable Object openMpi() {
        MPI.COMM_WORLD.send(out, longs, MPI.LONG, 0, 0);
        return MPI.COMM_WORLD.recv(in, longs, MPI.LONG, 0, 0);
    }

    /**
     * The same in the spelling of mpiJava 1.2.
     *
     * @return for JMH
     */
    @Benchmark
    public @Nullable Object mpijava() {
        MPI.COMM_WORLD.Send(out, 0, longs, MPI.LONG, 0, 0);
        return MPI.COMM_WORLD.Recv(in, 0, longs, MPI.LONG, 0, 0);
    }
}
