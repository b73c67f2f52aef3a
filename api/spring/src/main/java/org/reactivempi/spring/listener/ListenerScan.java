package org.reactivempi.spring.listener;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.spring.MpiListener;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the listeners among the methods of beans, as the beans are made. */
public final class ListenerScan implements BeanPostProcessor {

    private final List<ListenerMethod> found = new ArrayList<>();
    private @Nullable Consumer<ListenerMethod> later;

    /** A scan that has found nothing yet. */
    public ListenerScan() {}

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (AnnotationUtils.isCandidateClass(type, MpiListener.class)) {
            find(type).forEach((method, annotation) -> add(bean, method, annotation));
        }
        return bean;
    }

    static Map<Method, MpiListener> find(Class<?> type) {
        return MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<MpiListener>)
                method -> AnnotatedElementUtils.findMergedAnnotation(method, MpiListener.class));
    }

    private void add(Object bean, Method method, MpiListener annotation) {
        add(new ListenerMethod(bean, AopUtils.selectInvocableMethod(method, bean.getClass()), annotation));
    }

    private synchronized void add(ListenerMethod method) {
        found.stream().filter(method::collidesWith).findFirst().ifPresent(other -> {
            throw collision(method, other);
        });
        found.add(method);
        if (later != null) {
            later.accept(method);
        }
    }

    /** Hands over what was found, and from now on what is found, in beans that are made late. */
    synchronized void handOver(Consumer<ListenerMethod> container) {
        found.forEach(container);
        later = container;
    }

    private static ListenerException collision(ListenerMethod one, ListenerMethod other) {
        return new ListenerException(one + " and " + other + " would both get "
                + (one.signature().takes() == Takes.STREAM ? "streams" : "messages") + " from " + source(one, other)
                + " with " + tag(one, other));
    }

    private static String source(ListenerMethod one, ListenerMethod other) {
        int source = Math.max(one.annotation().source(), other.annotation().source());
        return source == Mpi.ANY_SOURCE ? "any source" : "rank " + source;
    }

    private static String tag(ListenerMethod one, ListenerMethod other) {
        int tag = Math.max(one.annotation().tag(), other.annotation().tag());
        return tag == Mpi.ANY_TAG ? "any tag" : "tag " + tag;
    }
}
