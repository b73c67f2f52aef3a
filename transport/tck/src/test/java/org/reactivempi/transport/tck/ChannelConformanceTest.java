package org.reactivempi.transport.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** The TCK passes a channel that is right, and notices each way in which one can be wrong. */
class ChannelConformanceTest {

    @Test
    @DisplayName("a channel that is right passes")
    void right() {
        Events tests = run(Broken.NOTHING, List.of(selectClass(MemoryChannelCase.class)));
        assertThat(failures(tests)).isEmpty();
        assertThat(tests.succeeded().count()).isGreaterThan(60);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    @DisplayName("a channel that is broken in one way fails the tests that look there, and they say what is wrong")
    void wrong(Broken broken) {
        Events tests = run(broken, testsBesides(broken));
        Set<String> failed =
                tests.failed().stream().map(ChannelConformanceTest::method).collect(Collectors.toSet());
        assertThat(failed).containsExactlyInAnyOrderElementsOf(broken.tests());
        assertThat(failures(tests)).allMatch(failure -> failure.contains(broken.says()));
    }

    private static Events run(Broken broken, List<? extends DiscoverySelector> selectors) {
        MemoryChannelCase.BROKEN.set(broken);
        try {
            return EngineTestKit.engine("junit-jupiter")
                    .selectors(selectors.toArray(DiscoverySelector[]::new))
                    .execute()
                    .testEvents();
        } finally {
            MemoryChannelCase.BROKEN.remove();
        }
    }

    /** All tests of the interfaces that have those which must fail. */
    private static List<DiscoverySelector> testsBesides(Broken broken) {
        return Stream.of(ChannelConformance.class.getInterfaces())
                .filter(rules -> tests(rules).anyMatch(test -> broken.tests().contains(test.getName())))
                .flatMap(ChannelConformanceTest::tests)
                .map(test -> (DiscoverySelector) selectMethod(MemoryChannelCase.class, test))
                .toList();
    }

    private static Stream<Method> tests(Class<?> rules) {
        return Arrays.stream(rules.getDeclaredMethods())
                .filter(method -> AnnotationSupport.isAnnotated(method, Testable.class));
    }

    private static List<String> failures(Events tests) {
        return tests.failed().stream()
                .map(event -> method(event) + ": "
                        + event.getRequiredPayload(TestExecutionResult.class)
                                .getThrowable()
                                .map(Throwable::toString)
                                .orElse(""))
                .toList();
    }

    private static String method(Event event) {
        return event.getTestDescriptor()
                .getSource()
                .map(source -> ((MethodSource) source).getMethodName())
                .orElseThrow();
    }
}
