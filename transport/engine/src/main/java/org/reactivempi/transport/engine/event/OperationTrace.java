package org.reactivempi.transport.engine.event;

import org.jspecify.annotations.Nullable;

/** One operation as a part of a trace through all ranks. */
public interface OperationTrace {

    /** Of a send: what goes with the message, so that its receiver knows the trace; at most a few KiB. */
    default byte @Nullable [] header() {
        return null;
    }

    /** It has ended; {@code header} is what has come with the message that it got, if anything. */
    void ended(Span span, byte @Nullable [] header);

    /** Gives the operation's signal, behind {@link #ended}, in the scope of the trace. */
    void signal(Runnable signal);
}
