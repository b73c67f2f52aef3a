package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RES-1: more than 2 GiB through JVMs whose heap has 32 MiB. With {@code -Pharm} alone: it takes 4 GiB of disk. */
@Tag("long")
class HugeTest {

    private static final long FREE_BYTES = 6L << 30;

    @TempDir
    Path directory;

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @Timeout(900)
    @DisplayName("RES-1 one message of 2 GiB and 40 bytes, and 2 GiB in a stream, with a heap of 32 MiB")
    void inLittleMemory(String channel) throws Exception {
        assumeTrue(Boolean.getBoolean("harm.all"), "only with -Pharm");
        assumeTrue(Files.getFileStore(directory).getUsableSpace() > FREE_BYTES, "needs 6 GiB of disk");
        String right = ChildJvm.awaited(
                ChildJvm.program(
                                List.of("-Xmx32m", "-XX:MaxDirectMemorySize=32m"),
                                HugeProgram.class,
                                channel,
                                directory.toString())
                        .redirectError(directory.resolve("errors").toFile()),
                directory);
        assertThat(right.trim()).isEqualTo(((2L << 30) + 40) + " " + (2L << 30));
    }
}
