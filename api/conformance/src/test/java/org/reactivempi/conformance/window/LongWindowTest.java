package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.conformance.ChildJvm;

/** A window of more than 2 GiB at one rank, where the machine has so much. */
@Tag("long")
class LongWindowTest {

    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long NEEDED_BYTES = 4L << 30;

    @TempDir
    Path directory;

    private static long availableBytes() throws IOException {
        return Files.exists(MEMORY)
                ? Files.readAllLines(MEMORY).stream()
                        .filter(line -> line.startsWith("MemAvailable:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                        .sum()
                : 0;
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @Timeout(900)
    @DisplayName("WIN-4, WIN-12, WIN-15, WIN-17 puts, gets and sums on both sides of 2 GiB, and over them")
    void beyond(String channel) throws Exception {
        assumeTrue(availableBytes() > NEEDED_BYTES, "needs 4 GiB of memory that nobody uses");
        boolean shm = channel.equals("shm");
        assumeTrue(
                !shm || Files.getFileStore(SHARED_MEMORY).getUsableSpace() > NEEDED_BYTES, "needs 4 GiB in /dev/shm");
        for (boolean shared : shm || channel.equals("local") ? new boolean[] {true, false} : new boolean[] {true}) {
            String wrong = ChildJvm.awaited(
                    ChildJvm.program(
                                    List.of("-Xmx96m", "-XX:MaxDirectMemorySize=3g"),
                                    LongWindowProgram.class,
                                    channel,
                                    Boolean.toString(shared))
                            .redirectError(directory.resolve("errors").toFile()),
                    directory);
            assertThat(wrong.trim()).isEqualTo("nothing");
        }
    }
}
