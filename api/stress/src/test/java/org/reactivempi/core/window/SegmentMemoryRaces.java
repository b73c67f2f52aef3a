package org.reactivempi.core.window;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.reactivempi.Datatype;
import org.reactivempi.Op;

/** WIN-42, WIN-47: two ranks combine elements of memory that they have in common, or one does so and a program uses instructions of its own. */
public class SegmentMemoryRaces {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private SegmentMemoryRaces() {}

    /** One rank's memory, as each of two ranks has it. */
    private static class Shared {

        final ByteBuffer pages = ByteBuffer.allocateDirect(128).alignedSlice(64).order(ByteOrder.LITTLE_ENDIAN);
        final SegmentMemory first = new SegmentMemory(pages, 0, 64, false);
        final SegmentMemory second = new SegmentMemory(pages, 0, 64, false);

        /** What was there before. */
        static long fetch(SegmentMemory memory, Datatype type, Op op, long at, long operand) {
            int element = Elements.of(type);
            int width = (int) type.sizeBytes();
            ByteBuffer before = ByteBuffer.allocate(width);
            memory.accumulate(Elements.op(op, element), element, at, Bits.bytes(operand, width), before);
            return Bits.of(before.flip());
        }

        static long swap(SegmentMemory memory, Datatype type, long at, long value, long expected) {
            return Bits.of(memory.compareAndSwap(Elements.of(type), at, value, expected));
        }
    }

    /** Sums of both, by the instruction that adds. */
    @JCStressTest
    @Outcome(id = "0, 1, 3", expect = ACCEPTABLE, desc = "the first one came first")
    @Outcome(id = "2, 0, 3", expect = ACCEPTABLE, desc = "the second one did")
    @Outcome(expect = FORBIDDEN, desc = "one is lost")
    @State
    public static class SumAgainstSum extends Shared {

        @Actor
        public void first(JJJ_Result result) {
            result.r1 = fetch(first, Datatype.LONG, Op.SUM, 8, 1);
        }

        @Actor
        public void second(JJJ_Result result) {
            result.r2 = fetch(second, Datatype.LONG, Op.SUM, 8, 2);
        }

        @Arbiter
        public void outcome(JJJ_Result result) {
            result.r3 = pages.getLong(8);
        }
    }

    /** An operation that has no instruction of its own, and a program's. */
    @JCStressTest
    @Outcome(id = "0, 4, 5", expect = ACCEPTABLE, desc = "the operation came first")
    @Outcome(id = "1, 0, 5", expect = ACCEPTABLE, desc = "the program did")
    @Outcome(expect = FORBIDDEN, desc = "one is lost")
    @State
    public static class OrAgainstProgram extends Shared {

        @Actor
        public void first(JJJ_Result result) {
            result.r1 = fetch(first, Datatype.LONG, Op.BOR, 8, 4);
        }

        @Actor
        public void second(JJJ_Result result) {
            result.r2 = (long) LONGS.getAndAdd(pages, 8, 1L);
        }

        @Arbiter
        public void outcome(JJJ_Result result) {
            result.r3 = pages.getLong(8);
        }
    }

    /** Two bytes of one word, of which none disturbs the other. */
    @JCStressTest
    @Outcome(id = "0, 0, 770", expect = ACCEPTABLE, desc = "both are there")
    @Outcome(expect = FORBIDDEN, desc = "one is lost")
    @State
    public static class ByteAgainstNeighbour extends Shared {

        @Actor
        public void first(JJJ_Result result) {
            result.r1 = fetch(first, Datatype.BYTE, Op.SUM, 8, 2);
        }

        @Actor
        public void second(JJJ_Result result) {
            result.r2 = swap(second, Datatype.BYTE, 9, 3, 0);
        }

        @Arbiter
        public void outcome(JJJ_Result result) {
            result.r3 = pages.getLong(8);
        }
    }

    /** One of two gets it. */
    @JCStressTest
    @Outcome(id = "0, 5, 5", expect = ACCEPTABLE, desc = "the first one has it")
    @Outcome(id = "6, 0, 6", expect = ACCEPTABLE, desc = "the second one has")
    @Outcome(expect = FORBIDDEN, desc = "both have, or none")
    @State
    public static class SwapAgainstSwap extends Shared {

        @Actor
        public void first(JJJ_Result result) {
            result.r1 = swap(first, Datatype.INT, 4, 5, 0);
        }

        @Actor
        public void second(JJJ_Result result) {
            result.r2 = swap(second, Datatype.INT, 4, 6, 0);
        }

        @Arbiter
        public void outcome(JJJ_Result result) {
            result.r3 = pages.getInt(4);
        }
    }

    /** A whole element is seen, or none of it. */
    @JCStressTest
    @Outcome(id = "0, 0, -1", expect = ACCEPTABLE, desc = "it was read before")
    @Outcome(id = "0, -1, -1", expect = ACCEPTABLE, desc = "it was read after")
    @Outcome(expect = FORBIDDEN, desc = "a part of it was read")
    @State
    public static class ReplaceAgainstRead extends Shared {

        @Actor
        public void first(JJJ_Result result) {
            result.r1 = fetch(first, Datatype.LONG, Op.REPLACE, 16, -1);
        }

        @Actor
        public void second(JJJ_Result result) {
            result.r2 = fetch(second, Datatype.LONG, Op.NO_OP, 16, 0);
        }

        @Arbiter
        public void outcome(JJJ_Result result) {
            result.r3 = pages.getLong(16);
        }
    }
}
