package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Place;
import org.reactivempi.Window;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Long operations whose memory goes on behind them. */
class LongPiecesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /** Longer than what is copied at once, and shorter than the longest piece of direct memory. */
    private static final int RUN = 100_000;

    private static final int RUNS = 4;
    private static final int GAP = 1000;

    private static List<Window> allocated(Ranks ranks, long bytes) {
        return Flux.range(0, ranks.size())
                .flatMapSequential(rank -> ranks.world(rank).windows().allocate(bytes), ranks.size())
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    private static ByteBuffer numbered() {
        ByteBuffer memory = ByteBuffer.allocateDirect(RUNS * (RUN + GAP));
        for (int i = 0; i < memory.capacity(); i++) {
            memory.put(i, (byte) (1 + i % 101));
        }
        return memory;
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("WIN-12 a long get brings what it asks for, and no more of the memory that goes on after it")
    void longGet(Ranks ranks) {
        Window window = allocated(ranks, RUNS * (RUN + GAP)).get(0);
        ByteBuffer data = numbered();
        ByteBuffer room = ByteBuffer.allocateDirect(data.capacity());

        window.lockedAll(w -> w.put(Buffers.of(data), 1, 0)
                        .then(w.flush(1))
                        .then(w.get(Buffers.of(room.slice(GAP, RUN)), 1, GAP)))
                .block(TIMEOUT);

        assertThat(room.slice(GAP, RUN)).isEqualTo(data.slice(GAP, RUN));
        assertThat(room.slice(0, GAP)).isEqualTo(ByteBuffer.allocate(GAP));
        assertThat(room.get(GAP + RUN)).isZero();
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("WIN-12 memory in one piece goes to long runs with gaps between them, which stay as they are")
    void longRuns(Ranks ranks) {
        Window window = allocated(ranks, RUNS * (RUN + GAP)).get(0);
        ByteBuffer data = numbered().slice(0, RUNS * RUN);
        Datatype runs = Datatype.BYTE.vector(RUNS, RUN, RUN + GAP);
        ByteBuffer room = ByteBuffer.allocateDirect(RUNS * (RUN + GAP));

        window.lockedAll(w -> w.put(Buffers.of(data), 1, Place.at(0).as(runs, 1))
                        .then(w.flush(1))
                        .then(Mono.defer(() -> w.get(Buffers.of(room), 1, 0))))
                .block(TIMEOUT);

        for (int run = 0; run < RUNS; run++) {
            int begin = run * (RUN + GAP);
            assertThat(room.slice(begin, RUN)).as("run %d", run).isEqualTo(data.slice(run * RUN, RUN));
            assertThat(room.slice(begin + RUN, GAP)).as("gap %d", run).isEqualTo(ByteBuffer.allocate(GAP));
        }
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "WIN-52 a long put that is cancelled on its way takes effect, and its memory is free when the epoch ends")
    void cancelledOnItsWay(Ranks ranks) {
        int length = 32 * 1024 * 1024;
        List<Window> windows = allocated(ranks, length);
        Window window = windows.get(0);
        ByteBuffer there = windows.get(1).segment(1).orElseThrow();
        ByteBuffer data = filled(length, (byte) 1);

        window.lockAll().block(TIMEOUT);
        Disposable put = window.put(Buffers.of(data), 1, 0).subscribe();
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (there.get(0) != 1 && System.nanoTime() < deadline) {
            VarHandle.fullFence();
        }
        put.dispose();
        window.unlockAll().block(TIMEOUT);
        data.put(0, filled(length, (byte) 2), 0, length);

        assertThat(there).isEqualTo(filled(length, (byte) 1));
        Flux.fromIterable(windows).flatMap(Window::free, 2).blockLast(TIMEOUT);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("WIN-34 a flush that is called while another one is on its way waits for the target as well")
    void twoFlushes(Ranks ranks) {
        Window window = allocated(ranks, Long.BYTES).get(0);
        window.lockAll().block(TIMEOUT);
        for (int i = 0; i < 100; i++) {
            List<String> order = new CopyOnWriteArrayList<>();
            window.put(Buffers.longs(i), 1, 0).block(TIMEOUT);
            Mono.when(
                            window.flush(1).doOnSuccess(done -> order.add("first")),
                            window.flush(1).doOnSuccess(done -> order.add("second")))
                    .block(TIMEOUT);
            assertThat(order).containsExactly("first", "second");
        }
        window.unlockAll().block(TIMEOUT);
    }

    private static ByteBuffer filled(int length, byte value) {
        byte[] all = new byte[length];
        Arrays.fill(all, value);
        return ByteBuffer.allocateDirect(length).put(0, all);
    }
}
