package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.port.EngineWindows.Kind;
import org.reactivempi.transport.engine.port.EngineWindows.Transfer;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * An atomic operation on one element, which runs each time that it is subscribed. It keeps what all its runs have in common, and values are
 * numbers here and in the runs, so that each of them is small.
 */
abstract class AtomicCall<T> extends TargetMono<T> {

    final CoreAtomics<T> type;
    private final long displacement;

    private AtomicCall(CoreAtomics<T> type, OperationKind what, int target, long displacement) {
        super(type.operations().window(), what, target);
        this.type = type;
        this.displacement = displacement;
    }

    abstract Kind kind();

    /** The number of the operation that combines; throws if the type has none such. */
    abstract int op();

    /** What comes in. */
    abstract long operand();

    /** What the element has to be. */
    abstract long expected();

    @Override
    Subscription running(CoreSubscriber<? super T> subscriber) {
        Checks.target(target, window.size());
        Checks.displacement(displacement);
        op();
        long place = type.operations().base(target, displacement, 0, type.elementBytes());
        return new Running<>(subscriber, this, place);
    }

    /** Combines a value with the element. */
    static final class Fetching<T> extends AtomicCall<T> {

        private final T value;
        private final @Nullable Op op;
        /** That of the operation; 0 until it is asked for. */
        private int number;

        Fetching(CoreAtomics<T> type, int target, long displacement, T value, @Nullable Op op) {
            super(type, OperationKind.FETCH_AND_OP, target, displacement);
            this.value = value;
            this.op = op;
        }

        @Override
        Kind kind() {
            return Kind.GET_ACCUMULATE;
        }

        @Override
        int op() {
            if (number == 0) {
                number = Elements.op(op, type.element());
            }
            return number;
        }

        @Override
        long operand() {
            return type.bits(value);
        }

        @Override
        long expected() {
            return 0;
        }
    }

    /** Replaces the element if it is the expected one. */
    static final class Swapping<T> extends AtomicCall<T> {

        private final T expected;
        private final T value;

        Swapping(CoreAtomics<T> type, int target, long displacement, T expected, T value) {
            super(type, OperationKind.COMPARE_AND_SWAP, target, displacement);
            this.expected = expected;
            this.value = value;
        }

        @Override
        Kind kind() {
            return Kind.COMPARE_AND_SWAP;
        }

        @Override
        int op() {
            return 0;
        }

        @Override
        long operand() {
            return type.bits(value);
        }

        @Override
        long expected() {
            return type.bits(expected);
        }
    }

    /** One operation, from its subscription to its last signal. It has no memory of its user. */
    private static final class Running<T> extends RunningCall<T, AtomicCall<T>> implements Transfer {

        private final long place;
        private long before;

        Running(CoreSubscriber<? super T> subscriber, AtomicCall<T> call, long place) {
            super(subscriber, call);
            this.place = place;
        }

        @Override
        long movedBytes() {
            return lengthBytes();
        }

        @Override
        void check() {
            call.window.begins(this, call.target);
        }

        @Override
        void go() {
            if (call.target == Mpi.PROC_NULL) {
                ended(null);
            } else {
                call.window.own().start(this, call.target);
            }
        }

        @Override
        T result() {
            return call.type.value(before);
        }

        @Override
        protected void withdraw() {
            if (call.window.own().withdraw(this, call.target)) {
                endAsWithdrawn();
            }
        }

        // What the engine asks.

        @Override
        public Kind kind() {
            return call.kind();
        }

        @Override
        public long lengthBytes() {
            return call.type.elementBytes();
        }

        @Override
        public long place(long position) {
            return place + position;
        }

        @Override
        public long run(long position) {
            return lengthBytes() - position;
        }

        @Override
        public void copyTo(long position, ByteBuffer target) {
            Bits.put(target, call.operand() >>> position * Byte.SIZE, target.remaining());
        }

        @Override
        public @Nullable ByteBuffer directMemory(long position, int most) {
            return null;
        }

        @Override
        public void copyFrom(long position, ByteBuffer source) {
            before |= Bits.of(source) << position * Byte.SIZE;
            source.position(source.limit());
        }

        @Override
        public int op() {
            return call.op();
        }

        @Override
        public int element() {
            return call.type.element();
        }

        @Override
        public int elementBytes() {
            return call.type.elementBytes();
        }

        @Override
        public long expected() {
            return call.expected();
        }

        @Override
        public long value() {
            return call.operand();
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            endWith(failure);
        }
    }
}
