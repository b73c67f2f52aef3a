package org.reactivempi.kotlin

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.DisplayName
import org.reactivempi.Buffers
import org.reactivempi.Codecs
import org.reactivempi.Datatype
import org.reactivempi.ErrorClass
import org.reactivempi.LockType
import org.reactivempi.MpiException
import org.reactivempi.Notification
import org.reactivempi.Op
import org.reactivempi.Ring
import org.reactivempi.Window
import org.reactivempi.testkit.OnEveryChannel
import org.reactivempi.testkit.Ranks

/** Windows of coroutines: operations that suspend, and epochs around what suspends. */
class WindowsTest {

    /** A window of each of both ranks, with room for some longs. */
    private suspend fun windows(ranks: Ranks, count: Long): List<Window> = coroutineScope {
        List(2) { rank ->
                val world = ranks.world(rank)
                async { world.await(world.windows().allocate(count, Datatype.LONG))!! }
            }
            .awaitAll()
    }

    private suspend fun free(windows: List<Window>) = coroutineScope {
        windows.forEach { launch { it.await(it.free()) } }
    }

    @OnEveryChannel
    @DisplayName(
        "WIN-54, WIN-53 frames of a flow come in slots to a collector that suspends, and notifications come too"
    )
    fun streams(ranks: Ranks) =
        runBlocking<Unit> {
            val windows = windows(ranks, 8)
            val ring = Ring.at(0).slots(3, 16)
            launch { windows[0].putFlow((1L..50L).asFlow().map { Buffers.longs(it, -it) }, 1, ring, 4) }
            val found = mutableListOf<Long>()
            windows[1].takeFlow(0, ring, 4).collect {
                yield()
                assertThat(it.getLong(8)).isEqualTo(-it.getLong(0))
                found += it.getLong(0)
            }
            assertThat(found).isEqualTo((1L..50L).toList())

            windows[0].await(windows[0].notifyTarget(1, 9))
            assertThat(windows[1].notificationFlow(9).first()).isEqualTo(Notification(0, 9))
            free(windows)
        }

    @OnEveryChannel
    @DisplayName("WIN-12 what a coroutine puts between fences is what the other one gets, and accumulates add to it")
    fun fences(ranks: Ranks) =
        runBlocking<Unit> {
            val windows = windows(ranks, 3)
            val rooms = List(2) { LongArray(3) }

            List(2) { rank ->
                    launch {
                        val window = windows[rank]
                        val other = 1 - rank
                        window.withFences { it.putBuffer(Buffers.longs(rank + 1L, rank + 2L), other, 1) }
                        window.withFences { it.accumulateBuffer(Buffers.longs(100), other, 2, Op.SUM) }
                        window.withFences { it.getInto(Buffers.of(rooms[rank]), other, 0) }
                    }
                }
                .joinAll()

            assertThat(rooms[0]).containsExactly(0, 1, 102)
            assertThat(rooms[1]).containsExactly(0, 2, 103)
            free(windows)
        }

    @OnEveryChannel
    @DisplayName("WIN-29 a lock is held as long as its body suspends")
    fun locks(ranks: Ranks) =
        runBlocking<Unit> {
            val windows = windows(ranks, 1)
            val rounds = 20

            windows
                .map { window ->
                    launch {
                        repeat(rounds) {
                            val before =
                                window.withLock(LockType.EXCLUSIVE, 0) {
                                    val room = LongArray(1)
                                    it.getInto(Buffers.of(room), 0, 0)
                                    yield()
                                    it.putBuffer(Buffers.longs(room[0] + 1), 0, 0)
                                    room[0]
                                }
                            assertThat(before).isLessThan(2L * rounds)
                        }
                    }
                }
                .joinAll()

            val count = windows[1].withLockAll { it.longs().fetchValue(0, 0, 0, Op.NO_OP) }
            assertThat(count).isEqualTo(2L * rounds)
            free(windows)
        }

    @OnEveryChannel
    @DisplayName("WIN-18 WIN-19 atomic operations give what was there before")
    fun atomics(ranks: Ranks) =
        runBlocking<Unit> {
            val windows = windows(ranks, 1)

            val seen =
                windows[0].withLockAll { window ->
                    val longs = window.longs()
                    listOf(
                        longs.fetchValue(5, 1, 0, Op.SUM),
                        longs.swapValue(5, 7, 1, 0),
                        longs.swapValue(5, 9, 1, 0),
                        longs.fetchValue(0, 1, 0, Op.NO_OP),
                    )
                }

            assertThat(seen).containsExactly(0L, 5L, 7L, 7L)
            free(windows)
        }

    @OnEveryChannel
    @DisplayName("WIN-25 WIN-27 one coroutine exposes its memory until the other one has accessed it")
    fun exposure(ranks: Ranks) =
        runBlocking<Unit> {
            val windows = windows(ranks, 1)
            val one = windows[1]
            launch {
                val zero = windows[0]
                zero.withAccess(zero.group().incl(1)) { it.putBuffer(Buffers.longs(42), 1, 0) }
            }

            val meanwhile = one.withExposure(one.group().incl(0)) { "something else" }

            assertThat(meanwhile).isEqualTo("something else")
            assertThat(one.segment(1).get().getLong(0)).isEqualTo(42L)
            free(windows)
        }

    @OnEveryChannel
    @DisplayName("WIN-52 a cancelled coroutine, and one that fails, release their locks")
    fun cancelled(ranks: Ranks) =
        runBlocking<Unit> {
            val windows = windows(ranks, 1)
            val locked = CompletableDeferred<Unit>()
            val holding = launch {
                windows[0].withLock<Unit>(LockType.EXCLUSIVE, 1) {
                    locked.complete(Unit)
                    awaitCancellation()
                }
            }
            locked.await()

            holding.cancelAndJoin()
            val failure = runCatching { windows[1].withLock<Unit>(LockType.EXCLUSIVE, 1) { error("no") } }
            assertThat(failure.exceptionOrNull()).isInstanceOf(IllegalStateException::class.java).hasMessage("no")
            // Comes after the answer to the unlock.
            launch { ranks.world(1).sendValue(0, Codecs.intValue(), 0, TAG) }
            ranks.world(0).receiveValue(Codecs.intValue(), 1, TAG)

            windows[0].withLock(LockType.EXCLUSIVE, 1) {}
            free(windows)
        }

    @OnEveryChannel
    @DisplayName("WIN-39 an operation outside of an epoch throws RMA_SYNC")
    fun outside(ranks: Ranks) =
        runBlocking<Unit> {
            val windows = windows(ranks, 1)

            val failure = runCatching { windows[0].putBuffer(Buffers.longs(1), 1, 0) }.exceptionOrNull()

            assertThat((failure as MpiException).errorClass()).isEqualTo(ErrorClass.RMA_SYNC)
            free(windows)
        }
}
