package mpi;

/** A {@code long} with an index, for {@link MPI#LONG_INT}: where the smallest or largest of several is. */
public final class LongInt extends Struct {

    private static final int INDEX = 8;

    LongInt() {
        addLong();
        setOffset(INDEX);
        addInt();
    }

    /** {@link MPI#LONG_INT}. */
    @Override
    public Datatype getType() {
        return Datatype.LONG_INT;
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
        public long getValue() {
            return getLong(0);
        }

        /** The index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Writes the value. */
        public void putValue(long value) {
            putLong(0, value);
        }

        /** Writes the index. */
        public void putIndex(int index) {
            putInt(INDEX, index);
        }
    }
}
