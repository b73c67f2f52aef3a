package org.reactivempi.core.partition;

import java.util.function.Supplier;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.CoreSubscriber;

/** What a partitioned request starts: its user may make partitions ready, or look at them, as soon as the call of a start has returned. */
final class Rounds extends OperationMono<Status> {

    private final Engine engine;
    private final Supplier<String> name;
    private final Runnable check;
    private final Runnable reset;
    private final LocalMono.Work<Status> work;

    /**
     * Not started.
     *
     * @param check throws where the communicator can't be used
     * @param reset before each start, on the calling thread
     */
    Rounds(Engine engine, Supplier<String> name, Runnable check, Runnable reset, LocalMono.Work<Status> work) {
        this.engine = engine;
        this.name = name;
        this.check = check;
        this.reset = reset;
        this.work = work;
    }

    /** Throws where a request has been started and has not ended. */
    static void checkInactive(Request request, String call) {
        if (!request.isComplete()) {
            throw new MpiException(ErrorClass.REQUEST, "a " + call + " that is active can't be freed");
        }
    }

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    protected String inWords() {
        return name.get();
    }

    @Override
    public void subscribe(CoreSubscriber<? super Status> subscriber) {
        throw new IllegalStateException("a partitioned operation is started, not subscribed");
    }

    @Override
    public PersistentOperation persistent() {
        PersistentOperation started = LocalMono.persistent(engine, name, check, work);
        return new PersistentOperation() {
            @Override
            public void start(Owner owner) {
                reset.run();
                started.start(owner);
            }

            @Override
            public void cancel() {
                throw new MpiException(ErrorClass.REQUEST, name.get() + " can't be cancelled");
            }
        };
    }
}
