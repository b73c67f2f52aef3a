package org.reactivempi.transport.bootstrap.pmi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** The rank's end of a connection to its launcher. Only the client's thread comes here. */
interface PmiLink extends AutoCloseable {

    /** What a selector says of that {@link #read} has something, or the end; not blocking. */
    SelectableChannel readable();

    /** Reads what is there: how many bytes, 0 where there are none yet, -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /** Writes all bytes. The launcher has read all that came before, or it would not have answered: there is room. */
    void write(ByteBuffer from) throws IOException;

    /** This end's address, where the connection is one of the network. */
    default Optional<InetAddress> localAddress() throws IOException {
        return Optional.empty();
    }

    @Override
    void close() throws IOException;

    /** A socket that Java has opened; closed with the link. */
    static PmiLink of(SocketChannel socket) throws IOException {
        socket.configureBlocking(false);
        return new OfSocket(socket);
    }

    /** A socket that is standard input. Java takes the process's standard output away where it closes that, so it is shut down. */
    static PmiLink ofStandardInput(SocketChannel socket) throws IOException {
        socket.configureBlocking(false);
        return new OfSocket(socket) {
            @Override
            public void close() throws IOException {
                socket.shutdownInput();
                socket.shutdownOutput();
            }
        };
    }

    /** By Java's own means. */
    class OfSocket implements PmiLink {

        private final SocketChannel socket;

        private OfSocket(SocketChannel socket) {
            this.socket = socket;
        }

        @Override
        public SelectableChannel readable() {
            return socket;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            return socket.read(into);
        }

        @Override
        public void write(ByteBuffer from) throws IOException {
            while (from.hasRemaining()) {
                socket.write(from);
            }
        }

        @Override
        public Optional<InetAddress> localAddress() throws IOException {
            return socket.getLocalAddress() instanceof InetSocketAddress own
                    ? Optional.of(own.getAddress())
                    : Optional.empty();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
