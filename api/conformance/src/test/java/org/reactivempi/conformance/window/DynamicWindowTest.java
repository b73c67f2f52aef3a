package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.value;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.DynamicWindow;
import org.reactivempi.ErrorClass;
import org.reactivempi.LockType;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.Window;
import org.reactivempi.conformance.Family;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Memory that is attached to a window, and detached from it. */
class DynamicWindowTest {

    private static final int NODES = 12;

    private static List<DynamicWindow> made(Ranks ranks) {
        return onAll(worlds(ranks), world -> world.windows().createDynamic());
    }

    private static void free(List<DynamicWindow> ends) {
        onAll(ends, Window::free);
    }

    @OnEveryChannel
    @DisplayName("WIN-7 an address that has come by a message is good for all operations, also in the middle")
    void addresses(Ranks ranks) {
        List<DynamicWindow> ends = made(ranks);
        DynamicWindow zero = ends.get(0);
        int[] memory = new int[8];
        long address = value(ends.get(1).attach(Buffers.of(memory)));
        ranks.world(1).isend(Buffers.longs(address), 0, TAG).block(TIMEOUT);
        long told = ranks.world(0).receive(1, TAG).block(TIMEOUT).payload().getLong();

        assertThat(zero.flavor()).isEqualTo(Window.Flavor.DYNAMIC);
        assertThat(zero.size(1)).isZero();
        assertThat(zero.displacementUnit(1)).isEqualTo(1);
        assertThat(zero.memory().lengthBytes()).isZero();
        int[] room = new int[2];
        int[] before = new int[1];
        run(zero.locked(
                LockType.EXCLUSIVE,
                1,
                w -> w.put(Buffers.ints(1, 2, 3), 1, told + 4)
                        .then(w.put(Buffers.ints(8, 9), 1, Place.at(told + 16).as(Datatype.INT.vector(2, 1, 3), 1)))
                        .then(w.flush(1))
                        .then(w.accumulate(Buffers.ints(10), 1, told + 8, Op.SUM))
                        .then(w.fetchAndOp(Buffers.ints(5), Buffers.of(before), 1, told, Op.SUM))
                        .then(w.flush(1))
                        .then(w.get(Buffers.of(room), 1, told + 8))));
        assertThat(memory).containsExactly(5, 1, 12, 3, 8, 0, 0, 9);
        assertThat(room).containsExactly(12, 3);
        assertThat(before).containsExactly(0);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-7 attaching is local, and regions of all kinds of memory are there at a time")
    void manyRegions(Ranks ranks) {
        List<DynamicWindow> ends = made(ranks);
        DynamicWindow one = ends.get(1);
        long[] array = new long[2];
        ByteBuffer heap = ByteBuffer.allocate(16);
        ByteBuffer direct = ByteBuffer.allocateDirect(16);
        List<Buffer> regions = List.of(Buffers.of(array), Buffers.of(heap), Buffers.of(direct));
        List<Long> addresses = new ArrayList<>();
        regions.forEach(region -> addresses.add(value(one.attach(region))));
        assertThat(new HashSet<>(addresses)).hasSize(3);

        run(ends.get(0)
                .lockedAll(w -> Flux.range(0, 3)
                        .concatMap(i ->
                                w.put(i == 0 ? Buffers.longs(70, 71) : Buffers.bytes(pattern(i)), 1, addresses.get(i)))
                        .then()));
        assertThat(array).containsExactly(70, 71);
        assertThat(heap.array()).isEqualTo(pattern(1));
        byte[] found = new byte[16];
        direct.duplicate().get(found);
        assertThat(found).isEqualTo(pattern(2));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-7, WIN-12 runs at equal distances may lie in several regions, and are put and read where they are attached")
    void runsInRegions(Ranks ranks) {
        List<DynamicWindow> ends = made(ranks);
        long[][] regions = new long[3][4];
        List<Long> addresses = new ArrayList<>();
        for (long[] region : regions) {
            addresses.add(value(ends.get(1).attach(Buffers.of(region))));
        }
        long distance = addresses.get(1) - addresses.get(0);
        assertThat(addresses.get(2) - addresses.get(1)).isEqualTo(distance);
        Place across = Place.at(addresses.get(0) + 8).as(Datatype.LONG.hvector(3, 2, distance), 1);
        Place beyond = Place.at(addresses.get(1)).as(Datatype.LONG.hvector(3, 1, distance), 1);
        long[] room = new long[6];
        run(ends.get(0)
                .locked(
                        LockType.EXCLUSIVE,
                        1,
                        w -> w.put(Buffers.longs(1, 2, 3, 4, 5, 6), 1, across)
                                .then(w.flush(1))
                                .then(w.get(Buffers.of(room), 1, across))));
        assertThat(regions).isDeepEqualTo(new long[][] {{0, 1, 2, 0}, {0, 3, 4, 0}, {0, 5, 6, 0}});
        assertThat(room).containsExactly(1, 2, 3, 4, 5, 6);
        assertFails(
                ends.get(0).locked(LockType.SHARED, 1, w -> w.get(Buffers.of(new long[3]), 1, beyond)),
                ErrorClass.RMA_RANGE);
        free(ends);
    }

    private static byte[] pattern(int seed) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (seed * 16 + i);
        }
        return bytes;
    }

