package org.reactivempi.transport.launcher.job;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * The user's question what the ranks wait for: SIGUSR1, as by {@code kill -USR1 PID}. SIGQUIT would be nearer at hand, but belongs
 * to the JVM.
 *
 * <p>Java's only way to a signal is {@code sun.misc.Signal}, of the module {@code jdk.unsupported}: part of each JDK, though
 * not of Java. It is looked up by its name, and where there is none, or no such signal, there are no questions.
 */
final class Questions {

    private static final String SIGNAL = "USR1";

    private final Runnable restore;

    private Questions(Runnable restore) {
        this.restore = restore;
    }

    /** Calls {@code asked}, on any thread, for each question until it is closed. */
    static Questions to(Runnable asked) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object signal = type.getConstructor(String.class).newInstance(SIGNAL);
            Method handle = type.getMethod("handle", type, handlerType);
            Object handler = Proxy.newProxyInstance(
                    handlerType.getClassLoader(), new Class<?>[] {handlerType}, (self, method, arguments) -> {
                        if (method.getDeclaringClass() == handlerType) {
                            asked.run();
                            return null;
                        }
                        return method.getName().equals("equals") ? self == arguments[0] : (Object) asked.hashCode();
                    });
            Object before = handle.invoke(null, signal, handler);
            return new Questions(() -> call(handle, signal, before));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return new Questions(() -> {});
        }
    }

    private static void call(Method handle, Object signal, Object handler) {
        try {
            handle.invoke(null, signal, handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot restore what SIGUSR1 did before", e);
        }
    }

    /** Asks no more. */
    void close() {
        restore.run();
    }
}
