package programs.small;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** Arrays, strings and boxes as messages, and every second one of them. */
public final class ObjectsOfMpiJava {

    private ObjectsOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        Object[] things = {"text", 42, new double[] {1, 2}, 'c', null, new int[][] {{rank}, {}}};
        Object[] got = new Object[6];
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        world.Sendrecv(things, 0, 6, MPI.OBJECT, next, 1, got, 0, 6, MPI.OBJECT, last, 1);
        things[5] = new int[][] {{last}, {}};
        Claim.equal(things, got, "objects");
        Datatype second = Datatype.Vector(2, 1, 2, MPI.OBJECT);
        second.Commit();
        Object[] two = new Object[2];
        world.Sendrecv(things, 0, 1, second, next, 2, two, 0, 2, MPI.OBJECT, last, 2);
        Claim.equal(new Object[] {things[0], things[2]}, two, "every second object");
        Object[] all = new Object[size];
        world.Allgather(new Object[] {"r" + rank}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        Claim.equal("r" + (size - 1), all[size - 1], "gathered");
        MPI.Finalize();
    }
}
