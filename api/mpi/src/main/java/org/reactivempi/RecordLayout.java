package org.reactivempi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.reactivempi.layout.BasicElements;
import org.reactivempi.layout.BooleanElements;
import org.reactivempi.layout.ByteElements;
import org.reactivempi.layout.CharElements;
import org.reactivempi.layout.DoubleElements;
import org.reactivempi.layout.FloatElements;
import org.reactivempi.layout.IntElements;
import org.reactivempi.layout.LongElements;
import org.reactivempi.layout.ShortElements;

/**
 * What a record consists of: its primitives and arrays, those of nested records included, with handles to read them out of a record,
 * and one to make a record of a payload. Fields are read, and not by the accessors, since these may be a program's own and throw in the
 * middle of a message.
 */
final class RecordLayout {

    private static final int MOST_COMPONENTS = 100;
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final Map<Class<?>, Basic> BASICS = new LinkedHashMap<>(Map.of(
            byte.class, new Basic(Datatype.BYTE, ByteElements.ARRAY),
            boolean.class, new Basic(Datatype.BOOLEAN, BooleanElements.ARRAY),
            short.class, new Basic(Datatype.SHORT, ShortElements.ARRAY),
            char.class, new Basic(Datatype.CHAR, CharElements.ARRAY),
            int.class, new Basic(Datatype.INT, IntElements.ARRAY),
            float.class, new Basic(Datatype.FLOAT, FloatElements.ARRAY),
            long.class, new Basic(Datatype.LONG, LongElements.ARRAY),
            double.class, new Basic(Datatype.DOUBLE, DoubleElements.ARRAY)));

    /** A primitive type, and what arrays of it are made of. */
    record Basic(Datatype type, BasicElements elements) {}

    /**
     * A primitive, or an array of them.
     *
     * @param basic of an element
     * @param length of the array; 0 for a primitive by itself
     * @param getter gives it, of a record as an {@code Object}
     * @param offset in the payload
     */
    record Leaf(Basic basic, int length, MethodHandle getter, int offset) {

        Datatype type() {
            return basic.type();
        }

        BasicElements elements() {
            return basic.elements();
        }
    }

    private final Datatype type;
    private final int alignment;
    private final List<Leaf> leaves;
    private final MethodHandle reader;
    private final boolean isFlat;

    private RecordLayout(Datatype type, int alignment, List<Leaf> leaves, MethodHandle reader, boolean isFlat) {
        this.type = type;
        this.alignment = alignment;
        this.leaves = leaves;
        this.reader = reader;
        this.isFlat = isFlat;
    }

    static RecordLayout of(Class<?> record) {
        return of(record, Set.of());
    }

    /** The struct type, with the places that a C compiler gives. */
    Datatype type() {
        return type;
    }

    List<Leaf> leaves() {
        return leaves;
    }

    /** Of type {@code (ByteBuffer, int)Object}: makes a record of the payload at an index. */
    MethodHandle reader() {
        return reader;
    }

    /** Whether all components are primitives, so that nothing but {@code null} can be wrong with a record. */
    boolean isFlat() {
        return isFlat;
    }

    private static RecordLayout of(Class<?> record, Set<Class<?>> outer) {
        RecordComponent[] components = record.getRecordComponents();
        if (components == null || components.length == 0 || components.length > MOST_COMPONENTS) {
            throw wrong(record + " is no record with 1 to " + MOST_COMPONENTS + " components");
        }
        if (outer.contains(record)) {
            throw wrong(record + " contains itself");
        }
        Set<Class<?>> inside =
                Stream.concat(outer.stream(), Stream.of(record)).collect(java.util.stream.Collectors.toSet());
        return new Builder(record, inside).build(components);
    }

    private static MpiException wrong(String message) {
        return new MpiException(ErrorClass.TYPE, message);
    }

    private static MpiException wrong(String message, Throwable cause) {
        return new MpiException(ErrorClass.TYPE, message, cause);
    }

    /** Puts a record's components one after the other. */
    private static final class Builder {

        private final Class<?> record;
        private final Set<Class<?>> inside;
        private final MethodHandles.Lookup lookup;
        private final Datatype.StructBuilder struct = Datatype.struct();
        private final List<Leaf> leaves = new ArrayList<>();
        private final List<MethodHandle> readers = new ArrayList<>();
        private long place;
        private int offset;
        private int alignment = 1;
        private boolean isFlat = true;

        Builder(Class<?> record, Set<Class<?>> inside) {
            this.record = record;
            this.inside = inside;
            RecordLayout.class.getModule().addReads(record.getModule());
            try {
                this.lookup = MethodHandles.privateLookupIn(record, LOOKUP);
            } catch (IllegalAccessException closed) {
                throw wrong(record + " can't be read: its module does not open the package", closed);
            }
        }

        RecordLayout build(RecordComponent[] components) {
            for (RecordComponent component : components) {
                add(component);
            }
            return new RecordLayout(struct.build(), alignment, List.copyOf(leaves), reader(components), isFlat);
        }

        private void add(RecordComponent component) {
            Class<?> type = component.getType();
            FixedLength length = component.getAnnotation(FixedLength.class);
            Basic basic = BASICS.get(type.isArray() ? type.getComponentType() : type);
            if (length != null && (!type.isArray() || length.value() < 1)) {
                throw wrong(text(component) + " has the length " + length.value()
                        + ", which goes with arrays, and from 1 on");
            }
            if (basic != null && !type.isArray()) {
                addBasic(component, basic, 0, BasicReaders.of(type));
            } else if (basic != null && length != null) {
                isFlat = false;
                addBasic(
                        component, basic, length.value(), BasicReaders.ofArray(type, basic.elements(), length.value()));
            } else if (type.isRecord()) {
                isFlat = false;
                addRecord(component, of(type, inside));
            } else {
                throw wrong(text(component)
                        + " has no fixed size: a component is a primitive, an array of them with @FixedLength, or a"
                        + " record of such components");
            }
        }

