package org.reactivempi.kotlin

import java.util.concurrent.atomic.AtomicReference
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactor.ReactorContext
import kotlinx.coroutines.reactor.awaitSingle
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.DisplayName
import org.reactivempi.Buffers
import org.reactivempi.Codecs
import org.reactivempi.ErrorClass
import org.reactivempi.Mpi
import org.reactivempi.MpiException
import org.reactivempi.testkit.OnEveryChannel
import org.reactivempi.testkit.Ranks
import reactor.core.publisher.Mono
import reactor.util.context.Context

/** Messages and other operations, awaited by coroutines. */
class OperationsTest {

    @OnEveryChannel
    @DisplayName("a value that one coroutine sends is what another one receives")
    fun values(ranks: Ranks) =
        runBlocking<Unit> {
            launch {
                val status = ranks.world(0).sendValue("hello", Codecs.string(), 1, TAG)
                assertThat(status.lengthBytes()).isEqualTo(5L)
            }

            assertThat(ranks.world(1).receiveValue(Codecs.string(), Mpi.ANY_SOURCE, TAG)).isEqualTo("hello")
        }

    @OnEveryChannel
    @DisplayName("buffers and messages, short and long ones")
    fun buffers(ranks: Ranks) =
        runBlocking<Unit> {
            val long = IntArray(ranks.eagerLimitBytes()) { it }
            val room = IntArray(long.size)
            launch {
                ranks.world(0).sendBuffer(Buffers.of(long), 1, TAG)
                ranks.world(0).sendBuffer(Buffers.ints(1, 2, 3), 1, TAG)
            }

            assertThat(ranks.world(1).receiveInto(Buffers.of(room), 0, TAG).source()).isEqualTo(0)
            assertThat(ranks.world(1).receiveMessage(0, TAG).value(Codecs.ints())).containsExactly(1, 2, 3)
            assertThat(room).isEqualTo(long)
        }

    @OnEveryChannel(ranks = 1)
    @DisplayName("a buffer of an array of each type refers to the array")
    fun arrays(ranks: Ranks) =
        runBlocking<Unit> {
            val bytes = ByteArray(2)
            val booleans = BooleanArray(2)
            val shorts = ShortArray(2)
            val chars = CharArray(2)
            val ints = IntArray(2)
            val floats = FloatArray(2)
            val longs = LongArray(2)
            val doubles = DoubleArray(2)
            val pairs =
                listOf(
                    Buffers.of(byteArrayOf(1, 2)) to Buffers.of(bytes),
                    Buffers.of(booleanArrayOf(true, false)) to Buffers.of(booleans),
                    Buffers.of(shortArrayOf(1, 2)) to Buffers.of(shorts),
                    Buffers.of(charArrayOf('a', 'b')) to Buffers.of(chars),
                    Buffers.of(intArrayOf(1, 2)) to Buffers.of(ints),
                    Buffers.of(floatArrayOf(1f, 2f)) to Buffers.of(floats),
                    Buffers.of(longArrayOf(1, 2)) to Buffers.of(longs),
                    Buffers.of(doubleArrayOf(1.0, 2.0)) to Buffers.of(doubles),
                )
            for ((data, room) in pairs) {
                launch { ranks.world(0).sendBuffer(data, 0, TAG) }
                ranks.world(0).receiveInto(room, 0, TAG)
            }

            assertThat(listOf(bytes.toList(), booleans.toList(), shorts.toList(), chars.toList()))
                .isEqualTo(listOf(listOf<Byte>(1, 2), listOf(true, false), listOf<Short>(1, 2), listOf('a', 'b')))
            assertThat(listOf(ints.toList(), floats.toList(), longs.toList(), doubles.toList()))
                .isEqualTo(listOf(listOf(1, 2), listOf(1f, 2f), listOf(1L, 2L), listOf(1.0, 2.0)))
        }

    @OnEveryChannel
    @DisplayName("an operation without a value gives null")
    fun barrier(ranks: Ranks) =
        runBlocking<Unit> {
            launch { ranks.world(0).await(ranks.world(0).barrier()) }

            assertThat(ranks.world(1).await(ranks.world(1).barrier())).isNull()
        }

    @OnEveryChannel(ranks = 1)
    @DisplayName("of the null process comes an empty message, and no value")
    fun nullProcess(ranks: Ranks) =
        runBlocking<Unit> {
            val world = ranks.world(0)

            assertThat(world.receiveMessage(Mpi.PROC_NULL, TAG).lengthBytes()).isZero()
            val failure = runCatching { world.receiveValue(Codecs.string(), Mpi.PROC_NULL, TAG) }
            assertThat(failure.exceptionOrNull()).isInstanceOf(NoSuchElementException::class.java)
        }

