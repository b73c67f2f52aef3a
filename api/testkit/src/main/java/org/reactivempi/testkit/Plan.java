package org.reactivempi.testkit;

import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.reactivempi.Settings;

/**
 * What an annotation asks for.
 *
 * @param ranks how many
 * @param settings of their sessions
 * @param timeout of the test method
 * @param without the checks that are left out
 */
record Plan(int ranks, Settings settings, Duration timeout, List<Check> without) {

    static Plan of(MpiTest test) {
        Settings settings = Settings.create().channel(test.channel());
        return new Plan(
                test.ranks(),
                with(timed(settings, test.virtualTime()), test.settings()),
                seconds(test.timeoutSeconds()),
                List.of(test.without()));
    }

    static Plan of(OnEveryChannel test, ChannelRun run) {
        Duration timeout = seconds(test.timeoutSeconds()).multipliedBy(run.patience());
        return new Plan(
                test.ranks(),
                with(timed(run.in(Settings.create()), test.virtualTime()), test.settings()),
                timeout,
                List.of(test.without()));
    }

    /** The plan of {@link MpiTest} on the method, else on its class, else on a class around it. */
    static Plan of(ExtensionContext context) {
        Optional<MpiTest> found = on(context.getRequiredTestMethod());
        @Nullable Class<?> type = context.getRequiredTestClass();
        while (found.isEmpty() && type != null) {
            found = on(type);
            type = type.getEnclosingClass();
        }
        return of(found.orElseThrow(() -> new ExtensionConfigurationException("no @MpiTest here")));
    }

    private static Optional<MpiTest> on(AnnotatedElement element) {
        return AnnotationSupport.findAnnotation(element, MpiTest.class);
    }

    private static Settings timed(Settings settings, boolean virtual) {
        return virtual ? VirtualTime.create().in(settings) : settings;
    }

    private static Settings with(Settings base, String[] entries) {
        Settings settings = base;
        for (String entry : entries) {
            int sign = entry.indexOf('=');
            if (sign < 1) {
                throw new ExtensionConfigurationException("setting " + entry + " is not of the form name=value");
            }
            settings = settings.with(entry.substring(0, sign), entry.substring(sign + 1));
        }
        return settings;
    }

    private static Duration seconds(int timeout) {
        if (timeout < 1) {
            throw new ExtensionConfigurationException("timeoutSeconds " + timeout + " is below 1");
        }
        return Duration.ofSeconds(timeout);
    }
}
