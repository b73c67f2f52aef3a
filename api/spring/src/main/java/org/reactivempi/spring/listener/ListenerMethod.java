package org.reactivempi.spring.listener;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.spring.MpiListener;
import org.springframework.util.ReflectionUtils;

/** A bean's method with its annotation. */
final class ListenerMethod {

    private final Object bean;
    private final Method method;
    private final MpiListener annotation;
    private final Signature signature;

    private final int tag;

    ListenerMethod(Object bean, Method method, MpiListener annotation, int tag) {
        this.tag = tag;
        this.bean = bean;
        this.method = method;
        this.annotation = annotation;
        this.signature = Signature.of(method);
        if (signature.takes() == Takes.STREAM && signature.reply() != null && annotation.source() == Mpi.ANY_SOURCE) {
            throw new ListenerException(
                    this + " replies to a stream from any source, which doesn't say whose it is: give"
                            + " it a source, or return Mono<Void>");
        }
        ReflectionUtils.makeAccessible(method);
    }

    Method method() {
        return method;
    }

    MpiListener annotation() {
        return annotation;
    }

    int tag() {
        return tag;
    }

    /** Whether it is called with questions, too. */
    boolean answers() {
        return tag != Mpi.ANY_TAG && signature.takes() != Takes.STREAM && signature.gives() != Gives.MANY;
    }

    Signature signature() {
        return signature;
    }

    /** Whether one message, or one stream, could go to either. */
    boolean collidesWith(ListenerMethod other) {
        return annotation.communicator().equals(other.annotation.communicator())
                && isOfStreams() == other.isOfStreams()
                && meet(annotation.source(), other.annotation.source(), Mpi.ANY_SOURCE)
                && meet(tag, other.tag, Mpi.ANY_TAG);
    }

    private boolean isOfStreams() {
        return signature.takes() == Takes.STREAM;
    }

    private static boolean meet(int one, int other, int any) {
        return one == other || one == any || other == any;
    }

    /** What the method returns; throws what it throws. */
    @Nullable
    Object call(@Nullable Object... arguments) throws Throwable {
        try {
            return method.invoke(bean, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    /** As users know it. */
    @Override
    public String toString() {
        return "the listener " + method.getDeclaringClass().getName() + "." + method.getName();
    }
}
