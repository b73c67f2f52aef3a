package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;

/** Copies payload between messages and packets: always once, straight from memory to memory. */
final class Payloads {

    /** A copy of fewer bytes than this costs less than a system call of its own. */
    static final int LEAST_LONG_BYTES = 16 * 1024;

    private Payloads() {}

    /** Appends {@code length} bytes of a message, from {@code position} on, to a packet that has room for them. */
    static void write(Outgoing message, long position, ByteBuf packet, int length) {
        if (length > 0) {
            int at = packet.writerIndex();
            message.copyTo(position, packet.internalNioBuffer(at, length));
            packet.writerIndex(at + length);
        }
    }

    /** Takes {@code length} bytes that begin at the packet's reader index as a message's bytes from {@code position} on. */
    static void read(ByteBuf packet, int length, Incoming message, long position) {
        int at = packet.readerIndex();
        if (packet.nioBufferCount() == 1) {
            message.fill(position, packet.internalNioBuffer(at, length));
            return;
        }
        for (var part : packet.nioBuffers(at, length)) {
            int partLength = part.remaining();
            message.fill(position, part);
            position += partLength;
        }
    }
}
