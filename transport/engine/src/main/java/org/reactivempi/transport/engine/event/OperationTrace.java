package org.reactivempi.transport.engine.event;

import org.jspecify.annotations.Nullable;

/** One operation, or one stream or question, as a part of a trace through all ranks. */
public interface OperationTrace {

    /** Of a send: what goes with the message, so that its receiver knows the trace; at most a few KiB. */
    default byte @Nullable [] header() {
        return null;
    }

    /**
     * It has ended, or the opening of a stream or question has.
     *
     * @param failure why it has failed, where that is known
     * @param header what has come with the message that it got, if anything
     */
    void ended(Span span, @Nullable Throwable failure, byte @Nullable [] header);

    /** Gives the operation's signal, or some of a stream's or a question's, in the scope of the trace. */
    void signal(Runnable signal);

    /** A stream or question has ended, after its last signal; {@code failure} is why, where that is known. */
    default void over(Outcome outcome, @Nullable Throwable failure) {}
}
