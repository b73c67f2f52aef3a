package mpi;

/** A {@code short} with an index, for {@link MPI#SHORT_INT}: where the smallest or largest of several is. */
public final class ShortInt extends Struct {

    private static final int INDEX = 4;

    ShortInt() {
        addShort();
        setOffset(INDEX);
        addInt();
    }

    /** {@link MPI#SHORT_INT}. */
    @Override
    public Datatype getType() {
        return Datatype.SHORT_INT;
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
        public short getValue() {
            return getShort(0);
        }

        /** The index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Writes the value. */
        public void putValue(short value) {
            putShort(0, value);
        }

        /** Writes the index. */
        public void putIndex(int index) {
            putInt(INDEX, index);
        }
    }
}
