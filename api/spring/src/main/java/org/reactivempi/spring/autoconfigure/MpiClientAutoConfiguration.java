package org.reactivempi.spring.autoconfigure;

import java.util.Objects;
import org.reactivempi.Communicator;
import org.reactivempi.spring.client.ClientScan;
import org.reactivempi.spring.client.MpiClients;
import org.reactivempi.spring.client.MpiTemplate;
import org.reactivempi.spring.codec.MpiCodecs;
import org.reactivempi.spring.web.MpiProblems;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.web.ErrorResponse;

/**
 * What an application sends and asks with: {@link MpiTemplate}, and the interfaces with {@link
 * org.reactivempi.spring.client.MpiClient}.
 *
 * @since 0.1
 */
@AutoConfiguration(after = MpiAutoConfiguration.class)
@ConditionalOnBean(MpiCodecs.class)
public final class MpiClientAutoConfiguration {

    /** For Spring. */
    public MpiClientAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(Communicator.class)
    MpiTemplate mpiTemplate(Communicator communicator, MpiCodecs codecs) {
        return new MpiTemplate(communicator, codecs);
    }

    @Bean
    @ConditionalOnMissingBean
    MpiClients mpiClients(ConfigurableBeanFactory beans, MpiCodecs codecs) {
        return new MpiClients(beans, codecs, beans::resolveEmbeddedValue);
    }

    @Bean
    static BeanDefinitionRegistryPostProcessor mpiClientScan(BeanFactory beans, Environment environment) {
        return new BeanDefinitionRegistryPostProcessor() {
            @Override
            public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
                if (AutoConfigurationPackages.has(beans)) {
                    ClassLoader loader = Objects.requireNonNull(ClassUtils.getDefaultClassLoader());
                    new ClientScan(environment).register(AutoConfigurationPackages.get(beans), registry, loader);
                }
            }
        };
    }

    /** Where the application has spring-web. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ErrorResponse.class)
    static final class Web {

        @Bean
        @ConditionalOnMissingBean
        MpiProblems mpiProblems() {
            return new MpiProblems();
        }
    }
}
