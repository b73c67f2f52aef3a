package org.reactivempi.transport.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

class BindingTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Path STATUS = Path.of("/proc/thread-self/status");

    private final ProgressLoop loop = new ProgressLoop("progress", false, new Waiting(Waiting.Mode.SLEEP), () -> {});

    @BeforeEach
    void onLinux() {
        assumeTrue(Files.exists(STATUS) && Files.exists(Path.of("/usr/bin/taskset")), "Linux with taskset");
    }

    @AfterEach
    void endLoop() {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private static List<Integer> cores() throws Exception {
        String line = Files.readAllLines(STATUS).stream()
                .filter(each -> each.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElseThrow();
        return Binding.parse(line.substring(line.indexOf(':') + 1).strip());
    }

    private List<Integer> coresOfLoop() throws Exception {
        return loop.submit(BindingTest::cores).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    @DisplayName(
            "each rank's thread gets a core of its own, of those that are allowed, in turn; other threads keep theirs")
    void bound() throws Exception {
        List<Integer> before = cores();
        for (int rank = 0; rank <= before.size(); rank++) {
            new Binding(rank, 1).bind(loop, Schedulers.boundedElastic()).block(TIMEOUT);
            assertThat(coresOfLoop()).containsExactly(before.get(rank % before.size()));
        }
        assertThat(cores()).isEqualTo(before);
    }

    @Test
    @DisplayName("where ranks outnumber cores, none is bound")
    void crowded() throws Exception {
        List<Integer> before = cores();
        new Binding(0, before.size() + 1)
                .bind(loop, Schedulers.boundedElastic())
                .block(TIMEOUT);
        assertThat(coresOfLoop()).isEqualTo(before);
    }

    @Test
    @DisplayName("lists of cores are numbers and ranges; nothing else is taken")
    void lists() {
        assertThat(Binding.parse("0-3,8,10-11")).containsExactly(0, 1, 2, 3, 8, 10, 11);
        assertThat(Binding.parse("5")).containsExactly(5);
        assertThatThrownBy(() -> Binding.parse("")).isInstanceOf(NumberFormatException.class);
    }
}
