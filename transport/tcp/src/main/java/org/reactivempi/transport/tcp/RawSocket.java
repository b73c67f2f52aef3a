package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The descriptor of a connection's socket, to read and write past Netty.
 *
 * <p>Netty still owns it: opens it, waits for it, and closes it, on the same thread. Its epoll reports edges, and what is
 * read here only takes away from what an edge has announced; so nothing that comes while the loop sleeps goes unseen.
 */
final class RawSocket {

    private final Socket socket;

    private RawSocket(Socket socket) {
        this.socket = socket;
    }

    /** The socket under a handler, or null where there is no descriptor or something stands between, as TLS does. */
    static @Nullable RawSocket under(ChannelHandlerContext handler) {
        boolean first = handler.pipeline().firstContext() == handler;
        return first && handler.channel() instanceof UnixChannel channel && channel.fd() instanceof Socket socket
                ? new RawSocket(socket)
                : null;
    }

    /** False from the moment on in which its number may be another socket's. */
    boolean isOpen() {
        return socket.isOpen();
    }

    /** How much has been read: 0 if there is nothing yet, -1 at the end of the stream. */
    int read(ByteBuffer into, int position, int limit) throws IOException {
        return socket.recv(into, position, limit);
    }

    /** The same, into memory whose address is known, so that no call has to ask the JVM for it. */
    int read(long address, int lengthBytes) throws IOException {
        return socket.recvAddress(address, 0, lengthBytes);
    }

    /** How much has been written: 0 if the socket is full. */
    int write(ByteBuf bytes) throws IOException {
        if (bytes.hasMemoryAddress()) {
            return socket.sendAddress(bytes.memoryAddress(), bytes.readerIndex(), bytes.writerIndex());
        }
        ByteBuffer memory = nio(bytes);
        return socket.send(memory, memory.position(), memory.limit());
    }

    /** How much of the first {@code count} buffers has been written: 0 if the socket is full. */
    long write(ByteBuffer[] parts, int count) throws IOException {
        return socket.writev(parts, 0, count, Long.MAX_VALUE);
    }

    /** What is to be written of a buffer that has only one of these. */
    static ByteBuffer nio(ByteBuf bytes) {
        return bytes.internalNioBuffer(bytes.readerIndex(), bytes.readableBytes());
    }
}
