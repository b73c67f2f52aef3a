package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
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
public final class PersistentSend extends SendOperation implements PersistentOperation {

    private final Runnable check;
    private final OwnerSubscriber subscriber;
    private final boolean toNobody;
    private @Nullable RuntimeException wrong;

    /**
     * A send that has not been started.
     *
     * @param mono what each run sends, to a peer or to the null process
     * @param check throws what is wrong with its arguments; asked at each start
     */
    public PersistentSend(SendMono mono, Runnable check) {
        this(mono, check, new OwnerSubscriber());
    }

    private PersistentSend(SendMono mono, Runnable check, OwnerSubscriber subscriber) {
        super(subscriber, mono);
        this.check = check;
        this.subscriber = subscriber;
        this.toNobody = mono.destination == Mpi.PROC_NULL;
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
        if (wrong == null && !toNobody) {
            super.start();
        } else {
            endAtOnce();
        }
    }

    private void endAtOnce() {
        RuntimeException failure = wrong == null ? Problem.of(engine().messages()::checkOpen) : wrong;
        if (failure != null) {
            failed(failure);
        }
        engine().messages().start(() -> engine().messages().end(this));
    }

    /** The command may come late, when the next run has begun. */
    @Override
    public void withdraw() {
        if (isCancelled()) {
            super.withdraw();
        }
    }

    @Override
    Status status() {
        return toNobody ? Status.noProcess() : super.status();
    }
}
