package org.reactivempi.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.fixtures.FreePorts;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Three ranks of a list of peers, started by themselves, as an orchestrator does. */
@Tag("long")
@Timeout(value = 150, unit = TimeUnit.SECONDS)
class ReturningWorkerTest {

    private static final int RANKS = 3;
    private static final Pattern INVITATION = Pattern.compile("open http://localhost:(\\d+)/");

    @TempDir
    Path directory;

    private final String peers = FreePorts.peers(RANKS);
    private final List<Process> started = new ArrayList<>();

    private Process start(int rank) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SpringExample.class.getName(),
                        "--reactivempi.peers=" + peers,
                        "--reactivempi.rank=" + rank,
                        "--reactivempi.heartbeat-interval=100ms",
                        "--reactivempi.reconnect-timeout=1s",
                        "--server.port=0")
                .redirectErrorStream(true)
                .redirectOutput(output(rank).toFile());
        builder.environment().put("REACTIVEMPI_SECRET", "a secret of the test, long enough");
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Path output(int rank) {
        return directory.resolve("rank-" + rank);
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private int port() {
        String said = Flux.interval(Duration.ofMillis(50))
                .map(look -> said(0))
                .filter(text ->
                        INVITATION.matcher(text).find() || !started.get(0).isAlive())
                .blockFirst(Job.LIMIT);
        Matcher matcher = INVITATION.matcher(String.valueOf(said));
        assertThat(matcher.find()).as(said).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    private String said(int rank) {
        try {
            return Files.readString(output(rank), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName(
            "MBR-3, MBR-5 a worker that is killed and started again goes on in the stream of a page, which never ends")
    void goesOn() throws Exception {
        start(0);
        start(1);
        Process worker = start(2);
        String address = "http://localhost:" + port();
        HttpClient client = HttpClient.newHttpClient();
        try (BufferedReader stream = lines(client, address + "/stream?darts=1000");
                BufferedReader states = lines(client, address + "/state")) {
            await(
                    stream,
                    batch -> batch.get("rank").asInt() == 2
                            && batch.get("number").asLong() > 10);
            await(states, ranks -> ranks.get(2).get("pid").asLong() == worker.pid());

            worker.destroyForcibly();
            await(states, ranks -> ranks.get(2).get("pid").asLong() == 0);
            await(stream, batch -> batch.get("rank").asInt() == 1);

            Process again = start(2);
            await(
                    states,
                    ranks -> ranks.get(2).get("pid").asLong() == again.pid()
                            && ranks.get(2).get("batches").asLong() > 0);
            // Its first ones come after what the connection still holds of the other worker.
            await(
                    stream,
                    batch -> batch.get("rank").asInt() == 2
                            && batch.get("number").asLong() < 5);
        }
        assertThat(started.get(0).isAlive()).isTrue();
    }

    @Test
    @DisplayName(
            "MBR-1, MBR-3 a page in a browser shows that a worker is gone and comes again, while the other one's darts go on")
    void inABrowser() throws Exception {
        start(0);
        start(1);
        Process worker = start(2);
        try (Browser browser = Browser.open()) {
            browser.go("http://localhost:" + port() + "/");
            browser.until(showsProcess("process " + worker.pid()));
            browser.until("return reading.batches > 20 && rates.get(2).at(-1) > 0");

            worker.destroyForcibly();
            browser.until(showsProcess("not there"));
            browser.run("window.readThen = reading.batches;");
            browser.until("return reading.batches > window.readThen + 20 && rates.get(1).at(-1) > 0");

            Process again = start(2);
            browser.until(showsProcess("process " + again.pid()));
            browser.until("return rates.get(2).slice(-3).every(rate => rate > 0)");
            browser.run("window.readThen = reading.batches;");
            browser.until("return reading.batches > window.readThen + 20 && document.getElementById('trouble').hidden");
        }
        assertThat(started.get(0).isAlive()).isTrue();
    }

    /** Of rank 2. */
    private static String showsProcess(String text) {
        return "const shown = document.querySelector('#rank-2 small'); return shown !== null && shown.textContent === '"
                + text + "'";
    }

    private static BufferedReader lines(HttpClient client, String uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri)).build();
        return new BufferedReader(new InputStreamReader(
                client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8));
    }

    private static void await(BufferedReader events, Predicate<JsonNode> wanted) throws IOException {
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith("data:")
                    && wanted.test(JsonMapper.shared().readTree(line.substring("data:".length())))) {
                return;
            }
        }
        throw new AssertionError("the stream has ended");
    }
}
