package org.reactivempi.examples.wordcount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Codecs;
import org.reactivempi.ExitException;
import org.reactivempi.Settings;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class WordCountTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String WORK =
            "rank \\d+: (\\d+) lines? in \\d+ batch(?:es)?, counted for [0-9.]+ ms, waited for text for [0-9.]+ ms";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    @DisplayName("any number of ranks counts the same")
    void anyNumberOfRanks(int size) {
        List<String> texts = IntStream.range(0, 40)
                .mapToObj(seed -> SampleText.of(seed, 2000) + "\n")
                .toList();

        try (Ranks ranks = Ranks.start(size, Settings.create())) {
            Root root = new Root(ranks.world(0));
            Mono<WordCounts> counted = root.count(Flux.fromIterable(texts).map(text -> text.getBytes(UTF_8)));

            StepVerifier.create(counted.zipWith(workers(ranks)))
                    .assertNext(result -> assertThat(result.getT1().sorted())
                            .map(Object::toString)
                            .isEqualTo(SampleText.naiveCounts(String.join("", texts))))
                    .expectComplete()
                    .verify(TIMEOUT);
            long lines =
                    String.join("", texts).chars().filter(one -> one == '\n').count();
            assertThat(root.work()).hasSize(Math.max(1, size - 1)).allMatch(line -> line.matches(WORK));
            assertThat(root.work().stream()
                            .mapToLong(line -> Long.parseLong(line.replaceFirst(WORK, "$1")))
                            .sum())
                    .isEqualTo(lines);
        }
    }

    @Test
    @DisplayName("what was counted, and how fast, is told in a unit that leaves something before the point")
    void throughput() {
        WordCounts counts = new WordCounts();
        counts.addText("to be or not to be");

        assertThat(Report.throughput(counts, 18, 20_000_000))
                .isEqualTo("wordcount: 6 words, 4 different; 18 bytes in 0.02 s, 900 bytes/s");
        assertThat(Report.throughput(counts, 18_000, 2_000_000_000)).endsWith("; 18.0 kB in 2.00 s, 9.0 kB/s");
        assertThat(Report.throughput(counts, 18_000_000, 2_000_000_000)).endsWith("; 18.0 MB in 2.00 s, 9.0 MB/s");
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("any channel carries the texts, and the counts back")
    void anyChannel(Ranks ranks) {
        List<String> texts = IntStream.range(0, 20)
                .mapToObj(seed -> SampleText.of(seed, 2000) + "\n")
                .toList();
        Flux<byte[]> batches = Flux.fromIterable(texts).map(text -> text.getBytes(UTF_8));

        StepVerifier.create(new Root(ranks.world(0)).count(batches).zipWith(workers(ranks)))
                .assertNext(result -> assertThat(result.getT1().sorted())
                        .map(Object::toString)
                        .isEqualTo(SampleText.naiveCounts(String.join("", texts))))
                .expectComplete()
                .verify(TIMEOUT);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @DisplayName("a text of fewer batches than there are workers is counted, and so is none at all")
    void fewBatches(int batches) {
        try (Ranks ranks = Ranks.start(4, Settings.create())) {
            Flux<byte[]> text = Flux.range(0, batches).map(i -> "a b ".getBytes(UTF_8));

            StepVerifier.create(new Root(ranks.world(0)).count(text).zipWith(workers(ranks)))
                    .assertNext(result -> assertThat(result.getT1().total()).isEqualTo(2L * batches))
                    .expectComplete()
                    .verify(TIMEOUT);
        }
    }

    @MpiTest(ranks = 3)
    @DisplayName("a worker gets what it wants, and no more is read than one batch ahead")
    void demand(Ranks ranks) {
        AtomicInteger read = new AtomicInteger();
        Flux<byte[]> endless = Flux.generate(
                sink -> sink.next(Integer.toString(read.incrementAndGet()).getBytes(UTF_8)));
        var root = new Root(ranks.world(0)).count(endless).subscribe();

        StepVerifier.create(batches(ranks, 1), 2)
                .expectNext("1", "2")
                .then(() -> StepVerifier.create(batches(ranks, 2), 5)
                        .expectNext("3", "4", "5", "6", "7")
                        .thenCancel()
                        .verify(TIMEOUT))
                .thenCancel()
                .verify(TIMEOUT);
        assertThat(read.get()).isBetween(7, 8);
        root.dispose();
    }

    @Test
    @DisplayName("a file that cannot be read, or is no text, ends the program with one line")
    void badFiles(@TempDir Path folder) throws IOException {
        Path binary = Files.write(folder.resolve("binary"), new byte[] {'a', ' ', (byte) 0x80});

        StepVerifier.create(FileBatches.of(folder.resolve("none")))
                .verifyErrorSatisfies(
                        error -> assertExit(error, folder.resolve("none") + ": no such file or directory"));
        StepVerifier.create(FileBatches.of(binary))
                .verifyErrorSatisfies(error -> assertExit(error, binary + ": not UTF-8 at byte 2"));
    }

    private static void assertExit(Throwable error, String message) {
        assertThat(error).isInstanceOf(ExitException.class).hasMessage(message);
        assertThat(((ExitException) error).code()).isEqualTo(1);
    }

    private static Mono<Boolean> workers(Ranks ranks) {
        return Flux.range(1, ranks.size() - 1)
                .flatMap(rank -> new Worker(ranks.world(rank)).count())
                .then(Mono.just(true));
    }

    private static Flux<String> batches(Ranks ranks, int rank) {
        return ranks.world(rank)
                .receiveStream(Codecs.bytes(), Tags.ROOT, Tags.BATCHES, 0)
                .map(batch -> new String(batch, UTF_8));
    }
}
