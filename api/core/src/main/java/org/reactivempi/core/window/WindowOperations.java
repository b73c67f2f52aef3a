package org.reactivempi.core.window;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.Place;
import org.reactivempi.Runs;
import org.reactivempi.SendBuffer;
import org.reactivempi.Window.Flavor;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.port.EngineWindows.Kind;
import reactor.core.publisher.Mono;

/** The operations of a window: says whether their arguments are right, and where they meet the target's memory. */
final class WindowOperations {

    private static final Supplier<@Nullable Void> NONE = () -> null;

    private final WindowState window;

    WindowOperations(WindowState window) {
        this.window = window;
    }

    WindowState window() {
        return window;
    }

    private <T> Mono<T> call(OperationKind kind, int target, Supplier<Arguments<T>> arguments) {
        return new WindowCall<>(window, kind, target, () -> {
            Checks.target(target, window.size());
            return arguments.get();
        });
    }

    private long base(int target, long displacement, Runs layout) {
        return layout.lengthBytes() == 0 ? 0 : base(target, displacement, layout.low(), layout.high());
    }

    /**
     * Where a displacement is in the memory of a target.
     *
     * @param lowest the first byte from there on that is accessed
     * @param end one more than the last one
     */
    long base(int target, long displacement, long lowest, long end) {
        if (target == Mpi.PROC_NULL) {
            return 0;
        }
        try {
            long base = Math.multiplyExact(displacement, window.shape().units()[target]);
            long low = Math.addExact(base, lowest);
            long high = Math.addExact(base, end);
            if (window.shape().flavor() == Flavor.DYNAMIC
                    || low >= 0 && high <= window.shape().sizes()[target]) {
                return base;
            }
            throw outside(target, "bytes " + low + " to " + (high - 1));
        } catch (ArithmeticException overflow) {
            throw outside(target, "displacement " + displacement);
        }
    }

    private MpiException outside(int target, String what) {
        long size = window.shape().sizes()[target];
        return new MpiException(
                ErrorClass.RMA_RANGE,
                what
                        + (size == 0
                                ? ": target " + target + " has no memory"
                                : ": the memory of target " + target + " has bytes 0 to " + (size - 1)));
    }

    Mono<Void> put(SendBuffer data, int target, Place place) {
        return call(OperationKind.PUT, target, () -> {
            Payload from = Checks.buffer(data, false);
            Runs layout = Checks.layout(place, from);
            return new Arguments<>(
                    Kind.PUT, from, null, target, base(target, place.displacement(), layout), layout, 0, 0, null, NONE);
        });
    }

    Mono<Void> get(Buffer room, int target, Place place) {
        return call(OperationKind.GET, target, () -> {
            Payload to = Checks.buffer(room, true);
            Runs layout = Checks.layout(place, to);
            return new Arguments<>(
                    Kind.GET, null, to, target, base(target, place.displacement(), layout), layout, 0, 0, null, NONE);
        });
    }

    Mono<Void> accumulate(SendBuffer data, int target, Place place, Op op) {
        return call(OperationKind.ACCUMULATE, target, () -> {
            Payload from = Checks.buffer(data, false);
            Runs layout = Checks.layout(place, from);
            int element = Checks.element(place, from);
            if (op == Op.NO_OP) {
                throw new MpiException(ErrorClass.OP, "accumulate can't do nothing: NO_OP is for getAccumulate");
            }
            int number = Elements.op(op, element);
            return new Arguments<>(
                    Kind.ACCUMULATE,
                    from,
                    null,
                    target,
                    base(target, place.displacement(), layout),
                    layout,
                    element,
                    number,
                    null,
                    NONE);
        });
    }

    Mono<Void> getAccumulate(SendBuffer data, Buffer before, int target, Place place, Op op) {
        return call(OperationKind.GET_ACCUMULATE, target, () -> fetched(data, before, target, place, op));
    }

    private Arguments<Void> fetched(SendBuffer data, Buffer before, int target, Place place, Op op) {
        Payload to = Checks.buffer(before, true);
        Runs layout = Checks.layout(place, to);
        int element = Checks.element(place, to);
        int number = Elements.op(op, element);
        Payload from = null;
        if (op != Op.NO_OP) {
            from = Checks.buffer(data, false);
            if (element > 0 && Elements.of(from.datatype()) != element) {
                throw new MpiException(
                        ErrorClass.TYPE,
                        "elements of " + from.datatype() + " and of " + to.datatype() + " can't be combined");
            }
            if (from.lengthBytes() != to.lengthBytes()) {
                throw new MpiException(
                        ErrorClass.TRUNCATE,
                        "the origin has " + from.lengthBytes() + " bytes, the room for what was there "
                                + to.lengthBytes());
            }
            Checks.apart(from, to);
        }
        return new Arguments<>(
                Kind.GET_ACCUMULATE,
                from,
                to,
                target,
                base(target, place.displacement(), layout),
                layout,
                element,
                number,
                null,
                NONE);
    }

    Mono<Void> fetchAndOp(SendBuffer value, Buffer before, int target, long displacement, Op op) {
        return call(OperationKind.FETCH_AND_OP, target, () -> {
            Payload room = Checks.one(before, true);
            if (op != Op.NO_OP) {
                Checks.sameType(Checks.one(value, false), room);
            }
            return fetched(value, before, target, Place.at(displacement), op);
        });
    }

    Mono<Void> compareAndSwap(SendBuffer value, SendBuffer expected, Buffer before, int target, long displacement) {
        return call(
                OperationKind.COMPARE_AND_SWAP, target, () -> swapping(value, expected, before, target, displacement));
    }

    private Arguments<Void> swapping(
            SendBuffer value, SendBuffer expected, Buffer before, int target, long displacement) {
        Payload to = Checks.one(before, true);
        Payload becomes = Checks.one(value, false);
        Payload is = Checks.one(expected, false);
        Checks.sameType(becomes, to);
        Checks.sameType(is, to);
        Checks.compared(to);
        Checks.apart(becomes, to);
        Checks.apart(is, to);
        Runs layout = Checks.layout(Place.at(displacement), to);
        return new Arguments<>(
                Kind.COMPARE_AND_SWAP,
                null,
                to,
                target,
                base(target, displacement, layout),
                layout,
                Elements.of(to.datatype()),
                0,
                new Arguments.Swap(Arguments.bits(is), Arguments.bits(becomes)),
                NONE);
    }
}
