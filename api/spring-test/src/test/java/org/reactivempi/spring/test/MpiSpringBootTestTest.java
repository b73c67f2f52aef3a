package org.reactivempi.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.spring.MpiListener;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.test.StepVerifier;

/** Applications of one JVM as ranks: what they exchange, how they are configured, and what a start that fails says. */
class MpiSpringBootTestTest {

    private static final int GREETINGS = 7;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** What a rank is greeted with, it keeps. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Greeted {

        final BlockingQueue<String> greetings = new LinkedBlockingQueue<>();

        @MpiListener(tag = GREETINGS)
        void greet(String greeting) {
            greetings.add(greeting);
        }
    }

    @MpiSpringBootTest(ranks = 3)
    static class Greetings {

        @Test
        void eachRankIsGreeted(MpiApplications ranks) throws InterruptedException {
            assertThat(ranks.size()).isEqualTo(3);
            assertThat(ranks.beans(Communicator.class))
                    .extracting(Communicator::rank)
                    .containsExactly(0, 1, 2);
            for (int rank = 0; rank < 3; rank++) {
                StepVerifier.create(ranks.world(0).isend(Codecs.string().encode("to " + rank), rank, GREETINGS))
                        .expectNextCount(1)
                        .expectComplete()
                        .verify(TIMEOUT);
                assertThat(ranks.bean(rank, Greeted.class).greetings.poll(60, TimeUnit.SECONDS))
                        .isEqualTo("to " + rank);
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ranks.context(3))
                    .withMessage("rank 3 is outside 0..2");
        }
    }

    @MpiSpringBootTest(
            classes = Greeted.class,
            properties = {"reactivempi.channel=tcp", "who=all"},
            args = "--where=here")
    static class Configured {

        static List<ConfigurableApplicationContext> contexts = List.of();

        @Test
        void hasItsProperties(MpiApplications ranks) {
            contexts = List.of(ranks.context(0), ranks.context(1));
            assertThat(ranks.world(0).channel(1).block(TIMEOUT)).isEqualTo("tcp");
            assertThat(ranks.context(0).getEnvironment().getProperty("who")).isEqualTo("all");
            assertThat(ranks.context(1).getEnvironment().getProperty("where")).isEqualTo("here");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Fails {

        @Bean
        String rankOneFails(Communicator world) {
            if (world.rank() == 1) {
                throw new IllegalStateException("rank one is unhappy");
            }
            return "well";
        }
    }

    @MpiSpringBootTest(classes = Greeted.class)
    static class MadeAnew {

        @Test
        void isAlone(MpiApplications ranks) {
            SpringApplication application = new SpringApplication(Greeted.class);
            application.setWebApplicationType(WebApplicationType.NONE);
            try (ConfigurableApplicationContext context = application.run()) {
                assertThat(context.getBean(Communicator.class).size()).isEqualTo(1);
                assertThat(ranks.world(1).size()).isEqualTo(2);
            }
        }
    }

    @MpiSpringBootTest(classes = Fails.class)
    static class DoesNotStart {

        @Test
        void isNotCalled(MpiApplications ranks) {}
    }

    private static TestExecutionResult run(Class<?> type) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(type))
                .execute()
                .testEvents()
                .finished()
                .stream()
                .findFirst()
                .orElseThrow()
                .getRequiredPayload(TestExecutionResult.class);
    }

    @Test
    @DisplayName("contexts of one JVM are ranks of a job, found by the test's package, whose listeners hear each other")
    void greetings() {
        assertThat(run(Greetings.class).getThrowable()).isEmpty();
    }

    @Test
    @DisplayName("all ranks have the properties and arguments that the test gives, and close behind its last test")
    void configured() {
        assertThat(run(Configured.class).getThrowable()).isEmpty();
        assertThat(Configured.contexts).hasSize(2).noneMatch(ConfigurableApplicationContext::isActive);
    }

    @Test
    @DisplayName("an application that a thread of the test starts is no rank of the job, but a world of one")
    void madeAnew() {
        assertThat(run(MadeAnew.class).getThrowable()).isEmpty();
    }

    @Test
    @DisplayName("a rank that doesn't start fails the test with its number and reason, and the others don't wait")
    void doesNotStart() {
        assertThat(run(DoesNotStart.class).getThrowable().orElseThrow())
                .hasStackTraceContaining("rank 1 has not started")
                .hasStackTraceContaining("rank one is unhappy");
    }
}
