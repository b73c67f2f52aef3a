package org.reactivempi.core.collective;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.LocalWork;
import org.reactivempi.transport.engine.protocol.Conversation;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/**
 * One subscription of a collective operation: runs its body, and tells its owner of the end. It takes its number as it
 * starts; what one thread starts comes here in its order.
 */
final class Running<T> extends BaseSubscriber<T> implements LocalWork<T>, Conversation {

    private final Collectives communicator;
    private final String name;
    private final Function<Collective, Mono<T>> body;
    private @Nullable Owner<T> owner;
    private @Nullable T value;

    Running(Collectives communicator, String name, Function<Collective, Mono<T>> body) {
        this.communicator = communicator;
        this.name = name;
        this.body = body;
    }

    @Override
    public void start(Owner<T> owner) {
        communicator.at.engine().messages().begin(this);
        this.owner = owner;
        Collective operation = communicator.begin();
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
        communicator.end(well);
        communicator.at.engine().messages().end(this);
        return told;
    }

    @Override
    public String toString() {
        return name + "(" + communicator.state.inWords() + ")";
    }
}
