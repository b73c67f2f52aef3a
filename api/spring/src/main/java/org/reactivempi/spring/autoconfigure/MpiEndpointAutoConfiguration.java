package org.reactivempi.spring.autoconfigure;

import org.reactivempi.Session;
import org.reactivempi.spring.actuate.MpiEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * The endpoint {@code mpi}, where the application has exposed it.
 *
 * @since 0.1
 */
@AutoConfiguration(after = MpiAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Session.class)
public final class MpiEndpointAutoConfiguration {

    /** For Spring. */
    public MpiEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    MpiEndpoint mpiEndpoint(Session session) {
        return new MpiEndpoint(session);
    }
}