        private String text(RecordComponent component) {
            return "component " + component.getName() + " of " + record.getName() + ", of type "
                    + component.getType().getTypeName() + ",";
        }

        private void addBasic(RecordComponent component, Basic basic, int length, MethodHandle reader) {
            int elements = Math.max(1, length);
            leaves.add(new Leaf(basic, length, getter(component), offset));
            readers.add(at(reader, offset));
            next(basic.type(), elements, (int) basic.type().sizeBytes());
        }

        private void addRecord(RecordComponent component, RecordLayout inner) {
            MethodHandle outer = getter(component);
            for (Leaf leaf : inner.leaves) {
                MethodHandle getter = MethodHandles.filterReturnValue(
                        outer.asType(MethodType.methodType(Object.class, Object.class)), leaf.getter());
                leaves.add(new Leaf(leaf.basic(), leaf.length(), getter, offset + leaf.offset()));
            }
            MethodType read = MethodType.methodType(component.getType(), ByteBuffer.class, int.class);
            readers.add(at(inner.reader.asType(read), offset));
            next(inner.type, 1, inner.alignment);
        }

        private void next(Datatype type, int elements, int aligned) {
            alignment = Math.max(alignment, aligned);
            place = (place + aligned - 1) / aligned * aligned;
            struct.add(place, type, elements);
            place = Math.addExact(place, elements * type.extentBytes());
            offset = Math.toIntExact(Math.addExact(offset, elements * type.sizeBytes()));
        }

        private MethodHandle getter(RecordComponent component) {
            try {
                MethodHandle getter = lookup.findGetter(record, component.getName(), component.getType());
                return getter.asType(getter.type().changeParameterType(0, Object.class));
            } catch (ReflectiveOperationException impossible) {
                throw wrong(text(component) + " can't be read", impossible);
            }
        }

        private static MethodHandle at(MethodHandle reader, int offset) {
            return MethodHandles.filterArguments(reader, 1, MethodHandles.insertArguments(BasicReaders.ADD, 1, offset));
        }

        /** The canonical constructor, with each argument read out of the payload. */
        private MethodHandle reader(RecordComponent[] components) {
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                MethodHandle made = lookup.findConstructor(record, MethodType.methodType(void.class, types));
                for (int i = types.length - 1; i >= 0; i--) {
                    made = MethodHandles.collectArguments(made, i, readers.get(i));
                }
                int[] both = new int[2 * types.length];
                for (int i = 1; i < both.length; i += 2) {
                    both[i] = 1;
                }
                MethodType read = MethodType.methodType(record, ByteBuffer.class, int.class);
                return MethodHandles.permuteArguments(made, read, both).asType(read.changeReturnType(Object.class));
            } catch (ReflectiveOperationException impossible) {
                throw wrong("the constructor of " + record.getName() + " can't be called", impossible);
            }
        }
    }

    /** Handles of type {@code (ByteBuffer, int)} that read a primitive or an array. */
    static final class BasicReaders {

        private static final MethodHandle ADD = find(BasicReaders.class, "add", int.class, int.class, int.class);
        private static final MethodHandle ARRAY = find(
                RecordArrays.class, "get", Object.class, BasicElements.class, ByteBuffer.class, int.class, int.class);

        private BasicReaders() {}

        static MethodHandle of(Class<?> type) {
            return find(BasicReaders.class, "read" + capital(type), type, ByteBuffer.class, int.class);
        }

        static MethodHandle ofArray(Class<?> array, BasicElements elements, int length) {
            MethodHandle reader = MethodHandles.insertArguments(ARRAY, 0, elements);
            return MethodHandles.insertArguments(reader, 2, length)
                    .asType(MethodType.methodType(array, ByteBuffer.class, int.class));
        }

        private static String capital(Class<?> type) {
            return Character.toUpperCase(type.getName().charAt(0))
                    + type.getName().substring(1);
        }

        private static MethodHandle find(Class<?> owner, String name, Class<?> result, Class<?>... arguments) {
            try {
                return MethodHandles.lookup().findStatic(owner, name, MethodType.methodType(result, arguments));
            } catch (ReflectiveOperationException impossible) {
                throw new LinkageError(name, impossible);
            }
        }

        static int add(int at, int offset) {
            return at + offset;
        }

        static byte readByte(ByteBuffer payload, int at) {
            return payload.get(at);
        }

        static boolean readBoolean(ByteBuffer payload, int at) {
            return payload.get(at) != 0;
        }

        static short readShort(ByteBuffer payload, int at) {
            return payload.getShort(at);
        }

        static char readChar(ByteBuffer payload, int at) {
            return payload.getChar(at);
        }

        static int readInt(ByteBuffer payload, int at) {
            return payload.getInt(at);
        }

        static float readFloat(ByteBuffer payload, int at) {
            return payload.getFloat(at);
        }

        static long readLong(ByteBuffer payload, int at) {
            return payload.getLong(at);
        }

        static double readDouble(ByteBuffer payload, int at) {
            return payload.getDouble(at);
        }
    }
}
