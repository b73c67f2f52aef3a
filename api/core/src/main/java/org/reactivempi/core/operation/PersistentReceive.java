package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.PersistentOperation;

/**
 * A receive that runs again and again: one object for all its runs, which need no memory but a status where a message is
 * unlike the one before.
 */
final class PersistentReceive extends BufferReceive implements PersistentOperation {

    private final ReceiveMono mono;
    private final OwnerSubscriber subscriber;
    private @Nullable RuntimeException wrong;

    /** A receive that has not been started; its arguments are checked at each start. */
    PersistentReceive(ReceiveMono mono) {
        this(mono, new OwnerSubscriber());
    }

    private PersistentReceive(ReceiveMono mono, OwnerSubscriber subscriber) {
        super(subscriber, mono);
        this.mono = mono;
        this.subscriber = subscriber;
        Problem.of(mono::check);
        rest();
    }

    @Override
    public void start(Owner owner) {
        subscriber.tell(owner);
        wrong = Problem.of(mono::check);
        restart();
    }

    @Override
    public void start() {
        RuntimeException failure = wrong;
        if (failure == null) {
            super.start();
        } else if (claim()) {
            failed(failure);
            release();
            engine().messages().start(() -> engine().messages().end(this));
        } else {
            onCancelled();
        }
    }

    /** The command may come late, when the next run has begun. */
    @Override
    public void withdraw() {
        if (isCancelled()) {
            super.withdraw();
        }
    }
}
