package org.reactivempi.testkit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Runs a method of {@link MpiTest} once per number of ranks, unless another annotation makes it a test.
 *
 * <pre>
 *  &#64;MpiTest(ranks = 4) -------------------&gt; one run, named as the method
 *  &#64;MpiTest(ranks = {1, 5}) --------------&gt; runs "1 rank", "5 ranks"
 *  &#64;MpiTest and &#64;RepeatedTest, &#64;Test ... --&gt; none from here: those of the other annotation have the ranks
 *  &#64;MpiTest on the class ----------------&gt; none from here
 * </pre>
 */
final class NumbersOfRanksExtension implements TestTemplateInvocationContextProvider {

    /** Whether the runs of a method come from here. */
    private static boolean runs(Method method) {
        return AnnotationSupport.isAnnotated(method, MpiTest.class)
                && Stream.of(method.getAnnotations()).noneMatch(each -> makesATest(each.annotationType()));
    }

    private static boolean makesATest(Class<?> annotation) {
        return AnnotationSupport.isAnnotated(annotation, Testable.class)
                && annotation != MpiTest.class
                && !AnnotationSupport.isAnnotated(annotation, MpiTest.class);
    }

    /** Also where {@code @Test} stands beside {@link MpiTest}: JUnit takes it for both, and asks nobody else. */
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        return runs(method) || isTestAnyway(method);
    }

    private static boolean isTestAnyway(Method method) {
        return AnnotationSupport.isAnnotated(method, MpiTest.class)
                && AnnotationSupport.isAnnotated(method, Test.class);
    }

    @Override
    public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
        return isTestAnyway(context.getRequiredTestMethod());
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        if (!runs(method)) {
            return Stream.of();
        }
        MpiTest test = AnnotationSupport.findAnnotation(method, MpiTest.class).orElseThrow();
        List<Integer> all = NumbersOfRanks.of(context, test.ranks()).all();
        return all.stream()
                .map(ranks -> new WithRanks(test, ranks, all.size() == 1 ? context.getDisplayName() : inWords(ranks)));
    }

    private static String inWords(int ranks) {
        return ranks == 1 ? "1 rank" : ranks + " ranks";
    }

    private record WithRanks(MpiTest test, int ranks, String name) implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int invocationIndex) {
            return name;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(MpiExtension.with(() -> Plan.of(test, ranks)));
        }
    }
}
