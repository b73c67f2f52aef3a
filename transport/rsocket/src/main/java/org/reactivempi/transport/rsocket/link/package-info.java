/**
 * A link over one stream of an RSocket connection: what comes in, what goes out, and its end.
 *
 * <p>{@link org.reactivempi.transport.rsocket.link.RSocketLink} joins the payloads that come in ({@code Intake}) and those that
 * go out ({@code PayloadFlux}, from the {@code Outbox}); demand is RSocket's own in both directions.
 *
 * <p>Called by {@code frame} and {@code rsocket}; knows {@code transport/channel}. Uses RSocket and Netty. On the rank's progress
 * thread; payloads of an application's server come on its threads, and change over. Internal.
 */
@NullMarked
package org.reactivempi.transport.rsocket.link;

import org.jspecify.annotations.NullMarked;
