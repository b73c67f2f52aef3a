package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.assertAllTalk;
import static org.reactivempi.conformance.port.Jobs.assertWorks;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.failure;
import static org.reactivempi.conformance.port.Jobs.get;
import static org.reactivempi.conformance.port.Jobs.job;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Session;
import org.reactivempi.SessionView;
import org.reactivempi.Snapshot;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;

/** Processes at both ends of a socket. */
class JoinTest {

    private static final String ANY_CHANNEL = "tcp";

    /** Both ends of a socket. */
    private record Sockets(SocketChannel one, SocketChannel other) implements AutoCloseable {

        static Sockets open() throws IOException {
            try (ServerSocketChannel server = ServerSocketChannel.open()) {
                server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel one = SocketChannel.open(server.getLocalAddress());
                return new Sockets(one, server.accept());
            }
        }

        /** Whatever is said next at an end is what comes next at the other one. */
        void assertQuiet() throws IOException {
            assertComes(one, other, "one way");
            assertComes(other, one, "and the other");
        }

        private static void assertComes(SocketChannel from, SocketChannel to, String text) throws IOException {
            byte[] said = text.getBytes(StandardCharsets.UTF_8);
            write(from, said);
            ByteBuffer room = ByteBuffer.allocate(said.length);
            while (room.hasRemaining()) {
                assertThat(to.read(room)).isNotNegative();
            }
            assertThat(room.array()).isEqualTo(said);
        }

        @Override
        public void close() throws IOException {
            one.close();
            other.close();
        }
    }

