package org.reactivempi.transport.engine.event;

/**
 * The first message of a stream, at either end. Of all messages that are parts of larger operations, these alone take part in
 * traces, for all of their stream.
 *
 * <pre>
 *  opening started --&gt; trace begins --opening ended--&gt; goOn --signals of the stream, in the trace's scope--&gt; over
 * </pre>
 */
public interface StreamOpening {

    /** The opening has ended, and is about to be signalled: the stream has its trace now, and tells it the end. */
    void goOn(OperationTrace trace);
}
