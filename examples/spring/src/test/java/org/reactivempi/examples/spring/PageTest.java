package org.reactivempi.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

/** The page in a browser. */
@Timeout(value = 150, unit = TimeUnit.SECONDS)
class PageTest {

    private static final Duration LOOK = Duration.ofMillis(100);

    @TempDir
    Path directory;

    @ParameterizedTest(name = "dark: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("the page shows all ranks, the matrix and the rates, live; and reading slowly slows them")
    void shows(boolean dark) throws Exception {
        try (Browser browser = Browser.open(dark);
                Job job = Job.start(directory, 3, "--server.port=0")) {
            browser.go("http://localhost:" + job.port() + "/");

            until(browser, "return document.querySelectorAll('#ranks .rank').length === 3");
            until(browser, "return document.querySelectorAll('#matrix td').length === 9");
            until(browser, "return Math.abs(Number(document.getElementById('pi').textContent) - Math.PI) < 0.1");
            until(browser, "return rates.get(1).length > 3 && rates.get(1).at(-1) > 50");
            until(browser, "return /^M.*L/.test(document.querySelector('#rank-1 path').getAttribute('d'))");
            Files.write(Path.of("target", dark ? "page-dark.png" : "page-light.png"), browser.screenshot());

            browser.run(
                    "const s = document.getElementById('speed'); s.value = 0; s.dispatchEvent(new Event('input'));");
            until(browser, "return document.getElementById('limit').textContent === '1 a second'");
            until(browser, "return rates.get(1).at(-1) === 0 && rates.get(2).at(-1) === 0");
            assertThat(browser.run("return document.getElementById('trouble').hidden")
                            .asBoolean())
                    .isTrue();
            assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth")
                            .asBoolean())
                    .isTrue();
        }
    }

    private static void until(Browser browser, String condition) {
        Flux.interval(Duration.ZERO, LOOK)
                .onBackpressureDrop()
                .concatMap(
                        look -> Flux.defer(() -> {
                            try {
                                return Flux.just(browser.run(condition).asBoolean());
                            } catch (Exception e) {
                                return Flux.error(new AssertionError(condition, e));
                            }
                        }),
                        1)
                .filter(holds -> holds)
                .blockFirst(Job.LIMIT);
    }
}
