package org.reactivempi.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.spring.MpiListener;
import org.reactivempi.spring.client.MpiTemplate;
import org.reactivempi.spring.test.MpiApplications;
import org.reactivempi.spring.test.MpiSpringBootTest;
import org.reactivempi.spring.web.MpiProblems;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.function.Tuple2;

/** What web clients of rank 0 have of rank 1: streams, which they leave, and problems. */
@MpiSpringBootTest(
        ranks = 2,
        classes = WebClientsTest.Application.class,
        properties = {"reactivempi.session.web-rank=0", "logging.level.root=warn"})
@Tag("long")
class WebClientsTest {

    private static final int NUMBERS = 1;
    private static final int FAILING = 2;
    private static final int AT_ONCE = 8;
    private static final int READERS = 64;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Not one of Spring Boot's own configurations: this package has its application. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Numbers.class, Web.class})
    static class Application {}

    /** Endless streams, on each rank. */
    static class Numbers {

        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final Semaphore over = new Semaphore(0);

        @MpiListener(tag = NUMBERS, concurrency = AT_ONCE)
        Flux<Integer> numbers(int first) {
            return Flux.range(first, Integer.MAX_VALUE - first)
                    .doOnSubscribe(now -> most.accumulateAndGet(running.incrementAndGet(), Math::max))
                    .doOnCancel(() -> {
                        running.decrementAndGet();
                        over.release();
                    });
        }

        @MpiListener(tag = FAILING)
        Mono<Integer> failing(int number) {
            return Mono.error(new IllegalStateException("no more"));
        }
    }

    @RestController
    static class Web {

        private final MpiTemplate template;

        Web(MpiTemplate template) {
            this.template = template;
        }

        @GetMapping(path = "/numbers/{first}", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
        Flux<Integer> numbers(@PathVariable int first) {
            return template.askStream(first, Integer.class, 1, NUMBERS);
        }

        @GetMapping("/failing/{rank}")
        Mono<Integer> failing(@PathVariable int rank) {
            return template.ask(1, Integer.class, rank, FAILING);
        }

        @GetMapping("/lost")
        Mono<Integer> lost() {
            return Mono.error(
                    new ProcessFailedException(1, Mpi.ANY_SOURCE, null, null, "ask(rank 1): rank 1 has failed", null));
        }
    }

    private static WebClient client(MpiApplications ranks) {
        String port = Objects.requireNonNull(ranks.context(0).getEnvironment().getProperty("local.server.port"));
        return WebClient.create("http://localhost:" + port);
    }

    @Test
    @DisplayName("readers that leave have had their own values, and give the listener's places on the other rank back")
    void leaving(MpiApplications ranks) throws InterruptedException {
        Numbers numbers = ranks.bean(1, Numbers.class);
        WebClient client = client(ranks);
        for (int turn = 0; turn < 3; turn++) {
            List<Integer> wrong = Flux.range(0, READERS)
                    .flatMap(
                            reader -> client.get()
                                    .uri("/numbers/" + 1000 * reader)
                                    .retrieve()
                                    .bodyToFlux(Integer.class)
                                    .take(20)
                                    .collectList()
                                    .filter(read -> !read.equals(range(1000 * reader, 20)))
                                    .map(read -> reader),
                            READERS)
                    .collectList()
                    .block(LIMIT);

            assertThat(wrong).isEmpty();
            assertThat(numbers.over.tryAcquire(READERS, LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(numbers.running).hasValue(0);
            assertThat(numbers.most.get()).isLessThanOrEqualTo(AT_ONCE);
        }
    }

    private static List<Integer> range(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    @Test
    @DisplayName(
            "a wrong rank is 400, a handler's error 502, a lost rank 503: a problem detail, and one line in the log")
    void problems(MpiApplications ranks) {
        assertProblem(ranks, "/failing/9", HttpStatus.BAD_REQUEST, "destination 9");
        assertProblem(ranks, "/failing/1", HttpStatus.BAD_GATEWAY, "java.lang.IllegalStateException: no more");
        assertProblem(ranks, "/lost", HttpStatus.SERVICE_UNAVAILABLE, "ask(rank 1): rank 1 has failed");
    }

    private static void assertProblem(MpiApplications ranks, String path, HttpStatus status, String detail) {
        Logger logger = (Logger) LoggerFactory.getLogger(MpiProblems.class);
        for (Level level : List.of(Level.INFO, Level.DEBUG)) {
            ListAppender<ILoggingEvent> lines = new ListAppender<>();
            lines.start();
            logger.setLevel(level);
            logger.addAppender(lines);
            Tuple2<HttpStatusCode, String> answer = client(ranks)
                    .get()
                    .uri(path)
                    .exchangeToMono(response -> {
                        assertThat(response.headers().contentType()).contains(MediaType.APPLICATION_PROBLEM_JSON);
                        return Mono.just(response.statusCode()).zipWith(response.bodyToMono(String.class));
                    })
                    .block(LIMIT);
            logger.detachAppender(lines);
            logger.setLevel(null);

            assertThat(answer.getT1()).isEqualTo(status);
            assertThat(answer.getT2()).contains("\"status\":" + status.value()).contains(detail);
            assertThat(lines.list.get(0).getFormattedMessage())
                    .startsWith("A web request has failed: ")
                    .contains(detail)
                    .doesNotContain("\n");
            assertThat(lines.list.get(0).getThrowableProxy()).isNull();
            if (level == Level.INFO) {
                assertThat(lines.list).hasSize(1);
            } else {
                assertThat(lines.list).hasSize(2);
                assertThat(lines.list.get(1).getThrowableProxy()).isNotNull();
            }
        }
    }
}
