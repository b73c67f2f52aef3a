package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.run;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Operations on memory of a rank whose program does something else, and operations that get in each other's way. */
class TargetProgressTest {

    private static final int LENGTH = 600_000;

    private final AtomicBoolean over = new AtomicBoolean();
    private final CountDownLatch end = new CountDownLatch(1);

    /** All kinds of operations with a rank that calls nothing meanwhile, and what they must give. */
    private static void use(Window window, int target) {
        byte[] data = pattern(8, LENGTH);
        byte[] room = new byte[LENGTH];
        run(window.lock(EXCLUSIVE, target)
                .then(window.put(Buffers.of(data), target, 8))
                .then(window.flush(target))
                .then(window.get(Buffers.of(room), target, 8))
                .then(window.unlock(target)));
        assertThat(Arrays.mismatch(room, data)).isEqualTo(-1);
        long last = Ends.value(window.lockedAll(w -> Flux.range(0, 50)
                .concatMap(i -> w.longs().fetchAndOp(1L, target, 0, Op.SUM))
                .last()));
        assertThat(last).isEqualTo(49);
        run(window.locked(SHARED, target, w -> w.accumulate(Buffers.longs(-50), target, 0, Op.SUM)));
    }

    private void besides(Communicator world, Consumer<Window> target, Runnable release) {
        Window window = world.windows().allocate(LENGTH + 8).block(TIMEOUT);
        if (world.rank() == 0) {
            use(window, 1);
            release.run();
        } else {
            target.accept(window);
        }
        run(window.free());
    }

    @OnEveryChannel
    @DisplayName("WIN-46 operations complete while their target computes and never calls the library")
    void computes(Communicator world) {
        besides(
                world,
                window -> {
                    long computed = 1;
                    while (!over.get() && !Thread.currentThread().isInterrupted()) {
                        computed = computed * 31 + 7;
                    }
                    assertThat(computed).isNotZero();
                },
                () -> over.set(true));
    }

    @OnEveryChannel
    @DisplayName("WIN-46 they complete while its only thread sleeps in code of the program")
    void sleeps(Communicator world) {
        besides(
                world,
                window -> {
                    try {
                        assertThat(end.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                                .isTrue();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                },
                end::countDown);
    }

    @OnEveryChannel
    @DisplayName("WIN-46 they complete while it blocks in a receive, which moves its messages by the thread that waits")
    void receives(Communicator world) {
        besides(
                world,
                window -> world.blocking().recv(Buffers.of(new byte[4]), 0, TAG),
                () -> world.blocking().send(Buffers.of(new byte[4]), 1, TAG));
    }

    @OnEveryChannel
    @DisplayName("WIN-46 they complete while it waits for a lock of another window, which their origin holds")
    void waitsForALock(Communicator world) {
        Window other = world.windows().allocate(8).block(TIMEOUT);
        if (world.rank() == 0) {
            run(other.lock(EXCLUSIVE, 0));
        }
        run(world.barrier());
        besides(world, window -> run(other.lock(EXCLUSIVE, 0).then(other.unlock(0))), () -> run(other.unlock(0)));
        run(other.free());
    }

    @OnEveryChannel
    @DisplayName("WIN-46 they complete while it waits for its post to be used up, and while its own demand is 0")
    void waitsForCompletion(Ranks ranks) {
        List<Window> posted = allocated(ranks, 1, Datatype.LONG);
        List<Window> ends = allocated(ranks, LENGTH / 8 + 1, Datatype.LONG);
        Window one = posted.get(1);
        run(one.post(Ends.group(one, 0)));
        Recorder<Void> waiting = started(one.waitFor());
        Recorder<Object> lazy = new Recorder<>();
        ends.get(1).lockAll().cast(Object.class).subscribe(lazy);
        run(ends.get(0).lock(EXCLUSIVE, 1).then(ends.get(0).put(Buffers.longs(4, 5), 1, 0)));
        run(ends.get(0).unlock(1));
        assertThat(Ends.longAt(ends.get(1), 1)).isEqualTo(5);
        assertThat(waiting.signals()).isEmpty();
        run(posted.get(0).start(Ends.group(posted.get(0), 1)).then(posted.get(0).complete()));
        Ends.assertComplete(waiting);
        lazy.cancel();
        free(ends);
        free(posted);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-46, WIN-33 two ranks work on a third one, each with many operations on the way, in both directions")
    void manyOnTheWay(Ranks ranks) {
        int count = 3000;
        List<Window> ends = allocated(ranks, 3 * count, Datatype.LONG);
        long[][] rooms = new long[3][count];
        onAll(
                ends,
                end -> end.lockAll()
                        .thenMany(Flux.range(0, count)
                                .flatMap(i -> Mono.when(
                                        end.put(Buffers.longs(10L * i + end.rank()), 2, (long) end.rank() * count + i),
                                        end.accumulate(Buffers.longs(1), 0, i, Op.SUM),
                                        end.get(Buffers.of(rooms[end.rank()], i, 1), 1, i))))
                        .then(end.unlockAll()));
        for (int i = 0; i < count; i++) {
            assertThat(Ends.longAt(ends.get(0), i)).isEqualTo(3);
            for (int rank = 0; rank < 3; rank++) {
                assertThat(Ends.longAt(ends.get(2), rank * count + i)).isEqualTo(10L * i + rank);
                assertThat(rooms[rank][i]).isZero();
            }
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 3, settings = "window-check=off")
    @DisplayName(
            "WIN-45 puts and gets that meet at one place leave undefined values there, end, and harm nothing beside it")
    void conflicts(Ranks ranks) {
        int length = 200_000;
        List<Window> ends = allocated(ranks, length + 16, Datatype.BYTE);
        byte[] room = new byte[length];
        onAll(ends, end -> {
            byte[] data = new byte[length];
            Arrays.fill(data, (byte) (1 + end.rank()));
            return end.lockAll()
                    .thenMany(Flux.range(0, 6)
                            .flatMap(i -> end.put(Buffers.of(data), 1, 8)
                                    .then(end.rank() == 0 ? end.get(Buffers.of(room), 1, 8) : Mono.<Void>empty())))
                    .then(end.unlockAll());
        });
        byte[] found = new byte[length + 16];
        Ends.memory(ends.get(1)).duplicate().get(found);
        assertThat(IntStream.range(8, length + 8).allMatch(i -> found[i] >= 1 && found[i] <= 3))
                .isTrue();
        assertThat(IntStream.range(0, 8).allMatch(i -> found[i] == 0 && found[length + 8 + i] == 0))
                .isTrue();
        long next = Ends.value(ends.get(0).lockedAll(w -> w.longs().fetchAndOp(3L, 2, 8, Op.REPLACE)));
        assertThat(next).isZero();
        free(ends);
    }
}
