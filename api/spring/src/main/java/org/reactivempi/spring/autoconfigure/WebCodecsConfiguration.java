package org.reactivempi.spring.autoconfigure;

import java.util.function.Supplier;
import org.reactivempi.spring.codec.SpringCodecs;
import org.reactivempi.spring.codec.WebCodecs;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.http.codec.CodecCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.codec.ClientCodecConfigurer;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.ServerCodecConfigurer;

/** Spring's encoders and decoders, where the application has spring-web: those of its web server, else those of a client. */
final class WebCodecsConfiguration {

    private static final String CUSTOMIZER = "org.springframework.boot.http.codec.CodecCustomizer";

    private WebCodecsConfiguration() {}

    /** Without Spring Boot's customizers. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(CodecConfigurer.class)
    @ConditionalOnMissingClass(CUSTOMIZER)
    static final class Plain {

        @Bean
        @ConditionalOnMissingBean
        SpringCodecs mpiSpringCodecs(ObjectProvider<ServerCodecConfigurer> server) {
            return new WebCodecs(ofServer(server, ClientCodecConfigurer::create));
        }
    }

    /** With what the application's customizers make of them. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({CodecConfigurer.class, CodecCustomizer.class})
    static final class Customized {

        @Bean
        @ConditionalOnMissingBean
        SpringCodecs mpiSpringCodecs(
                ObjectProvider<ServerCodecConfigurer> server, ObjectProvider<CodecCustomizer> customizers) {
            return new WebCodecs(ofServer(server, () -> {
                CodecConfigurer configurer = ClientCodecConfigurer.create();
                customizers.orderedStream().forEach(customizer -> customizer.customize(configurer));
                return configurer;
            }));
        }
    }

    private static Supplier<CodecConfigurer> ofServer(
            ObjectProvider<ServerCodecConfigurer> server, Supplier<CodecConfigurer> otherwise) {
        return () -> {
            ServerCodecConfigurer configurer = server.getIfAvailable();
            return configurer == null ? otherwise.get() : configurer;
        };
    }
}
