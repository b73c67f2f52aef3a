package org.reactivempi.kotlin

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.onCompletion
import kotlinx.coroutines.flow.onEach
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactor.ReactorContext
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.DisplayName
import org.reactivempi.Codecs
import org.reactivempi.StreamException
import org.reactivempi.testkit.OnEveryChannel
import org.reactivempi.testkit.Ranks
import reactor.util.context.Context

/** Streams as flows. */
class FlowsTest {

    @OnEveryChannel
    @DisplayName("a flow arrives whole and in its order")
    fun whole(ranks: Ranks) =
        runBlocking<Unit> {
            launch { ranks.world(0).sendFlow((1..1000).asFlow(), Codecs.intValue(), 1, TAG) }

            assertThat(ranks.world(1).receiveFlow(Codecs.intValue(), 0, TAG).toList()).isEqualTo((1..1000).toList())
        }

    @OnEveryChannel
    @DisplayName("a collector that is late makes the flow of the sender wait")
    fun demand(ranks: Ranks) =
        runBlocking<Unit> {
            val prefetch = 4
            val emitted = AtomicInteger()
            val taken = AtomicInteger()
            val values =
                (1..200).asFlow().onEach {
                    // One is requested beyond what was taken, and the prefetch is on its way.
                    assertThat(emitted.incrementAndGet()).isLessThanOrEqualTo(taken.get() + prefetch + 2)
                }
            launch { ranks.world(0).sendFlow(values, Codecs.intValue(), 1, TAG) }

            ranks.world(1).receiveFlow(Codecs.intValue(), 0, TAG, prefetch).collect { taken.incrementAndGet() }

            assertThat(taken).hasValue(200)
        }

    @OnEveryChannel
    @DisplayName("a collection that ends early cancels the flow of the sender, whose send succeeds")
    fun early(ranks: Ranks) =
        runBlocking<Unit> {
            val ended = CompletableDeferred<Throwable?>()
            val values = (1..Int.MAX_VALUE).asFlow().onCompletion { ended.complete(it) }
            val sending = launch { ranks.world(0).sendFlow(values, Codecs.intValue(), 1, TAG) }

            assertThat(ranks.world(1).receiveFlow(Codecs.intValue(), 0, TAG).take(3).toList()).containsExactly(1, 2, 3)

            assertThat(ended.await()).isNotNull()
            sending.join()
            assertThat(sending.isCancelled).isFalse()
        }

    @OnEveryChannel
    @DisplayName("a cancelled send cancels its flow, and is an error of the receiver")
    fun cancelled(ranks: Ranks) =
        runBlocking<Unit> {
            val ended = CompletableDeferred<Unit>()
            val first = CompletableDeferred<Unit>()
            val values =
                flow {
                        emit(1)
                        awaitCancellation()
                    }
                    .onCompletion { ended.complete(Unit) }
            val sending = launch { ranks.world(0).sendFlow(values, Codecs.intValue(), 1, TAG) }
            val failure = CompletableDeferred<Throwable?>()
            launch {
                val collected = runCatching {
                    ranks.world(1).receiveFlow(Codecs.intValue(), 0, TAG).collect { first.complete(Unit) }
                }
                failure.complete(collected.exceptionOrNull())
            }
            first.await()

            sending.cancelAndJoin()

            ended.await()
            assertThat(failure.await()).isInstanceOf(StreamException::class.java)
        }

    @OnEveryChannel
    @DisplayName("an error of the flow is thrown at the sender, and tells the receiver its type")
    fun errors(ranks: Ranks) =
        runBlocking<Unit> {
            val values =
                flow<Int> {
                    emit(1)
                    error("no more")
                }
            val sent = CompletableDeferred<Throwable?>()
            launch {
                sent.complete(
                    runCatching { ranks.world(0).sendFlow(values, Codecs.intValue(), 1, TAG) }.exceptionOrNull()
                )
            }

            val received = runCatching { ranks.world(1).receiveFlow(Codecs.intValue(), 0, TAG).collect() }

            assertThat(sent.await()).isInstanceOf(IllegalStateException::class.java).hasMessage("no more")
            assertThat(received.exceptionOrNull())
                .isInstanceOf(StreamException::class.java)
                .hasMessageContaining("no more")
        }

    @OnEveryChannel
    @DisplayName("RX-10 a flow that is sent runs in the dispatcher and the Reactor context of its sender")
    fun context(ranks: Ranks) =
        runBlocking<Unit> {
            val seen = AtomicReference<String>()
            val thread = AtomicReference<Thread>()
            val main = Thread.currentThread()
            val values = flow {
                seen.set(currentCoroutineContext()[ReactorContext]?.context?.get("trace"))
                thread.set(Thread.currentThread())
                emit(1)
            }
            launch(ReactorContext(Context.of("trace", "abc"))) {
                ranks.world(0).sendFlow(values, Codecs.intValue(), 1, TAG)
            }

            withContext(Dispatchers.Default) { ranks.world(1).receiveFlow(Codecs.intValue(), 0, TAG).collect() }

            assertThat(seen).hasValue("abc")
            assertThat(thread).hasValue(main)
        }

    @OnEveryChannel(ranks = 1)
    @DisplayName("a flow that nobody sends is withdrawn with its collector")
    fun withdrawn(ranks: Ranks) =
        runBlocking<Unit> {
            val collecting =
                launch(start = CoroutineStart.UNDISPATCHED) {
                    ranks.world(0).receiveFlow(Codecs.intValue(), 0, TAG).collect()
                }

            collecting.cancelAndJoin()

            assertThat(ranks.pending(0).block()).isEmpty()
        }
}
