package org.reactivempi.conformance;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Counts the bytes of all objects that can be reached from one, for each of the fields of ours that leads there: a count, which is the
 * same in each run, and no measure.
 *
 * <p>Sizes are those of a JVM with compressed references and headers of 12 bytes: fields side by side, each object a multiple of 8.
 * Threads, classes and constants belong to nobody, and are not gone through. Fields of the JDK have to be open to this ({@link #OPTIONS}).
 */
final class HeapWalk {

    /** What a JVM is started with whose objects are counted, so that these are the same in each run. */
    static final List<String> OPTIONS = List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.math=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.security=ALL-UNNAMED",
            "--add-opens=java.base/java.time=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED",
            "--add-opens=java.base/javax.crypto=ALL-UNNAMED",
            "--add-opens=java.base/javax.crypto.spec=ALL-UNNAMED",
            "--add-opens=java.base/com.sun.crypto.provider=ALL-UNNAMED",
            "--add-opens=java.base/sun.security.provider=ALL-UNNAMED",
            // A digest has an array to work in only if it was ever used before the compiler put the processor's own in
            // its place.
            "-XX:-UseSHA");

    private static final String OURS = "org.reactivempi.";
    private static final int HEADER_BYTES = 12;
    private static final int ARRAY_HEADER_BYTES = 16;
    private static final int REFERENCE_BYTES = 4;

    private static final Map<Class<?>, Shape> SHAPES = new HashMap<>();

    private final Predicate<Object> isForeign;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Queue<Found> waiting = new ArrayDeque<>();
    private final Map<String, Long> bytes = new TreeMap<>();
    private long outsideBytes;

    /** Nothing yet; what {@code isForeign} is neither counted nor gone through. */
    HeapWalk(Predicate<Object> isForeign) {
        this.isForeign = isForeign;
    }

    /** An object, and the field of ours that has led to it, or its class if that is ours. */
    private record Found(Object object, String owner) {}

    /** What all objects of a class have in common. */
    private record Shape(List<Field> references, int bytes) {

        static Shape of(Class<?> type) {
            List<Field> references = new ArrayList<>();
            int size = HEADER_BYTES;
            for (Class<?> part = type; part != null; part = part.getSuperclass()) {
                for (Field field : part.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        size += width(field.getType());
                        // What is not open are parts of what the whole JVM has, such as its loggers.
                        if (!field.getType().isPrimitive() && field.trySetAccessible()) {
                            references.add(field);
                        }
                    }
                }
            }
            return new Shape(references, rounded(size));
        }
    }

    private static int width(Class<?> type) {
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        }
        if (type == short.class || type == char.class) {
            return Short.BYTES;
        }
        return type == byte.class || type == boolean.class ? 1 : REFERENCE_BYTES;
    }

    private static int rounded(int size) {
        return (size + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /** Counts all that can be reached from an object, and was not counted before. */
    HeapWalk from(Object root) {
        found(root, root.getClass().getName());
        for (Found next = waiting.poll(); next != null; next = waiting.poll()) {
            visit(next.object, next.owner);
        }
        return this;
    }

    private void found(Object object, String owner) {
        if (object != null && !isNobodys(object) && !isForeign.test(object) && seen.add(object)) {
            waiting.add(new Found(object, owner));
        }
    }

    private static boolean isNobodys(Object object) {
        return object instanceof Class
                || object instanceof Thread
                || object instanceof ThreadGroup
                || object instanceof ClassLoader
                || object instanceof Enum;
    }

    private void visit(Object object, String owner) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            int length = Array.getLength(object);
            count(owner, rounded(ARRAY_HEADER_BYTES + length * width(type.getComponentType())));
            for (int i = 0; i < length && !type.getComponentType().isPrimitive(); i++) {
                found(Array.get(object, i), owner);
            }
            return;
        }
        if (object instanceof Buffer buffer && buffer.isDirect() && !isView(buffer)) {
            outsideBytes += buffer.capacity();
        }
        boolean isOurs = type.getName().startsWith(OURS);
        Shape shape = SHAPES.computeIfAbsent(type, Shape::of);
        count(isOurs ? type.getName() : owner, shape.bytes);
        for (Field field : shape.references) {
            try {
                found(field.get(object), isOurs ? type.getName() + "." + field.getName() : owner);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Whether a direct buffer has memory of another one, which it keeps alive. */
    private static boolean isView(Buffer direct) {
        try {
            Field other = Class.forName("java.nio.DirectByteBuffer").getDeclaredField("att");
            other.setAccessible(true);
            return !(direct instanceof ByteBuffer) || other.get(direct) != null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void count(String owner, int size) {
        bytes.merge(owner, (long) size, Long::sum);
    }

    /** Whether it was counted. */
    boolean has(Object object) {
        return seen.contains(object);
    }

    /** How many bytes outside of the heap belong to direct buffers that were counted; those of Netty's pool apart. */
    long outsideBytes() {
        return outsideBytes;
    }

    /** How many bytes there are by the class of ours, or its field, that has them. */
    Map<String, Long> bytes() {
        return bytes;
    }
}
