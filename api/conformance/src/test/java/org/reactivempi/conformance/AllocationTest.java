package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PER-7, COL-24, WIN-20: what a persistent request, or a short operation of a window, costs in memory, once it runs. */
class AllocationTest {

    private static final long OPTIONAL_BYTES = 16;
    /** The smallest object. What the JVM and the system make the threads allocate now and then is less for each cycle. */
    private static final long RARE_BYTES = 16;
    /** The view that long blocks of a derived type are copied with, where the compiler has not done away with it. */
    private static final long VIEW_BYTES = 64;
    /** The piece of work that a start puts into the queue, where the compiler has not done away with it. */
    private static final long LAMBDA_BYTES = 16;
    /** A fetchAndOp, and what it gives. */
    private static final long FETCH_BYTES = 100;

    @TempDir
    Path directory;

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#withoutObjectsOfTheirOwn")
    @DisplayName(
            "PER-7 in the steady state a send and a receive of the same length allocate nothing, the caller what it asks for")
    void bytesOfACycle(String channel) throws Exception {
        assertAllocatesLittle(RARE_BYTES, channel);
    }

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#withoutObjectsOfTheirOwn")
    @DisplayName(
            "DT-17 in the steady state a send and a receive with a derived type allocate no more than a view of its long blocks")
    void bytesOfACycleWithADerivedType(String channel) throws Exception {
        assertAllocatesLittle(VIEW_BYTES + RARE_BYTES, channel, "derived");
    }

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#withoutObjectsOfTheirOwn")
    @DisplayName(
            "COL-24 in the steady state a start of a persistent broadcast or reduction allocates no plan, step or message on any rank")
    void bytesOfACollectiveStart(String channel) throws Exception {
        long most = LAMBDA_BYTES + RARE_BYTES;
        for (String operation : List.of("bcast", "reduce")) {
            assertThat(ChildJvm.run(directory, CollectiveAllocationProgram.class, channel, operation, "" + most)
                            .trim()
                            .split(" "))
                    .as("bytes for a start of %s on rank 0, and on rank 1", operation)
                    .hasSize(2)
                    .allSatisfy(bytes -> assertThat(Long.parseLong(bytes)).isLessThan(most));
        }
    }

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#withoutObjectsOfTheirOwn")
    @DisplayName(
            "WIN-20 in the steady state a persistent put in memory in common allocates nothing, and a fetchAndOp itself and its value; by packets little more")
    void bytesOfOperationsOfWindows(String channel) throws Exception {
        for (boolean isShared : new boolean[] {true, false}) {
            // A packet may be a piece of work of the channel's, and what comes be read in views.
            long ofPut = isShared ? RARE_BYTES : RARE_BYTES + LAMBDA_BYTES;
            long ofFetch = isShared ? FETCH_BYTES : FETCH_BYTES + 2 * VIEW_BYTES;
            String[] arguments = {channel, "" + isShared, "" + ofPut, "" + ofFetch};
            long[] bytes = Arrays.stream(ChildJvm.run(directory, WindowAllocationProgram.class, arguments)
                            .trim()
                            .split(" "))
                    .mapToLong(Long::parseLong)
                    .toArray();
            assertThat(bytes[0]).as("bytes for a put, shared: %s", isShared).isLessThan(ofPut);
            assertThat(bytes[1])
                    .as("bytes for a fetchAndOp, shared: %s", isShared)
                    .isLessThan(ofFetch);
        }
    }

    private void assertAllocatesLittle(long most, String channel, String... kind) throws Exception {
        // The thread that calls test() may move both messages itself.
        long ofBoth = 2 * OPTIONAL_BYTES + RARE_BYTES + 2 * (most - RARE_BYTES);
        List<String> arguments = new ArrayList<>(List.of(channel, "" + most, "" + ofBoth));
        arguments.addAll(List.of(kind));
        long[] bytes = Arrays.stream(ChildJvm.run(directory, AllocationProgram.class, arguments.toArray(String[]::new))
                        .trim()
                        .split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        assertThat(bytes[0]).as("bytes for a send").isLessThan(most);
        assertThat(bytes[1]).as("bytes for a receive").isLessThan(most);
        assertThat(bytes[2]).as("bytes for both calls of test()").isLessThan(ofBoth);
    }
}
