package org.reactivempi.spring.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.test.context.AnnotatedClassFinder;

/** Gives tests the applications of their class, which JUnit closes with the store of the class. */
final class MpiSpringExtension implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(MpiSpringExtension.class);

    MpiSpringExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == MpiApplications.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ExtensionContext ofClass = annotated(context);
        Class<?> test = ofClass.getRequiredTestClass();
        return ofClass.getStore(NAMESPACE)
                .computeIfAbsent(test, unused -> start(test), StartedRanks.class)
                .applications();
    }

    /** The context of the class with the annotation, around which there may be those of nested ones. */
    private static ExtensionContext annotated(ExtensionContext context) {
        @Nullable ExtensionContext now = context;
        ExtensionContext found = context;
        while (now != null) {
            if (now.getTestMethod().isEmpty()
                    && now.getTestClass()
                            .filter(type -> AnnotationSupport.isAnnotated(type, MpiSpringBootTest.class))
                            .isPresent()) {
                found = now;
            }
            now = now.getParent().orElse(null);
        }
        return found;
    }

    private static StartedRanks start(Class<?> test) {
        MpiSpringBootTest wanted = AnnotationSupport.findAnnotation(test, MpiSpringBootTest.class)
                .orElseThrow(() -> new ExtensionConfigurationException("no @MpiSpringBootTest on " + test.getName()));
        if (wanted.ranks() < 1) {
            throw new ExtensionConfigurationException("ranks " + wanted.ranks() + " is below 1");
        }
        if (wanted.startTimeoutSeconds() < 1) {
            throw new ExtensionConfigurationException(
                    "startTimeoutSeconds " + wanted.startTimeoutSeconds() + " is below 1");
        }
        return StartedRanks.start(wanted, application(wanted, test));
    }

    private static List<Class<?>> application(MpiSpringBootTest wanted, Class<?> test) {
        if (wanted.classes().length > 0) {
            return List.of(wanted.classes());
        }
        Class<?> found = new AnnotatedClassFinder(SpringBootConfiguration.class).findFromClass(test);
        if (found == null) {
            throw new ExtensionConfigurationException("no class with @SpringBootConfiguration in the package of "
                    + test.getName() + " or above; @MpiSpringBootTest(classes = ...) names the application");
        }
        return List.of(found);
    }
}
