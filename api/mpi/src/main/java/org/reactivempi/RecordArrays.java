package org.reactivempi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.BasicElements;

/** Puts the arrays of records into payloads, and makes arrays of payloads. */
final class RecordArrays {

    private RecordArrays() {}

    static void put(BasicElements elements, @Nullable Object array, int length, ByteBuffer payload, int at) {
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

    static Object get(BasicElements elements, ByteBuffer payload, int at, int length) {
        Object array = elements.allocate(length);
        elements.get(array, 0, length, part(payload, at, length * elements.width()));
        return array;
    }

    private static ByteBuffer part(ByteBuffer payload, int at, int bytes) {
        return payload.slice(at, bytes).order(payload.order());
    }
}