    @OnEveryChannel
    @DisplayName("WIN-7, WIN-41 memory is attached once, and detached by the address that it has got")
    void wrongCalls(Ranks ranks) {
        List<DynamicWindow> ends = made(ranks);
        DynamicWindow zero = ends.get(0);
        long[] memory = new long[8];
        long first = value(zero.attach(Buffers.of(memory, 0, 4)));
        assertFails(zero.attach(Buffers.of(memory, 3, 2)), ErrorClass.RMA_ATTACH);
        assertFails(zero.attach(Buffers.of(memory)), ErrorClass.RMA_ATTACH);
        long second = value(zero.attach(Buffers.of(memory, 4, 4)));
        assertFails(zero.detach(first + 8), ErrorClass.RMA_ATTACH, String.valueOf(first + 8));
        run(zero.detach(first));
        assertFails(zero.detach(first), ErrorClass.RMA_ATTACH, String.valueOf(first));
        assertFails(zero.attach(Buffers.of(ByteBuffer.allocate(8).asReadOnlyBuffer())), ErrorClass.BASE);

        run(ends.get(1).locked(LockType.SHARED, 0, w -> w.put(Buffers.longs(3), 0, second)));
        assertThat(memory).containsExactly(0, 0, 0, 0, 3, 0, 0, 0);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-8, WIN-41 after detach operations fail with the range error class, and the memory is left alone")
    void detached(Ranks ranks) {
        List<DynamicWindow> ends = made(ranks);
        DynamicWindow zero = ends.get(0);
        long[] kept = new long[1];
        long[] given = new long[1];
        long keptAt = value(ends.get(1).attach(Buffers.of(kept)));
        long givenAt = value(ends.get(1).attach(Buffers.of(given)));
        run(zero.lock(LockType.SHARED, 1)
                .then(zero.put(Buffers.longs(1), 1, givenAt))
                .then(zero.flush(1)));
        run(ends.get(1).detach(givenAt));
        long[] room = {5};
        assertFails(zero.get(Buffers.of(room), 1, givenAt), ErrorClass.RMA_RANGE);
        assertFails(zero.fetchAndOp(Buffers.longs(1), Buffers.of(room), 1, givenAt, Op.SUM), ErrorClass.RMA_RANGE);
        run(zero.put(Buffers.longs(4), 1, keptAt).then(zero.flush(1)));
        assertThat(kept).containsExactly(4);
        assertThat(given).containsExactly(1);
        assertThat(room).containsExactly(5);
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-8, WIN-41 what is no attached memory, or ends outside of it, or lies across two regions, is not touched")
    void outside(Ranks ranks) {
        List<DynamicWindow> ends = made(ranks);
        DynamicWindow zero = ends.get(0);
        long[] memory = new long[4];
        long first = value(ends.get(1).attach(Buffers.of(memory, 0, 2)));
        long second = value(ends.get(1).attach(Buffers.of(memory, 2, 2)));
        run(zero.lock(LockType.SHARED, 1));
        long[] room = new long[2];
        for (long wrong : new long[] {first + 8, second + 8, first - 8, Math.max(first, second) + 1_000_000}) {
            assertFails(zero.get(Buffers.of(room), 1, wrong), ErrorClass.RMA_RANGE);
            Recorder<Void> put = Family.started(zero.put(Buffers.longs(6, 7), 1, wrong));
            // A put may be over before its target has seen it.
            List<Object> signals = Ends.awaited(put);
            if (signals.contains("complete")) {
                assertFails(zero.flush(1), ErrorClass.RMA_RANGE);
            } else {
                Family.assertIs((Throwable) signals.get(0), ErrorClass.RMA_RANGE);
            }
        }
        run(zero.flush(1));
        run(zero.unlock(1));
        assertThat(memory).containsOnly(0);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-7, WIN-19 a list that all ranks lengthen by compareAndSwap has each node once")
    void linkedList(Ranks ranks) {
        List<DynamicWindow> ends = made(ranks);
        // A node is its rank and number, and where the next one is: rank and address, or -1.
        long[] head = {-1, -1, -1};
        long headAt = value(ends.get(0).attach(Buffers.of(head)));
        onAll(
                ends,
                end -> end.lockedAll(w -> Flux.range(0, NODES)
                        .concatMap(number -> {
                            long[] node = {end.rank() * 100L + number, -1, -1};
                            return end.attach(Buffers.of(node)).flatMap(at -> append(end, headAt, end.rank(), at));
                        })
                        .then()));

        Set<Long> values = new HashSet<>();
        run(ends.get(1).lockAll());
        long[] node = {0, -1, -1};
        run(ends.get(1).get(Buffers.of(node), 0, headAt));
        while (node[1] >= 0) {
            run(ends.get(1).get(Buffers.of(node), (int) node[1], node[2]));
            assertThat(values.add(node[0])).as("%d once", node[0]).isTrue();
        }
        run(ends.get(1).unlockAll());
        assertThat(values).hasSize(3 * NODES);
        free(ends);
    }

    /** Goes on along the list until it has put a node at its end. */
    private static Mono<Void> append(DynamicWindow end, long headAt, int newRank, long newAt) {
        long[] place = {0, headAt};
        return Mono.defer(() -> attempt(end, place, newRank, newAt))
                .repeat()
                .takeUntil(appended -> appended)
                .then();
    }

    /** Whether the node at a place had no next one, and has this one now; else the place is the next one's, or that node is looked at again. */
    private static Mono<Boolean> attempt(DynamicWindow end, long[] place, int newRank, long newAt) {
        int rank = (int) place[0];
        long at = place[1];
        return end.longs().compareAndSwap(-1L, -2L, rank, at + 8).flatMap(next -> {
            if (next == -1) {
                // The address is written before the rank, by which others see that there is a next one.
                return end.accumulate(Buffers.longs(newAt), rank, at + 16, Op.REPLACE)
                        .then(end.accumulate(Buffers.longs(newRank), rank, at + 8, Op.REPLACE))
                        .then(end.flush(rank))
                        .thenReturn(true);
            }
            if (next == -2) {
                return Mono.just(false);
            }
            return end.longs().fetchAndOp(0L, rank, at + 16, Op.NO_OP).map(nextAt -> {
                place[0] = next;
                place[1] = nextAt;
                return false;
            });
        });
    }
}
