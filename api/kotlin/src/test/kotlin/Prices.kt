import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import org.reactivempi.Codecs
import org.reactivempi.Tags
import org.reactivempi.kotlin.answerQuestions
import org.reactivempi.kotlin.askValue
import org.reactivempi.kotlin.await
import org.reactivempi.kotlin.receiveFlow
import org.reactivempi.kotlin.runRank
import org.reactivempi.kotlin.sendFlow

private val PRICES = Tags.of("prices")
private val NAMES = Tags.of("names")

fun main(args: Array<String>) =
    runRank(args) { world ->
        val answering = launch {
            world.answerQuestions(Codecs.string(), Codecs.doubleValue(), PRICES) { it.length + 0.5 }
        }
        val next = (world.rank() + 1) % world.size()
        val previous = (world.rank() + world.size() - 1) % world.size()
        launch { world.sendFlow(flowOf("Ada", "Grace"), Codecs.string(), next, NAMES) }

        val names = world.receiveFlow(Codecs.string(), previous, NAMES).toList()
        val price = world.askValue("ACME", Codecs.string(), Codecs.doubleValue(), next, PRICES)
        println("with Kotlin: $names, ACME is at $price")

        world.await(world.barrier())
        answering.cancelAndJoin()
    }
