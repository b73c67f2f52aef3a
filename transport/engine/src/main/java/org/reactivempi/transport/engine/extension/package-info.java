/**
 * Families of packets that layers above have added: files, or a protocol of somebody else.
 *
 * <p>{@link org.reactivempi.transport.engine.extension.Extensions} has those of a rank, {@code PeerFamilies} what they are over the link to
 * one peer: which of them the peer has as well, and by which numbers each side names its own. {@code FieldsFirst} reads a packet.
 *
 * <p>Called by {@code engine}; knows {@code link}, {@code packet}, {@code port} and {@code transport/channel}. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.extension;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.channel.OnProgressThread;