    private static void write(SocketChannel socket, byte[] bytes) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(bytes);
        while (out.hasRemaining()) {
            socket.write(out);
        }
    }

    private static List<Intercommunicator> joined(SessionView one, SessionView other, Sockets sockets) {
        CompletableFuture<Intercommunicator> first = one.join(sockets.one).toFuture();
        CompletableFuture<Intercommunicator> second = other.join(sockets.other).toFuture();
        return List.of(get(first), get(second));
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-12 two processes of two jobs join over a socket, which is where it was, again and again, and both talk")
    void twoJobs(String channel) throws Exception {
        try (Ranks some = job(channel, 2);
                Ranks others = job(channel, 2);
                Sockets sockets = Sockets.open()) {
            for (int round = 0; round < 4; round++) {
                List<Intercommunicator> ends = joined(some.session(round % 2), others.session(round / 2), sockets);
                assertThat(ends).allSatisfy(end -> {
                    assertThat(end.size()).isOne();
                    assertThat(end.remoteSize()).isOne();
                });
                sockets.assertQuiet();
                assertAllTalk(ends, round);
                disconnect(ends);
                sockets.assertQuiet();
            }
            assertWorks(some);
            assertWorks(others);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-12 two processes of one job join, several pairs at once, also in sessions that were opened")
    void oneJob(String channel) throws Exception {
        try (Ranks job = job(channel, 4);
                Sockets first = Sockets.open();
                Sockets second = Sockets.open();
                Sockets third = Sockets.open()) {
            SessionView opened = job.session(0).open().block(TIMEOUT);
            List<CompletableFuture<Intercommunicator>> all = List.of(
                    job.session(0).join(first.one).toFuture(),
                    opened.join(second.other).toFuture(),
                    job.session(1).join(first.other).toFuture(),
                    job.session(2).join(second.one).toFuture(),
                    job.session(3).join(third.one).toFuture(),
                    job.session(1).join(third.other).toFuture());
            List<Intercommunicator> ends = all.stream().map(Jobs::get).toList();
            assertAllTalk(List.of(ends.get(0), ends.get(2)), 1);
            assertAllTalk(List.of(ends.get(1), ends.get(3)), 2);
            assertAllTalk(List.of(ends.get(4), ends.get(5)), 3);
            for (Sockets each : List.of(first, second, third)) {
                each.assertQuiet();
            }
            disconnect(ends);
            opened.close().block(TIMEOUT);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-12 jobs without the same port-secret do not join, both ends fail, and the socket is where it was")
    void strangers(String channel) throws Exception {
        try (Ranks some = job(channel, 1);
                Ranks others = Ranks.start(
                        1, Jobs.onLoopback(channel).portSecret("Another One That Nobody Knows: 0123456789"));
                Sockets sockets = Sockets.open()) {
            for (boolean swapped : new boolean[] {false, true}) {
                Session one = swapped ? others.session(0) : some.session(0);
                Session other = swapped ? some.session(0) : others.session(0);
                CompletableFuture<Intercommunicator> first =
                        one.join(sockets.one).toFuture();
                CompletableFuture<Intercommunicator> second =
                        other.join(sockets.other).toFuture();
                assertIs(failure(first), ErrorClass.PORT);
                assertIs(failure(second), ErrorClass.PORT);
                sockets.assertQuiet();
            }
            assertWorks(some);
            assertWorks(others);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\n", "rMPJ\0\0", "rMPJ\u00ff\u00ff"})
    @DisplayName("DPM-12 what is no join at the other end fails with the port class")
    void nothing(String said) throws Exception {
        try (Ranks job = job(ANY_CHANNEL, 1);
                Sockets sockets = Sockets.open()) {
            CompletableFuture<Intercommunicator> joining =
                    job.session(0).join(sockets.one).toFuture();
            write(sockets.other, said.getBytes(StandardCharsets.ISO_8859_1));
            assertIs(failure(joining), ErrorClass.PORT, "join", "says something else");
            assertWorks(job);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 6, 40})
    @DisplayName("DPM-12 the other end that closes in the middle of it fails this one with the port class")
    void closed(int length) throws Exception {
        try (Ranks job = job(ANY_CHANNEL, 1);
                Sockets sockets = Sockets.open()) {
            CompletableFuture<Intercommunicator> joining =
                    job.session(0).join(sockets.one).toFuture();
            // What is closed with something unread in it is reset, and not only closed.
            offered(sockets.other);
            write(
                    sockets.other,
                    ("rMPJ\0\100rmpi1:" + "x".repeat(40)).substring(0, length).getBytes(StandardCharsets.UTF_8));
            sockets.other.close();
            assertIs(failure(joining), ErrorClass.PORT, "it is closed");
            assertWorks(job);
        }
    }

    @Test
    @DisplayName("DPM-12 the other end that resets the connection fails this one with the port class")
    void reset() throws Exception {
        try (Ranks job = job(ANY_CHANNEL, 1);
                Sockets sockets = Sockets.open()) {
            CompletableFuture<Intercommunicator> joining =
                    job.session(0).join(sockets.one).toFuture();
            offered(sockets.other);
            sockets.other.setOption(StandardSocketOptions.SO_LINGER, 0);
            sockets.other.close();
            assertIs(failure(joining), ErrorClass.PORT, "the other end of the socket can't be reached");
            assertWorks(job);
        }
    }

    /** The name of the port that a join says at first. */
    private static String offered(SocketChannel other) throws IOException {
        ByteBuffer header = read(other, 4 + 2);
        return StandardCharsets.US_ASCII.decode(read(other, header.getShort(4))).toString();
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-12 a join that is cancelled closes its port, so that the other end meets nobody there")
    void cancelled(String channel) throws Exception {
        try (Ranks some = job(channel, 1);
                Ranks others = job(channel, 1);
                Sockets sockets = Sockets.open()) {
            Disposable waiting = some.session(0).join(sockets.one).subscribe();
            String port = offered(sockets.other);
            waiting.dispose();
            assertIs(failure(others.world(0).connect(port, 0).toFuture()), ErrorClass.PORT);
            assertWorks(some);
            assertWorks(others);
            assertThat(some.session(0).snapshot().block(TIMEOUT)).matches(Snapshot::isEmpty);
        }
    }

    private static ByteBuffer read(SocketChannel socket, int length) throws IOException {
        ByteBuffer room = ByteBuffer.allocate(length);
        while (room.hasRemaining()) {
            assertThat(socket.read(room)).isNotNegative();
        }
        return room.flip();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    @DisplayName(
            "DPM-12 joins that fail, or wait for others, take nothing of those that don't: numbers, or threads of the JVM")
    void many(int waiting) throws Exception {
        try (Ranks job = job(ANY_CHANNEL, 2);
                Sockets sockets = Sockets.open()) {
            int before = number(job);
            for (int i = 0; i < 20; i++) {
                try (Sockets failing = Sockets.open()) {
                    write(failing.other, "rMPJ\0\1z".getBytes(StandardCharsets.UTF_8));
                    assertIs(failure(job.session(0).join(failing.one).toFuture()), ErrorClass.PORT, "no port name");
                }
            }
            assertThat(number(job)).isEqualTo(before);
            List<Sockets> silent = new ArrayList<>();
            for (int i = 0; i < waiting; i++) {
                silent.add(Sockets.open());
                job.session(0).join(silent.get(i).one).subscribe(joined -> {}, closed -> {});
            }
            List<Intercommunicator> ends = joined(job.session(0), job.session(1), sockets);
            assertAllTalk(ends, 1);
            disconnect(ends);
            for (Sockets each : silent) {
                each.close();
            }
        }
    }

    /** The number that the next communicator of rank 0 gets. */
    private static int number(Ranks job) {
        Communicator next = job.session(0)
                .group("mpi://SELF")
                .flatMap(self -> job.session(0).create(self, "next"))
                .blockOptional(TIMEOUT)
                .orElseThrow();
        int number = Jobs.number(next);
        next.free().block(TIMEOUT);
        return number;
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-12 a process can't join itself, nor over a socket that is not connected, or not in blocking mode")
    void wrong(String channel) throws Exception {
        try (Ranks job = job(channel, 1);
                Sockets sockets = Sockets.open();
                SocketChannel unconnected = SocketChannel.open()) {
            CompletableFuture<Intercommunicator> first =
                    job.session(0).join(sockets.one).toFuture();
            CompletableFuture<Intercommunicator> second =
                    job.session(0).join(sockets.other).toFuture();
            assertIs(failure(first), ErrorClass.PORT);
            assertIs(failure(second), ErrorClass.PORT);
            sockets.assertQuiet();
            assertIs(failure(job.session(0).join(unconnected).toFuture()), ErrorClass.ARG, "not connected");
            sockets.one.configureBlocking(false);
            assertIs(failure(job.session(0).join(sockets.one).toFuture()), ErrorClass.ARG, "blocking mode");
            assertWorks(job);
        }
    }
}
