package org.reactivempi;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.BooleanElements;
import org.reactivempi.layout.ByteElements;
import org.reactivempi.layout.CharElements;
import org.reactivempi.layout.DoubleElements;
import org.reactivempi.layout.Elements;
import org.reactivempi.layout.FloatElements;
import org.reactivempi.layout.IntElements;
import org.reactivempi.layout.LongElements;
import org.reactivempi.layout.ShortElements;

/** Puts the arrays of records into payloads, and makes arrays of payloads. */
final class RecordArrays {

    private static final Map<Datatype, Elements> ELEMENTS = Map.of(
            Datatype.BYTE, ByteElements.ARRAY,
            Datatype.BOOLEAN, BooleanElements.ARRAY,
            Datatype.SHORT, ShortElements.ARRAY,
            Datatype.CHAR, CharElements.ARRAY,
            Datatype.INT, IntElements.ARRAY,
            Datatype.FLOAT, FloatElements.ARRAY,
            Datatype.LONG, LongElements.ARRAY,
            Datatype.DOUBLE, DoubleElements.ARRAY);

    private RecordArrays() {}

    /** What arrays of a basic type are made of. */
    static Elements elements(Datatype type) {
        return Objects.requireNonNull(ELEMENTS.get(type));
    }

    static void put(Elements elements, @Nullable Object array, int length, ByteBuffer payload, int at) {
        if (array == null) {
            throw new MpiException(ErrorClass.CONVERSION, "an array of a record is null");
        }
        int count = elements.count(array);
        if (count != length) {
            throw new MpiException(
                    ErrorClass.CONVERSION, "an array of a record has the length " + count + " in place of " + length);
        }
        if (array instanceof byte[] bytes) {
            payload.put(at, bytes);
        } else {
            elements.put(array, 0, length, part(payload, at, length * elements.width()));
        }
    }

    static Object get(Elements elements, ByteBuffer payload, int at, int length) {
        Object array = elements.allocate(length);
        elements.get(array, 0, length, part(payload, at, length * elements.width()));
        return array;
    }

    private static ByteBuffer part(ByteBuffer payload, int at, int bytes) {
        return payload.slice(at, bytes).order(payload.order());
    }
}
