package programs.small;

import java.nio.LongBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import programs.Claim;

/** Persistent sends in each mode, from direct buffers and from arrays. */
public final class PersistentModes {

    private PersistentModes() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        LongBuffer out = MPI.newLongBuffer(1);
        long[] array = new long[1];
        Prequest[] sends = {
            world.bSendInit(out, 1, MPI.LONG, next, 0),
            world.sSendInit(out, 1, MPI.LONG, next, 1),
            world.rSendInit(out, 1, MPI.LONG, next, 2),
            world.sendInit(array, 1, MPI.LONG, next, 3),
            world.bSendInit(array, 1, MPI.LONG, next, 4),
            world.sSendInit(array, 1, MPI.LONG, next, 5),
            world.rSendInit(array, 1, MPI.LONG, next, 6)
        };
        long[][] got = new long[sends.length][1];
        Prequest[] receives = new Prequest[sends.length];
        for (int i = 0; i < receives.length; i++) {
            receives[i] = world.recvInit(got[i], 1, MPI.LONG, last, i);
        }
        MPI.attachBuffer(new byte[2 * (Long.BYTES + MPI.BSEND_OVERHEAD)]);
        for (int round = 1; round <= 3; round++) {
            out.put(0, 100 * rank + round);
            array[0] = -out.get(0);
            Prequest.startAll(receives);
            world.barrier();
            for (Prequest send : sends) {
                send.start();
            }
            Request.waitAll(sends);
            Request.waitAll(receives);
            for (int i = 0; i < got.length; i++) {
                Claim.equal((i < 3 ? 1 : -1) * (100L * last + round), got[i][0], "mode " + i + ", round " + round);
            }
        }
        MPI.detachBuffer();
        for (int i = 0; i < sends.length; i++) {
            sends[i].free();
            receives[i].free();
        }
        MPI.Finalize();
    }
}
