package org.reactivempi.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codecs;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.test.StepVerifier;

/** The Spring program at the top of the README, and what is said there of it. */
@MpiSpringBootTest(ranks = 2, classes = ReadmeTest.Application.class)
class ReadmeTest {

    private static final Path HERE = Path.of("src/test/java/org/reactivempi/spring/test/Squares.java");

    /** Not one of Spring Boot's own configurations: other tests here look for the only one of those. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Squares.class)
    static class Application {}

    @Test
    @DisplayName(
            "the README shows the listener that is asked here: its answer to 12 is 144, and its stream the multiples")
    void squares(MpiApplications ranks) throws IOException {
        String readme = Files.readString(Path.of("../../README.md"));
        String listener = Files.readString(HERE);

        assertThat(readme)
                .contains("```java\n" + listener.substring(listener.indexOf("import")) + "```")
                .contains("`world.ask(12L, Codecs.longValue(), Codecs.longValue(), rank, 7)` gives a `Mono` of 144");
        for (int rank = 0; rank < 2; rank++) {
            StepVerifier.create(ranks.world(0).ask(12L, Codecs.longValue(), Codecs.longValue(), rank, 7))
                    .expectNext(144L)
                    .expectComplete()
                    .verify(Duration.ofSeconds(10));
            StepVerifier.create(ranks.world(0).askStream(12L, Codecs.longValue(), Codecs.longValue(), rank, 8))
                    .expectNext(12L, 24L, 36L)
                    .thenCancel()
                    .verify(Duration.ofSeconds(10));
        }
    }
}
