package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.AnswerException;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.spring.autoconfigure.MpiClientAutoConfiguration;
import org.reactivempi.spring.client.MpiTemplate;
import org.reactivempi.spring.scanned.Doubler;
import org.reactivempi.spring.web.MpiProblems;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;
import reactor.core.publisher.Mono;

/** What an application gets for sending and asking without making it: clients that are found, and answers to web clients. */
class ClientBeansTest {

    private static ApplicationContextRunner application() {
        return Application.alone().withConfiguration(AutoConfigurations.of(MpiClientAutoConfiguration.class));
    }

    /** As an application's main class has it. */
    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackageClasses = Doubler.class)
    static class Scanned {

        @MpiListener(Doubler.TAG)
        Mono<Integer> twice(int number) {
            return Mono.just(2 * number);
        }
    }

    /** One that has a bean of that name itself. */
    @Configuration(proxyBeanMethods = false)
    static class OwnBean {

        @Bean
        Doubler doubler() {
            return number -> Mono.just(-1);
        }
    }

    @Test
    @DisplayName(
            "an interface with @MpiClient below the application's package is a bean that asks; other interfaces are none")
    void found() {
        application().withUserConfiguration(Scanned.class).run(context -> {
            assertThat(context).hasSingleBean(Doubler.class).doesNotHaveBean(Doubler.Other.class);
            assertThat(Pair.await(context.getBean(Doubler.class).twice(21))).isEqualTo(42);
        });
    }

    @Test
    @DisplayName("a bean of the application stays in the place of the client that would have its name")
    void ownBean() {
        application()
                .withUserConfiguration(Scanned.class, OwnBean.class)
                .run(context -> assertThat(
                                Pair.await(context.getBean(Doubler.class).twice(21)))
                        .isEqualTo(-1));
    }

    @Test
    @DisplayName("without a package of the application nothing is looked for, and there is a template all the same")
    void nothingToScan() {
        application()
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(MpiTemplate.class)
                        .doesNotHaveBean(Doubler.class));
    }

    @Test
    @DisplayName("a lost rank is 503 with a problem detail that names it")
    void lostRank() {
        application().run(context -> {
            MpiProblems advice = context.getBean(MpiProblems.class);
            ErrorResponse answer = advice.unavailable(
                    new ProcessFailedException(3, Mpi.ANY_SOURCE, null, null, "ask(rank 3): rank 3 has failed", null));

            assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
            assertThat(answer.getBody().getTitle()).isEqualTo("A rank is out of reach");
            assertThat(answer.getBody().getDetail()).isEqualTo("ask(rank 3): rank 3 has failed");
        });
    }

    @Test
    @DisplayName(
            "a wrong rank is 400 with a problem detail, a handler's error 502 with its type, and any other error none")
    void otherErrors() {
        application().run(context -> {
            MpiProblems advice = context.getBean(MpiProblems.class);
            ErrorResponse wrong = advice.badRequest(new MpiException(ErrorClass.RANK, "destination 9 is no rank"));
            assertThat(wrong.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
            assertThat(wrong.getBody().getDetail()).isEqualTo("destination 9 is no rank");

            ErrorResponse failed = advice.badGateway(new AnswerException("java.lang.IllegalStateException", "shut"));
            assertThat(failed.getStatusCode()).isEqualTo(HttpStatus.BAD_GATEWAY);
            assertThat(failed.getBody().getDetail()).isEqualTo("java.lang.IllegalStateException: shut");

            MpiException own = new MpiException(ErrorClass.INTERN, "a bug");
            assertThat(catchThrowable(() -> advice.badRequest(own))).isSameAs(own);
        });
    }

    @Test
    @DisplayName("without Spring's web support there is no answer to web clients, and the rest is as before")
    void noWeb() {
        application()
                .withClassLoader(new FilteredClassLoader(ErrorResponse.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(MpiTemplate.class)
                        .doesNotHaveBean(MpiProblems.class));
    }
}
