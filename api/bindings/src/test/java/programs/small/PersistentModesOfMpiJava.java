package programs.small;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import programs.Claim;

/** The same in mpiJava's words. */
public final class PersistentModesOfMpiJava {

    private PersistentModesOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        double[] data = new double[2];
        double[] got = new double[4];
        MPI.Buffer_attach(ByteBuffer.allocate(100 + MPI.BSEND_OVERHEAD));
        Prequest[] sends = {
            world.Send_init(data, 1, 1, MPI.DOUBLE, next, 0),
            world.Bsend_init(data, 1, 1, MPI.DOUBLE, next, 1),
            world.Ssend_init(data, 1, 1, MPI.DOUBLE, next, 2),
            world.Rsend_init(data, 1, 1, MPI.DOUBLE, next, 3)
        };
        Prequest[] receives = new Prequest[4];
        for (int i = 0; i < 4; i++) {
            receives[i] = world.Recv_init(got, i, 1, MPI.DOUBLE, last, i);
        }
        for (int round = 0; round < 3; round++) {
            data[1] = rank + round / 8.0;
            for (Prequest receive : receives) {
                receive.Start();
            }
            world.Barrier();
            Prequest.Startall(sends);
            Request.Waitall(sends);
            Request.Waitall(receives);
            double sent = last + round / 8.0;
            Claim.equal(new double[] {sent, sent, sent, sent}, got, "round " + round);
        }
        MPI.Buffer_detach();
        MPI.Finalize();
    }
}
