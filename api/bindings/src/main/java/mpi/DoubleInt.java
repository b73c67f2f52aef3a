package mpi;

/** A {@code double} with an index, for {@link MPI#DOUBLE_INT}: where the smallest or largest of several is. */
public final class DoubleInt extends Struct {

    private static final int INDEX = 8;

    DoubleInt() {
        addDouble();
        setOffset(INDEX);
        addInt();
    }

    /** {@link MPI#DOUBLE_INT}. */
    @Override
    public Datatype getType() {
        return Datatype.DOUBLE_INT;
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** One pair in memory. */
    public final class Data extends Struct.Data {

        /** Without memory yet, which {@code getData} gives it. */
        public Data() {}

        /** The value. */
        public double getValue() {
            return getDouble(0);
        }

        /** The index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Writes the value. */
        public void putValue(double value) {
            putDouble(0, value);
        }

        /** Writes the index. */
        public void putIndex(int index) {
            putInt(INDEX, index);
        }
    }
}
