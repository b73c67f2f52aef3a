package org.reactivempi.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;

/** Memory that ranks have in common, against memory of one alone, and by several threads at a time. */
class SegmentMemoryTest {

    private static final int PAGE = 4096;

    private static final List<Datatype> BASIC = List.of(
            Datatype.BYTE,
            Datatype.BOOLEAN,
            Datatype.SHORT,
            Datatype.CHAR,
            Datatype.INT,
            Datatype.FLOAT,
            Datatype.LONG,
            Datatype.DOUBLE);

    private static final List<Op> OPS = List.of(
            Op.MAX, Op.MIN, Op.SUM, Op.PROD, Op.LAND, Op.LOR, Op.LXOR, Op.BAND, Op.BOR, Op.BXOR, Op.REPLACE, Op.NO_OP);

    private static ByteBuffer pages(int count) {
        return ByteBuffer.allocateDirect((count + 1) * PAGE).alignedSlice(PAGE).slice(0, count * PAGE);
    }

    private static byte[] content(ByteBuffer memory) {
        byte[] bytes = new byte[memory.capacity()];
        memory.get(0, bytes);
        return bytes;
    }

    private static boolean hasMeaning(Op op, int element) {
        try {
            Elements.op(op, element);
            return true;
        } catch (MpiException none) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @DisplayName(
            "WIN-15, WIN-17, WIN-42 each operation on each type leaves and gives what it does in memory of one rank")
    void likePlain(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 400; round++) {
            int base = random.nextInt(200);
            int size = 1 + random.nextInt(random.nextInt(8) == 0 ? 30_000 : 300);
            byte[] before = new byte[size];
            random.nextBytes(before);
            ByteBuffer whole = pages(9);
            SegmentMemory shared = new SegmentMemory(whole, base, size, false);
            shared.write(0, ByteBuffer.wrap(before));
            byte[] around = content(whole);
            byte[] model = before.clone();
            BufferMemory plain = new BufferMemory(Payload.of(Buffers.of(model)));
            Datatype type = BASIC.get(random.nextInt(BASIC.size()));
            int width = (int) type.sizeBytes();
            Op op = OPS.get(random.nextInt(OPS.size()));
            int element = Elements.of(type);
            if (size < width || !hasMeaning(op, element)) {
                continue;
            }
            int count = 1 + random.nextInt(size / width);
            int at = random.nextInt(size - count * width + 1);
            byte[] operands = new byte[count * width];
            random.nextBytes(operands);
            ByteBuffer old = random.nextBoolean() ? ByteBuffer.allocate(count * width) : null;
            ByteBuffer wanted = old == null ? null : ByteBuffer.allocate(count * width);
            int number = Elements.op(op, element);
            String what = "seed " + seed + ", " + op + " of " + count + " " + type + " at " + base + " + " + at;

            shared.accumulate(number, element, at, ByteBuffer.wrap(operands.clone()), old);
            plain.accumulate(number, element, at, ByteBuffer.wrap(operands.clone()), wanted);

            System.arraycopy(model, 0, around, base, size);
            assertThat(Arrays.mismatch(content(whole), around)).as(what).isEqualTo(-1);
            if (old != null && wanted != null) {
                assertThat(old.position()).as(what).isEqualTo(count * width);
                assertThat(old.flip()).as(what).isEqualTo(wanted.flip());
            }
        }
    }

