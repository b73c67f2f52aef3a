package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import programs.Claim;

/** The same with Probe and Iprobe. */
public final class ProbeOfMpiJava {

    private ProbeOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        if (rank == 0) {
            for (int other = 1; other < size; other++) {
                Status status = null;
                while (status == null) {
                    status = world.Iprobe(other, MPI.ANY_TAG);
                }
                Claim.equal(other, status.tag, "tag");
                Claim.equal(other, world.Probe(other, other).Get_count(MPI.BYTE), "length");
                byte[] room = new byte[status.Get_elements(MPI.BYTE)];
                world.Recv(room, 0, room.length, MPI.BYTE, other, other);
                status.free();
            }
        } else {
            world.Send(new byte[rank], 0, rank, MPI.BYTE, 0, rank);
        }
        MPI.Finalize();
    }
}
