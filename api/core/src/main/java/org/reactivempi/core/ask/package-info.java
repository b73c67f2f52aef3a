/**
 * Ask and answer: a question of one rank, the handler of another, and an answer, one value or a stream, that reaches the subscriber of its
 * question and no other.
 *
 * <p>Two ordinary messages, in two contexts that nothing else uses:
 *
 * <pre>
 *  asker, an {@link org.reactivempi.core.ask.Inquiry}                      handler, an {@link org.reactivempi.core.ask.Answering}
 *     |                                                         |
 *     |--- question, with the user's tag, and its number n ----&gt;|   context of questions; synchronous
 *     |                                                         |   an {@link org.reactivempi.core.ask.Exchange} each
 *     |&lt;-- answer, with the tag n ------------------------------|   context of answers
 * </pre>
 * One value is the answer itself, or an error. For a stream, question and answer are how the ends of streams meet, which then go their own
 * way in {@code core.stream}:
 *
 * <pre>
 *     |--- question: receiver r, demand; sender q, if it is a stream --&gt;|
 *     |&lt;-- answer: sender s; receiver t ---------------------------------|
 *     |&lt;-- elements and end of the answers, s to r ----------------------|
 *     |--- elements and end of the question, q to t --------------------&gt;|
 * </pre>
 * The number is free again when nothing of the question is under way any more: when its answer has come, or when it was withdrawn
 * before a handler has taken it. An asker that waits no more keeps its receive until then, with room for nothing.
 *
 * <p>Called by {@code communicator}; knows {@code core.stream}, {@code operation}, {@code api/mpi} and {@code transport/engine}.
 * Requests and cancellations, and the signals of handlers, come from any thread; everything else happens on the progress thread.
 * Internal.
 */
@NullMarked
package org.reactivempi.core.ask;

import org.jspecify.annotations.NullMarked;
