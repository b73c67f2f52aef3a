package org.reactivempi.transport.engine.progress;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Whether a thread is virtual, also where this code is compiled for a JDK that has none. */
final class VirtualThreads {

    private static final MethodHandle IS_VIRTUAL = find();

    private VirtualThreads() {}

    static boolean isVirtual(Thread thread) {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new IllegalStateException("Thread.isVirtual has thrown", e);
        }
    }

    private static MethodHandle find() {
        MethodType type = MethodType.methodType(boolean.class, Thread.class);
        try {
            return MethodHandles.lookup().findVirtual(Thread.class, "isVirtual", type.dropParameterTypes(0, 1));
        } catch (ReflectiveOperationException before21) {
            return MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class);
        }
    }
}
