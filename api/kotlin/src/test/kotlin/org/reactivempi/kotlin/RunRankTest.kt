package org.reactivempi.kotlin

import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.DisplayName
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.reactivempi.Codecs
import org.reactivempi.ExitException
import org.reactivempi.Mpi
import org.reactivempi.transport.bootstrap.InJvmWorld
import org.reactivempi.transport.bootstrap.RankThreadGroup

/** Programs of suspending functions. */
class RunRankTest {

    /** All ranks in this JVM. */
    private fun run(ranks: Int, main: () -> Unit) {
        val world = InJvmWorld.of(ranks, mapOf())
        List(ranks) { rank ->
                val end = CompletableFuture<Unit>()
                val body = Runnable {
                    runCatching(main).fold({ end.complete(Unit) }, { end.completeExceptionally(it) })
                }
                Thread(RankThreadGroup(world.bootstrap(rank)), body, "rank-$rank").start()
                end
            }
            .forEach { it.get(20, TimeUnit.SECONDS) }
    }

    @Test
    @DisplayName("a program ends when its coroutines have ended, on the progress thread of its rank")
    fun ends() {
        val received = CompletableFuture<Int>()
        run(2) {
            runRank(arrayOf()) { world ->
                val progress = Thread.currentThread()
                if (world.rank() == 0) {
                    launch {
                        delay(1)
                        world.sendValue(5, Codecs.intValue(), 1, TAG)
                    }
                } else {
                    received.complete(world.receiveValue(Codecs.intValue(), Mpi.ANY_SOURCE, TAG))
                }
                check(Thread.currentThread() === progress)
            }
        }
        assertThat(received).isCompletedWithValue(5)
    }

    @ParameterizedTest
    @ValueSource(ints = [1, 2])
    @DisplayName("the program of the page runs")
    fun page(ranks: Int) {
        val program = Class.forName("PricesKt").getMethod("main", Array<String>::class.java)
        val printed = ByteArrayOutputStream()
        val original = System.out
        System.setOut(PrintStream(printed, true, Charsets.UTF_8))
        try {
            run(ranks) { program.invoke(null, arrayOf<String>()) }
        } finally {
            System.setOut(original)
        }
        assertThat(printed.toString(Charsets.UTF_8).trim().lines())
            .hasSize(ranks)
            .containsOnly("with Kotlin: [Ada, Grace], ACME is at 4.5")
    }

    @Test
    @DisplayName("the page shows the program that is run here")
    fun shown() {
        var root = Path.of("").toAbsolutePath()
        while (!Files.isDirectory(root.resolve("docs"))) {
            root = root.parent
        }
        val page = Files.readString(root.resolve("docs/guide/other-libraries.md"))
        val program = Files.readString(root.resolve("api/kotlin/src/test/kotlin/Prices.kt"))

        assertThat(page).contains("```kotlin\n$program```")
    }

    @Test
    @DisplayName("what a program throws ends its process as an error of a publisher does")
    fun fails(@TempDir folder: Path) {
        val output = folder.resolve("output").toFile()
        val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
        val process =
            ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), "org.reactivempi.kotlin.FailingProgram")
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start()

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue()

        assertThat(process.exitValue()).isEqualTo(7)
        assertThat(output.readText()).contains("no more")
    }
}

/** Ends with a code of its own, and with coroutines that would wait for ever. */
object FailingProgram {

    @JvmStatic
    fun main(args: Array<String>) =
        runRank(args) {
            launch { awaitCancellation() }
            launch { throw ExitException(7, "no more") }
        }
}
