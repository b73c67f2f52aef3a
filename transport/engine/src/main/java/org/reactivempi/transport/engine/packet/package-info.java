/**
 * Packets: what links carry. {@link org.reactivempi.transport.engine.packet.PacketKind} lists their kinds and families; the codecs
 * of a family are in one file, such as {@link org.reactivempi.transport.engine.packet.MessagePackets}, each with its picture.
 *
 * <p>All numbers are little-endian. A packet is a header, the fixed fields of its kind, and, for some kinds, payload. {@link org.reactivempi.transport.engine.packet.PacketReader}
 * cuts the stream of bytes into packets and checks, once, what comes from outside: kind, lengths and order. Behind it,
 * the code trusts the fields' places, not their values.
 *
 * <p>Called by {@code ask}, {@code diagnosis}, {@code engine}, {@code extension}, {@code failure}, {@code flow}, {@code link},
 * {@code membership}, {@code protocol} and {@code window}; knows {@code port} and {@code transport/channel}. Uses Netty's buffers.
 * No threads, no state but the reader's. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.packet;

import org.jspecify.annotations.NullMarked;
