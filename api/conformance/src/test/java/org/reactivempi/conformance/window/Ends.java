package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.exchange;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.Group;
import org.reactivempi.LockType;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.conformance.Traffic;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Windows that the ranks of a test make together, each as a list of its ends. */
final class Ends {

    /** All that {@link Recorder} has of an operation without a value. */
    private static final String COMPLETE = "complete";

    private Ends() {}

    /** Over memory of the library, equally large on all ranks. */
    static List<Window> allocated(Ranks ranks, int count, Datatype type) {
        return onAll(worlds(ranks), world -> world.windows().allocate(count, type));
    }

    /** The same, of which ranks have nothing in common: all operations travel. */
    static List<Window> apart(Ranks ranks, int count, Datatype type) {
        return onAll(
                worlds(ranks),
                world -> world.windows()
                        .with(WindowHints.create().sharedMemory(false))
                        .allocate(count, type));
    }

    /** Over memory of the program. */
    static List<Window> over(Ranks ranks, IntFunction<Buffer> memory) {
        return onAll(worlds(ranks), world -> world.windows().create(memory.apply(world.rank())));
    }

    /** Over an array of each rank. */
    static List<Window> over(Ranks ranks, long[][] memory) {
        return over(ranks, rank -> Buffers.of(memory[rank]));
    }

    /** Over an array of each rank. */
    static List<Window> over(Ranks ranks, int[][] memory) {
        return over(ranks, rank -> Buffers.of(memory[rank]));
    }

    static void free(List<Window> ends) {
        onAll(ends, Window::free);
    }

    /** All fence. */
    static void fence(List<Window> ends) {
        onAll(ends, Window::fence);
    }

    /** Some ranks of a window. */
    static Group group(Window end, int... ranks) {
        return end.group().incl(ranks);
    }

    /** The memory of a rank, of the library. */
    static ByteBuffer memory(Window end) {
        return end.segment(end.rank()).orElseThrow();
    }

    /** One element of the own memory, of the library. */
    static long longAt(Window end, int index) {
        return memory(end).getLong(index * Long.BYTES);
    }

    /** What is in the memory of a target, read under a shared lock by somebody who has no other epoch. */
    static long[] read(Window reader, int target, int count) {
        long[] room = new long[count];
        run(reader.locked(LockType.SHARED, target, w -> w.get(Buffers.of(room), target, 0)));
        return room;
    }

    /** Waits for the end. */
    static void run(Mono<?> operation) {
        operation.block(TIMEOUT);
    }

    /** Waits for the value. */
    static <T> T value(Mono<T> operation) {
        return operation.blockOptional(TIMEOUT).orElseThrow();
    }

    /** One operation after the other, each of which is subscribed when the one before has completed. */
    static Mono<Void> inTurn(int count, IntFunction<Mono<?>> operation) {
        return Flux.range(0, count).concatMap(operation::apply).then();
    }

    /**
     * Returns when what a rank has sent to another one before has come there, and what that has sent has come back: links keep order.
     * What could have happened because of that has happened.
     */
    static void settle(Ranks ranks, int one, int other) {
        Communicator first = ranks.world(one);
        Communicator second = ranks.world(other);
        for (int i = 0; i < 2; i++) {
            assertThat(exchange(first, second, i)).isEqualTo(i);
            assertThat(exchange(second, first, i)).isEqualTo(i);
        }
    }

    /** The same among all pairs. */
    static void settle(Ranks ranks) {
        for (int one = 0; one < ranks.size(); one++) {
            for (int other = one + 1; other < ranks.size(); other++) {
                settle(ranks, one, other);
            }
        }
    }

    /** The progress thread of a rank does nothing from now on, until the latch is open. */
    static void stop(Ranks ranks, int rank, CountDownLatch goOn) {
        CountDownLatch stopped = new CountDownLatch(1);
        ranks.world(rank).scheduler().schedule(() -> {
            stopped.countDown();
            Traffic.hold(goOn);
        });
        Traffic.await(stopped);
    }

    static void assertComplete(Recorder<?> recorder) {
        assertThat(awaited(recorder)).containsExactly(COMPLETE);
    }

    /** All signals, when the last one has come. */
    static List<Object> awaited(Recorder<?> recorder) {
        try {
            return recorder.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
