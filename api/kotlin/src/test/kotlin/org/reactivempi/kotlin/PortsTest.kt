package org.reactivempi.kotlin

import kotlinx.coroutines.async
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.DisplayName
import org.reactivempi.Codecs
import org.reactivempi.testkit.OnEveryChannel
import org.reactivempi.testkit.Ranks

/** Groups that meet at a port, as a flow. */
class PortsTest {

    @OnEveryChannel(ranks = 2)
    @DisplayName("a collector takes one group after the other, and the flow ends with the port")
    fun acceptFlow(ranks: Ranks) =
        runBlocking<Unit> {
            val service = ranks.world(0)
            val client = ranks.world(1)
            val ownOfService = async { service.await(service.split(0, 0))!! }
            val ownOfClient = client.await(client.split(1, 0))!!
            val group = ownOfService.await()
            val port = group.await(group.session().ports().open())!!

            val heard = async {
                group
                    .acceptFlow(port, 0)
                    .map { one ->
                        val word = group.await(one.receive(Codecs.string(), 0, TAG))!!
                        group.await(one.disconnect())
                        word
                    }
                    .toList()
            }
            for (word in listOf("first", "second", "third")) {
                val other = ownOfClient.await(ownOfClient.connect(port.name(), 0))!!
                ownOfClient.await(other.send(word, Codecs.string(), 0, TAG))
                ownOfClient.await(other.disconnect())
            }
            group.await(port.close())

            assertThat(heard.await()).containsExactly("first", "second", "third")
        }

    private companion object {
        const val TAG = 7
    }
}
