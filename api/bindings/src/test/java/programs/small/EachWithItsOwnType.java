package programs.small;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Blocks of several types in one exchange; displacements are in bytes. */
public final class EachWithItsOwnType {

    private EachWithItsOwnType() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        int[] bytes = IntStream.range(0, size).map(i -> 8 * i).toArray();
        Datatype[] types = new Datatype[size];
        Datatype[] own = new Datatype[size];
        Arrays.setAll(types, i -> i % 2 == 0 ? MPI.LONG : MPI.INT);
        Arrays.fill(own, types[rank]);
        ByteBuffer out = MPI.newByteBuffer(8 * size);
        for (int i = 0; i < size; i++) {
            out.putLong(8 * i, 100L * rank + i);
        }
        ByteBuffer[] in = {MPI.newByteBuffer(8 * size), MPI.newByteBuffer(8 * size)};
        byte[] array = new byte[8 * size];
        byte[] from = new byte[8 * size];
        out.get(0, from);
        world.allToAllw(out, ones, bytes, types, in[0], ones, bytes, own);
        world.iAllToAllw(out, ones, bytes, types, in[1], ones, bytes, own).waitFor();
        world.iAllToAllw(from, ones, bytes, types, array, ones, bytes, own).waitFor();
        for (int i = 0; i < size; i++) {
            Claim.equal(100L * i + rank, in[0].getLong(8 * i), "from rank " + i);
        }
        byte[] read = new byte[8 * size];
        in[0].get(0, read);
        Claim.equal(in[0], in[1], "by request");
        Claim.equal(read, array, "of an array");
        MPI.Finalize();
    }
}
