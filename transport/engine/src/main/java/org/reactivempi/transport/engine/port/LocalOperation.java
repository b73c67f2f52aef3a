package org.reactivempi.transport.engine.port;

import org.reactivempi.transport.engine.operation.Operation;

/** An operation that is itself no message: some work on the progress thread, or an operation that consists of others. */
public abstract class LocalOperation extends Operation {

    /** The engine that it runs in; that of one which nobody has subscribed is not asked for. */
    protected OperationHost engine() {
        throw new IllegalStateException("nobody has subscribed " + this);
    }

    /** What {@link Operations#start(LocalOperation)} does, for one that is started so. */
    public void begin() {
        throw new IllegalStateException("nothing begins " + this);
    }

    @Override
    protected final Host host() {
        return engine();
    }
}
