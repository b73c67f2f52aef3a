package programs.small;

import java.nio.DoubleBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** One message in each mode of sending. */
public final class SendModes {

    private SendModes() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        double[] data = {Math.PI, Math.E};
        int other = rank ^ 1;
        boolean isSender = rank % 2 == 0 && other < size;
        if (isSender) {
            MPI.attachBuffer(new byte[2 * Double.BYTES + MPI.BSEND_OVERHEAD]);
            world.send(data, 2, MPI.DOUBLE, other, 1);
            world.bSend(data, 2, MPI.DOUBLE, other, 2);
            world.sSend(data, 2, MPI.DOUBLE, other, 3);
            // A ready send needs its receive: the other rank says so.
            world.recv(null, 0, MPI.BYTE, other, 9);
            world.rSend(data, 2, MPI.DOUBLE, other, 4);
            Claim.equal(2 * Double.BYTES + MPI.BSEND_OVERHEAD, MPI.detachBuffer().length, "buffer");
        } else if (rank % 2 == 1) {
            DoubleBuffer ready = MPI.newDoubleBuffer(2);
            Request request = world.iRecv(ready, 2, MPI.DOUBLE, other, 4);
            for (int tag = 1; tag <= 3; tag++) {
                double[] got = new double[2];
                world.recv(got, 2, MPI.DOUBLE, other, tag);
                Claim.equal(data, got, "mode " + tag);
            }
            world.send(null, 0, MPI.BYTE, other, 9);
            request.waitFor();
            Claim.equal(Math.E, ready.get(1), "ready mode");
        }
        MPI.Finalize();
    }
}
