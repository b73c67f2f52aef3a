package org.reactivempi.kotlin

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.reactor.mono
import org.reactivempi.Communicator
import org.reactivempi.Mpi
import org.reactivempi.Settings

/**
 * Runs a suspending program as one rank of the job that launched this process, or alone as a world of one; see
 * [Mpi.run].
 *
 * ```
 * fun main(args: Array<String>) = runRank(args) { world ->
 *     launch { world.sendValue("hello", Codecs.string(), (world.rank() + 1) % world.size(), TAG) }
 *     println(world.receiveValue(Codecs.string(), Mpi.ANY_SOURCE, TAG))
 * }
 * ```
 *
 * The program is a coroutine on the [dispatcher] of its rank: it must not block there. It ends when all coroutines that
 * it has launched have ended; then the rank finalizes, and this returns. What the program throws ends the rank as an
 * error of a publisher does in [Mpi.run]; an interrupt of the calling thread cancels the program.
 *
 * @param args the arguments of `main`; those of the form `--reactivempi.NAME=VALUE` are settings, and win over
 *   [settings]
 * @param settings the program's own
 * @param program what the rank does
 * @since 0.1
 */
public fun runRank(
    args: Array<String>,
    settings: Settings = Settings.create(),
    program: suspend CoroutineScope.(world: Communicator) -> Unit,
) {
    Mpi.run(args, settings) { world -> mono(world.dispatcher) { program(world) } }
}
