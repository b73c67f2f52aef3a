package org.reactivempi.spring.autoconfigure;

import org.reactivempi.Session;
import org.reactivempi.spring.actuate.MpiHealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * The rank's health, where the application has health.
 *
 * @since 0.1
 */
@AutoConfiguration(after = MpiAutoConfiguration.class)
@ConditionalOnClass({ReactiveHealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Session.class)
public final class MpiHealthAutoConfiguration {

    /** For Spring. */
    public MpiHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnEnabledHealthIndicator("mpi")
    @ConditionalOnMissingBean(name = {"mpiHealthIndicator", "mpiHealthContributor"})
    MpiHealthIndicator mpiHealthIndicator(Session session) {
        return new MpiHealthIndicator(session);
    }
}
