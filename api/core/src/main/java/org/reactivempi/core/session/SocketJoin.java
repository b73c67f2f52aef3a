package org.reactivempi.core.session;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Port;
import org.reactivempi.SessionView;
import reactor.core.publisher.Mono;

/**
 * Two processes at both ends of a socket become a communicator of two groups. They tell each other ports over the socket, and one of them
 * accepts at its own, the one whose name is the larger text; all else goes the way of ports.
 *
 * <pre>
 *  both      --magic, length, port's name--&gt;   both
 *  who connects  == connects to the other one's port ==&gt;   who accepts
 *            --MET, or FAILED--&gt;
 * </pre>
 * Afterwards nothing of it is left in the socket.
 */
final class SocketJoin {

    private static final int MAGIC = 0x724d504a;
    private static final int HEADER_BYTES = Integer.BYTES + Short.BYTES;
    private static final byte MET = 1;
    private static final byte FAILED = 2;

    private final SessionView session;
    private final SocketChannel socket;
    /** What has been made, and its user may not have got yet. */
    private volatile @Nullable Intercommunicator made;

    private volatile boolean delivered;

    private SocketJoin(SessionView session, SocketChannel socket) {
        this.session = session;
        this.socket = socket;
    }

    /**
     * Joins them.
     *
     * @return cold; on the progress scheduler
     */
    static Mono<Intercommunicator> of(SessionView session, SocketChannel socket) {
        return Mono.defer(() -> {
            if (!socket.isConnected() || !socket.isBlocking()) {
                throw new MpiException(
                        ErrorClass.ARG,
                        "the socket is " + (socket.isConnected() ? "not in blocking mode" : "not connected")
                                + ", and join needs one that is connected and in blocking mode");
            }
            return new SocketJoin(session, socket).joined();
        });
    }

    private Mono<Intercommunicator> joined() {
        Mono<Intercommunicator> joined = Mono.usingWhen(
                session.ports().open(),
                port -> Mono.usingWhen(alone(port), self -> met(self, port), Communicator::free),
                Port::close);
        return joined.doOnCancel(this::giveUp).doOnNext(met -> delivered = true);
    }

    /** Nobody wants it any more: what has been made all the same ends, when the other end frees it too. */
    private void giveUp() {
        Intercommunicator unwanted = made;
        if (unwanted != null && !delivered) {
            unwanted.disconnect().onErrorComplete().subscribe();
        }
    }

    /** A communicator of this process alone, which meets the other one. */
    private Mono<Communicator> alone(Port port) {
        // The names of the ports of a process differ from their beginning on.
        String text = port.name().substring(0, Math.min(port.name().length(), Mpi.MAX_STRING_TAG));
        return session.group("mpi://SELF").flatMap(self -> session.create(self, text));
    }

    private Mono<Intercommunicator> met(Communicator self, Port port) {
        return atSocket(() -> exchanged(port.name()))
                .flatMap(other -> port.name().compareTo(other) > 0 ? accepted(self, port) : connected(self, other));
    }

    private Mono<Intercommunicator> accepted(Communicator self, Port port) {
        Mono<Void> end = atSocket(this::heardEnd).then().cache();
        return Mono.firstWithSignal(self.accept(port, 0), end.then(Mono.never()))
                .doOnNext(met -> made = met)
                // What the other one says last is read in any case; how it has fared is known already.
                .onErrorResume(failed -> end.onErrorComplete().then(Mono.error(failed)))
                .flatMap(met -> end.onErrorComplete().thenReturn(met));
    }

    private Mono<Intercommunicator> connected(Communicator self, String port) {
        return self.connect(port, 0)
                .doOnNext(met -> made = met)
                .onErrorResume(failed -> said(FAILED).onErrorComplete().then(Mono.error(failed)))
                .doOnCancel(() -> {
                    if (made == null) {
                        said(FAILED).onErrorComplete().subscribe();
                    }
                })
                .flatMap(met -> said(MET).onErrorComplete().thenReturn(met));
    }

    // ---- What goes through the socket

    /**
     * On a thread of its own, since it may wait for as long as the other end does. Nobody interrupts that thread, which would close the socket.
     */
    private <T> Mono<T> atSocket(Callable<T> work) {
        return Mono.<T>create(sink -> {
                    Thread waiting = new Thread(
                            () -> {
                                try {
                                    sink.success(work.call());
                                } catch (MpiException e) {
                                    sink.error(e);
                                } catch (Exception e) {
                                    sink.error(new MpiException(
                                            ErrorClass.PORT,
                                            "the other end of the socket can't be reached: "
                                                    + (e instanceof EOFException ? "it is closed" : e.getMessage()),
                                            e));
                                }
                            },
                            "reactive-mpi-join");
                    waiting.setDaemon(true);
                    waiting.start();
                })
                .publishOn(session.scheduler());
    }

    /** The name of the other one's port. */
    private String exchanged(String port) throws IOException {
        byte[] name = port.getBytes(StandardCharsets.US_ASCII);
        write(ByteBuffer.allocate(HEADER_BYTES + name.length)
                .putInt(MAGIC)
                .putShort((short) name.length)
                .put(name)
                .flip());
        ByteBuffer header = read(HEADER_BYTES);
        if (header.getInt() != MAGIC) {
            throw unknown();
        }
        int length = Short.toUnsignedInt(header.getShort());
        if (length == 0 || length > Mpi.MAX_PORT_NAME) {
            throw unknown();
        }
        return StandardCharsets.US_ASCII.decode(read(length)).toString();
    }

    private static MpiException unknown() {
        return new MpiException(
                ErrorClass.PORT,
                "the other end of the socket says something else than join does, or another version of it");
    }

    /** How the one has fared that connects. */
    private Boolean heardEnd() throws IOException {
        byte end = read(1).get();
        if (end != MET) {
            throw end == FAILED
                    ? new MpiException(
                            ErrorClass.PORT,
                            "the other end of the socket has failed to connect: its own error says why")
                    : unknown();
        }
        return true;
    }

    private Mono<Boolean> said(byte end) {
        return atSocket(() -> {
            write(ByteBuffer.wrap(new byte[] {end}));
            return true;
        });
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (socket.read(bytes) < 0) {
                throw new EOFException();
            }
        }
        return bytes.flip();
    }
}
