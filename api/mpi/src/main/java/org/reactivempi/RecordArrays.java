package org.reactivempi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Puts the arrays of records into payloads. */
final class RecordArrays {

    private RecordArrays() {}

    static void put(@Nullable Object array, int length, ByteBuffer payload, int at) {
        if (array instanceof byte[] values) {
            check(values.length, length);
            payload.put(at, values);
        } else if (array instanceof boolean[] values) {
            check(values.length, length);
            for (int i = 0; i < length; i++) {
                payload.put(at + i, (byte) (values[i] ? 1 : 0));
            }
        } else if (array instanceof short[] values) {
            check(values.length, length);
            part(payload, at, length * Short.BYTES).asShortBuffer().put(values);
        } else if (array instanceof char[] values) {
            check(values.length, length);
            part(payload, at, length * Character.BYTES).asCharBuffer().put(values);
        } else if (array instanceof int[] values) {
            check(values.length, length);
            part(payload, at, length * Integer.BYTES).asIntBuffer().put(values);
        } else if (array instanceof float[] values) {
            check(values.length, length);
            part(payload, at, length * Float.BYTES).asFloatBuffer().put(values);
        } else if (array instanceof long[] values) {
            check(values.length, length);
            part(payload, at, length * Long.BYTES).asLongBuffer().put(values);
        } else if (array instanceof double[] values) {
            check(values.length, length);
            part(payload, at, length * Double.BYTES).asDoubleBuffer().put(values);
        } else {
            throw new MpiException(ErrorClass.CONVERSION, "an array of a record is null");
        }
    }

    private static ByteBuffer part(ByteBuffer payload, int at, int bytes) {
        return payload.slice(at, bytes).order(payload.order());
    }

    private static void check(int length, int wanted) {
        if (length != wanted) {
            throw new MpiException(
                    ErrorClass.CONVERSION, "an array of a record has the length " + length + " in place of " + wanted);
        }
    }
}
