package org.reactivempi.kotlin

import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactor.ReactorContext
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.DisplayName
import org.reactivempi.AnswerException
import org.reactivempi.Codecs
import org.reactivempi.Communicator
import org.reactivempi.testkit.OnEveryChannel
import org.reactivempi.testkit.Ranks
import reactor.util.context.Context

/** Questions of coroutines, and coroutines that answer. */
class QuestionsTest {

    private suspend fun Communicator.ask(number: Int): Int? =
        askValue(number, Codecs.intValue(), Codecs.intValue(), 1, TAG)

    @OnEveryChannel
    @DisplayName("ASK-1 each coroutine gets the answer to its own question")
    fun own(ranks: Ranks) =
        runBlocking<Unit> {
            val answering = launch {
                ranks.world(1).answerQuestions(Codecs.intValue(), Codecs.intValue(), TAG) { number, status ->
                    assertThat(status.source()).isEqualTo(0)
                    repeat(number % 5) { yield() }
                    number * number
                }
            }

            List(100) { number -> launch { assertThat(ranks.world(0).ask(number)).isEqualTo(number * number) } }
                .joinAll()

            answering.cancelAndJoin()
        }

    @OnEveryChannel
    @DisplayName("ASK-4 what a handler throws arrives as AnswerException, and null as no answer; neither ends it")
    fun failures(ranks: Ranks) =
        runBlocking<Unit> {
            launch {
                ranks.world(1).answerQuestions(Codecs.intValue(), Codecs.intValue(), TAG, limit = 3) { number ->
                    check(number != 1) { "not one" }
                    number.takeIf { it != 2 }
                }
            }

            val failure = runCatching { ranks.world(0).ask(1) }.exceptionOrNull()
            assertThat(failure).isInstanceOf(AnswerException::class.java).hasMessageContaining("not one")
            assertThat((failure as AnswerException).type()).isEqualTo("java.lang.IllegalStateException")
            assertThat(ranks.world(0).ask(2)).isNull()
            assertThat(ranks.world(0).ask(3)).isEqualTo(3)
        }

    @OnEveryChannel
    @DisplayName("ASK-3 cancelling the coroutine that asks cancels the one that answers")
    fun cancelled(ranks: Ranks) =
        runBlocking<Unit> {
            val taken = CompletableDeferred<Unit>()
            val ended = CompletableDeferred<Unit>()
            val answering = launch {
                ranks.world(1).answerQuestions(Codecs.intValue(), Codecs.intValue(), TAG) { _ ->
                    taken.complete(Unit)
                    try {
                        awaitCancellation()
                    } finally {
                        ended.complete(Unit)
                    }
                }
            }
            val asking = launch { ranks.world(0).ask(1) }
            taken.await()

            asking.cancelAndJoin()

            ended.await()
            assertThat(answering.isActive).isTrue()
            answering.cancelAndJoin()
        }

    @OnEveryChannel
    @DisplayName("a handler whose coroutine is cancelled takes no more questions, and its askers are told")
    fun handlerCancelled(ranks: Ranks) =
        runBlocking<Unit> {
            val taken = CompletableDeferred<Unit>()
            val answering = launch {
                ranks.world(1).answerQuestions(Codecs.intValue(), Codecs.intValue(), TAG) { _ ->
                    taken.complete(Unit)
                    awaitCancellation()
                }
            }
            val asking = async { runCatching { ranks.world(0).ask(1) } }
            taken.await()

            answering.cancelAndJoin()

            val failure = asking.await().exceptionOrNull()
            assertThat(failure).isInstanceOf(AnswerException::class.java)
            assertThat((failure as AnswerException).type()).isEqualTo("java.util.concurrent.CancellationException")
        }

    @OnEveryChannel
    @DisplayName("a question that no handler takes is withdrawn with its coroutine")
    fun withdrawn(ranks: Ranks) =
        runBlocking<Unit> {
            val asking = launch(start = CoroutineStart.UNDISPATCHED) { ranks.world(0).ask(1) }

            asking.cancelAndJoin()
            // Comes after the withdrawal.
            launch { ranks.world(0).sendValue(0, Codecs.intValue(), 1, TAG) }
            ranks.world(1).receiveValue(Codecs.intValue(), 0, TAG)

            launch { assertThat(ranks.world(0).ask(2)).isEqualTo(2) }
            val questions = mutableListOf<Int>()
            ranks.world(1).answerQuestions(Codecs.intValue(), Codecs.intValue(), TAG, limit = 1) { number ->
                number.also(questions::add)
            }
            assertThat(questions).containsExactly(2)
        }

    @OnEveryChannel
    @DisplayName("RX-10 a handler runs in the Reactor context of its caller")
    fun context(ranks: Ranks) =
        runBlocking<Unit> {
            val seen = AtomicReference<String>()
            launch(ReactorContext(Context.of("trace", "abc"))) {
                ranks.world(1).answerQuestions(Codecs.intValue(), Codecs.intValue(), TAG, limit = 1) { number ->
                    seen.set(currentCoroutineContext()[ReactorContext]?.context?.get("trace"))
                    number
                }
            }

            assertThat(ranks.world(0).ask(1)).isEqualTo(1)
            assertThat(seen).hasValue("abc")
        }
}
