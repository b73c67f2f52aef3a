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
 * @param simulation the job in one thread, where its ranks have no threads of their own
 */
record Plan(int ranks, Settings settings, Duration timeout, List<Check> without, Optional<Simulation> simulation) {

    private static final String CHANNEL = "local";

    static Plan of(MpiTest test, int ranks) {
        return new Plan(
                ranks,
                settings(Settings.create().channel(test.channel()), test.virtualTime(), test.settings()),
                seconds(test.timeoutSeconds()),
                List.of(test.without()),
                simulation(test, ranks));
    }

    private static Optional<Simulation> simulation(MpiTest test, int ranks) {
        if (test.schedules() == 0) {
            if (!test.faults().isEmpty() || test.symmetric().length > 0 || test.only().length > 0 || test.seed() != 0) {
                throw new ExtensionConfigurationException(
                        "seed, faults, symmetric and only are for simulated jobs: say schedules = 100 as well");
            }
            return Optional.empty();
        }
        if (test.virtualTime() || !test.channel().equals(CHANNEL)) {
            throw new ExtensionConfigurationException(
                    "channel and virtualTime are for ranks with threads: a simulated job has its own");
        }
        try {
            Simulation simulation = Simulation.of(ranks)
                    .schedules(test.schedules())
                    .seed(test.seed())
                    .faults(test.faults())
                    .symmetric(test.symmetric());
            for (String entry : test.settings()) {
                int sign = sign(entry);
                simulation = simulation.with(entry.substring(0, sign), entry.substring(sign + 1));
            }
            return Optional.of(test.only().length > 0 ? simulation.only(test.only()) : simulation);
        } catch (IllegalArgumentException wrong) {
            throw new ExtensionConfigurationException(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private static int sign(String entry) {
        int sign = entry.indexOf('=');
        if (sign < 1) {
            throw new ExtensionConfigurationException("setting " + entry + " is not of the form name=value");
        }
        return sign;
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
            int sign = sign(entry);
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
