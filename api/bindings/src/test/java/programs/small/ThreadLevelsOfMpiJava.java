package programs.small;

import mpi.MPI;
import programs.Claim;

/** The same question in mpiJava's words. */
public final class ThreadLevelsOfMpiJava {

    private ThreadLevelsOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        String[] rest = MPI.initThread(MPI.THREAD_SERIALIZED, MPI.THREAD_SINGLE, args);
        Claim.equal(args.length, rest.length, "the program's arguments");
        Claim.that(MPI.isMainThread() && MPI.queryThread() >= MPI.THREAD_SERIALIZED, "level of threads");
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }
}
