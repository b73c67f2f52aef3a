/**
 * Questions, besides the messages that they are: what the rank that asks and the rank that answers tell each other
 * while one is under way. The questions themselves belong to the layer above.
 *
 * <p>Called by {@code engine}; knows {@code event}, {@code link}, {@code packet}, {@code port}, {@code progress} and
 * {@code transport/channel}. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.ask;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.channel.OnProgressThread;