    private static SegmentMemory inParts(long sizeBytes, List<ByteBuffer> parts) {
        return SegmentMemory.inParts(sizeBytes, new Views.Lengths(PAGE, PAGE), false, null, (at, length) -> {
            assertThat(at).isEqualTo((long) parts.size() * PAGE);
            parts.add(pages(1));
            return parts.get(parts.size() - 1);
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @DisplayName(
            "WIN-4, WIN-15, WIN-17, WIN-19 memory in parts is as memory in one piece, for elements and runs that go over borders too")
    void inParts(long seed) {
        Random random = new Random(seed);
        int size = 3 * PAGE + 1 + random.nextInt(PAGE);
        List<ByteBuffer> parts = new ArrayList<>();
        SegmentMemory shared = inParts(size, parts);
        assertThat(parts).hasSize(4);
        byte[] model = new byte[size];
        random.nextBytes(model);
        shared.write(0, ByteBuffer.wrap(model.clone()));
        BufferMemory plain = new BufferMemory(Payload.of(Buffers.of(model)));
        for (int round = 0; round < 2000; round++) {
            Datatype type = BASIC.get(random.nextInt(BASIC.size()));
            int width = (int) type.sizeBytes();
            Op op = OPS.get(random.nextInt(OPS.size()));
            int element = Elements.of(type);
            if (!hasMeaning(op, element)) {
                continue;
            }
            int count = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(random.nextBoolean() ? 4 : 2 * PAGE / width);
            int near = (1 + random.nextInt(3)) * PAGE - random.nextInt(count * width + 9);
            int at = Math.max(0, Math.min(near, size - count * width));
            at -= random.nextBoolean() ? at % width : 0;
            byte[] operands = new byte[count * width];
            random.nextBytes(operands);
            int number = Elements.op(op, element);
            String what = "seed " + seed + ", " + op + " of " + count + " " + type + " at " + at;
            if (count == 1 && width <= Long.BYTES && type != Datatype.FLOAT && type != Datatype.DOUBLE) {
                long expected = random.nextBoolean()
                        ? Bits.of(ByteBuffer.wrap(model, at, width).slice())
                        : random.nextLong();
                assertThat(shared.compareAndSwap(element, at, round, expected))
                        .as(what)
                        .isEqualTo(plain.compareAndSwap(element, at, round, expected));
            }
            ByteBuffer old = random.nextBoolean() ? ByteBuffer.allocate(count * width) : null;
            ByteBuffer wanted = old == null ? null : ByteBuffer.allocate(count * width);
            shared.accumulate(number, element, at, ByteBuffer.wrap(operands.clone()), old);
            plain.accumulate(number, element, at, ByteBuffer.wrap(operands.clone()), wanted);
            if (old != null && wanted != null) {
                assertThat(old.flip()).as(what).isEqualTo(wanted.flip());
            }
            byte[] found = new byte[size];
            shared.read(0, ByteBuffer.wrap(found));
            assertThat(Arrays.mismatch(found, model)).as(what).isEqualTo(-1);
        }
    }

    @Test
    @DisplayName("WIN-6 memory in parts is shown part by part, and what goes over a border is refused with it")
    void shown() {
        Views views = inParts(2 * PAGE + 10, new ArrayList<>()).views();
        views.slice(PAGE, PAGE).putLong(0, 99);
        assertThat(views.slice(PAGE, 8).getLong(0)).isEqualTo(99);
        assertThat(views.slice(PAGE + 1, 2).getShort(0)).isZero();
        assertThat(views.slice(0, PAGE).capacity()).isEqualTo(PAGE);
        assertThat(views.slice(2 * PAGE, 10).capacity()).isEqualTo(10);
        for (long at : new long[] {0, PAGE, 2 * PAGE + 10}) {
            assertThat(views.slice(at, 0).capacity()).isZero();
        }
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> views.slice(PAGE - 1, 2))
                .withMessageContaining("byte 4096: memory of 8202 bytes is shown in parts of 4096 bytes")
                .matches(wrong -> wrong.errorClass() == ErrorClass.RMA_RANGE);
        for (long[] wrong :
                new long[][] {{2 * PAGE, 11}, {2 * PAGE + 11, 0}, {Long.MAX_VALUE, 1}, {0, Integer.MAX_VALUE}}) {
            assertThatExceptionOfType(MpiException.class)
                    .isThrownBy(() -> views.slice(wrong[0], wrong[1]))
                    .withMessageContaining("the memory has 8202 bytes")
                    .matches(error -> error.errorClass() == ErrorClass.RMA_RANGE);
        }
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(views::whole)
                .withMessageContaining("8202 bytes")
                .withMessageContaining("segment(rank, offset, length)")
                .matches(error -> error.errorClass() == ErrorClass.SIZE);
    }

    @Test
    @DisplayName("WIN-19 compare-and-swap of 1 to 8 bytes, at each place of a word, changes nothing else")
    void swaps() {
        for (Datatype type : List.of(Datatype.BYTE, Datatype.SHORT, Datatype.INT, Datatype.LONG)) {
            int width = (int) type.sizeBytes();
            for (int at = 0; at <= 16 - width; at++) {
                ByteBuffer whole = pages(1);
                for (int i = 0; i < 24; i++) {
                    whole.put(i, (byte) (i + 1));
                }
                SegmentMemory memory = new SegmentMemory(whole, 4, 16, false);
                byte[] model = content(whole);
                ByteBuffer there = ByteBuffer.wrap(model, 4 + at, width).slice();
                long is = Bits.of(there);
                int element = Elements.of(type);

                assertThat(Bits.of(memory.compareAndSwap(element, at, 0, is + 1)))
                        .isEqualTo(is);
                assertThat(content(whole)).isEqualTo(model);
                assertThat(Bits.of(memory.compareAndSwap(element, at, -2, is))).isEqualTo(is);
                there.put(0, Bits.bytes(-2, width), 0, width);
                assertThat(content(whole)).isEqualTo(model);
            }
        }
    }

    @Test
    @DisplayName("WIN-41 bytes outside are never touched, also where the pages have some")
    void outside() {
        ByteBuffer whole = pages(1);
        SegmentMemory memory = new SegmentMemory(whole, 64, 64, false);
        int element = Elements.of(Datatype.LONG);
        int sum = Elements.op(Op.SUM, element);
        for (long at : new long[] {-8, 64, 60, Long.MAX_VALUE}) {
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> memory.accumulate(sum, element, at, Bits.bytes(1, 8), null));
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> memory.compareAndSwap(element, at, 1, 0));
        }
        assertThat(content(whole)).containsOnly(0);
    }

