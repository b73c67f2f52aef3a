package org.reactivempi.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessesTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration ENOUGH_FOR_A_CHILD = Duration.ofSeconds(5);
    /** The shell says when its child is there, and never ends by itself. */
    private static final String WITH_A_CHILD = "sleep 1000 & echo $! > child; mv child born; wait";

    @Tag("long")
    @Test
    @DisplayName("a command that takes too long is ended with its children")
    void tooLong() throws Exception {
        try (Processes processes = Processes.open(ENOUGH_FOR_A_CHILD)) {
            assertThat(catchThrowable(() -> processes.run(List.of("sh", "-c", WITH_A_CHILD), Map.of())))
                    .isInstanceOf(TaskFailure.class)
                    .hasMessage("has not ended within 5.0 s");
            assertIsGone(Long.parseLong(
                    Files.readString(processes.folder().resolve("born")).strip()));
        }
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    echo first; echo last; echo | last
                    echo worse >&2; echo; echo >&2; echo a row | worse
                    """)
    @DisplayName("of a command that takes too long the failure says what it said last: an error, or else of its output")
    void lastWords(String command, String last) throws Exception {
        try (Processes processes = Processes.open(ENOUGH_FOR_A_CHILD)) {
            assertThat(catchThrowable(() -> processes.run(List.of("sh", "-c", command + "; sleep 1000"), Map.of())))
                    .isInstanceOf(TaskFailure.class)
                    .hasMessage("has not ended within 5.0 s: " + last);
        }
    }

    @Test
    @DisplayName("a command that runs when all shall end is ended, and its folder is gone")
    void stopped() throws Exception {
        Processes processes = Processes.open(LONG);
        Path folder = processes.folder();
        // Its parent is stopped by the child itself, so to speak: as soon as it is there.
        Thread stops = new Thread(() -> {
            while (!Files.exists(folder.resolve("born"))) {
                Thread.onSpinWait();
            }
            processes.stop();
        });
        stops.start();

        assertThat(catchThrowable(() -> processes.run(List.of("sh", "-c", WITH_A_CHILD), Map.of())))
                .isInstanceOf(InterruptedException.class);
        stops.join();
        processes.close();
        assertThat(folder).doesNotExist();
    }

    @Test
    @DisplayName("a command has its own environment, no input, and the time that it took is known")
    void outcome() throws Exception {
        try (Processes processes = Processes.open(LONG)) {
            Outcome outcome = processes.run(List.of("sh", "-c", "cat; echo $WORD"), Map.of("WORD", "hello"));

            assertThat(outcome.output()).isEqualTo("hello\n");
            assertThat(outcome.wallMillis()).isPositive();
        }
    }

    private static void assertIsGone(long pid) throws Exception {
        Optional<ProcessHandle> child = ProcessHandle.of(pid);
        if (child.isPresent()) {
            child.get().onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
