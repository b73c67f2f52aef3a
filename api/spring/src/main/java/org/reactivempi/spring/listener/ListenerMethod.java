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

    private final int source;
    private final int tag;

    ListenerMethod(Object bean, Method method, MpiListener annotation, int source, int tag) {
        this.source = source;
        this.tag = tag;
        this.bean = bean;
        this.method = method;
        this.annotation = annotation;
        this.signature = Signature.of(method);
        if (!receives() && answers() == Answers.NOTHING) {
            throw new ListenerException(this
                    + (signature.takes() == Takes.STREAM
                            ? " replies to a stream from any source, which doesn't say whose it is: give it a source, or"
                                    + " return Mono<Void>, or a Flux, which needs a tag to be asked for"
                            : " returns a Flux, which needs a tag to be asked for: give it one, or a replyTag"));
        }
        ReflectionUtils.makeAccessible(method);
    }

    Method method() {
        return method;
    }

    MpiListener annotation() {
        return annotation;
    }

    int source() {
        return source;
    }

    int tag() {
        return tag;
    }

    /** How it is called with questions, too. */
    Answers answers() {
        if (tag == Mpi.ANY_TAG) {
            return Answers.NOTHING;
        }
        boolean many = signature.gives() == Gives.MANY;
        if (signature.takes() == Takes.STREAM) {
            return many && signature.reply() != null ? Answers.STREAMS : Answers.NOTHING;
        }
        return many ? Answers.STREAM : Answers.VALUE;
    }

    /**
     * Whether it is called with what nobody has asked: not with streams from anywhere that it would reply to, nor with messages to which
     * a stream is the answer, which may have no end, and which nobody would get.
     */
    boolean receives() {
        if (signature.reply() == null) {
            return true;
        }
        return signature.takes() == Takes.STREAM
                ? source != Mpi.ANY_SOURCE
                : signature.gives() != Gives.MANY || annotation.replyTag() != MpiListener.SAME_TAG;
    }

    /** Whether questions with one tag would be answered in two ways. */
    boolean contradicts(ListenerMethod other) {
        return annotation.communicator().equals(other.annotation.communicator())
                && tag == other.tag
                && answers() != Answers.NOTHING
                && other.answers() != Answers.NOTHING
                && answers() != other.answers();
    }

    Signature signature() {
        return signature;
    }

    /** Whether one message, or one stream, could go to either. */
    boolean collidesWith(ListenerMethod other) {
        return annotation.communicator().equals(other.annotation.communicator())
                && isOfStreams() == other.isOfStreams()
                && meet(source, other.source, Mpi.ANY_SOURCE)
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

    /** By which the application finds it. */
    String id() {
        return annotation.id().isEmpty()
                ? method.getDeclaringClass().getName() + "." + method.getName()
                : annotation.id();
    }

    /** As users know it. */
    @Override
    public String toString() {
        return "the listener " + method.getDeclaringClass().getName() + "." + method.getName();
    }
}
