package programs.small;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Numbers dealt out in turn; the count and the largest prime come together. */
public final class PrimeCount {

    private PrimeCount() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] found = new int[2];
        for (int n = 2 + rank; n < 2000; n += size) {
            if (isPrime(n)) {
                found[0]++;
                found[1] = n;
            }
        }
        int[] count = {found[0]};
        int[] largest = {found[1]};
        world.allReduce(count, 1, MPI.INT, MPI.SUM);
        world.allReduce(largest, 1, MPI.INT, MPI.MAX);
        Claim.equal(303, count[0], "primes below 2000");
        Claim.equal(1999, largest[0], "the largest");
        MPI.Finalize();
    }

    private static boolean isPrime(int n) {
        return n > 1 && IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0);
    }
}
