package org.reactivempi.examples.spring;

import org.reactivempi.spring.SettingsCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The rank's counter of messages. */
@Configuration(proxyBeanMethods = false)
class TrafficConfiguration {

    @Bean
    Traffic traffic() {
        return new Traffic();
    }

    @Bean
    SettingsCustomizer counted(Traffic traffic) {
        return settings -> settings.attach(traffic);
    }
}
