package org.reactivempi.spring.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import org.reactivempi.spring.SettingsCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * The session's meters in the application's registry, where it has one and {@code reactive-mpi-observe} is on the class path.
 *
 * @since 0.1
 */
@AutoConfiguration(
        before = MpiAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(value = MeterRegistry.class, name = "org.reactivempi.transport.observe.meters.MetersProvider")
public final class MpiMetersAutoConfiguration {

    /** For Spring. */
    public MpiMetersAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = "mpiMeters")
    SettingsCustomizer mpiMeters(ObjectProvider<MeterRegistry> registry) {
        return settings -> {
            MeterRegistry one = registry.getIfUnique();
            return one == null ? settings : settings.attach(one);
        };
    }
}
