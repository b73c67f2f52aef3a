package mpi;

/** An {@code int} with an index, for {@link MPI#INT2}: where the smallest or largest of several is. */
public final class Int2 extends Struct {

    private static final int INDEX = 4;

    Int2() {
        addInt();
        setOffset(INDEX);
        addInt();
    }

    /** {@link MPI#INT2}. */
    @Override
    public Datatype getType() {
        return Datatype.INT2;
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
        public int getValue() {
            return getInt(0);
        }

        /** The index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Writes the value. */
        public void putValue(int value) {
            putInt(0, value);
        }

        /** Writes the index. */
        public void putIndex(int index) {
            putInt(INDEX, index);
        }
    }
}
