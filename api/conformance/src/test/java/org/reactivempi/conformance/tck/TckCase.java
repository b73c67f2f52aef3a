package org.reactivempi.conformance.tck;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.channel.ChannelProvider;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * One test of the TCK on one channel, between two ranks of its own.
 *
 * @param channel its name
 * @param verification a class of the TCK's tests, which is constructed with the ranks
 * @param test one of them
 */
record TckCase(String channel, Class<?> verification, Method test) {

    /** So the TCK calls what it has no test for; each is a method that throws {@code SkipException}, and nothing else. */
    private static final String UNTESTED = "untested_";

    /** All tests of a verification, on each channel of the class path. */
    static Stream<TckCase> of(Class<?> verification) {
        return ServiceLoader.load(ChannelProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> !provider.forTests())
                .map(ChannelProvider::name)
                .sorted()
                .flatMap(channel -> annotated(verification, Test.class)
                        .filter(test -> !test.getName().startsWith(UNTESTED))
                        .map(test -> new TckCase(channel, verification, test)));
    }

    /** Runs it, and checks that the ranks leave no thread and no buffer. */
    void run() throws Throwable {
        try (Ranks ranks = Ranks.start(2, Settings.create().channel(channel))) {
            Object instance = verification.getDeclaredConstructor(Ranks.class).newInstance(ranks);
            try {
                invokeAll(instance, BeforeClass.class);
                invokeAll(instance, BeforeMethod.class);
                invoke(instance, test);
            } finally {
                invokeAll(instance, AfterClass.class);
                // Many tests leave a stream where it is.
                ranks.abort(0, "the test has ended").block();
                ranks.abort(1, "the test has ended").block();
            }
        }
    }

    private void invokeAll(Object instance, Class<? extends Annotation> annotation) throws Throwable {
        for (Method method : annotated(verification, annotation).toList()) {
            invoke(instance, method);
        }
    }

    private static void invoke(Object instance, Method method) throws Throwable {
        try {
            method.invoke(instance);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Stream<Method> annotated(Class<?> verification, Class<? extends Annotation> annotation) {
        return Stream.of(verification.getMethods())
                .filter(method -> method.isAnnotationPresent(annotation))
                .sorted(Comparator.comparing(Method::getName));
    }

    @Override
    public String toString() {
        return channel + ", " + test.getName();
    }
}
