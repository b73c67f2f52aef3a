package org.reactivempi.spring.listener;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.spring.MpiListener;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.EmbeddedValueResolverAware;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.StringValueResolver;

/** Finds the listeners among the methods of beans, as the beans are made. */
public final class ListenerScan implements BeanPostProcessor, BeanFactoryAware, EmbeddedValueResolverAware {

    private final List<ListenerMethod> found = new ArrayList<>();
    private @Nullable Consumer<ListenerMethod> later;
    private @Nullable StringValueResolver placeholders;
    private @Nullable BeanFactory beans;

    /** A scan that has found nothing yet. */
    public ListenerScan() {}

    @Override
    public void setEmbeddedValueResolver(StringValueResolver resolver) {
        placeholders = resolver;
    }

    @Override
    public void setBeanFactory(BeanFactory factory) {
        beans = factory;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (ScopedProxyUtils.isScopedTarget(beanName)) {
            findProxy(beanName, type);
        } else if (AnnotationUtils.isCandidateClass(type, MpiListener.class)) {
            find(type).forEach((method, annotation) -> add(bean, method, annotation));
        }
        return bean;
    }

    /** Each bean that is made in a scope, one after the other, is called by the one proxy of all, which is found as it is made. */
    private void findProxy(String target, Class<?> type) {
        if (beans != null && !find(type).isEmpty()) {
            beans.getBean(ScopedProxyUtils.getOriginalBeanName(target));
        }
    }

    static Map<Method, MpiListener> find(Class<?> type) {
        return MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<MpiListener>)
                method -> AnnotatedElementUtils.findMergedAnnotation(method, MpiListener.class));
    }

    private void add(Object bean, Method method, MpiListener annotation) {
        Method callable = AopUtils.selectInvocableMethod(method, bean.getClass());
        add(new ListenerMethod(bean, callable, annotation, source(method, annotation), tag(method, annotation)));
    }

    private int source(Method method, MpiListener annotation) {
        String text = annotation.from();
        if (text.isEmpty()) {
            return annotation.source();
        }
        if (annotation.source() != Mpi.ANY_SOURCE) {
            throw new ListenerException("the listener " + method.toGenericString() + " has the source "
                    + annotation.source() + " and \"" + text + "\"");
        }
        try {
            return AnnotationText.rank(text, placeholders);
        } catch (RuntimeException wrong) {
            throw new ListenerException(
                    "the listener " + method.toGenericString() + " is for messages from \"" + text + "\": "
                            + wrong.getMessage(),
                    wrong);
        }
    }

    private int tag(Method method, MpiListener annotation) {
        String text = annotation.value();
        if (text.isEmpty()) {
            return annotation.tag();
        }
        if (annotation.tag() != Mpi.ANY_TAG) {
            throw new ListenerException("the listener " + method.toGenericString() + " has the tag " + annotation.tag()
                    + " and \"" + text + "\"");
        }
        try {
            return AnnotationText.tag(text, placeholders);
        } catch (RuntimeException wrong) {
            throw new ListenerException(
                    "the listener " + method.toGenericString() + " has the tag \"" + text + "\": " + wrong.getMessage(),
                    wrong);
        }
    }

    private synchronized void add(ListenerMethod method) {
        found.stream().filter(method::collidesWith).findFirst().ifPresent(other -> {
            throw collision(method, other);
        });
        found.stream().filter(method::contradicts).findFirst().ifPresent(other -> {
            throw new ListenerException(method + " and " + other + " would answer questions with tag " + method.tag()
                    + " in two ways: by one value, or by a stream");
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
        int source = Math.max(one.source(), other.source());
        return source == Mpi.ANY_SOURCE ? "any source" : "rank " + source;
    }

    private static String tag(ListenerMethod one, ListenerMethod other) {
        int tag = Math.max(one.tag(), other.tag());
        return tag == Mpi.ANY_TAG ? "any tag" : "tag " + tag;
    }
}
