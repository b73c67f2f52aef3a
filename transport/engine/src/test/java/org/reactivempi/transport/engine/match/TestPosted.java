package org.reactivempi.transport.engine.match;

import java.time.Duration;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** A receive that is nothing but its place in a queue. */
class TestPosted extends Posted {

    final int context;
    final int source;
    final int tag;

    TestPosted(int context, int source, int tag) {
        this.context = context;
        this.source = source;
        this.tag = tag;
        ownShared();
    }

    @Override
    public final int context() {
        return context;
    }

    @Override
    protected final int source() {
        return source;
    }

    @Override
    protected final int tag() {
        return tag;
    }

    @Override
    public final int peer() {
        return source;
    }

    @Override
    public final void take(Unexpected message, CompletionQueue completions) {
        throw new AssertionError("nobody delivers here");
    }

    @Override
    protected final OperationKind kind() {
        return OperationKind.IRECV;
    }

    @Override
    public final PendingOperation pending(Duration age, String state) {
        throw new AssertionError("nobody asks here");
    }

    @Override
    protected final void onDone() {}
}
