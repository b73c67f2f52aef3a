package org.reactivempi.spring.autoconfigure;

import io.micrometer.observation.ObservationRegistry;
import org.reactivempi.spring.SettingsCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Messages and streams in the application's observations, and so in its traces, where it has a registry for them and {@code
 * reactive-mpi-observe} is on the class path.
 *
 * @since 0.1
 */
@AutoConfiguration(
        before = MpiAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(
        value = ObservationRegistry.class,
        name = "org.reactivempi.transport.observe.context.ContextProvider")
public final class MpiObservationAutoConfiguration {

    /** For Spring. */
    public MpiObservationAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "mpiObservations")
    SettingsCustomizer mpiObservations(ObjectProvider<ObservationRegistry> registry) {
        return settings -> {
            ObservationRegistry one = registry.getIfUnique();
            return one == null ? settings : settings.attach(one);
        };
    }
}
