package org.reactivempi.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Three ranks, two of which compute, under one launcher for all tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 150, unit = TimeUnit.SECONDS)
@Tag("long")
class SpringExampleTest {

    private static final int RANKS = 3;
    private static final long SIGINT_BIT = 1L << (2 - 1);
    /** What the buffers of the way may hold: those of the ranks, of the server, and of the system at both ends. */
    private static final long MOST_UNREAD = 10_000;

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private Job job;
    private int port;

    /** What the ranks have said goes with each failure: a rank that waits for long says what for. */
    @RegisterExtension
    final TestExecutionExceptionHandler said = (test, failure) -> {
        failure.addSuppressed(new AssertionError(job.output()));
        throw failure;
    };

    @BeforeAll
    void start() throws IOException {
        job = Job.start(directory, RANKS, "--server.port=0");
        port = job.port();
    }

    @AfterAll
    void end() {
        job.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Job.LIMIT)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName("the stream has the batches that were asked for, of each worker in their order, and ends")
    void stream() throws Exception {
        List<JsonNode> batches = events(get("/stream?batches=50&darts=10").body());

        for (int rank = 1; rank < RANKS; rank++) {
            int worker = rank;
            assertThat(batches.stream().filter(batch -> batch.get("rank").asInt() == worker))
                    .extracting(batch -> batch.get("number").asInt())
                    .containsExactlyElementsOf(
                            LongStream.range(0, 50).mapToObj(Math::toIntExact).toList());
        }
        assertThat(batches).hasSize(50 * (RANKS - 1));
    }

    private static List<JsonNode> events(String text) {
        return text.lines()
                .filter(line -> line.startsWith("data:"))
                .map(line -> JsonMapper.shared().readTree(line.substring("data:".length())))
                .toList();
    }

    @Test
    @DisplayName("a wrong argument is answered with its name, its value and what is allowed")
    void wrongArgument() throws Exception {
        HttpResponse<String> answer = get("/stream?batches=0");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("batches is 0, allowed is 1 to");
        assertThat(get("/stream?darts=many").body()).contains("darts is many, allowed is 1 to 100000000");
    }

    @Test
    @DisplayName("a client that reads no more stops the workers, and one that reads again gets them going")
    void slowClient() throws Exception {
        try (Socket slow = new Socket()) {
            slow.setReceiveBufferSize(4096);
            slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            slow.getOutputStream()
                    .write("GET /stream?darts=1000&points=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = slow.getInputStream();
            assertThat(in.readNBytes(1000)).hasSize(1000);

            long stopped = untilItRests();
            assertThat(stopped).isLessThan(MOST_UNREAD);

            for (long read = 0; computed() == stopped; read += 100_000) {
                assertThat(read).as("bytes read").isLessThan(100_000_000);
                in.readNBytes(100_000);
            }
        }
    }

    /** How much has been computed when nothing more is. */
    private long untilItRests() {
        return Flux.interval(Duration.ofMillis(200))
                .onBackpressureDrop()
                .concatMap(look -> Flux.just(computed()), 1)
                .buffer(3, 1)
                .filter(last -> last.get(0) > 0 && last.stream().distinct().count() == 1)
                .map(last -> last.get(0))
                .blockFirst(Job.LIMIT);
    }

    /** What all ranks say, asked by the application's own way. */
    private long computed() {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/state"))
                .timeout(Job.LIMIT)
                .build();
        try (InputStream in =
                client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                line.append((char) c);
            }
            return StreamSupport.stream(events(line.toString()).get(0).spliterator(), false)
                    .mapToLong(rank -> rank.get("batches").asLong())
                    .sum();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("a port that is in use ends all ranks, and is named")
    void portInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0);
                Job other = Job.start(directory, 2, "--server.port=" + taken.getLocalPort())) {
            assertThat(other.exitCode()).isEqualTo(1);
            assertThat(other.output())
                    .contains("Port " + taken.getLocalPort() + " was already in use")
                    .contains("rank 0 ended with code 1; the remaining ranks were ended");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @DisplayName("Ctrl-C ends all ranks")
    void interrupted() throws Exception {
        assumeFalse(ignoresInterrupts(), "a shell without job control makes what runs in its background ignore SIGINT");
        try (Job other = Job.start(directory, 4, "--server.port=0")) {
            other.port();
            List<ProcessHandle> ranks = other.ranks();
            assertThat(ranks).hasSize(4);
            other.interrupt();

            assertThat(other.exitCode()).isEqualTo(130);
            assertThat(ranks).noneMatch(ProcessHandle::isAlive);
        }
    }

    private static boolean ignoresInterrupts() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(
                        line.substring("SigIgn:".length()).strip(), 16))
                .anyMatch(ignored -> (ignored & SIGINT_BIT) != 0);
    }
}
