package org.reactivempi.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Session;
import org.reactivempi.spring.MpiListener;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Configuration;
import reactor.test.StepVerifier;

/** Test classes with more than one context: Spring's test framework pauses the contexts that it keeps. */
class PausedContextsTest {

    private static final int TAG = 7;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

        @MpiListener(tag = TAG)
        void hear(String text) {
            heard.add(text);
        }
    }

    abstract static class Speaks {

        @Test
        void isHeard(@Autowired Session session, @Autowired Communicator world, @Autowired Application application)
                throws InterruptedException {
            sessions.add(session);
            StepVerifier.create(world.isend(Codecs.string().encode("hello"), 0, TAG))
                    .expectNextCount(1)
                    .expectComplete()
                    .verify(TIMEOUT);
            assertThat(application.heard.poll(30, TimeUnit.SECONDS)).isEqualTo("hello");
        }
    }

    static final BlockingQueue<Session> sessions = new LinkedBlockingQueue<>();

    @SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE, properties = "context=A")
    static class First extends Speaks {}

    @SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE, properties = "context=B")
    static class Second extends Speaks {}

    @SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE, properties = "context=A")
    static class Third extends Speaks {}

    @Test
    @DisplayName(
            "of test classes with contexts A, B and A, the third gets the first one's session, which listens again")
    void pauses() {
        sessions.clear();
        Stream.of(First.class, Second.class, Third.class)
                .forEach(type -> EngineTestKit.engine("junit-jupiter")
                        .selectors(selectClass(type))
                        .execute()
                        .testEvents()
                        .assertStatistics(tests -> tests.succeeded(1).failed(0)));

        Session first = sessions.remove();
        Session second = sessions.remove();
        assertThat(sessions.remove()).isSameAs(first).isNotSameAs(second);
    }
}
