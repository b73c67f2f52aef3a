package org.reactivempi.core.collective;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.protocol.Conversation;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/** The collective operations of one communicator, as this rank takes part in them: their numbers, and how many run. */
public final class CollectiveContext {

    final OperationContext at;
    final CommunicatorState state;
    final int size;
    private int started;
    private int running;
    private boolean unfinished;

    /** No operations yet, in the communicator's context for them. */
    public CollectiveContext(OperationContext at, CommunicatorState state, int size) {
        this.at = at;
        this.state = state;
        this.size = size;
    }

    /**
     * An operation that is not subscribed.
     *
     * @param name what the operation is called in descriptions of what runs
     * @param check throws what is wrong with its arguments; asked at each subscription
     * @param body what this rank does; called and subscribed on the progress thread
     * @return cold; on the progress scheduler
     */
    public <T> Mono<T> operation(String name, Runnable check, Function<Collective, Mono<T>> body) {
        return new LocalMono<>(at.engine(), () -> {
            check.run();
            return new Running<>(this, name, body);
        });
    }

    /**
     * Whether an operation runs here alone, and all others have ended well; for the progress thread. Then no message of
     * another operation is here, or will be.
     *
     * @return false if another one runs, or has been cancelled, or has failed
     */
    public boolean isLastOfAll() {
        return running == 1 && !unfinished;
    }

    /**
     * One subscription of a collective operation: runs its body, and tells its owner of the end. It takes its number as it
     * starts; what one thread starts comes here in its order.
     */
    private static final class Running<T> extends BaseSubscriber<T> implements LocalMono.Work<T>, Conversation {

        private final CollectiveContext communicator;
        private final String name;
        private final Function<Collective, Mono<T>> body;
        private @Nullable Owner<T> owner;
        private @Nullable T value;

        Running(CollectiveContext communicator, String name, Function<Collective, Mono<T>> body) {
            this.communicator = communicator;
            this.name = name;
            this.body = body;
        }

        @Override
        public void start(Owner<T> owner) {
            communicator.at.engine().messages().begin(this);
            this.owner = owner;
            communicator.running++;
            Collective operation = new Collective(communicator, communicator.started++);
            Mono.defer(() -> body.apply(operation)).subscribe(this);
        }

        @Override
        public boolean forget(Owner<T> owner) {
            if (this.owner == null) {
                return false;
            }
            end(false);
            cancel();
            return true;
        }

        /** Itself, and the operation whose work it is. */
        @Override
        public int operations() {
            return 2;
        }

        @Override
        public void onAborted(Throwable cause) {
            // Its messages have failed, and it with them.
        }

        @Override
        protected void hookOnNext(T value) {
            this.value = value;
        }

        @Override
        protected void hookOnComplete() {
            Owner<T> told = end(true);
            if (told != null) {
                told.complete(value);
            }
        }

        @Override
        protected void hookOnError(Throwable error) {
            Owner<T> told = end(false);
            if (told != null) {
                told.fail(error);
            }
        }

        private @Nullable Owner<T> end(boolean well) {
            Owner<T> told = owner;
            owner = null;
            communicator.running--;
            communicator.unfinished |= !well;
            communicator.at.engine().messages().end(this);
            return told;
        }

        @Override
        public String toString() {
            return name + "(" + communicator.state.inWords() + ")";
        }
    }
}
