package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.conformance.ChildJvm;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** Origins that outrun a target that has come to a stop: they wait, and little is kept for them. */
class WindowFloodTest {

    private static final List<String> LITTLE_MEMORY =
            List.of("-Xmx96m", "-XX:MaxDirectMemorySize=48m", "-XX:+ExitOnOutOfMemoryError");
    /** Of a kibibyte: kept whole, they would not fit. */
    private static final int OPERATIONS = 200_000;

    @TempDir
    private Path directory;

    @OnEveryChannel(without = Check.BLOCKED_PROGRESS, settings = "stall-after=60s")
    @DisplayName(
            "WIN-48 of puts to a target that has stopped only so many complete as there is room for; all arrive in the end")
    void puts(Ranks ranks) {
        int length = 32 * 1024;
        int count = 3000;
        List<Window> ends = Ends.apart(ranks, length, Datatype.BYTE);
        Window zero = ends.get(0);
        byte[] data = pattern(1, length);
        AtomicInteger complete = new AtomicInteger();
        run(zero.lock(SHARED, 1));
        CountDownLatch goOn = new CountDownLatch(1);
        Ends.stop(ranks, 1, goOn);
        try {
            for (int i = 0; i < count; i++) {
                zero.put(Buffers.of(data), 1, 0).subscribe(done -> {}, error -> {}, complete::incrementAndGet);
            }
            // What has not completed after a turn of the loop waits for the target.
            int before = -1;
            while (before != complete.get()) {
                before = complete.get();
                ranks.pending(0).block(TIMEOUT);
            }
            assertThat(complete.get()).isLessThan(count);
        } finally {
            goOn.countDown();
        }
        run(zero.unlock(1));
        assertThat(complete).hasValue(count);
        byte[] found = new byte[length];
        memory(ends.get(1)).duplicate().get(found);
        assertThat(Arrays.mismatch(found, data)).isEqualTo(-1);
        free(ends);
    }

    @OnEveryChannel(without = Check.BLOCKED_PROGRESS, settings = "stall-after=60s")
    @DisplayName(
            "WIN-48 thousands of fetching operations to one that has stopped wait, and each is applied once it goes on")
    void fetching(Ranks ranks) {
        int count = 5000;
        List<Window> ends = Ends.apart(ranks, 2, Datatype.LONG);
        Window zero = ends.get(0);
        long[] before = new long[count];
        AtomicInteger complete = new AtomicInteger();
        run(zero.lock(SHARED, 1));
        CountDownLatch goOn = new CountDownLatch(1);
        Ends.stop(ranks, 1, goOn);
        try {
            for (int i = 0; i < count; i++) {
                zero.fetchAndOp(Buffers.longs(1), Buffers.of(before, i, 1), 1, 1, Op.SUM)
                        .subscribe(done -> {}, error -> {}, complete::incrementAndGet);
            }
            ranks.pending(0).block(TIMEOUT);
            assertThat(complete).hasValue(0);
        } finally {
            goOn.countDown();
        }
        run(zero.unlock(1));
        for (int i = 0; i < count; i++) {
            assertThat(before[i]).isEqualTo(i);
        }
        assertThat(longAt(ends.get(1), 1)).isEqualTo(count);
        free(ends);
    }

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName(
            "WIN-48 a flood of puts and accumulates at a target that has stopped runs in little memory, and nothing is lost")
    void littleMemory(String channel) throws Exception {
        String[] arguments = {channel, Integer.toString(OPERATIONS)};
        ProcessBuilder program = ChildJvm.program(LITTLE_MEMORY, WindowFloodProgram.class, arguments);
        String sum = ChildJvm.awaited(
                program.redirectError(directory.resolve("errors").toFile()), directory);
        assertThat(sum.trim()).isEqualTo(Integer.toString(OPERATIONS));
    }
}
