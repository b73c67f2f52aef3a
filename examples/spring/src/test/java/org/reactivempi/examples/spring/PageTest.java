package org.reactivempi.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page in a browser. */
@Tag("long")
@Timeout(value = 150, unit = TimeUnit.SECONDS)
class PageTest {

    private static final String BACKGROUND = "return getComputedStyle(document.body).backgroundColor";

    @TempDir
    Path directory;

    @Test
    @DisplayName("the page shows all ranks, the matrix and the rates, live; and reading slowly slows them")
    void shows() throws Exception {
        try (Browser browser = Browser.open();
                Job job = Job.start(directory, 3, "--server.port=0")) {
            browser.go("http://localhost:" + job.port() + "/");

            browser.until("return document.querySelectorAll('#ranks .rank').length === 3");
            browser.until("return document.querySelectorAll('#matrix td').length === 9");
            browser.until("return Math.abs(Number(document.getElementById('pi').textContent) - Math.PI) < 0.1");
            browser.until("return rates.get(1).length > 3 && rates.get(1).at(-1) > 0");
            browser.until("return /^M.*L/.test(document.querySelector('#rank-1 path').getAttribute('d'))");
            browser.until("return document.querySelectorAll('#darts g').length === 2");
            assertThat(holds(
                            browser,
                            "const c = [...document.querySelectorAll('#darts path')].map(p => getComputedStyle(p).stroke);"
                                    + " return c.at(-1) !== c.at(-2)"))
                    .as("the darts of two ranks have different colours")
                    .isTrue();

            browser.run(
                    "const s = document.getElementById('speed'); s.value = 0; s.dispatchEvent(new Event('input'));");
            browser.until("return document.getElementById('limit').textContent === '1 a second'");
            browser.until("return rates.get(1).at(-1) === 0 && rates.get(2).at(-1) === 0");
            // Before, as much as the buffers of the way hold was read first: several seconds' worth, at any pace.
            browser.run("window.read1 = reading.batches; const s = document.getElementById('speed'); s.value = 3;"
                    + " s.dispatchEvent(new Event('input'));");
            browser.until("return reading.batches > window.read1 + 40 && rates.get(1).slice(-3).every(r => r > 0)");
            assertThat(holds(browser, "return document.getElementById('trouble').hidden"))
                    .isTrue();
            assertThat(holds(browser, "return document.documentElement.scrollWidth <= innerWidth"))
                    .isTrue();

            String light = browser.run(BACKGROUND).asString();
            Files.write(Path.of("target", "page-light.png"), browser.screenshot());
            browser.goDark();
            assertThat(browser.run(BACKGROUND).asString()).isNotEqualTo(light);
            Files.write(Path.of("target", "page-dark.png"), browser.screenshot());
        }
    }

    private static boolean holds(Browser browser, String condition) throws Exception {
        return browser.run(condition).asBoolean();
    }
}
