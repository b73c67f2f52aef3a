package org.reactivempi.core.window;

import java.util.function.Function;
import org.reactivempi.Buffer;
import org.reactivempi.Op;
import org.reactivempi.WindowAtomics;
import org.reactivempi.transport.engine.event.OperationKind;
import reactor.core.publisher.Mono;

/** The atomic operations on one element, with values in place of buffers. */
final class CoreAtomics<T> implements WindowAtomics<T> {

    /** Memory of one element, which each subscription has for itself. */
    interface Cell<T> {

        Buffer buffer();

        T value();
    }

    private final WindowOperations operations;
    private final Function<T, Cell<T>> cells;
    private final T zero;

    CoreAtomics(WindowOperations operations, Function<T, Cell<T>> cells, T zero) {
        this.operations = operations;
        this.cells = cells;
        this.zero = zero;
    }

    @Override
    public Mono<T> fetchAndOp(T value, int target, long displacement, Op op) {
        return operations.call(OperationKind.FETCH_AND_OP, target, () -> {
            Cell<T> before = cells.apply(zero);
            return operations.fetching(
                    cells.apply(value).buffer(), before.buffer(), target, displacement, op, before::value);
        });
    }

    @Override
    public Mono<T> compareAndSwap(T expected, T value, int target, long displacement) {
        return operations.call(OperationKind.COMPARE_AND_SWAP, target, () -> {
            Cell<T> before = cells.apply(zero);
            return operations.swapping(
                    cells.apply(value).buffer(),
                    cells.apply(expected).buffer(),
                    before.buffer(),
                    target,
                    displacement,
                    before::value);
        });
    }
}
