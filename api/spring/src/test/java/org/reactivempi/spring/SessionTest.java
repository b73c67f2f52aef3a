package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Session;
import org.reactivempi.spring.codec.MpiCodecs;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import reactor.test.StepVerifier;

/** A session and its world as beans, their settings, and their end. */
@ExtendWith(OutputCaptureExtension.class)
class SessionTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    @DisplayName("without a launcher, the application is a world of one, and the log says so")
    void alone(CapturedOutput output) {
        Application.alone().run(context -> {
            Communicator world = context.getBean(Communicator.class);

            assertThat(context).hasSingleBean(Session.class).hasSingleBean(MpiCodecs.class);
            assertThat(world.size()).isEqualTo(1);
            assertThat(world).isSameAs(context.getBean(Session.class).world());
            assertThat(output).contains("it is rank 0 of a world of one");
        });
    }

    @Test
    @DisplayName("the session closes with the application, and new operations fail")
    void closes() {
        Application.alone().run(context -> {
            Communicator world = context.getBean(Communicator.class);
            context.close();

            StepVerifier.create(world.isend(Buffers.ints(1), 0, 0))
                    .expectErrorSatisfies(error ->
                            assertThat(((MpiException) error).errorClass()).isEqualTo(ErrorClass.SESSION))
                    .verify(LIMIT);
        });
    }

    @Test
    @DisplayName("an application without ranks has no session, and starts no thread")
    void disabled() {
        Application.alone()
                .withPropertyValues("reactivempi.session.enabled=false")
                .run(context ->
                        assertThat(context).doesNotHaveBean(Session.class).doesNotHaveBean(Communicator.class));
    }

    @Test
    @DisplayName("a session of the application's own is used, and not closed")
    void ownSession() {
        Session own = Session.start().block(LIMIT);
        try {
            Application.alone()
                    .withBean(
                            "own",
                            Session.class,
                            () -> own,
                            bean -> ((AbstractBeanDefinition) bean).setDestroyMethodName(""))
                    .run(context -> {
                        assertThat(context.getBean(Communicator.class)).isSameAs(own.world());
                        context.close();
                        StepVerifier.create(own.world().barrier())
                                .expectComplete()
                                .verify(LIMIT);
                    });
        } finally {
            own.close().block(LIMIT);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reactivempi.eager-limit-bytes=17m | reactivempi.eager-limit-bytes is 17m, allowed is 0 to 16777216",
                "reactivempi.eagerLimitBytes=-1 | reactivempi.eager-limit-bytes is -1, allowed is 0 to 16777216",
                "reactivempi.eager-limt-bytes=1 | there is no setting reactivempi.eager-limt-bytes; did you mean eager-limit-bytes?",
                "reactivempi.waiting=hard | reactivempi.waiting is hard, allowed is adaptive, spin, sleep",
                "reactivempi.channel=ib | reactivempi.channel is ib, allowed is auto,",
                "reactivempi.peers=here | reactivempi.peers is here, allowed is HOST:PORT of each rank",
                "reactivempi.rank=1 | reactivempi.rank is 1, without peers",
                "reactivempi.peers=a:1,b:2 | reactivempi.rank is not set, allowed is 0 to 1",
                "reactivempi.listener.concurrency=0 | reactivempi.listener.concurrency is 0, allowed is 1 to 1024",
                "reactivempi.listener.concurency=2 | there is no property reactivempi.listener.concurency, only",
                "reactivempi.session.start-timeout=0s | reactivempi.session.start-timeout is 0ms, allowed is 1ms to 1h",
                "reactivempi.secret=short | reactivempi.secret is of 5 characters, allowed are 32 to 1024",
                "reactivempi.portSecret=short | reactivempi.port-secret is of 5 characters, allowed are 32 to 1024",
            })
    @DisplayName("a wrong property fails the start, and is named with its value and what is allowed")
    void wrong(String property, String message) {
        Application.alone()
                .withPropertyValues(property)
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining(message));
    }

    @Test
    @DisplayName("customizers change the settings in their order, after the properties")
    void customizers() {
        Application.alone()
                .withPropertyValues("reactivempi.waiting=spin", "reactivempi.peers[0]=127.0.0.1:1")
                .withUserConfiguration(Customizers.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining(
                                "reactivempi.waiting is spin, of the first, of the second, allowed is"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizers {

        @Bean
        @Order(2)
        SettingsCustomizer second() {
            return settings -> settings.waiting(settings.asMap().get("waiting") + ", of the second");
        }

        @Bean
        @Order(1)
        SettingsCustomizer first() {
            return settings ->
                    settings.with("rank", "0").waiting(settings.asMap().get("waiting") + ", of the first");
        }
    }
}
