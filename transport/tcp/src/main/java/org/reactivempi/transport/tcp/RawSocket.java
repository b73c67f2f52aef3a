package org.reactivempi.transport.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.unix.FileDescriptor;
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

    private final FileDescriptor descriptor;

    private RawSocket(FileDescriptor descriptor) {
        this.descriptor = descriptor;
    }

    /** The socket under a handler, or null where there is no descriptor or something stands between, as TLS does. */
    static @Nullable RawSocket under(ChannelHandlerContext handler) {
        boolean first = handler.pipeline().firstContext() == handler;
        return first && handler.channel() instanceof UnixChannel channel ? new RawSocket(channel.fd()) : null;
    }

    /** False from the moment on in which its number may be another socket's. */
    boolean isOpen() {
        return descriptor.isOpen();
    }

    /** How much has been read: 0 if there is nothing yet, -1 at the end of the stream. */
    int read(ByteBuffer into, int position, int limit) throws IOException {
        return descriptor.read(into, position, limit);
    }

    /** How much has been written: 0 if the socket is full. */
    int write(ByteBuffer bytes) throws IOException {
        return descriptor.write(bytes, bytes.position(), bytes.limit());
    }

    /** How much of the first {@code count} buffers has been written: 0 if the socket is full. */
    long write(ByteBuffer[] parts, int count) throws IOException {
        return descriptor.writev(parts, 0, count, Long.MAX_VALUE);
    }
}
