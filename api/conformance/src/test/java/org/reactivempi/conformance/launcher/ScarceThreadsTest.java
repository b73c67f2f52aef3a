package org.reactivempi.conformance.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.conformance.ChildJvm;
import org.reactivempi.transport.launcher.Launcher;

/** A job of a user who has hardly enough threads for it. Only root may be that user, who has nothing else running, and read the class path. */
@Tag("long")
@Timeout(600)
class ScarceThreadsTest {

    private static final String USER = "54321";
    /** Far longer than such a job takes. */
    private static final long LONGEST_SECONDS = 60;

    private static final int TOO_FEW = 20;
    private static final int ENOUGH = 600;
    /** How many threads launcher and ranks start once they have begun, and a few more. */
    private static final int LAST_THREADS = 14;

    @TempDir
    Path directory;

    private record End(int code, String said) {}

    @Test
    @DisplayName("a job ends, by a line and a code, whichever of its threads is the one that can't be had")
    void start() throws Exception {
        Path self = Path.of("/proc/self");
        assumeTrue(Files.exists(self) && Files.getAttribute(self, "unix:uid").equals(0));
        assumeTrue(Stream.of("setpriv", "prlimit").allMatch(tool -> Files.isExecutable(Path.of("/usr/bin", tool))));

        int none = TOO_FEW;
        int all = ENOUGH;
        assertThat(job(all).code()).isZero();
        while (all - none > 1) {
            int between = (none + all) / 2;
            if (job(between).code() == 0) {
                all = between;
            } else {
                none = between;
            }
        }
        for (int threads = none; threads > none - LAST_THREADS; threads--) {
            End end = job(threads);
            assertThat(end.code()).as(end.said()).isBetween(0, 1);
            assertThat(end.said()).contains(end.code() == 0 ? "" : "reactive");
        }
    }

    /** Fails where it does not end. */
    private End job(int threads) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                "setpriv",
                "--reuid=" + USER,
                "--regid=" + USER,
                "--clear-groups",
                "--inh-caps=+dac_read_search",
                "--ambient-caps=+dac_read_search",
                "prlimit",
                "--nproc=" + threads));
        words.addAll(
                ChildJvm.program(List.of(), Launcher.class, "-n", "2", "--cds", "none", NothingProgram.class.getName())
                        .command());
        Path said = directory.resolve("said");
        Process launcher = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            boolean ended = launcher.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
            String text = Files.readString(said, StandardCharsets.UTF_8);
            assertThat(ended).as("ended with %s threads: %s", threads, text).isTrue();
            return new End(launcher.exitValue(), text);
        } finally {
            launcher.descendants().forEach(ProcessHandle::destroyForcibly);
            launcher.destroyForcibly();
        }
    }
}
