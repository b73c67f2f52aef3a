package org.reactivempi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.BasicElements;

/**
 * Records as elements of messages: a struct type of fixed size, and a codec for single ones.
 *
 * <pre>
 *  record Point(int id, double x, double y) {}
 *
 *  Point     payload  [id  ][x       ][y       ]              in the order of declaration, without gaps
 *  memory             [id  ]....[x       ][y       ]          as {@link #datatype} has it, and C
 * </pre>
 * Components are primitives, arrays of them with a {@link FixedLength}, and records of such components. A message of records is one of
 * that struct's signature: what sends or receives it at the other end may have it in a {@code ByteBuffer}, by a type of its own.
 *
 * <p>Fields are read as they are, whatever the accessors do; new records are made by the canonical constructor. Making a type costs
 * some milliseconds, so a program keeps it in a constant. Any thread may use it.
 *
 * @param <T> the record
 * @since 0.1
 */
public final class RecordType<T> implements Codec<T> {

    private static final int NO_KIND = -1;
    private static final List<Datatype> KINDS = List.of(
            Datatype.BYTE,
            Datatype.BOOLEAN,
            Datatype.SHORT,
            Datatype.CHAR,
            Datatype.INT,
            Datatype.FLOAT,
            Datatype.LONG,
            Datatype.DOUBLE);

    private final Class<T> record;
    private final Datatype datatype;
    private final Datatype packed;
    private final boolean isFlat;
    private final int sizeBytes;
    private final RecordMover[] components;
    private final int[] offsets;
    private final RecordMover reader;

    private RecordType(Class<T> record, RecordLayout layout) {
        this.record = record;
        this.datatype = layout.type();
        this.isFlat = layout.isFlat();
        this.sizeBytes = (int) layout.type().sizeBytes();
        this.offsets =
                layout.leaves().stream().mapToInt(RecordLayout.Leaf::offset).toArray();
        this.components = layout.leaves().stream().map(RecordType::mover).toArray(RecordMover[]::new);
        this.reader = mover(null, layout.reader(), NO_KIND, 0, null);
        Datatype.StructBuilder struct = Datatype.struct();
        layout.leaves().forEach(leaf -> struct.add(leaf.offset(), leaf.type(), Math.max(1, leaf.length())));
        this.packed = struct.build(sizeBytes);
    }

    /**
     * The type of a class of records.
     *
     * @param <T> the record
     * @param record its class
     * @return its type
     * @throws MpiException {@link ErrorClass#TYPE} if a component has no fixed size, or the record can't be read
     */
    public static <T extends Record> RecordType<T> of(Class<T> record) {
        return new RecordType<>(record, RecordLayout.of(record));
    }

    private static RecordMover mover(RecordLayout.Leaf leaf) {
        boolean isArray = leaf.length() > 0;
        MethodHandle getter =
                isArray ? leaf.getter().asType(MethodType.methodType(Object.class, Object.class)) : leaf.getter();
        return mover(getter, null, KINDS.indexOf(leaf.type()), leaf.length(), leaf.elements());
    }

    private static RecordMover mover(
            @Nullable MethodHandle getter,
            @Nullable MethodHandle reader,
            int kind,
            int length,
            @Nullable BasicElements elements) {
        try (InputStream code = RecordType.class.getResourceAsStream("RecordLoops.class")) {
            if (code == null) {
                throw new IllegalStateException("the class file of RecordLoops is missing");
            }
            MethodHandles.Lookup hidden = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(
                            code.readAllBytes(), Arrays.asList(getter, reader, kind, length, elements), true);
            return (RecordMover) hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * The struct that a C compiler makes of the same components, for records in a {@code ByteBuffer}.
     *
     * @return the same as {@link Datatype#ofRecord}
     */
    public Datatype datatype() {
        return datatype;
    }

    /**
     * Records to send.
     *
     * @param records read by the operation, not copied before; none of them may be {@code null}
     * @return values of {@link #datatype}
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is not written
    public final SendBuffer values(T... records) {
        return new RecordBuffer(this, Arrays.asList(records));
    }

    /**
     * Records of an array.
     *
     * @param records the memory itself, not copied; none of them may be {@code null} when they are sent
     * @return a buffer of {@link #datatype}; a receive replaces its elements
     */
    public Buffer buffer(T[] records) {
        return new RecordBuffer(this, Arrays.asList(records));
    }

    /**
     * Records of a list.
     *
     * @param records the memory itself, not copied; none of them may be {@code null} when they are sent. A list that is received into
     *     has as many elements as may come, {@code null} or not, and {@link List#set}
     * @return a buffer of {@link #datatype}
     */
    public Buffer buffer(List<T> records) {
        return new RecordBuffer(this, records);
    }

    @Override
    public SendBuffer encode(T value) {
        List<T> one = new ArrayList<>(1);
        one.add(value);
        Payload payload = new RecordBuffer(this, one);
        payload.check(false);
        return payload;
    }

    @Override
    public T decode(ByteBuffer payload) {
        if (payload.remaining() != sizeBytes) {
            throw new MpiException(
                    ErrorClass.CONVERSION,
                    payload.remaining() + " bytes are no " + record.getName() + ", which has " + sizeBytes);
        }
        Object[] made = new Object[1];
        get(made, 1, payload.duplicate().order(ByteOrder.LITTLE_ENDIAN), payload.position());
        payload.position(payload.limit());
        return record.cast(made[0]);
    }

    int sizeBytes() {
        return sizeBytes;
    }

    /** The struct type of its payload, which has no gaps. */
    Datatype packed() {
        return packed;
    }

    boolean isFlat() {
        return isFlat;
    }

    /** Puts the first records into a little-endian payload. */
    void put(Object[] records, int count, ByteBuffer payload, int at) {
        for (int i = 0; i < components.length; i++) {
            components[i].put(records, count, payload, at + offsets[i], sizeBytes);
        }
    }

    /** Makes records of a little-endian payload; what their constructors throw is the cause of the failure. */
    void get(Object[] records, int count, ByteBuffer payload, int at) {
        try {
            reader.get(records, count, payload, at, sizeBytes);
        } catch (Throwable refused) {
            throw new MpiException(
                    ErrorClass.CONVERSION,
                    "the constructor of " + record.getName() + " has thrown " + refused,
                    refused);
        }
    }

    @Override
    public String toString() {
        return "RecordType[" + record.getName() + "]";
    }
}
