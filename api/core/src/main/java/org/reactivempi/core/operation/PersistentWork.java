package org.reactivempi.core.operation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.spi.PersistentOperation;
import org.reactivempi.transport.engine.Engine;

/** Work that is done again and again, with objects of its own for each run, since they may outlive it. */
public final class PersistentWork implements PersistentOperation {

    private final Engine engine;
    private final Supplier<LocalWork<Status>> work;
    private final OwnerSubscriber subscriber = new OwnerSubscriber();
    private volatile @Nullable LocalOperation<Status> running;

    /**
     * Work that has not been started.
     *
     * @param engine where it runs
     * @param work gives what each start is to do, or throws what is wrong with its arguments
     */
    public PersistentWork(Engine engine, Supplier<LocalWork<Status>> work) {
        this.engine = engine;
        this.work = work;
    }

    @Override
    public void start(Owner owner) {
        subscriber.tell(owner);
        LocalOperation<Status> operation = new LocalOperation<>(subscriber, engine, workOfNow());
        running = operation;
        operation.request(1);
    }

    /** What is wrong fails in the operation's turn, as everything else does. */
    private LocalWork<Status> workOfNow() {
        try {
            return work.get();
        } catch (RuntimeException wrong) {
            return owner -> {
                throw wrong;
            };
        }
    }

    @Override
    public void cancel() {
        LocalOperation<Status> operation = running;
        if (operation != null) {
            operation.cancel();
        }
    }
}
