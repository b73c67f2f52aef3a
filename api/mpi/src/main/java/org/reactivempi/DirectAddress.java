package org.reactivempi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Where memory outside of the heap is, and whose, on JDKs that say so: from 22 on, by {@code MemorySegment}. */
final class DirectAddress {

    /** Of a {@code ByteBuffer}, its address as a {@code long}; null on JDKs that don't say it. */
    private static final @Nullable MethodHandle ADDRESS = find();

    /** The bytes of any direct buffer, from its position to its limit, as a {@code ByteBuffer}; null on JDKs without it. */
    private static final @Nullable MethodHandle BYTES = findBytes();

    /** In place of an address: it is not known. */
    static final long UNKNOWN = -1;

    private DirectAddress() {}

    private static @Nullable MethodHandle find() {
        try {
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle of =
                    lookup.findStatic(segment, "ofBuffer", MethodType.methodType(segment, java.nio.Buffer.class));
            MethodHandle address = lookup.findVirtual(segment, "address", MethodType.methodType(long.class));
            return MethodHandles.filterReturnValue(of, address)
                    .asType(MethodType.methodType(long.class, ByteBuffer.class));
        } catch (ReflectiveOperationException | LinkageError unknown) {
            return null;
        }
    }

    /** The address of the byte at a direct buffer's position. */
    static long of(ByteBuffer direct) {
        if (ADDRESS == null) {
            return UNKNOWN;
        }
        try {
            return (long) ADDRESS.invokeExact(direct);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable checked) {
            throw new IllegalStateException(checked);
        }
    }

    private static @Nullable MethodHandle findBytes() {
        try {
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle of =
                    lookup.findStatic(segment, "ofBuffer", MethodType.methodType(segment, java.nio.Buffer.class));
            MethodHandle bytes = lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class));
            return MethodHandles.filterReturnValue(of, bytes);
        } catch (ReflectiveOperationException | LinkageError unknown) {
            return null;
        }
    }

    /**
     * The bytes of a direct buffer of numbers.
     *
     * @param order the buffer's
     * @return from its position to its limit, in its order; null if it isn't direct, or on JDKs that don't say it
     */
    static @Nullable ByteBuffer bytesOf(java.nio.Buffer numbers, ByteOrder order) {
        if (BYTES == null || !numbers.isDirect()) {
            return null;
        }
        try {
            return ((ByteBuffer) BYTES.invokeExact(numbers)).order(order);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable checked) {
            throw new IllegalStateException(checked);
        }
    }
}
