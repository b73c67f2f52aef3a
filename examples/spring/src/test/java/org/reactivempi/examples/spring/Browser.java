package org.reactivempi.examples.spring;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium, driven over WebDriver's protocol by chromedriver; a test that needs one is skipped without. */
final class Browser implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(50);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Pattern STARTED = Pattern.compile("on port (\\d+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process driver;
    private final URI session;

    private Browser(Process driver, int port) throws IOException, InterruptedException {
        this.driver = driver;
        URI server = URI.create("http://localhost:" + port + "/session");
        Map<String, Object> options = Map.of(
                "args",
                List.of(
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--window-size=1100,900"));
        JsonNode made = post(
                server,
                Map.of(
                        "capabilities",
                        Map.of("alwaysMatch", Map.of("browserName", "chrome", "goog:chromeOptions", options))));
        this.session = URI.create(server + "/" + made.get("sessionId").asString());
    }

    static Browser open() throws IOException, InterruptedException {
        assumeThat(List.of("chromium", "chromedriver"))
                .as("the page is tested where Debian's packages chromium and chromium-driver are installed")
                .allMatch(Browser::isInstalled);
        Process driver = new ProcessBuilder("chromedriver", "--port=0")
                .redirectErrorStream(true)
                .start();
        try {
            return new Browser(driver, port(driver));
        } catch (IOException | InterruptedException | RuntimeException e) {
            driver.destroyForcibly();
            throw e;
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private static int port(Process driver) throws IOException {
        BufferedReader lines = driver.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher matcher = STARTED.matcher(line);
            if (line.contains("started successfully") && matcher.find()) {
                return Integer.parseInt(matcher.group(1));
            }
        }
        throw new IOException("chromedriver has not started");
    }

    private JsonNode post(URI uri, Object body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)))
                .build();
        return answer(request);
    }

    private JsonNode answer(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(response.body());
        }
        return JsonMapper.shared().readTree(response.body()).get("value");
    }

    void go(String address) throws IOException, InterruptedException {
        post(URI.create(session + "/url"), Map.of("url", address));
    }

    /** What a script returns that runs in the page. */
    JsonNode run(String script) throws IOException, InterruptedException {
        return post(URI.create(session + "/execute/sync"), Map.of("script", script, "args", List.of()));
    }

    /** As on a machine whose user likes it dark. */
    void goDark() throws IOException, InterruptedException {
        Map<String, Object> dark = Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark")));
        post(URI.create(session + "/goog/cdp/execute"), Map.of("cmd", "Emulation.setEmulatedMedia", "params", dark));
    }

    byte[] screenshot() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(session + "/screenshot"))
                .timeout(LIMIT)
                .build();
        return Base64.getDecoder().decode(answer(request).asString());
    }

    @Override
    public void close() throws IOException {
        try {
            client.send(
                    HttpRequest.newBuilder(session).timeout(LIMIT).DELETE().build(),
                    HttpResponse.BodyHandlers.discarding());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            driver.destroy();
        }
    }

    /** Waits until a script returns true. */
    void until(String condition) throws IOException, InterruptedException {
        boolean holds = Flux.interval(Duration.ZERO, LOOK)
                .onBackpressureDrop()
                .concatMap(
                        look -> Flux.defer(() -> {
                            try {
                                return Flux.just(run(condition).asBoolean());
                            } catch (Exception e) {
                                return Flux.error(new AssertionError(condition, e));
                            }
                        }),
                        1)
                .any(now -> now)
                .timeout(LIMIT, Mono.just(false))
                .blockOptional()
                .orElse(false);
        if (!holds) {
            throw new AssertionError(condition + " is not true of: " + run("return document.body.innerText"));
        }
    }
}
