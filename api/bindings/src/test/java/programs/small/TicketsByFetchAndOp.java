package programs.small;

import java.nio.LongBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import programs.Claim;

/** A counter at rank 0 that each rank draws tickets from, and a seat that one of them takes. */
public final class TicketsByFetchAndOp {

    private static final int TICKETS = 20;

    private TicketsByFetchAndOp() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Win win = new Win(rank == 0 ? 2 : 0, 1, MPI.INFO_NULL, world, MPI.newLongBuffer(0), Win.FLAVOR_PRIVATE);
        LongBuffer one = MPI.newLongBuffer(1);
        one.put(0, 1);
        LongBuffer tickets = MPI.newLongBuffer(TICKETS);
        win.lockAll(0);
        for (int i = 0; i < TICKETS; i++) {
            win.fetchAndOp(one, MPI.slice(tickets, i), MPI.LONG, 0, 0, MPI.SUM);
        }
        win.flushLocal(0);
        win.flush(0);
        int taken = 0;
        for (int i = 0; i < TICKETS; i++) {
            Claim.that(i == 0 || tickets.get(i) > tickets.get(i - 1), "each ticket is later than the one before");
            taken += (int) tickets.get(i);
        }
        LongBuffer own = MPI.newLongBuffer(1);
        own.put(0, rank + 1);
        LongBuffer free = MPI.newLongBuffer(1);
        LongBuffer before = MPI.newLongBuffer(1);
        win.compareAndSwap(own, free, before, MPI.LONG, 0, 1);
        win.flushLocalAll();
        win.flushAll();
        win.sync();
        win.unlockAll();
        int[] sums = {taken, before.get(0) == 0 ? 1 : 0};
        world.allReduce(sums, 2, MPI.INT, MPI.SUM);
        int all = size * TICKETS;
        Claim.equal(all * (all - 1) / 2, sums[0], "sum of all tickets");
        Claim.equal(1, sums[1], "how many have the seat");
        if (rank == 0) {
            LongBuffer memory = (LongBuffer) win.getAttr(MPI.WIN_BASE);
            win.lock(MPI.LOCK_SHARED, 0, 0);
            Claim.equal((long) all, memory.get(0), "the counter");
            Claim.that(memory.get(1) > 0, "somebody's seat");
            win.unlock(0);
        }
        world.barrier();
        win.free();
        MPI.Finalize();
    }
}
