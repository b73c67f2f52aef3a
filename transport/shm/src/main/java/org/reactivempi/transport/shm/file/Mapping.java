package org.reactivempi.transport.shm.file;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The memory of a file, which is given back when its user says so: rings are large, but to the garbage collector they
 * are small objects, and it may come hours later.
 *
 * <p>Since Java 22 an arena does that, and code that touches the memory after its end gets an exception. Before, what Java's own
 * buffers are cleaned with does, {@code sun.misc.Unsafe}, which Java 17 offers to everybody for this purpose; after that, a
 * touch ends the JVM. Where there is neither, the garbage collector does it after all.
 */
public final class Mapping {

    private static final Logger log = Loggers.getLogger(Mapping.class);
    private static final int FIRST_WITH_ARENAS = 22;
    private static final @Nullable MethodHandle CLEANER = cleaner();

    private static final boolean HAS_ARENAS = Runtime.version().feature() >= FIRST_WITH_ARENAS;

    /** A {@code ByteBuffer}, or a {@code java.lang.foreign.MemorySegment}. */
    private final Object memory;

    private @Nullable AutoCloseable owner;

    private Mapping(Object memory, AutoCloseable owner) {
        this.memory = memory;
        this.owner = owner;
    }

    /** Maps a part of a file, to read and write. */
    static Mapping of(FileChannel file, long at, long lengthBytes) throws IOException {
        if (HAS_ARENAS) {
            return inArena(file, at, lengthBytes, true);
        }
        ByteBuffer memory = file.map(MapMode.READ_WRITE, at, lengthBytes);
        return new Mapping(memory, () -> clean(memory));
    }

    /** Maps a part of any length as a {@code MemorySegment}; nothing where there are none. */
    static Optional<Mapping> whole(FileChannel file, long at, long lengthBytes) throws IOException {
        return HAS_ARENAS ? Optional.of(inArena(file, at, lengthBytes, false)) : Optional.empty();
    }

    private static Mapping inArena(FileChannel file, long at, long lengthBytes, boolean asBuffer) throws IOException {
        try {
            Class<?> type = Class.forName("java.lang.foreign.Arena");
            AutoCloseable arena = (AutoCloseable) type.getMethod("ofShared").invoke(null);
            Object segment = FileChannel.class
                    .getMethod("map", MapMode.class, long.class, long.class, type)
                    .invoke(file, MapMode.READ_WRITE, at, lengthBytes, arena);
            Object memory = asBuffer
                    ? Class.forName("java.lang.foreign.MemorySegment")
                            .getMethod("asByteBuffer")
                            .invoke(segment)
                    : segment;
            return new Mapping(memory, arena);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException failed) {
                throw failed;
            }
            throw new IOException(String.valueOf(cause == null ? e : cause.getMessage()), cause);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("every JVM has arenas since Java " + FIRST_WITH_ARENAS, e);
        }
    }

    private static @Nullable MethodHandle cleaner() {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field only = type.getDeclaredField("theUnsafe");
            only.setAccessible(true);
            return MethodHandles.publicLookup()
                    .findVirtual(type, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
                    .bindTo(only.get(null));
        } catch (ReflectiveOperationException | RuntimeException e) {
            log.debug("shared memory is left to the garbage collector: {}", e.toString());
            return null;
        }
    }

    private static void clean(ByteBuffer memory) {
        if (CLEANER != null) {
            try {
                CLEANER.invokeExact(memory);
            } catch (Throwable e) {
                throw new IllegalStateException("a mapped buffer can be cleaned", e);
            }
        }
    }

    /** All of it, of one that is a {@code ByteBuffer}. */
    public ByteBuffer memory() {
        return (ByteBuffer) memory;
    }

    /** All of it, of one that is a {@code MemorySegment}. */
    public Object segment() {
        return memory;
    }

    /** Gives it back, once; nobody may have a use for it any more. */
    public void unmap() {
        AutoCloseable last = owner;
        owner = null;
        if (last != null) {
            try {
                last.close();
            } catch (Exception e) {
                log.warn("shared memory is left to the garbage collector: {}", e.toString());
            }
        }
    }

    /**
     * The library has no use for it any more; users may have, and are not to end the JVM by that. Where there are arenas, it is given back, and
     * a touch gets an exception; before, the garbage collector gives it back when nobody can touch it.
     */
    public void leave() {
        if (HAS_ARENAS) {
            unmap();
        } else {
            owner = null;
        }
    }
}
