package org.reactivempi.transport.bootstrap.pmi;

import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.bootstrap.BootstrapException;

/**
 * A socket that this process was started with, by the number of its descriptor, which Java has no way to open but Netty has.
 *
 * <pre>
 *  launcher === descriptor --reader's thread--> pipe --> client's selector
 *                   ^------------------------------------ client's thread
 * </pre>
 * The reader looks at the descriptor when epoll says that there is something, once each time, so that it waits nowhere else: whether the
 * descriptor blocks is the launcher's choice.
 */
final class InheritedSocket implements PmiLink {

    private static final int CHUNK_BYTES = 4096;

    private final FileDescriptor descriptor;
    private final Pipe pipe;
    private final MultiThreadIoEventLoopGroup reader;

    private InheritedSocket(FileDescriptor descriptor, Pipe pipe, MultiThreadIoEventLoopGroup reader) {
        this.descriptor = descriptor;
        this.pipe = pipe;
        this.reader = reader;
    }

    /**
     * Takes the descriptor.
     *
     * @throws LinkageError where Netty's classes are missing
     * @throws BootstrapException where its native library cannot be loaded
     * @throws IOException where the descriptor is none that can be waited for
     */
    static InheritedSocket open(int number, int rank) throws IOException {
        if (!Epoll.isAvailable()) {
            throw new BootstrapException(
                    "Netty's native library for epoll is not available: " + Epoll.unavailabilityCause());
        }
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        ThreadFactory daemon = task -> {
            Thread thread = new Thread(task, "reactive-mpi-pmi-reader-" + rank);
            thread.setDaemon(true);
            return thread;
        };
        MultiThreadIoEventLoopGroup reader = new MultiThreadIoEventLoopGroup(1, daemon, EpollIoHandler.newFactory());
        InheritedSocket socket = new InheritedSocket(new FileDescriptor(number), pipe, reader);
        try {
            socket.listen(reader.next());
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void listen(IoEventLoop loop) throws IOException {
        try {
            loop.register(new Reading())
                    .syncUninterruptibly()
                    .getNow()
                    .submit(EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLRDHUP));
        } catch (RuntimeException e) {
            throw new IOException("descriptor " + descriptor.intValue() + " cannot be waited for: " + e, e);
        }
    }

    @Override
    public SelectableChannel readable() {
        return pipe.source();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return pipe.source().read(into);
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(from.remaining()).put(from).flip();
        while (bytes.hasRemaining()) {
            bytes.position(bytes.position() + descriptor.write(bytes, bytes.position(), bytes.limit()));
        }
    }

    /** The descriptor is closed after the reader has ended, since its number may be another file's from then on. */
    @Override
    public void close() throws IOException {
        pipe.source().close();
        reader.terminationFuture().addListener(ended -> descriptor.close());
        reader.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }

    /** Only the reader's thread comes here. */
    private final class Reading implements EpollIoHandle {

        private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);

        @Override
        public FileDescriptor fd() {
            return descriptor;
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            try {
                int length = descriptor.read(chunk, 0, CHUNK_BYTES);
                if (length >= 0) {
                    forward(length);
                    return;
                }
            } catch (IOException e) {
                // The end of the connection says it, or the client has closed the other side of the pipe.
            }
            registration.cancel();
            endOfFile();
        }

        private void forward(int length) throws IOException {
            chunk.clear().limit(length);
            while (chunk.hasRemaining()) {
                pipe.sink().write(chunk);
            }
        }

        private void endOfFile() {
            try {
                pipe.sink().close();
            } catch (IOException e) {
                // It is closed.
            }
        }

        /** The reader ends. */
        @Override
        public void close() {
            endOfFile();
        }
    }
}
