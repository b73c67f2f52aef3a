package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.spi.PersistentOperation;

/**
 * A receive that runs again and again: one object for all its runs, which need no memory but a status where a message is
 * unlike the one before.
 */
public final class PersistentReceive extends BufferReceive implements PersistentOperation {

    private final Runnable check;
    private final OwnerSubscriber subscriber;
    private final boolean fromNobody;
    private @Nullable RuntimeException wrong;

    /**
     * A receive that has not been started.
     *
     * @param mono what each run receives, from a peer, from any, or from the null process
     * @param check throws what is wrong with its arguments; asked at each start
     */
    public PersistentReceive(ReceiveMono mono, Runnable check) {
        this(mono, check, new OwnerSubscriber());
    }

    private PersistentReceive(ReceiveMono mono, Runnable check, OwnerSubscriber subscriber) {
        super(subscriber, mono);
        this.check = check;
        this.subscriber = subscriber;
        this.fromNobody = mono.source == Mpi.PROC_NULL;
        Problem.of(mono::check);
        rest();
    }

    @Override
    public void start(Owner owner) {
        subscriber.tell(owner);
        wrong = Problem.of(check);
        restart();
    }

    @Override
    public void start() {
        if (wrong == null && !fromNobody) {
            super.start();
        } else {
            endAtOnce();
        }
    }

    private void endAtOnce() {
        if (!claim()) {
            onCancelled();
            return;
        }
        RuntimeException failure = wrong == null ? Problem.of(engine().messages()::checkOpen) : wrong;
        if (failure == null) {
            onMet(Mpi.PROC_NULL, Mpi.ANY_TAG, 0);
        } else {
            failed(failure);
        }
        release();
        engine().messages().start(() -> engine().messages().end(this));
    }

    /** The command may come late, when the next run has begun. */
    @Override
    public void withdraw() {
        if (isCancelled()) {
            super.withdraw();
        }
    }
}
