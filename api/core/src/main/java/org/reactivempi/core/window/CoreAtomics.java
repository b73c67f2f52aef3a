package org.reactivempi.core.window;

import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.reactivempi.Op;
import org.reactivempi.WindowAtomics;
import reactor.core.publisher.Mono;

/** The atomic operations on one element, with values in place of buffers. */
final class CoreAtomics<T> implements WindowAtomics<T> {

    private final WindowOperations operations;
    private final int element;
    private final ToLongFunction<T> bits;
    private final LongFunction<T> values;

    /**
     * Those of a type.
     *
     * @param element the number of the type
     * @param bits the value of an element as a number of 8 bytes
     * @param values the other way round
     */
    CoreAtomics(WindowOperations operations, int element, ToLongFunction<T> bits, LongFunction<T> values) {
        this.operations = operations;
        this.element = element;
        this.bits = bits;
        this.values = values;
    }

    WindowOperations operations() {
        return operations;
    }

    /** The number of the type. */
    int element() {
        return element;
    }

    int elementBytes() {
        return (int) Elements.type(element).sizeBytes();
    }

    long bits(T value) {
        return bits.applyAsLong(value);
    }

    /** The element that the lowest bytes of a number are. */
    T value(long number) {
        return values.apply(number);
    }

    @Override
    public Mono<T> fetchAndOp(T value, int target, long displacement, Op op) {
        return new AtomicCall.Fetching<>(this, target, displacement, value, op);
    }

    @Override
    public Mono<T> compareAndSwap(T expected, T value, int target, long displacement) {
        return new AtomicCall.Swapping<>(this, target, displacement, expected, value);
    }
}
