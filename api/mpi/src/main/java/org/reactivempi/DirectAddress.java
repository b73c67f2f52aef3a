package org.reactivempi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Where memory outside of the heap is, on JDKs that say so: from 22 on, by {@code MemorySegment}. */
final class DirectAddress {

    /** Of a {@code ByteBuffer}, its address as a {@code long}; null on JDKs that don't say it. */
    private static final @Nullable MethodHandle ADDRESS = find();

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
}
