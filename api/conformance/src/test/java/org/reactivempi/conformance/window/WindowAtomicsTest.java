package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.LockType;
import org.reactivempi.Op;
import org.reactivempi.SendBuffer;
import org.reactivempi.Window;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Operations on one element, by several ranks at a time. */
class WindowAtomicsTest {

    private static final int ROUNDS = 50;

    private static final List<Datatype> SWAPPED =
            List.of(Datatype.BYTE, Datatype.BOOLEAN, Datatype.SHORT, Datatype.CHAR, Datatype.INT, Datatype.LONG);

    private static void assertEachOnce(List<List<Long>> tickets) {
        List<Long> all = new ArrayList<>();
        tickets.forEach(all::addAll);
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, all.size()).boxed().toList());
        // One rank's own ones rise, since it waits for each.
        tickets.forEach(own -> assertThat(own).isSorted());
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("WIN-18, WIN-42 each of many concurrent additions of all ranks gets another ticket")
    void tickets(Ranks ranks) {
        List<Window> ends = allocated(ranks, 2, Datatype.LONG);
        for (int target : new int[] {0, 3}) {
            assertEachOnce(onAll(
                    ends,
                    end -> end.lockedAll(w -> Flux.range(0, ROUNDS)
                            .concatMap(i -> w.longs().fetchAndOp(1L, target, 1, Op.SUM))
                            .collectList())));
            assertThat(Ends.longAt(ends.get(target), 1)).isEqualTo(4L * ROUNDS);
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-18, WIN-42 so it is with many of one rank on the way at a time, in ints and in an array")
    void manyAtATime(Ranks ranks) {
        int[][] memory = new int[3][1];
        List<Window> ends = Ends.over(ranks, memory);
        assertEachOnce(onAll(
                ends,
                end -> end.lockedAll(w -> Flux.range(0, ROUNDS)
                        .flatMapSequential(i -> w.ints().fetchAndOp(1, 0, 0, Op.SUM), ROUNDS)
                        .map(Integer::longValue)
                        .collectList())));
        assertThat(memory[0]).containsExactly(3 * ROUNDS);
        free(ends);
    }

    /** One element with a value. */
    private static Buffer one(Datatype type, long value) {
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        if (type == Datatype.FLOAT) {
            bytes.putFloat(0, value);
        } else if (type == Datatype.DOUBLE) {
            bytes.putDouble(0, value);
        } else {
            bytes.putLong(0, value);
        }
        return Buffers.of(bytes).as(type, 1);
    }

    /** What a buffer of one element has, as a get by oneself sees it. */
    private static long bits(ByteBuffer memory, Datatype type) {
        return switch ((int) type.sizeBytes()) {
            case 1 -> memory.get(0);
            case 2 -> memory.getShort(0);
            case 4 -> memory.getInt(0);
            default -> memory.getLong(0);
        };
    }

    @OnEveryChannel
    @DisplayName("WIN-18 fetchAndOp combines one element of each type, and gives what was there")
    void everyType(Ranks ranks) {
        List<Window> ends = allocated(ranks, 16, Datatype.BYTE);
        Window zero = ends.get(0);
        run(zero.lock(LockType.SHARED, 1));
        List<Datatype> types =
                List.of(Datatype.BYTE, Datatype.SHORT, Datatype.INT, Datatype.LONG, Datatype.FLOAT, Datatype.DOUBLE);
        for (Datatype type : types) {
            ByteBuffer before = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            Buffer room = Buffers.of(before).as(type, 1);
            run(zero.fetchAndOp(one(type, 5), room, 1, 8, Op.REPLACE));
            assertThat(bits(before, type)).as("%s", type).isZero();
            run(zero.fetchAndOp(one(type, 6), room, 1, 8, Op.SUM));
            assertThat(before).as("%s", type).isEqualTo(bytesOf(type, 5));
            run(zero.fetchAndOp(one(type, 3), room, 1, 8, Op.MIN));
            assertThat(before).as("%s", type).isEqualTo(bytesOf(type, 11));
            run(zero.fetchAndOp(Buffer.empty(), room, 1, 8, Op.NO_OP));
            assertThat(before).as("%s", type).isEqualTo(bytesOf(type, 3));
            run(zero.fetchAndOp(one(type, 0), room, 1, 8, Op.REPLACE).then(zero.flush(1)));
            assertThat(memory(ends.get(1)).getLong(8)).isZero();
            assertThat(memory(ends.get(1)).getLong(0)).isZero();
        }
        run(zero.unlock(1));
        free(ends);
    }

    /** A buffer of 8 bytes that begins with an element. */
    private static ByteBuffer bytesOf(Datatype type, long value) {
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        if (type == Datatype.FLOAT) {
            bytes.putFloat(0, value);
        } else if (type == Datatype.DOUBLE) {
            bytes.putDouble(0, value);
        } else {
            bytes.putLong(0, value);
        }
        return bytes;
    }

    @OnEveryChannel
    @DisplayName("WIN-19 compareAndSwap of each of its types replaces what is expected, and nothing else")
    void compareAndSwap(Ranks ranks) {
        List<Window> ends = allocated(ranks, 16, Datatype.BYTE);
        Window zero = ends.get(0);
        run(zero.lock(LockType.SHARED, 1));
        for (Datatype type : SWAPPED) {
            ByteBuffer before = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            Buffer room = Buffers.of(before).as(type, 1);
            run(zero.compareAndSwap(one(type, 1), one(type, 1), room, 1, 8).then(zero.flush(1)));
            assertThat(bits(before, type)).as("%s", type).isZero();
            assertThat(memory(ends.get(1)).getLong(8)).as("%s", type).isZero();
            run(zero.compareAndSwap(one(type, 1), one(type, 0), room, 1, 8).then(zero.flush(1)));
            assertThat(bits(before, type)).as("%s", type).isZero();
            assertThat(memory(ends.get(1)).getLong(8)).as("%s", type).isEqualTo(1);
            run(zero.compareAndSwap(one(type, 0), one(type, 1), room, 1, 8).then(zero.flush(1)));
            assertThat(bits(before, type)).as("%s", type).isEqualTo(1);
            assertThat(memory(ends.get(1)).getLong(8)).as("%s", type).isZero();
        }
        assertThat(memory(ends.get(1)).getLong(0)).isZero();
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-18, WIN-19 they work on arrays of their types, in the middle of them")
    void onArrays(Ranks ranks) {
        byte[] bytes = {1, 2, 3};
        short[] shorts = {1, 2, 3};
        char[] chars = {1, 2, 3};
        int[] ints = {1, 2, 3};
        long[] longs = {1, 2, 3};
        boolean[] booleans = {true, false, true};
        record Case(Buffer memory, SendBuffer value, SendBuffer expected, Buffer before) {}
        byte[] byteBefore = new byte[1];
        short[] shortBefore = new short[1];
        char[] charBefore = new char[1];
        int[] intBefore = new int[1];
        long[] longBefore = new long[1];
        boolean[] booleanBefore = {true};
        List<Case> cases = List.of(
                new Case(Buffers.of(bytes), Buffers.bytes((byte) -7), Buffers.bytes((byte) 2), Buffers.of(byteBefore)),
                new Case(
                        Buffers.of(shorts),
                        Buffers.shorts((short) -7),
                        Buffers.shorts((short) 2),
                        Buffers.of(shortBefore)),
                new Case(Buffers.of(chars), Buffers.chars('7'), Buffers.chars((char) 2), Buffers.of(charBefore)),
                new Case(Buffers.of(ints), Buffers.ints(-7), Buffers.ints(2), Buffers.of(intBefore)),
                new Case(Buffers.of(longs), Buffers.longs(-7), Buffers.longs(2), Buffers.of(longBefore)),
                new Case(
                        Buffers.of(booleans),
                        Buffers.booleans(true),
                        Buffers.booleans(false),
                        Buffers.of(booleanBefore)));
        for (Case each : cases) {
            List<Window> ends = Ends.over(ranks, rank -> rank == 1 ? each.memory() : Buffer.empty());
            run(ends.get(0).lockedAll(w -> w.compareAndSwap(each.value(), each.expected(), each.before(), 1, 1)));
            free(ends);
        }
        assertThat(bytes).containsExactly(1, -7, 3);
        assertThat(shorts).containsExactly((short) 1, (short) -7, (short) 3);
        assertThat(chars).containsExactly((char) 1, '7', (char) 3);
        assertThat(ints).containsExactly(1, -7, 3);
        assertThat(longs).containsExactly(1, -7, 3);
        assertThat(booleans).containsExactly(true, true, true);
        assertThat(byteBefore[0] + shortBefore[0] + charBefore[0] + intBefore[0] + longBefore[0])
                .isEqualTo(10);
        assertThat(booleanBefore[0]).isFalse();
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("WIN-19 of all ranks that swap the same, one finds what it expects")
    void oneWinner(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        for (long round = 0; round < 10; round++) {
            long expected = round;
            List<Long> found =
                    onAll(ends, end -> end.lockedAll(w -> w.longs().compareAndSwap(expected, expected + 1, 2, 0)));
            assertThat(found).containsOnlyOnce(expected).contains(expected + 1);
        }
        assertThat(Ends.longAt(ends.get(2), 0)).isEqualTo(10);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-19, WIN-42 a counter that all ranks raise by compareAndSwap has every raise")
    void raised(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.INT);
        onAll(ends, end -> end.lockedAll(w -> Ends.inTurn(20, i -> raise(w, 0))));
        assertThat(memory(ends.get(0)).getInt(0)).isEqualTo(60);
        free(ends);
    }

    private static Mono<Integer> raise(Window window, int expected) {
        return Mono.just(expected)
                .expand(wanted ->
                        window.ints().compareAndSwap(wanted, wanted + 1, 0, 0).filter(found -> !found.equals(wanted)))
                .last();
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-18, WIN-42 what REPLACE gives is what another one left, so that nothing is lost and nothing comes twice")
    void replaced(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        List<List<Long>> given = onAll(
                ends,
                end -> end.lockedAll(w -> Flux.range(0, ROUNDS)
                        .flatMap(i -> w.longs().fetchAndOp(1 + 1000L * end.rank() + i, 0, 0, Op.REPLACE))
                        .collectList()));
        List<Long> all = new ArrayList<>();
        given.forEach(all::addAll);
        all.add(Ends.longAt(ends.get(0), 0));
        List<Long> wanted = new ArrayList<>(List.of(0L));
        for (long rank = 0; rank < 3; rank++) {
            for (int i = 0; i < ROUNDS; i++) {
                wanted.add(1 + 1000 * rank + i);
            }
        }
        assertThat(all).containsExactlyInAnyOrderElementsOf(wanted);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-42 additions of all forms, of one element and of many, come to one sum")
    void allForms(Ranks ranks) {
        List<Window> ends = allocated(ranks, 4, Datatype.LONG);
        long[] rooms = new long[4];
        onAll(
                ends,
                end -> end.lockedAll(w -> Ends.inTurn(ROUNDS, round -> switch (end.rank()) {
                    case 0 -> w.longs().fetchAndOp(1L, 2, 1, Op.SUM).then();
                    case 1 -> w.accumulate(Buffers.longs(1, 1, 1, 1), 2, 0, Op.SUM);
                    default -> w.getAccumulate(Buffers.longs(1, 1, 1, 1), Buffers.of(rooms), 2, 0, Op.SUM);
                })));
        assertThat(LongStream.range(0, 4).map(i -> Ends.longAt(ends.get(2), (int) i)))
                .containsExactly(2L * ROUNDS, 3L * ROUNDS, 2L * ROUNDS, 2L * ROUNDS);
        free(ends);
    }
}