    @Test
    @DisplayName(
            "WIN-16, WIN-43 pairs, elements that are not aligned, and wider accumulates are for the rank that has the memory")
    void whatIsAtomic() {
        ByteBuffer whole = pages(1);
        SegmentMemory memory = new SegmentMemory(whole, 4, 64, false);
        int ofLongs = Elements.of(Datatype.LONG);
        assertThat(memory.isAtomic(ofLongs, 4, 8)).isTrue();
        assertThat(memory.isAtomic(ofLongs, 0, 8)).isFalse();
        assertThat(memory.isAtomic(Elements.of(Datatype.INT), 0, 4)).isTrue();
        assertThat(memory.isAtomic(Elements.of(Datatype.SHORT), 1, 2)).isFalse();
        assertThat(memory.isAtomic(Elements.of(Datatype.BYTE), 1, 1)).isTrue();
        assertThat(memory.isAtomic(Elements.of(Datatype.LONG_INT), 4, 12)).isFalse();
        assertThat(new SegmentMemory(whole, 0, 64, true).isAtomic(ofLongs, 0, 8))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"BYTE", "SHORT", "INT", "FLOAT", "LONG", "DOUBLE"})
    @DisplayName("WIN-42 sums of several threads on neighbouring elements are whole, in each type")
    void together(String name) throws Exception {
        Datatype type = BASIC.stream()
                .filter(basic -> basic.toString().equals(name))
                .findFirst()
                .orElseThrow();
        int threads = 4;
        int rounds = 30;
        int count = 64;
        int width = (int) type.sizeBytes();
        int element = Elements.of(type);
        int sum = Elements.op(Op.SUM, element);
        ByteBuffer whole = pages(1).order(ByteOrder.LITTLE_ENDIAN);
        byte[] ones = new byte[count * width];
        for (int i = 0; i < count; i++) {
            ByteBuffer one = ByteBuffer.wrap(ones, i * width, width).order(ByteOrder.LITTLE_ENDIAN);
            switch (name) {
                case "FLOAT" -> one.putFloat(1);
                case "DOUBLE" -> one.putDouble(1);
                default -> one.put((byte) 1);
            }
        }
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                SegmentMemory memory = new SegmentMemory(whole, 8, count * width, false);
                ends.add(pool.submit(() -> {
                    start.await();
                    for (int round = 0; round < rounds; round++) {
                        memory.accumulate(sum, element, 0, ByteBuffer.wrap(ones.clone()), null);
                    }
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            pool.shutdown();
        }
        for (int i = 0; i < count; i++) {
            int at = 8 + i * width;
            double found = switch (name) {
                case "BYTE" -> whole.get(at);
                case "SHORT" -> whole.getShort(at);
                case "INT" -> whole.getInt(at);
                case "FLOAT" -> whole.getFloat(at);
                case "LONG" -> whole.getLong(at);
                default -> whole.getDouble(at);
            };
            assertThat(found).as("element %d", i).isEqualTo(threads * rounds);
        }
    }
}
