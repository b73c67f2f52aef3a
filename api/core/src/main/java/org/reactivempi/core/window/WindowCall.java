package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.core.operation.Restartable;
import org.reactivempi.core.operation.Restarted;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.Kind;
import org.reactivempi.transport.engine.port.EngineWindows.Transfer;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** An operation of a window, which runs each time that it is subscribed. */
final class WindowCall<T> extends TargetMono<T> {

    private final Supplier<Arguments<T>> arguments;

    /**
     * One that is not subscribed.
     *
     * @param what which call it is
     * @param target a rank of the window, the null process, or a number that is neither
     * @param arguments gives them, or throws what is wrong with them; asked at each subscription
     */
    WindowCall(WindowState window, OperationKind what, int target, Supplier<Arguments<T>> arguments) {
        super(window, what, target);
        this.arguments = arguments;
    }

    @Override
    Subscription running(CoreSubscriber<? super T> subscriber) {
        return new Running<>(subscriber, this, arguments.get());
    }

    @Override
    public PersistentOperation persistent() {
        return new Persistent();
    }

    /** Starts again and again what the arguments of the first start are. */
    private final class Persistent implements PersistentOperation {

        private volatile @Nullable PersistentOperation bound;

        @Override
        public void start(Owner owner) {
            PersistentOperation known = bound;
            if (known == null) {
                Arguments<T> own;
                try {
                    window.usable();
                    own = arguments.get();
                } catch (RuntimeException wrong) {
                    // It is told as it would be without a request.
                    WindowCall.super.persistent().start(owner);
                    return;
                }
                known = bound(own);
                bound = known;
            }
            known.start(owner);
        }

        private PersistentOperation bound(Arguments<T> own) {
            return new Restarted(
                    engine(),
                    errors(),
                    () -> {
                        window.usable();
                        own.check();
                    },
                    subscriber -> new Running<>(subscriber, WindowCall.this, own.giving(Status::empty)));
        }

        @Override
        public void cancel() {
            PersistentOperation known = bound;
            if (known != null) {
                known.cancel();
            }
        }
    }

    /** One operation, from its subscription to its last signal. */
    private static final class Running<T> extends RunningCall<T, WindowCall<?>> implements Transfer, Restartable {

        private final Arguments<T> arguments;
        /** Whether something of what it reads has come, so that it is claimed. */
        private boolean claimed;

        Running(CoreSubscriber<? super T> subscriber, WindowCall<?> call, Arguments<T> arguments) {
            super(subscriber, call);
            this.arguments = arguments;
        }

        @Override
        long movedBytes() {
            return lengthBytes();
        }

        @Override
        void check() {
            call.window.begins(this, call.target);
            retain(arguments.data());
            retain(arguments.room());
        }

        @Override
        void go() {
            if (call.target == Mpi.PROC_NULL || lengthBytes() == 0) {
                ended(null);
            } else {
                call.window.own().start(this, call.target);
            }
        }

        @Override
        @Nullable
        T result() {
            return arguments.result().get();
        }

        private static void retain(@Nullable Payload buffer) {
            if (buffer != null) {
                buffer.retain();
            }
        }

        private static @Nullable MpiException release(@Nullable Payload buffer) {
            return buffer == null ? null : buffer.release();
        }

        @Override
        protected boolean isFilled() {
            return arguments.room() != null;
        }

        @Override
        protected boolean givesBack() {
            return arguments.room() != null;
        }

        @Override
        protected void reset() {
            super.reset();
            claimed = false;
        }

        @Override
        protected void withdraw() {
            if (call.window.own().withdraw(this, call.target)) {
                release(arguments.data());
                release(arguments.room());
                endAsWithdrawn();
            }
        }

        // What the engine asks.

        @Override
        public Kind kind() {
            return arguments.kind();
        }

        @Override
        public long lengthBytes() {
            return arguments.layout().lengthBytes();
        }

        @Override
        public long place(long position) {
            return arguments.base() + arguments.layout().place(position);
        }

        @Override
        public long run(long position) {
            int element = arguments.element();
            // Pairs travel as they follow each other, and those of a packet lie at the distances of their type.
            return Elements.isPair(element)
                    ? arguments.layout().run(position, Elements.type(element), EngineWindows.MOST_ACCUMULATED_BYTES)
                    : arguments.layout().run(position);
        }

        @Override
        public long equalRuns(long position, int most) {
            return Elements.isPair(arguments.element())
                    ? run(position)
                    : arguments.layout().equalRuns(position, most);
        }

        @Override
        public void copyTo(long position, ByteBuffer target) {
            Payload data = arguments.data();
            if (data == null) {
                // What is not combined with anything has bytes all the same.
                target.position(target.limit());
            } else {
                data.copyTo(position, target);
            }
        }

        @Override
        public @Nullable ByteBuffer directMemory(long position, int most) {
            Payload data = arguments.data();
            return data == null ? null : data.directMemory(position, most);
        }

        @Override
        public void copyFrom(long position, ByteBuffer source) {
            Payload room = arguments.room();
            boolean isHeld = claimed ? hold() : claim();
            claimed = true;
            if (isHeld && room != null) {
                try {
                    room.copyFrom(position, source);
                } finally {
                    release();
                }
            } else {
                source.position(source.limit());
            }
        }

        @Override
        public int op() {
            return arguments.op();
        }

        @Override
        public int element() {
            return arguments.element();
        }

        @Override
        public int elementBytes() {
            return arguments.element() == 0
                    ? 1
                    : (int) Elements.type(arguments.element()).sizeBytes();
        }

        @Override
        public long expected() {
            Arguments.Swap swap = arguments.swap();
            return swap == null ? 0 : swap.expected();
        }

        @Override
        public long value() {
            Arguments.Swap swap = arguments.swap();
            return swap == null ? 0 : swap.value();
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            MpiException misused = release(arguments.data());
            MpiException misusedRoom = release(arguments.room());
            endWith(failure != null ? failure : misused != null ? misused : misusedRoom);
        }
    }
}
