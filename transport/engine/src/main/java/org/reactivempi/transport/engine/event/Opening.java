package org.reactivempi.transport.engine.event;

/**
 * The first message of a stream or of a question, at either end. Of all messages that are parts of larger operations, these alone
 * take part in traces, for all of their stream or question.
 *
 * <pre>
 *  opening started --&gt; began --opening ended--&gt; goOn --signals of the whole, in the trace's scope--&gt; over
 * </pre>
 */
public interface Opening {

    /** What the trace calls the whole, such as {@code sendStream}. */
    String call();

    /** The opening has started, and has a trace. */
    default void began(OperationTrace trace) {}

    /** The opening has ended, and is about to be signalled: the whole has its trace now, and tells it the end. */
    void goOn(OperationTrace trace);
}