    @OnEveryChannel(ranks = 1)
    @DisplayName("a failed operation throws what it signals, the same object")
    fun errors(ranks: Ranks) =
        runBlocking<Unit> {
            val world = ranks.world(0)
            val signalled = AtomicReference<Throwable>()
            val failing = world.isend(Buffers.ints(1), 7, TAG).doOnError(signalled::set)

            for (dispatcher in listOf(world.dispatcher, Dispatchers.Default)) {
                val thrown = withContext(dispatcher) { runCatching { world.await(failing) }.exceptionOrNull() }

                assertThat(thrown).isSameAs(signalled.get()).isInstanceOf(MpiException::class.java)
                assertThat((thrown as MpiException).errorClass()).isEqualTo(ErrorClass.RANK)
            }
        }

    @OnEveryChannel
    @DisplayName("a cancelled coroutine cancels its receive, and the message goes to the next one")
    fun cancelled(ranks: Ranks) =
        runBlocking<Unit> {
            val receiving = launch(start = CoroutineStart.UNDISPATCHED) { ranks.world(1).receiveMessage(0, TAG) }
            assertThat(ranks.pending(1).awaitSingle()).hasSize(1)

            receiving.cancelAndJoin()

            assertThat(ranks.pending(1).awaitSingle()).isEmpty()
            launch { ranks.world(0).sendValue(5, Codecs.intValue(), 1, TAG) }
            assertThat(ranks.world(1).receiveValue(Codecs.intValue(), 0, TAG)).isEqualTo(5)
        }

    @OnEveryChannel
    @DisplayName("one coroutine that fails cancels the operations of the others in its scope")
    fun scopes(ranks: Ranks) {
        assertThatThrownBy {
                runBlocking<Unit> {
                    launch(start = CoroutineStart.UNDISPATCHED) { ranks.world(1).receiveMessage(0, TAG) }
                    async { error("no") }
                }
            }
            .isInstanceOf(IllegalStateException::class.java)
            .hasMessage("no")

        assertThat(ranks.pending(1).block()).isEmpty()
    }

    @OnEveryChannel(timeoutSeconds = 40)
    @DisplayName("receives with time limits on the progress thread, one behind the other, lose no message")
    fun timeLimits(ranks: Ranks) =
        runBlocking<Unit> {
            val count = 2000
            val one = ranks.world(1)
            val receiving =
                async(one.dispatcher) {
                    val received = mutableListOf<Int>()
                    while (received.size < count) {
                        withTimeoutOrNull(1) { one.receiveValue(Codecs.intValue(), 0, TAG).also(received::add) }
                    }
                    received
                }

            withContext(ranks.world(0).dispatcher) {
                for (i in 0 until count) {
                    ranks.world(0).sendValue(i, Codecs.intValue(), 1, TAG)
                    // So that time limits end while messages come.
                    if (i % 64 == 0) {
                        withTimeoutOrNull(2) { ranks.world(0).receiveMessage(1, TAG) }
                    }
                }
            }

            assertThat(receiving.await()).isEqualTo((0 until count).toList())
        }

    @OnEveryChannel
    @DisplayName("a coroutine on the dispatcher of its rank goes on within the signal, on the progress thread")
    fun threads(ranks: Ranks) =
        runBlocking<Unit> {
            val zero = ranks.world(0)
            val signalled = AtomicReference<Thread>()
            launch { ranks.world(1).sendValue(1, Codecs.intValue(), 0, TAG) }

            withContext(zero.dispatcher) {
                zero.await(zero.receive(1, TAG).doOnNext { signalled.set(Thread.currentThread()) })

                assertThat(Thread.currentThread()).isSameAs(signalled.get())
            }
        }

    @OnEveryChannel(ranks = 1)
    @DisplayName("RX-10 an operation sees the Reactor context of the coroutine")
    fun context(ranks: Ranks) =
        runBlocking<Unit> {
            val world = ranks.world(0)

            val seen =
                withContext(ReactorContext(Context.of("trace", "abc"))) {
                    world.await(
                        Mono.deferContextual { context -> world.barrier().thenReturn(context.get<String>("trace")) }
                    )
                }

            assertThat(seen).isEqualTo("abc")
        }

    @OnEveryChannel(ranks = 1)
    @DisplayName("a limit of time is an exception of the coroutine, and ends the operation")
    fun timeout(ranks: Ranks) =
        runBlocking<Unit> {
            val world = ranks.world(0)

            val failure = runCatching { withTimeout(0.01.seconds) { world.receiveMessage(0, TAG) } }

            assertThat(failure.exceptionOrNull()).isInstanceOf(CancellationException::class.java)
            assertThat(ranks.pending(0).awaitSingle()).isEmpty()
        }
}

internal const val TAG = 7
