package org.reactivempi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.List;
import org.reactivempi.layout.BasicElements;

/**
 * The loops of one component, or of one class of records. Never used as it is: {@link RecordType} defines a hidden class of the same
 * bytes for each, whose handle is a constant, so that the compiler puts what the handle does into the loop. A handle that is no
 * constant costs a call for each record.
 */
final class RecordLoops implements RecordMover {

    private static final MethodHandle GETTER;
    private static final MethodHandle READER;
    private static final int KIND;
    private static final int LENGTH;
    private static final BasicElements ELEMENTS;

    static {
        try {
            List<?> data = MethodHandles.classData(MethodHandles.lookup(), "_", List.class);
            GETTER = (MethodHandle) data.get(0);
            READER = (MethodHandle) data.get(1);
            KIND = (int) data.get(2);
            LENGTH = (int) data.get(3);
            ELEMENTS = (BasicElements) data.get(4);
        } catch (IllegalAccessException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    @Override
    public void put(Object[] records, int count, ByteBuffer payload, int at, int stride) {
        try {
            if (LENGTH > 0) {
                for (int i = 0; i < count; i++) {
                    RecordArrays.put(
                            ELEMENTS, (Object) GETTER.invokeExact(records[i]), LENGTH, payload, at + i * stride);
                }
            } else {
                putPrimitive(records, count, payload, at, stride);
            }
        } catch (RuntimeException | Error wrong) {
            throw wrong;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @SuppressWarnings("NullAway") // the records were found not to be null
    private static void putPrimitive(Object[] records, int count, ByteBuffer payload, int at, int stride)
            throws Throwable {
        switch (KIND) {
            case 0 -> {
                for (int i = 0; i < count; i++) {
                    payload.put(at + i * stride, (byte) GETTER.invokeExact(records[i]));
                }
            }
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    payload.put(at + i * stride, (byte) ((boolean) GETTER.invokeExact(records[i]) ? 1 : 0));
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    payload.putShort(at + i * stride, (short) GETTER.invokeExact(records[i]));
                }
            }
            case 3 -> {
                for (int i = 0; i < count; i++) {
                    payload.putChar(at + i * stride, (char) GETTER.invokeExact(records[i]));
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    payload.putInt(at + i * stride, (int) GETTER.invokeExact(records[i]));
                }
            }
            case 5 -> {
                for (int i = 0; i < count; i++) {
                    payload.putFloat(at + i * stride, (float) GETTER.invokeExact(records[i]));
                }
            }
            case 6 -> {
                for (int i = 0; i < count; i++) {
                    payload.putLong(at + i * stride, (long) GETTER.invokeExact(records[i]));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    payload.putDouble(at + i * stride, (double) GETTER.invokeExact(records[i]));
                }
            }
        }
    }

    @Override
    public void get(Object[] records, int count, ByteBuffer payload, int at, int stride) {
        try {
            for (int i = 0; i < count; i++) {
                records[i] = (Object) READER.invokeExact(payload, at + i * stride);
            }
        } catch (RuntimeException | Error wrong) {
            throw wrong;
        } catch (Throwable checked) {
            throw new IllegalStateException(checked);
        }
    }
}
