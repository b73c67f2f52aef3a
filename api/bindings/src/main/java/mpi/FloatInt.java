package mpi;

/** A {@code float} with an index, for {@link MPI#FLOAT_INT}: where the smallest or largest of several is. */
public final class FloatInt extends Struct {

    private static final int INDEX = 4;

    FloatInt() {
        addFloat();
        setOffset(INDEX);
        addInt();
    }

    /** {@link MPI#FLOAT_INT}. */
    @Override
    public Datatype getType() {
        return Datatype.FLOAT_INT;
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
        public float getValue() {
            return getFloat(0);
        }

        /** The index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Writes the value. */
        public void putValue(float value) {
            putFloat(0, value);
        }

        /** Writes the index. */
        public void putIndex(int index) {
            putInt(INDEX, index);
        }
    }
}
