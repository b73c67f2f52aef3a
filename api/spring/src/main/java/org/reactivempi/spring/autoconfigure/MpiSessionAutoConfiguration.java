package org.reactivempi.spring.autoconfigure;

import java.time.Duration;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.spring.SettingsCustomizer;
import org.reactivempi.spring.session.EnvironmentSettings;
import org.reactivempi.spring.session.StartingSession;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Starts the session of an application that has none of its own: before the beans of other auto-configurations are made, so that it
 * joins the job while they are.
 *
 * @since 0.1
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.HIGHEST_PRECEDENCE)
@ConditionalOnBooleanProperty(name = "reactivempi.session.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(Session.class)
@EnableConfigurationProperties(MpiProperties.class)
public final class MpiSessionAutoConfiguration {

    /** Spring Boot's default. */
    private static final Duration PHASE = Duration.ofSeconds(30);

    /** For Spring. */
    public MpiSessionAutoConfiguration() {}

    /** As each phase of the application's shutdown has it. */
    private static Duration grace(Environment environment) {
        return Binder.get(environment)
                .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                .orElse(PHASE);
    }

    @Bean(destroyMethod = "end")
    StartingSession mpiStartingSession(
            Environment environment, ObjectProvider<SettingsCustomizer> customizers, MpiProperties properties) {
        Settings settings = new EnvironmentSettings(environment, MpiProperties.NAMES).read();
        for (SettingsCustomizer customizer : customizers.orderedStream().toList()) {
            settings = customizer.customize(settings);
        }
        return new StartingSession(settings, properties.session().startTimeout(), grace(environment));
    }
}
