package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PER-7: what a persistent request costs in memory, once it runs. */
class AllocationTest {

    private static final long OPTIONAL_BYTES = 16;
    /** The smallest object. What the JVM and the system make the threads allocate now and then is less for each cycle. */
    private static final long RARE_BYTES = 16;

    @TempDir
    Path directory;

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#withoutObjectsOfTheirOwn")
    @DisplayName(
            "PER-7 in the steady state a send and a receive of the same length allocate nothing, the caller what it asks for")
    void bytesOfACycle(String channel) throws Exception {
        long[] bytes = Arrays.stream(ChildJvm.run(directory, AllocationProgram.class, channel)
                        .trim()
                        .split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        assertThat(bytes[0]).as("bytes for a send").isLessThan(RARE_BYTES);
        assertThat(bytes[1]).as("bytes for a receive").isLessThan(RARE_BYTES);
        assertThat(bytes[2]).as("bytes for both calls of test()").isLessThan(2 * OPTIONAL_BYTES + RARE_BYTES);
    }
}
