package programs.small;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Messages of growing length go to and fro between two ranks. */
public final class PingPong {

    private PingPong() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        for (int length = 0; length <= 1 << 17; length = Math.max(1, length * 8)) {
            byte[] ball = new byte[length];
            if (rank == 0) {
                Arrays.fill(ball, (byte) 5);
                world.send(ball, length, MPI.BYTE, 1, length);
                world.recv(ball, length, MPI.BYTE, 1, length);
                byte[] expected = new byte[length];
                Arrays.fill(expected, (byte) 6);
                Claim.equal(expected, ball, "came back changed");
            } else if (rank == 1) {
                Claim.equal(
                        length, world.recv(ball, length, MPI.BYTE, 0, length).getCount(MPI.BYTE), "length");
                for (int i = 0; i < length; i++) {
                    ball[i]++;
                }
                world.send(ball, length, MPI.BYTE, 0, length);
            }
        }
        MPI.Finalize();
    }
}
