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

    static Plan of(MpiTest test, int ranks) {
        return new Plan(
                ranks,
                settings(Settings.create().channel(test.channel()), test.virtualTime(), test.settings()),
                seconds(test.timeoutSeconds()),
                List.of(test.without()));
    }

    /** The plan of {@link MpiTest} on the method, else on its class, else on a class around it; it has one number of ranks. */
    static Plan of(ExtensionContext context) {
        Optional<MpiTest> found = on(context.getRequiredTestMethod());
        @Nullable Class<?> type = context.getRequiredTestClass();
        while (found.isEmpty() && type != null) {
            found = on(type);
            type = type.getEnclosingClass();
        }
        MpiTest test = found.orElseThrow(() -> new ExtensionConfigurationException("no @MpiTest here"));
        return of(test, NumbersOfRanks.of(context, test.ranks()).only());
    }

    private static Optional<MpiTest> on(AnnotatedElement element) {
        return AnnotationSupport.findAnnotation(element, MpiTest.class);
    }

    /** The settings of sessions on some channel, with a time of their own if so, and with entries such as {@code name=value}. */
    static Settings settings(Settings base, boolean virtualTime, String... entries) {
        Settings settings = virtualTime ? VirtualTime.create().in(base) : base;
        for (String entry : entries) {
            int sign = entry.indexOf('=');
            if (sign < 1) {
                throw new ExtensionConfigurationException("setting " + entry + " is not of the form name=value");
            }
            settings = settings.with(entry.substring(0, sign), entry.substring(sign + 1));
        }
        return settings;
    }

    /** The limit of a test method. */
    static Duration seconds(int timeout) {
        if (timeout < 1) {
            throw new ExtensionConfigurationException("timeoutSeconds " + timeout + " is below 1");
        }
        return Duration.ofSeconds(timeout);
    }
}
