package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Session;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.spring.actuate.MpiEndpoint;
import org.reactivempi.spring.actuate.MpiHealthIndicator;
import org.reactivempi.spring.autoconfigure.MpiEndpointAutoConfiguration;
import org.reactivempi.spring.autoconfigure.MpiHealthAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Health and endpoint, and on which conditions there are any. */
class ActuatorTest {

    private static ApplicationContextRunner with(ApplicationContextRunner runner) {
        return runner.withConfiguration(
                AutoConfigurations.of(MpiHealthAutoConfiguration.class, MpiEndpointAutoConfiguration.class));
    }

    private static ApplicationContextRunner alone() {
        return with(Application.alone());
    }

    @Test
    @DisplayName("the endpoint is not exposed unless the application says so")
    void notExposed() {
        alone().run(context -> assertThat(context).doesNotHaveBean(MpiEndpoint.class));
        alone().withPropertyValues("management.endpoints.web.exposure.include=health,info")
                .run(context -> assertThat(context).doesNotHaveBean(MpiEndpoint.class));
    }

    @Test
    @DisplayName("the endpoint shows what the rank is and what it waits for")
    void endpoint() {
        alone().withPropertyValues("management.endpoints.web.exposure.include=mpi")
                .run(context -> {
                    Communicator world = context.getBean(Communicator.class);
                    Disposable waiting = world.receive(0, 77).subscribe();
                    String shown = String.valueOf(
                            context.getBean(MpiEndpoint.class).state().block(Pair.LIMIT));

                    waiting.dispose();

                    assertThat(shown).contains("rank=0").contains("size=1").contains("77");
                });
    }

    @Test
    @DisplayName("the endpoint's JSON says wildcards and communicators in words, not in numbers of the library")
    void json() {
        alone().withPropertyValues("management.endpoints.web.exposure.include=mpi")
                .run(context -> {
                    Communicator world = context.getBean(Communicator.class);
                    Communicator part = Pair.await(world.split(5, 0));
                    Disposable waiting = Disposables.composite(
                            world.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG).subscribe(),
                            part.receive(Mpi.ANY_SOURCE, 77).subscribe());
                    MpiEndpoint.RankState state =
                            Pair.await(context.getBean(MpiEndpoint.class).state());

                    waiting.dispose();

                    JsonNode calls = JsonMapper.shared()
                            .readTree(JsonMapper.shared().writeValueAsString(state))
                            .get("waiting");
                    assertThat(calls).hasSize(2);
                    assertThat(calls.toString())
                            .doesNotContain(
                                    "source " + Mpi.ANY_SOURCE, "tag " + Mpi.ANY_TAG, "" + Mpi.UNDEFINED, "context ")
                            .contains("any", "world.split(color 5)", "77");
                });
    }

    @Test
    @DisplayName(
            "ASK-5 a question that nobody listens for is shown by the endpoints of both ranks, until it is given up")
    void unheardQuestion() {
        Application.pair(ActuatorTest::with, pair -> {
            MpiEndpoint asker = new MpiEndpoint(pair.zero().getBean(Session.class));
            MpiEndpoint asked = new MpiEndpoint(pair.one().getBean(Session.class));
            Disposable question = pair.world(0)
                    .ask(1, Codecs.intValue(), Codecs.intValue(), 1, 78)
                    .subscribe();
            // After the question, in the same direction: when it is here, so is the question.
            Pair.await(Mono.zip(
                    pair.world(0).isend(Buffers.ints(1), 1, 0), pair.world(1).receive(0, 0)));

            assertThat(Pair.await(asker.state()).waiting()).anySatisfy(call -> {
                assertThat(call.call()).contains("ask").contains("78");
                assertThat(call.state()).isEqualTo("UNMATCHED");
            });
            assertThat(Pair.await(asked.state()).waiting())
                    .anySatisfy(message -> assertThat(message.call()).contains("78"));

            question.dispose();
            Pair.await(Mono.zip(
                    pair.world(0).isend(Buffers.ints(1), 1, 0), pair.world(1).receive(0, 0)));
            assertThat(Pair.await(asked.state()).waiting())
                    .noneSatisfy(message -> assertThat(message.call()).contains("78"));
        });
    }

    @Test
    @DisplayName("health is up, and down when a rank has failed; it tells of links what the endpoint does")
    void health() {
        Application.pair(ActuatorTest::with, pair -> {
            MpiHealthIndicator health = pair.one().getBean(MpiHealthIndicator.class);
            Pair.await(pair.world(1)
                    .isend(Buffers.ints(1), 0, 0)
                    .then(pair.world(0).receive(1, 0)));
            MpiEndpoint endpoint = new MpiEndpoint(pair.one().getBean(Session.class));
            Map<Integer, String> links = Pair.await(endpoint.state()).links();
            assertThat(links).containsOnlyKeys(0);
            assertThat(Pair.await(health.health()).getStatus()).isEqualTo(Status.UP);
            assertThat(Pair.await(health.health()).getDetails())
                    .containsEntry("links", links)
                    .containsEntry("linkCounts", Map.of(links.getOrDefault(0, "none"), 1L));

            Pair.awaitEnd(((CoreSession) pair.zero().getBean(Session.class)).abort("for the test"));
            Pair.await(pair.world(1)
                    .failures()
                    .failed()
                    .filter(failed -> failed.size() == 1)
                    .repeatWhenEmpty(1000, again -> again.delayElements(Duration.ofMillis(20))));

            assertThat(Pair.await(health.health()).getStatus()).isEqualTo(Status.DOWN);
            assertThat(Pair.await(health.health()).getDetails())
                    .containsEntry("failedRanks", List.of(0))
                    .containsEntry("links", Map.of(0, "lost"));
            assertThat(Pair.await(endpoint.state()).links()).isEqualTo(Map.of(0, "lost"));
        });
    }

    @Test
    @DisplayName("health is down when the progress thread does not answer, and says so")
    void silent() {
        alone().run(context -> {
            CountDownLatch goOn = new CountDownLatch(1);
            context.getBean(Communicator.class).scheduler().schedule(() -> awaitQuietly(goOn));
            Health health = Pair.await(context.getBean(MpiHealthIndicator.class).health());
            goOn.countDown();

            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.getDetails()).containsEntry("error", "the progress thread has not answered for 2 s");
        });
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("no health where it is switched off, where there is no session, or where Spring Boot's is not there")
    void conditions() {
        alone().withPropertyValues("management.health.mpi.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(MpiHealthIndicator.class));
        alone().withPropertyValues("reactivempi.session.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MpiHealthIndicator.class));
        alone().withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Session.class));
        alone().withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Session.class));
    }
}
