package programs.small;

import mpi.DoubleComplex;
import mpi.FloatComplex;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Sums of complex numbers, in each kind of memory. */
public final class ComplexNumbers {

    private ComplexNumbers() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        DoubleComplex[] doubles = {
            DoubleComplex.get(new double[2]),
            DoubleComplex.get(new double[4], 1),
            DoubleComplex.get(MPI.newDoubleBuffer(2)),
            DoubleComplex.get(MPI.newDoubleBuffer(4), 1),
            DoubleComplex.get(MPI.newByteBuffer(16)),
            DoubleComplex.get(MPI.newByteBuffer(32), 1)
        };
        for (DoubleComplex number : doubles) {
            number.putReal(1);
            number.putImag(rank);
            world.allReduce(number.getBuffer(), 1, MPI.DOUBLE_COMPLEX, MPI.SUM);
            Claim.equal((double) size, number.getReal(), "real part");
            Claim.equal(size * (size - 1) / 2.0, number.getImag(), "imaginary part");
        }
        FloatComplex[] floats = {
            FloatComplex.get(new float[2]),
            FloatComplex.get(new float[4], 1),
            FloatComplex.get(MPI.newFloatBuffer(2)),
            FloatComplex.get(MPI.newFloatBuffer(4), 1),
            FloatComplex.get(MPI.newByteBuffer(8)),
            FloatComplex.get(MPI.newByteBuffer(16), 1)
        };
        for (FloatComplex number : floats) {
            number.putReal(0);
            number.putImag(1);
            world.allReduce(number.getBuffer(), 1, MPI.FLOAT_COMPLEX, MPI.PROD);
            int quarter = size % 4;
            int real = quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
            int imag = quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
            // The sign of 0 depends on the order of the products.
            Claim.that(number.getReal() == real && number.getImag() == imag, "i to the size");
        }
        MPI.Finalize();
    }
}
