package programs.small;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Struct;
import programs.Claim;

/** A struct with fields of each type, from rank to rank. */
public final class Particles {

    private Particles() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Particle type = new Particle();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        ByteBuffer out = MPI.newByteBuffer(2 * type.getExtent());
        for (int i = 0; i < 2; i++) {
            Particle.Data particle = type.getData(out, i);
            particle.fill(rank + i);
        }
        byte[] in = new byte[2 * type.getExtent()];
        world.sendRecv(out, 2, type.getType(), next, 1, in, 2, type.getType(), last, 1);
        Particle.Data first = type.getData(in);
        first.check(last);
        Particle.Data second = type.getData(in, 1);
        second.check(last + 1);
        Particle.Data own = type.getData(out);
        own.check(rank);
        ByteBuffer read = own.getBuffer();
        Claim.equal((byte) rank, read.get(0), "the memory that it reads");
        MPI.Finalize();
    }

    /** Two of each kind, and one. */
    private static final class Particle extends Struct {

        private final int b = addByte();
        private final int bytes = addByte(2);
        private final int c = setOffset(4).addChar();
        private final int chars = addChar(2);
        private final int s = addShort();
        private final int shorts = addShort(2);
        private final int i = addInt();
        private final int ints = addInt(2);
        private final int l = setOffset(32).addLong();
        private final int longs = addLong(2);
        private final int f = addFloat();
        private final int floats = addFloat(2);
        private final int d = setOffset(72).addDouble();
        private final int doubles = addDouble(2);

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {

            void fill(int n) {
                putByte(b, (byte) n);
                putByte(bytes, 1, (byte) n);
                putChar(c, (char) n);
                putChar(chars, 1, (char) n);
                putShort(s, (short) n);
                putShort(shorts, 1, (short) n);
                putInt(i, n);
                putInt(ints, 1, n);
                putLong(l, n);
                putLong(longs, 1, n);
                putFloat(f, n);
                putFloat(floats, 1, n);
                putDouble(d, n);
                putDouble(doubles, 1, n);
            }

            void check(int n) {
                long[] read = {
                    getByte(b),
                    getByte(bytes, 1),
                    getChar(c),
                    getChar(chars, 1),
                    getShort(s),
                    getShort(shorts, 1),
                    getInt(i),
                    getInt(ints, 1),
                    getLong(l),
                    getLong(longs, 1)
                };
                Claim.equal(Arrays.stream(read).map(value -> n).toArray(), read, "whole numbers");
                double[] fractions = {getFloat(f), getFloat(floats, 1), getDouble(d), getDouble(doubles, 1)};
                Claim.equal(new double[] {n, n, n, n}, fractions, "fractions");
            }
        }
    }
}
