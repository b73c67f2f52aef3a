package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Session;
import org.reactivempi.spring.autoconfigure.MpiMetersAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The session's meters stand in the application's registry. */
class MetersTest {

    private static ApplicationContextRunner with(MeterRegistry registry) {
        return Application.alone()
                .withConfiguration(AutoConfigurations.of(MpiMetersAutoConfiguration.class))
                .withBean(MeterRegistry.class, () -> registry);
    }

    @Test
    @DisplayName("where there is a registry, it has meters of the session until that ends")
    void registered() {
        MeterRegistry registry = new SimpleMeterRegistry();
        with(registry).run(context -> {
            assertThat(context).hasSingleBean(Session.class);
            assertThat(registry.getMeters()).extracting(Meter::getId).isNotEmpty();
        });
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    @DisplayName("without the module for it, or without Micrometer, the session starts without meters")
    void conditions() {
        MeterRegistry registry = new SimpleMeterRegistry();
        with(registry)
                .withClassLoader(new FilteredClassLoader("org.reactivempi.transport.observe.meters"))
                .run(context -> assertThat(context).hasSingleBean(Session.class).doesNotHaveBean("mpiMeters"));
        Application.alone()
                .withConfiguration(AutoConfigurations.of(MpiMetersAutoConfiguration.class))
                .run(context -> assertThat(context).hasSingleBean(Session.class));
    }
}
