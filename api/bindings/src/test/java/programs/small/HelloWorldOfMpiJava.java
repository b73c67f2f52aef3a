package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import programs.Claim;

/** Greetings as objects of any length, sent to the first rank. */
public final class HelloWorldOfMpiJava {

    private HelloWorldOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        Claim.that(MPI.Initialized(), "Init has been called");
        String[] greeting = {"hello from " + rank + " on " + MPI.Get_processor_name()};
        if (rank != 0) {
            world.Send(greeting, 0, 1, MPI.OBJECT, 0, 1);
        }
        for (int other = 1; rank == 0 && other < size; other++) {
            Status status = world.Recv(greeting, 0, 1, MPI.OBJECT, MPI.ANY_SOURCE, 1);
            Claim.that(greeting[0].startsWith("hello from " + status.source + " on "), greeting[0]);
        }
        MPI.Finalize();
    }
}
