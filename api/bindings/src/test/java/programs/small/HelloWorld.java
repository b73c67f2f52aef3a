package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Each rank greets, and the first one reads the greetings. */
public final class HelloWorld {

    private HelloWorld() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        char[] greeting = String.format("rank %04d of %04d", rank, size).toCharArray();
        char[] all = new char[greeting.length * size];
        world.gather(greeting, greeting.length, MPI.CHAR, all, greeting.length, MPI.CHAR, 0);
        for (int other = 0; rank == 0 && other < size; other++) {
            String read = new String(all, other * greeting.length, greeting.length);
            Claim.equal(String.format("rank %04d of %04d", other, size), read, "greeting");
        }
        Claim.that(!MPI.getProcessorName().isEmpty(), "the host has a name");
        MPI.Finalize();
    }
}
