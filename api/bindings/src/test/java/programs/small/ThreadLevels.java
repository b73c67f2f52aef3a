package programs.small;

import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** A program that asks for threads gets them: each of two has a message under way. */
public final class ThreadLevels {

    private ThreadLevels() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        Claim.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_MULTIPLE), "level of threads");
        Claim.equal(MPI.THREAD_MULTIPLE, MPI.queryThread(), "level of threads");
        Claim.that(MPI.isThreadMain(), "the thread that called Init");
        boolean[] other = {true};
        int[] sum = new int[1];
        Thread thread = new Thread(() -> {
            other[0] = MPI.isThreadMain();
            MPI.COMM_SELF.send(new int[] {20}, 1, MPI.INT, 0, 1);
        });
        thread.start();
        int[] twenty = new int[1];
        MPI.COMM_SELF.recv(twenty, 1, MPI.INT, 0, 1);
        join(thread);
        Claim.that(!other[0], "another thread is not the main one");
        MPI.COMM_WORLD.allReduce(twenty, sum, 1, MPI.INT, MPI.SUM);
        Claim.equal(20 * MPI.COMM_WORLD.getSize(), sum[0], "sum of the threads' messages");
        MPI.Finalize();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
