package programs;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import mpi.Intracomm;
import mpi.MPI;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import org.reactivempi.mpi.RanksInJvm;

/**
 * Measures what blocking calls allocate, each by the core's own calls and in both spellings, on two ranks of a JVM that does nothing else. The first
 * rank prints a line for each call: its name, and the bytes of the three forms.
 */
public final class Allocations {

    private static final int ROUNDS = 8;
    private static final int CYCLES = 1_500;
    private static final int TAG = 3;
    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private Allocations() {}

    /** Starts the ranks, without an argument; each of them has one. */
    public static void main(String[] args) {
        if (args.length == 0) {
            RanksInJvm.of(2).run(Allocations.class.getName(), "rank");
            return;
        }
        MPI.Init(args);
        Communicator core = WORLD.communicator();
        BlockingPointToPoint blocking = core.blocking();
        int other = 1 - core.rank();
        long[] out = {1};
        long[] in = {0};
        measure(
                "pingPong",
                () -> {
                    if (other == 1) {
                        blocking.send(Buffers.longs(out), other, TAG);
                        blocking.recv(Buffers.of(in), other, TAG);
                    } else {
                        blocking.recv(Buffers.of(in), other, TAG);
                        blocking.send(Buffers.longs(out), other, TAG);
                    }
                },
                () -> {
                    if (other == 1) {
                        WORLD.send(out, 1, MPI.LONG, other, TAG);
                        WORLD.recv(in, 1, MPI.LONG, other, TAG);
                    } else {
                        WORLD.recv(in, 1, MPI.LONG, other, TAG);
                        WORLD.send(out, 1, MPI.LONG, other, TAG);
                    }
                },
                () -> {
                    if (other == 1) {
                        WORLD.Send(out, 0, 1, MPI.LONG, other, TAG);
                        WORLD.Recv(in, 0, 1, MPI.LONG, other, TAG);
                    } else {
                        WORLD.Recv(in, 0, 1, MPI.LONG, other, TAG);
                        WORLD.Send(out, 0, 1, MPI.LONG, other, TAG);
                    }
                });
        measure(
                "sendRecv",
                () -> core.isendrecv(Buffers.longs(out), other, TAG, Buffers.of(in), other, TAG)
                        .block(),
                () -> WORLD.sendRecv(out, 1, MPI.LONG, other, TAG, in, 1, MPI.LONG, other, TAG),
                () -> WORLD.Sendrecv(out, 0, 1, MPI.LONG, other, TAG, in, 0, 1, MPI.LONG, other, TAG));
        measure(
                "bcast",
                () -> core.bcast(Buffers.of(out), 0).block(),
                () -> WORLD.bcast(out, 1, MPI.LONG, 0),
                () -> WORLD.Bcast(out, 0, 1, MPI.LONG, 0));
        measure(
                "allReduce",
                () -> core.allreduce(Buffers.longs(out), Buffers.of(in), Op.SUM).block(),
                () -> WORLD.allReduce(out, in, 1, MPI.LONG, MPI.SUM),
                () -> WORLD.Allreduce(out, 0, in, 0, 1, MPI.LONG, MPI.SUM));
        MPI.Finalize();
    }

    /** In turn, so that the compiler has seen all forms when it decides, and the least of each, since the JVM allocates something now and then. */
    private static void measure(String call, Runnable... forms) {
        long[] least = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
        for (int round = 0; round < ROUNDS; round++) {
            for (int form = 0; form < forms.length; form++) {
                WORLD.barrier();
                long before = allocated();
                WORLD.barrier();
                for (int i = 0; i < CYCLES; i++) {
                    forms[form].run();
                }
                WORLD.barrier();
                least[form] = Math.min(least[form], (allocated() - before) / CYCLES);
            }
        }
        if (WORLD.getRank() == 0) {
            System.out.println(call + " " + least[0] + " " + least[1] + " " + least[2]);
        }
    }

    /** By all threads, as any of them may have moved a message. */
    private static long allocated() {
        long sum = 0;
        for (long bytes : MEMORY.getThreadAllocatedBytes(MEMORY.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }
}
