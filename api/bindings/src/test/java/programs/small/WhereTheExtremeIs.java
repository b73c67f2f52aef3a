package programs.small;

import java.nio.ByteBuffer;
import mpi.DoubleInt;
import mpi.FloatInt;
import mpi.Int2;
import mpi.Intracomm;
import mpi.LongInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShortInt;
import mpi.Struct;
import programs.Claim;

/** Which rank has the greatest value: with each type of pair. */
public final class WhereTheExtremeIs {

    private WhereTheExtremeIs() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int owner = size / 2;
        int value = rank == owner ? 50 : rank;
        ByteBuffer memory = MPI.newByteBuffer(MPI.int2.getExtent());
        Int2.Data ints = MPI.int2.getData(memory);
        ints.putValue(value);
        ints.putIndex(rank);
        world.allReduce(memory, 1, MPI.INT2, MPI.MAXLOC);
        Claim.equal(new int[] {50, owner}, new int[] {ints.getValue(), ints.getIndex()}, "INT2");
        memory = MPI.newByteBuffer(MPI.shortInt.getExtent());
        ShortInt.Data shorts = MPI.shortInt.getData(memory);
        shorts.putValue((short) -value);
        shorts.putIndex(rank);
        world.allReduce(memory, 1, MPI.SHORT_INT, MPI.MINLOC);
        Claim.equal(new int[] {-50, owner}, new int[] {shorts.getValue(), shorts.getIndex()}, "SHORT_INT");
        memory = MPI.newByteBuffer(MPI.longInt.getExtent());
        LongInt.Data longs = MPI.longInt.getData(memory);
        longs.putValue(value * (1L << 40));
        longs.putIndex(rank);
        world.allReduce(memory, 1, MPI.LONG_INT, MPI.MAXLOC);
        Claim.equal(new long[] {50L << 40, owner}, new long[] {longs.getValue(), longs.getIndex()}, "LONG_INT");
        memory = MPI.newByteBuffer(MPI.floatInt.getExtent());
        FloatInt.Data floats = MPI.floatInt.getData(memory);
        floats.putValue(value + 0.5f);
        floats.putIndex(rank);
        world.allReduce(memory, 1, MPI.FLOAT_INT, MPI.MAXLOC);
        Claim.equal(new double[] {50.5, owner}, new double[] {floats.getValue(), floats.getIndex()}, "FLOAT_INT");
        memory = MPI.newByteBuffer(MPI.doubleInt.getExtent());
        DoubleInt.Data doubles = MPI.doubleInt.getData(memory);
        doubles.putValue(0.25 - value);
        doubles.putIndex(rank);
        world.allReduce(memory, 1, MPI.DOUBLE_INT, MPI.MINLOC);
        Claim.equal(new double[] {-49.75, owner}, new double[] {doubles.getValue(), doubles.getIndex()}, "DOUBLE_INT");
        Struct.Data[] unbound = {
            MPI.int2.new Data(),
            MPI.shortInt.new Data(),
            MPI.longInt.new Data(),
            MPI.floatInt.new Data(),
            MPI.doubleInt.new Data()
        };
        Claim.equal(null, unbound[rank % 5].getBuffer(), "no memory yet");
        MPI.Finalize();
    }
}
