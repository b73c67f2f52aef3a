package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.reactivempi.Buffers.bytes;
import static org.reactivempi.conformance.observe.ObservedJob.TIMEOUT;
import static org.reactivempi.conformance.observe.ObservedJob.traffic;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.testkit.VirtualTime;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Ranks that don't see each other's folders, as on several hosts: each has a folder of its own. */
@Tag("once")
class GatheringTest {

    private static final int RANKS = 3;
    /** Some hundred KiB of a trace. */
    private static final int MANY = 3000;

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Of the ranks that wait for others in vain. */
    private final VirtualTime time = VirtualTime.create();

    @TempDir
    Path directory;

    @BeforeEach
    void folders() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            Files.createDirectory(folder(rank));
        }
    }

    private Path folder(int rank) {
        return directory.resolve("host" + rank);
    }

    private List<String> files(int rank) {
        try (var files = Files.list(folder(rank))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Settings several(Duration limit) {
        return Settings.create().with("rank-hosts", "0,1,2").with("wait-for-records", limit.toMillis() + "ms");
    }

    private Settings traced(int rank, Duration limit) {
        return several(limit).trace(folder(rank).resolve("trace.json").toString());
    }

    private Settings watched(int rank, Duration limit) {
        return traced(rank, limit).stats(folder(rank).resolve("stats").toString());
    }

    /** Many messages from each rank to the next one. */
    private static Mono<Void> many(Communicator world) {
        int next = (world.rank() + 1) % world.size();
        int previous = (world.rank() + world.size() - 1) % world.size();
        return Mono.when(
                        Flux.range(0, MANY).concatMap(i -> world.isend(bytes(new byte[8]), next, 0)),
                        Flux.range(0, MANY).concatMap(i -> world.irecv(Buffers.of(new byte[8]), previous, 0)))
                .then(world.barrier());
    }

    private void assertWhole() throws IOException {
        TraceFile trace = TraceFile.check(folder(0).resolve("trace.json"));
        assertThat(trace.processes()).containsExactly("rank 0", "rank 1", "rank 2");
        assertThat(trace.receives()).isGreaterThanOrEqualTo(RANKS * MANY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "tcp"})
    @DisplayName(
            "parts of ranks that see other folders come to rank 0, chunk by chunk, and are neither traced nor counted")
    void gathered(String channel) throws IOException {
        ObservedJob.run(RANKS, rank -> watched(rank, LONG).channel(channel), GatheringTest::many);

        assertWhole();
        assertThat(files(0)).containsExactly("stats", "trace.json");
        assertThat(files(1)).isEmpty();
        assertThat(files(2)).isEmpty();
        List<String> lines = Files.readAllLines(folder(0).resolve("stats"));
        // The barrier has some more; each part has a few chunks.
        assertThat(lines.get(2)).matches("\\s+0\\s+-\\s+300[0-9]\\s+[0-3-]");
        assertThat(lines.get(4)).matches("\\s+1\\s+[0-3-]\\s+-\\s+300[0-9]");
        assertThat(lines.get(6)).matches("\\s+2\\s+300[0-9]\\s+[0-3-]\\s+-");
    }

    @Test
    @DisplayName("ranks that see the same folder put their parts together there, and send nothing")
    void shared() throws IOException {
        ObservedJob.run(RANKS, rank -> watched(0, LONG), GatheringTest::many);

        assertWhole();
        assertThat(files(0)).containsExactly("stats", "trace.json");
    }

    @Test
    @DisplayName("some ranks see the folder of rank 0, some another one, and some have no such folder")
    void mixed() throws IOException {
        Files.delete(folder(2));
        ObservedJob.run(RANKS, rank -> watched(rank == 1 ? 0 : rank, LONG), GatheringTest::many);

        assertWhole();
        assertThat(files(0)).containsExactly("stats", "trace.json");
        assertThat(folder(2)).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"0,1", "1,0", "2,0"})
    @DisplayName("where one rank alone records something, nobody waits for the others")
    void one(int recording, int files) {
        ObservedJob.run(RANKS, rank -> rank == recording ? traced(rank, LONG) : several(LONG), world -> traffic(world));

        assertThat(files(0)).hasSize(files);
        if (recording == 0) {
            assertThat(TraceFile.check(folder(0).resolve("trace.json")).processes())
                    .containsExactly("rank 0");
        } else {
            assertThat(files(recording)).containsExactly("trace.json." + recording + ".done");
        }
    }

    @Test
    @DisplayName("ranks that record different things hand over what rank 0 has, too")
    void different() {
        ObservedJob.run(
                RANKS,
                rank -> rank == 1
                        ? several(LONG).stats(folder(1).resolve("stats").toString())
                        : watched(rank, LONG),
                world -> traffic(world));

        assertThat(TraceFile.check(folder(0).resolve("trace.json")).processes()).containsExactly("rank 0", "rank 2");
        assertThat(files(0)).containsExactly("stats", "trace.json");
        assertThat(files(1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,1,2", "0,0,0"})
    @DisplayName(
            "statistics for the standard error come to rank 0 over the links, also from the same host, and leave no file")
    void printed(String hosts) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            ObservedJob.run(
                    RANKS, rank -> several(LONG).with("rank-hosts", hosts).stats("-"), GatheringTest::many);
        } finally {
            System.setErr(before);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("messages sent, and their bytes:")
                .containsPattern("(?m)^\\s+2\\s+300\\d\\s+[0-3-]\\s+-$");
        assertThat(Path.of("-.1.part")).doesNotExist();
    }

    @Test
    @DisplayName("a full disk at rank 0 costs the part that it meets, and neither the job nor the other parts")
    void fullDisk() throws Exception {
        Process made = new ProcessBuilder(
                        "mknod", folder(0).resolve("trace.json.1.part").toString(), "c", "1", "7")
                .start();
        assumeTrue(made.waitFor() == 0);
        ObservedJob.run(RANKS, rank -> traced(rank, LONG), GatheringTest::many);

        assertThat(TraceFile.check(folder(0).resolve("trace.json")).processes()).containsExactly("rank 0", "rank 2");
        assertThat(files(1)).containsExactly("trace.json.1.done");
    }

    @Test
    @Timeout(120)
    @DisplayName("a rank that was ended at once, or that ends much later, is left out")
    void left() {
        Sinks.Empty<Void> gone = Sinks.empty();
        time.until(
                ended(rank -> time.in(traced(rank, MINUTE)), (rank, session) -> switch (rank) {
                    case 1 -> session.abort("as if killed");
                    case 2 -> gone.asMono().then(session.close());
                    default -> session.close().doFinally(end -> gone.tryEmitEmpty());
                }),
                MINUTE.multipliedBy(2));

        assertThat(TraceFile.timeless(folder(0).resolve("trace.json")).processes())
                .containsExactly("rank 0");
        assertThat(files(2)).containsExactly("trace.json.2.done");
    }

    @Test
    @Timeout(120)
    @DisplayName(
            "a receive from a rank that gathers, and waits for the receiver, is no deadlock: it fails when that rank has left")
    void noDeadlock() {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        time.until(ended(
                rank -> time.in(
                        traced(rank, MINUTE).stallAfter(Duration.ofSeconds(1)).with("deadlock", "abort")),
                (rank, session) -> rank == 0
                        ? session.close()
                        : session.world()
                                .irecv(Buffers.of(new byte[1]), 0, 77)
                                .then()
                                .onErrorResume(error -> {
                                    failure.set(error);
                                    return session.close();
                                })));

        assertThat(failure.get()).isInstanceOf(ProcessFailedException.class).hasMessageContaining("has finalized");
    }

    /** How a rank's session ends. */
    private interface End {
        Mono<Void> of(int rank, CoreSession session);
    }

    /** Ranks that have exchanged messages end in such a way. */
    private static Mono<Void> ended(IntFunction<Settings> settings, End end) {
        InJvmWorld world = InJvmWorld.of(RANKS, Map.of());
        List<CoreSession> sessions = Flux.range(0, RANKS)
                .flatMapSequential(rank -> CoreSessionProvider.start(world.bootstrap(rank), settings.apply(rank)))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        Mono.when(sessions.stream().map(session -> traffic(session.world())).toList())
                .block(TIMEOUT);
        return Flux.range(0, RANKS)
                .flatMap(rank -> end.of(rank, sessions.get(rank)).onErrorComplete())
                .then();
    }

    @Test
    @Timeout(120)
    @DisplayName("a rank that is ended in the middle of handing over its part costs that part alone")
    void middle() {
        BadRecord bad = new BadRecord(BadRecord.Fault.STOPS);
        ended(
                        rank -> rank == 1 ? several(LONG).attach(bad) : traced(rank, LONG),
                        (rank, session) -> rank == 1
                                ? Mono.when(session.close(), bad.reached().then(session.abort("as if killed")))
                                : session.close())
                .doFinally(end -> bad.goOn())
                .block(TIMEOUT);

        assertThat(TraceFile.check(folder(0).resolve("trace.json")).processes()).containsExactly("rank 0", "rank 2");
        assertThat(files(0)).containsExactly("trace.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"STOPS", "SHRINKS", "FAILS", "CLAIMS"})
    @Timeout(120)
    @DisplayName("a rank that sends less than it has offered, something else or nothing, costs its part alone")
    void wrong(String fault) {
        BadRecord bad = new BadRecord(BadRecord.Fault.valueOf(fault));
        CompletableFuture<Void> ends = ended(
                        rank -> time.in(rank == 1 ? several(LONG).attach(bad) : traced(rank, LONG)),
                        (rank, session) -> session.close())
                .toFuture();
        if (fault.equals("STOPS")) {
            bad.reached().block(TIMEOUT);
            time.advance(LONG, Duration.ofMinutes(1));
            bad.goOn();
        }
        Mono.fromFuture(ends).block(TIMEOUT);

        assertThat(TraceFile.timeless(folder(0).resolve("trace.json")).processes())
                .containsExactly("rank 0", "rank 2");
        assertThat(files(0)).containsExactly("trace.json");
        assertThat(IntStream.range(1, RANKS).mapToObj(this::files)).allMatch(List::isEmpty);
    }
}
