package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.PersistentOperation;

/**
 * A send that runs again and again: one object for all its runs, which need no memory of their own.
 *
 * <pre>
 *  ENDED --start--&gt; STARTED ... --&gt; ENDED, and its owner is told
 *    ^                                |
 *    +--------------------------------+
 * </pre>
 */
final class PersistentSend extends SendOperation implements PersistentOperation {

    private final SendMono mono;
    private final OwnerSubscriber subscriber;
    private @Nullable RuntimeException wrong;

    /** A send that has not been started; its arguments are checked at each start. */
    PersistentSend(SendMono mono) {
        this(mono, new OwnerSubscriber());
    }

    private PersistentSend(SendMono mono, OwnerSubscriber subscriber) {
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
        } else {
            failed(failure);
            engine().messages().start(() -> engine().messages().end(this));
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
