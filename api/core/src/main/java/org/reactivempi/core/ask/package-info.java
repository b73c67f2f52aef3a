/**
 * Ask and answer: a question of one rank, the handler of another, and an answer that reaches the subscriber of its question and no
 * other.
 *
 * <p>Two ordinary messages, in two contexts that nothing else uses:
 *
 * <pre>
 *  asker, a {@link org.reactivempi.core.ask.Asking}                        handler, an {@link org.reactivempi.core.ask.Answering}
 *     |                                                         |
 *     |--- question, with the user's tag, and its number n ----&gt;|   context of questions; synchronous
 *     |                                                         |   an {@link org.reactivempi.core.ask.Exchange} each
 *     |&lt;-- answer, with the tag n ------------------------------|   context of answers
 * </pre>
 * The number is free again when nothing of the question is under way any more: when its answer has come, or when it was withdrawn
 * before a handler has taken it. An asker that waits no more keeps its receive until then, with room for nothing.
 *
 * <p>Called by {@code communicator}; knows {@code operation}, {@code api/mpi} and {@code transport/engine}. Requests and
 * cancellations, and the signals of handlers, come from any thread; everything else happens on the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.core.ask;

import org.jspecify.annotations.NullMarked;
