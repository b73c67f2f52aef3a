package org.reactivempi.kotlin

import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.reactive.asFlow
import org.reactivempi.Communicator
import org.reactivempi.Intercommunicator
import org.reactivempi.Port

/**
 * The groups that connect to a port, as [accepts][Communicator.accepts] gives them: one is taken when the collector is
 * ready for it, and others wait at the port.
 *
 * Cold, and collective: all ranks of this communicator collect, and a group is taken when all of them are ready.
 * `buffer` after it takes as many ahead as it holds; `flatMapMerge` serves several at a time. A collector on the root
 * that ends takes no more, and completes the flow on the other ranks.
 *
 * @param port one of the root's; null on the other ranks
 * @param root the rank here that has opened the port
 * @return a communicator for each group, which the collector disconnects, in the context of the collector; completes
 *   when the port is closed
 * @since 0.1
 */
public fun Communicator.acceptFlow(port: Port?, root: Int): Flow<Intercommunicator> =
    accepts(port, root).asFlow().buffer(Channel.RENDEZVOUS)
