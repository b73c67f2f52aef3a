package org.reactivempi.kotlin

import kotlinx.coroutines.Job
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.reactor.mono
import org.reactivempi.Codec
import org.reactivempi.Communicator
import org.reactivempi.Questions
import org.reactivempi.Status

/**
 * Asks a rank, and suspends until its handler has answered; see [ask][Communicator.ask].
 *
 * Cancelling the coroutine, also by `withTimeout`, withdraws a question that no handler has taken; afterwards it
 * cancels the handler's work. An answer that comes later is dropped, and reaches nobody else.
 *
 * @param question what to ask; unchanged until this returns or throws
 * @param codec how to write it
 * @param answerCodec how to read the answer
 * @param rank in this communicator, perhaps this one
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound]
 * @return the answer; null if the handler has given none
 * @throws org.reactivempi.AnswerException if the handler has failed
 * @see await for errors and contexts
 * @since 0.1
 */
public suspend fun <T : Any, R : Any> Communicator.askValue(
    question: T,
    codec: Codec<T>,
    answerCodec: Codec<R>,
    rank: Int,
    tag: Int,
): R? = await(ask(question, codec, answerCodec, rank, tag))

/**
 * Answers questions of all ranks with a tag by a suspending [handler], until the coroutine is cancelled or the session
 * closes; see [answer][Communicator.answer].
 *
 * `handler` runs in the caller's context, dispatcher included, and many run at once, up to [concurrency]. Each is a
 * coroutine that is cancelled when its asker waits no more, and when the caller is cancelled. What it throws arrives at
 * the asker as [AnswerException][org.reactivempi.AnswerException], and ends nothing here. The Reactor context of the
 * question is its [ReactorContext][kotlinx.coroutines.reactor.ReactorContext].
 *
 * @param codec how to read a question
 * @param answerCodec how to write an answer
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound]
 * @param concurrency how many questions are handled at a time, 1 or more
 * @param limit after how many questions this returns, 1 or more
 * @param handler makes an answer of a question and its status: source, tag and length; null to give none
 * @since 0.1
 */
public suspend fun <T : Any, R : Any> Communicator.answerQuestions(
    codec: Codec<T>,
    answerCodec: Codec<R>,
    tag: Int,
    concurrency: Int = Questions.CONCURRENCY,
    limit: Long = Long.MAX_VALUE,
    handler: suspend (question: T, status: Status) -> R?,
) {
    val context = currentCoroutineContext().minusKey(Job)
    val statuses =
        answer(codec, answerCodec, tag, concurrency) { question: T, status: Status ->
            mono(context) { handler(question, status) }
        }
    await(statuses.take(limit).then())
}

/**
 * Answers questions with a handler that need not know who asks; else as the other [answerQuestions].
 *
 * @param codec how to read a question
 * @param answerCodec how to write an answer
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound]
 * @param concurrency how many questions are handled at a time, 1 or more
 * @param limit after how many questions this returns, 1 or more
 * @param handler makes an answer of a question; null to give none
 * @since 0.1
 */
public suspend fun <T : Any, R : Any> Communicator.answerQuestions(
    codec: Codec<T>,
    answerCodec: Codec<R>,
    tag: Int,
    concurrency: Int = Questions.CONCURRENCY,
    limit: Long = Long.MAX_VALUE,
    handler: suspend (question: T) -> R?,
): Unit = answerQuestions(codec, answerCodec, tag, concurrency, limit) { question: T, _: Status -> handler(question) }
