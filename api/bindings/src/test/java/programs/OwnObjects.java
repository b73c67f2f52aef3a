package programs;

import java.io.Serializable;
import java.util.List;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Objects of a class of the program, which the setting {@code object-filter} must name. */
public final class OwnObjects {

    private OwnObjects() {}

    private record Task(String name, int[] numbers) implements Serializable {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Object[] room = new Object[3];
        Request receiving = MPI.COMM_SELF.Irecv(room, 1, 2, MPI.OBJECT, 0, 1);
        MPI.COMM_SELF.Send(new Object[] {new Task("a", new int[] {1, 2})}, 0, 1, MPI.OBJECT, 0, 1);
        Status status = receiving.Wait();
        Claim.equal(1, status.Get_count(MPI.OBJECT), "count");
        Task task = (Task) room[1];
        Claim.equal("a", task.name(), "name");
        Claim.equal(List.of(1, 2), List.of(task.numbers()[0], task.numbers()[1]), "numbers");
        Claim.equal(null, room[0], "before the offset");
        MPI.Finalize();
    }
}
