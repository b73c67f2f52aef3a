package programs.small;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import programs.Claim;

/** The same with offsets, and a buffer of either kind. */
public final class SendModesOfMpiJava {

    private SendModesOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        float[] data = {0, 1.5f, 2.5f};
        int other = rank ^ 1;
        for (int round = 0; round < 2 && other < size; round++) {
            if (rank % 2 == 0) {
                if (round == 0) {
                    MPI.Buffer_attach(ByteBuffer.allocateDirect(100 + MPI.BSEND_OVERHEAD));
                } else {
                    MPI.Buffer_attach(new byte[100 + MPI.BSEND_OVERHEAD]);
                }
                world.Bsend(data, 1, 2, MPI.FLOAT, other, 1);
                world.Ssend(data, 1, 2, MPI.FLOAT, other, 1);
                world.Recv(new byte[0], 0, 0, MPI.BYTE, other, 2);
                world.Rsend(data, 1, 2, MPI.FLOAT, other, 3);
                MPI.Buffer_detach();
            } else {
                float[] got = new float[6];
                Request ready = world.Irecv(got, 4, 2, MPI.FLOAT, other, 3);
                world.Recv(got, 0, 2, MPI.FLOAT, other, 1);
                world.Recv(got, 2, 2, MPI.FLOAT, other, 1);
                world.Send(new byte[0], 0, 0, MPI.BYTE, other, 2);
                ready.Wait();
                Claim.equal(new float[] {1.5f, 2.5f, 1.5f, 2.5f, 1.5f, 2.5f}, got, "three modes");
            }
        }
        MPI.Finalize();
    }
}
