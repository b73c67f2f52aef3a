package programs.small;

import java.nio.ByteBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Struct;
import programs.Claim;

/** A segment has two points and two colours of a datatype of its own. */
public final class StructOfStructs {

    private StructOfStructs() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        Segment type = new Segment();
        ByteBuffer memory = MPI.newByteBuffer(type.getExtent());
        Segment.Data segment = type.getData(memory);
        if (rank == 0) {
            segment.fill();
        }
        world.bcast(memory, 1, type.getType(), 0);
        segment.check();
        MPI.Finalize();
    }

    private static final class Point extends Struct {

        private final int x = addInt();
        private final int y = addInt();

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {

            void set(int newX, int newY) {
                putInt(x, newX);
                putInt(y, newY);
            }

            int product() {
                return getInt(x) * getInt(y);
            }
        }
    }

    private static final class Segment extends Struct {

        private final Point point = new Point();
        private final Datatype colour = Datatype.createContiguous(4, MPI.BYTE);
        private final int middle = addStruct(point);
        private final int ends = addStruct(point, 2);
        private final int shade = addData(colour);
        private final int colours = addData(colour, 2);

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {

            void fill() {
                Point.Data at = getData(point, middle);
                at.set(2, 3);
                Point.Data end = getData(point, ends, 1);
                end.set(5, 7);
                getBuffer(colour, shade).put(3, (byte) 11);
                getBuffer(colour, colours, 1).put(0, (byte) 13);
            }

            void check() {
                Point.Data at = getData(point, middle);
                Claim.equal(6, at.product(), "middle");
                Point.Data end = getData(point, ends, 1);
                Claim.equal(35, end.product(), "second end");
                Claim.equal((byte) 11, getBuffer(colour, shade).get(3), "shade");
                Claim.equal((byte) 13, getBuffer(colour, colours, 1).get(0), "second colour");
            }
        }
    }
}
