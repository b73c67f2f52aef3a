package org.reactivempi.benchmarks;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a TCP link's calls into the system cost, by the calls that there are for them: a poll that finds nothing, and 8 bytes through
 * the loopback interface, both ends on one thread. Links call {@link Calls#RECV_AND_SEND}. On Linux alone.
 */
public class SocketBenchmark extends Nanoseconds {

    private static final int MESSAGE_BYTES = 8;
    private static final int ROOM_BYTES = 256 * 1024;

    /** How bytes come and go. */
    public enum Calls {
        /** For any file, with buffers whose address the JVM is asked for each time. */
        READ_AND_WRITE {
            @Override
            int receive(Socket from, ByteBuffer room, long address) throws IOException {
                return from.read(room, 0, ROOM_BYTES);
            }

            @Override
            void send(Socket to, ByteBuffer message, long address) throws IOException {
                to.write(message, 0, MESSAGE_BYTES);
            }
        },
        /** For sockets, with addresses. */
        RECV_AND_SEND {
            @Override
            int receive(Socket from, ByteBuffer room, long address) throws IOException {
                return from.recvAddress(address, 0, ROOM_BYTES);
            }

            @Override
            void send(Socket to, ByteBuffer message, long address) throws IOException {
                to.sendAddress(address, 0, MESSAGE_BYTES);
            }
        };

        abstract int receive(Socket from, ByteBuffer room, long address) throws IOException;

        abstract void send(Socket to, ByteBuffer message, long address) throws IOException;
    }

    /** By which calls. */
    @Param
    public Calls calls = Calls.RECV_AND_SEND;

    private final ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE_BYTES);
    private final ByteBuffer room = ByteBuffer.allocateDirect(ROOM_BYTES);
    private long messageAddress;
    private long roomAddress;
    private Socket sender;
    private Socket receiver;

    /**
     * Connects two sockets.
     *
     * @throws IOException if the system has none
     */
    @Setup
    public void connect() throws IOException {
        Epoll.ensureAvailability();
        messageAddress = Buffer.memoryAddress(message);
        roomAddress = Buffer.memoryAddress(room);
        Socket listener = Socket.newSocketStream();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.listen(1);
        sender = Socket.newSocketStream();
        boolean connected = sender.connect(listener.localAddress());
        while (!connected) {
            connected = sender.finishConnect();
        }
        receiver = accepted(listener);
        listener.close();
    }

    private static Socket accepted(Socket listener) throws IOException {
        byte[] peer = new byte[32];
        int descriptor = listener.accept(peer);
        while (descriptor < 0) {
            descriptor = listener.accept(peer);
        }
        return new Socket(descriptor);
    }

    /**
     * Closes both.
     *
     * @throws IOException if the system can't
     */
    @TearDown
    public void close() throws IOException {
        sender.close();
        receiver.close();
    }

    /**
     * A look that finds nothing.
     *
     * @return 0
     * @throws IOException if the connection is broken
     */
    @Benchmark
    public int inVain() throws IOException {
        return calls.receive(receiver, room, roomAddress);
    }

    /**
     * A message, from one end to the other.
     *
     * @return its length
     * @throws IOException if the connection is broken
     */
    @Benchmark
    public int message() throws IOException {
        calls.send(sender, message, messageAddress);
        int length = calls.receive(receiver, room, roomAddress);
        while (length == 0) {
            length = calls.receive(receiver, room, roomAddress);
        }
        return length;
    }
}
