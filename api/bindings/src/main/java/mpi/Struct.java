package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A layout of fields of several types, as a C program's {@code struct}, of memory in whatever order its buffer has. A program extends it: it adds the
 * fields in its constructor, keeps what the {@code add} methods return, and reads and writes them through a {@link Data} of its own.
 *
 * <p>Fields stand one after the other, without padding; {@link #setOffset} leaves a gap. An element is padded at its end, so that in an
 * array the longest field of each stands at a multiple of its length.
 */
public abstract class Struct {

    private final List<Integer> offsets = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final List<org.reactivempi.Datatype> types = new ArrayList<>();
    /** Where the next field begins. */
    private int end;
    /** Made at its first use; from then on the layout stays as it is. */
    private Datatype type;

    /** Without fields. */
    public Struct() {}

    /** How long an element is, in bytes. */
    public final int getExtent() {
        return getType().getExtent();
    }

    /** The datatype, ready to be used; afterwards no field can be added. */
    public Datatype getType() {
        if (type == null) {
            org.reactivempi.Datatype.StructBuilder builder = org.reactivempi.Datatype.struct();
            for (int i = 0; i < types.size(); i++) {
                builder.add(offsets.get(i), types.get(i), lengths.get(i));
            }
            type = Datatype.struct(builder.build());
        }
        return type;
    }

    /** An element without memory yet, which {@code getData} gives it. */
    protected abstract Data newData();

    /** The first element of a buffer, from its beginning on. */
    @SuppressWarnings("unchecked")
    public final <T extends Data> T getData(ByteBuffer buffer) {
        return (T) at(buffer, 0);
    }

    /** An element of a buffer. */
    @SuppressWarnings("unchecked")
    public final <T extends Data> T getData(ByteBuffer buffer, int index) {
        return (T) at(buffer, index);
    }

    /** The first element of an array. */
    @SuppressWarnings("unchecked")
    public final <T extends Data> T getData(byte[] array) {
        return (T) at(wrapped(array), 0);
    }

    /** An element of an array. */
    @SuppressWarnings("unchecked")
    public final <T extends Data> T getData(byte[] array, int index) {
        return (T) at(wrapped(array), index);
    }

    private static ByteBuffer wrapped(byte[] array) {
        return ByteBuffer.wrap(array).order(ByteOrder.nativeOrder());
    }

    private Data at(ByteBuffer memory, int index) {
        return within(memory, Math.multiplyExact(index, getExtent()));
    }

    private Data within(ByteBuffer memory, int at) {
        Data data = newData();
        data.buffer = at == 0 ? memory : slice(memory, at, memory.capacity() - at);
        return data;
    }

    private static ByteBuffer slice(ByteBuffer memory, int at, int length) {
        return memory.slice(at, length).order(memory.order());
    }

    /** Sets where the next field begins, in bytes: after the fields that are there already. */
    public final Struct setOffset(int field) {
        checkOpen();
        if (field < end) {
            throw new IllegalArgumentException("offset " + field + " is before the end of the fields at " + end);
        }
        end = field;
        return this;
    }

    private void checkOpen() {
        if (type != null) {
            throw new MPIException(Codes.ERR_TYPE, "the struct's type is made already: it gets no more fields");
        }
    }

    private int add(org.reactivempi.Datatype field, int length, int bytes) {
        checkOpen();
        int at = end;
        offsets.add(at);
        lengths.add(length);
        types.add(field);
        end = Math.addExact(at, Math.multiplyExact(length, bytes));
        return at;
    }

    /** Adds a {@code byte}; returns where it is. */
    public final int addByte() {
        return add(org.reactivempi.Datatype.BYTE, 1, 1);
    }

    /** Adds several {@code byte}s; returns where the first is. */
    public final int addByte(int length) {
        return add(org.reactivempi.Datatype.BYTE, length, 1);
    }

    /** Adds a {@code char}; returns where it is. */
    public final int addChar() {
        return add(org.reactivempi.Datatype.CHAR, 1, 2);
    }

    /** Adds several {@code char}s; returns where the first is. */
    public final int addChar(int length) {
        return add(org.reactivempi.Datatype.CHAR, length, 2);
    }

    /** Adds a {@code short}; returns where it is. */
    public final int addShort() {
        return add(org.reactivempi.Datatype.SHORT, 1, 2);
    }

    /** Adds several {@code short}s; returns where the first is. */
    public final int addShort(int length) {
        return add(org.reactivempi.Datatype.SHORT, length, 2);
    }

    /** Adds an {@code int}; returns where it is. */
    public final int addInt() {
        return add(org.reactivempi.Datatype.INT, 1, 4);
    }

    /** Adds several {@code int}s; returns where the first is. */
    public final int addInt(int length) {
        return add(org.reactivempi.Datatype.INT, length, 4);
    }

    /** Adds a {@code long}; returns where it is. */
    public final int addLong() {
        return add(org.reactivempi.Datatype.LONG, 1, 8);
    }

    /** Adds several {@code long}s; returns where the first is. */
    public final int addLong(int length) {
        return add(org.reactivempi.Datatype.LONG, length, 8);
    }

    /** Adds a {@code float}; returns where it is. */
    public final int addFloat() {
        return add(org.reactivempi.Datatype.FLOAT, 1, 4);
    }

    /** Adds several {@code float}s; returns where the first is. */
    public final int addFloat(int length) {
        return add(org.reactivempi.Datatype.FLOAT, length, 4);
    }

    /** Adds a {@code double}; returns where it is. */
    public final int addDouble() {
        return add(org.reactivempi.Datatype.DOUBLE, 1, 8);
    }

    /** Adds several {@code double}s; returns where the first is. */
    public final int addDouble(int length) {
        return add(org.reactivempi.Datatype.DOUBLE, length, 8);
    }

    /** Adds a struct; returns where it is. */
    public final int addStruct(Struct struct) {
        return addStruct(struct, 1);
    }

    /** Adds several structs; returns where the first is. */
    public final int addStruct(Struct struct, int length) {
        return add(struct.getType().core(), length, struct.getExtent());
    }

    /** Adds an element of a datatype; returns where it is. */
    public final int addData(Datatype type) {
        return addData(type, 1);
    }

    /** Adds several elements of a datatype; returns where the first is. */
    public final int addData(Datatype type, int length) {
        return add(type.core(), length, Math.toIntExact(type.core().extentBytes()));
    }

    /** One element in memory. */
    public abstract class Data extends StructData {

        /** Without memory yet, which {@code getData} gives it. */
        public Data() {}

        /** The element's memory, which is that of the array or buffer it was got from. */
        public final ByteBuffer getBuffer() {
            return buffer;
        }

        /** The struct at a place. */
        @SuppressWarnings("unchecked")
        protected final <S extends Struct, D extends Data> D getData(S struct, int field) {
            return (D) ((Struct) struct).within(buffer, field);
        }

        /** One of several structs. */
        @SuppressWarnings("unchecked")
        protected final <S extends Struct, D extends Data> D getData(S struct, int field, int index) {
            return (D) ((Struct) struct).within(buffer, field + index * struct.getExtent());
        }

        /** The memory of an element of a datatype. */
        protected final ByteBuffer getBuffer(Datatype type, int field) {
            return getBuffer(type, field, 0);
        }

        /** The memory of one of several elements of a datatype. */
        protected final ByteBuffer getBuffer(Datatype type, int field, int index) {
            int length = Math.toIntExact(type.core().extentBytes());
            return slice(buffer, field + index * length, length);
        }
    }
}
