package org.reactivempi.benchmarks.soak.group;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;

/**
 * Elements in memory of some kind, somewhere in its middle: what lies around them must stay as it is.
 *
 * <pre>
 *  [ guard ][ element 0 ][ element 1 ] ... [ guard ]
 * </pre>
 */
abstract class Block {

    private static final int MOST_GUARD = 7;
    private static final byte GUARD = 0x5A;

    /** Where elements may lie. */
    enum Memory {
        ARRAY,
        HEAP,
        DIRECT,
        DIRECT_VIEW
    }

    final Element element;
    final int count;

    private Block(Element element, int count) {
        this.element = element;
        this.count = count;
    }

    /** In any memory. */
    static Block of(Random own, Element element, int count) {
        return of(own, Memory.values()[own.nextInt(Memory.values().length)], element, count);
    }

    static Block of(Random own, Memory memory, Element element, int count) {
        int guard = own.nextInt(MOST_GUARD + 1);
        ByteOrder order = own.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int bytes = Math.multiplyExact(count, element.bytes) + 2 * guard;
        return switch (memory) {
            case ARRAY -> new InArray(element, count, guard);
            case HEAP ->
                new InBytes(element, count, guard, ByteBuffer.allocate(bytes).order(order), false);
            case DIRECT ->
                new InBytes(
                        element, count, guard, ByteBuffer.allocateDirect(bytes).order(order), false);
            case DIRECT_VIEW ->
                new InBytes(
                        element, count, guard, ByteBuffer.allocateDirect(bytes).order(order), true);
        };
    }

    /** For a message; the memory itself. */
    abstract Buffer buffer();

    abstract long get(int index);

    abstract void set(int index, long value);

    /** Whether nothing has been written around the elements. */
    abstract boolean isIntact();

    Block fill(IntToLongFunction values) {
        for (int i = 0; i < count; i++) {
            set(i, values.applyAsLong(i));
        }
        return this;
    }

    /** Every element must be what is left of the value of its index. */
    void check(Check check, String what, IntToLongFunction values) {
        for (int i = 0; i < count; i++) {
            long expected = element.narrow(values.applyAsLong(i));
            if (get(i) != expected) {
                throw check.failure(what + ", " + this + "[" + i + "]", expected, get(i));
            }
        }
        if (!isIntact()) {
            throw check.failure(what + ", " + this, "what lay around it", "something else");
        }
        check.passed(count);
    }

    private static final class InArray extends Block {

        private final Object array;
        private final int guard;

        InArray(Element element, int count, int guard) {
            super(element, count);
            this.guard = guard;
            this.array = element.array(count + 2 * guard);
            for (int i = 0; i < guard; i++) {
                element.set(array, i, GUARD);
                element.set(array, guard + count + i, GUARD);
            }
        }

        @Override
        Buffer buffer() {
            return element.buffer(array, guard, count);
        }

        @Override
        long get(int index) {
            return element.get(array, guard + index);
        }

        @Override
        void set(int index, long value) {
            element.set(array, guard + index, element.narrow(value));
        }

        @Override
        boolean isIntact() {
            for (int i = 0; i < guard; i++) {
                if (element.get(array, i) != GUARD || element.get(array, guard + count + i) != GUARD) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return element + " " + count + " in an array from " + guard;
        }
    }

    private static final class InBytes extends Block {

        private final ByteBuffer memory;
        private final int guard;
        private final boolean asView;

        InBytes(Element element, int count, int guard, ByteBuffer memory, boolean asView) {
            super(element, count);
            this.guard = guard;
            this.memory = memory;
            this.asView = asView;
            for (int i = 0; i < guard; i++) {
                memory.put(i, GUARD).put(memory.capacity() - 1 - i, GUARD);
            }
        }

        @Override
        Buffer buffer() {
            ByteBuffer inner = memory.slice(guard, count * element.bytes).order(memory.order());
            return asView ? element.view(inner) : Buffers.of(inner).as(element.type, count);
        }

        @Override
        long get(int index) {
            return element.get(memory, guard + index * element.bytes);
        }

        @Override
        void set(int index, long value) {
            element.set(memory, guard + index * element.bytes, element.narrow(value));
        }

        @Override
        boolean isIntact() {
            for (int i = 0; i < guard; i++) {
                if (memory.get(i) != GUARD || memory.get(memory.capacity() - 1 - i) != GUARD) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return element + " " + count + " in " + (memory.isDirect() ? "direct" : "heap") + " bytes from " + guard
                    + ", " + memory.order() + (asView ? ", as a view" : "");
        }
    }
}
