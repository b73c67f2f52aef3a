package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RES-2: what an operation keeps while it waits; docs/performance.md tells users the numbers. */
class PendingTest {

    private static final long MOST_BYTES_OF_A_RECEIVE = 144;
    private static final long MOST_BYTES_OF_A_TAG = 56;
    private static final long MOST_BYTES_OF_A_SEND = 480;

    /** What a message is counted for, its 8 bytes included. */
    private static final long COUNTED_BYTES = 8 + 352;

    @TempDir
    Path directory;

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("RES-2 a pending receive, and a pending send with its message, cost a small constant")
    void bytesOfPendingOperations(String channel) throws Exception {
        String printed = ChildJvm.run(directory, PendingProgram.class, channel);
        long[] bytes = Arrays.stream(printed.trim().split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        assertThat(bytes[0]).as("bytes of a receive").isBetween(1L, MOST_BYTES_OF_A_RECEIVE);
        assertThat(bytes[1])
                .as("bytes of a receive with a tag of its own")
                .isBetween(1L, MOST_BYTES_OF_A_RECEIVE + MOST_BYTES_OF_A_TAG);
        assertThat(bytes[2]).as("bytes of a send").isBetween(1L, MOST_BYTES_OF_A_SEND);
        assertThat(bytes[3]).as("bytes of a message").isBetween(1L, COUNTED_BYTES);
        assertThat(bytes[4]).as("bytes of a message with a tag of its own").isBetween(1L, COUNTED_BYTES);
        assertThat(bytes[5]).as("bytes of a long message and its send").isBetween(1L, MOST_BYTES_OF_A_SEND);
    }
}
