package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineSettings;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.PeerDirectory;
import org.reactivempi.transport.engine.port.Secret;
import org.reactivempi.transport.tck.traffic.PingPong;
import reactor.core.publisher.Mono;

/** Rank 0 connects to rank 1 by way of somebody who ends TLS and begins another, knows no secret, and passes all bytes on. */
class TlsRelayTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Certificates AUTHORITY = Certificates.ofNewAuthority();
    private static final X509Bundle SHARED = AUTHORITY.valid("all ranks");

    @TempDir
    private Path directory;

    private final List<Engine> engines = new ArrayList<>();
    private final List<Socket> sockets = new ArrayList<>();
    private String address = "";

    @AfterEach
    void end() throws IOException {
        for (Engine engine : engines) {
            engine.abort("the test is over").block(TIMEOUT);
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** The next rank; rank 0 gets the address of rank 1 from the test. */
    private PingPong start(Map<String, String> files) {
        int rank = engines.size();
        Engine engine = Engine.start(
                        new Job("relayed", rank, 2, 2),
                        Secret.of("what both ranks know"),
                        EngineSettings.from(Map.of("connect-timeout", "10s")::get),
                        List.of(new TcpChannel(TcpSettings.from(TcpContext.of(rank, files)))),
                        peer -> Mono.fromSupplier(() -> List.of(new PeerDirectory.Address("tcp", address))))
                .block(TIMEOUT);
        engines.add(engine);
        return new PingPong(engine, rank);
    }

    private Map<String, String> files(String name, X509Bundle certificate) throws IOException {
        return AUTHORITY.write(directory.resolve(name), certificate);
    }

    private static SSLContext context(X509Bundle certificate) throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(
                certificate.toKeyManagerFactory().getKeyManagers(),
                InsecureTrustManagerFactory.INSTANCE.getTrustManagers(),
                null);
        return context;
    }

    /** Passes bytes on between a peer that connects to its address and rank 1. */
    private void relay(ServerSocketFactory from, SocketFactory to) throws IOException {
        String behind = engines.get(1).addresses().get(0).address();
        int port = Integer.parseInt(behind.substring(behind.lastIndexOf(':') + 1));
        ServerSocket server = from.createServerSocket(0, 1, InetAddress.getLoopbackAddress());
        address = "127.0.0.1:" + server.getLocalPort();
        inBackground(() -> {
            try (server;
                    Socket connector = server.accept();
                    Socket acceptor = to.createSocket(InetAddress.getLoopbackAddress(), port)) {
                sockets.add(connector);
                sockets.add(acceptor);
                inBackground(() -> acceptor.getInputStream().transferTo(connector.getOutputStream()));
                connector.getInputStream().transferTo(acceptor.getOutputStream());
            }
        });
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void inBackground(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException ended) {
                // As it has to.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void isNoticed(PingPong zero) throws Exception {
        zero.start();
        Throwable failure = zero.stopped().handle((nothing, cause) -> cause).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertThat(failure)
                .hasStackTraceContaining("it says that this rank's proof is wrong")
                .hasStackTraceContaining("somebody stands between it and this rank");
        // It counts after its answer.
        CountDownLatch counted = new CountDownLatch(1);
        engines.get(1).execute(counted::countDown);
        assertThat(counted.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(engines.get(1).rejected(Rejection.PROOF)).isEqualTo(1);
        assertThat(zero.rounds().availablePermits()).isZero();
    }

    @Test
    @DisplayName("with a certificate of the ranks' authority")
    void otherCertificate() throws Exception {
        PingPong zero = start(files("zero", AUTHORITY.valid("rank 0")));
        start(files("one", AUTHORITY.valid("rank 1")));
        SSLContext relay = context(AUTHORITY.valid("somebody"));
        relay(relay.getServerSocketFactory(), relay.getSocketFactory());
        isNoticed(zero);
    }

    @Test
    @DisplayName("with the certificate and the key that the ranks have themselves")
    void stolenCertificate() throws Exception {
        PingPong zero = start(files("zero", SHARED));
        start(files("one", SHARED));
        SSLContext relay = context(SHARED);
        relay(relay.getServerSocketFactory(), relay.getSocketFactory());
        isNoticed(zero);
    }

    @Test
    @DisplayName("who ends TLS towards a rank whose peer has none")
    void plainAcceptor() throws Exception {
        PingPong zero = start(files("zero", SHARED));
        start(Map.of());
        relay(context(SHARED).getServerSocketFactory(), SocketFactory.getDefault());
        isNoticed(zero);
    }

    @Test
    @DisplayName("who begins TLS in place of a rank that has none")
    void plainConnector() throws Exception {
        PingPong zero = start(Map.of());
        start(files("one", SHARED));
        relay(ServerSocketFactory.getDefault(), context(SHARED).getSocketFactory());
        isNoticed(zero);
    }

    @Test
    @DisplayName("whose ranks have no TLS at all: nobody notices, as the page on security says")
    void noTls() throws Exception {
        PingPong zero = start(Map.of());
        PingPong one = start(Map.of());
        relay(ServerSocketFactory.getDefault(), SocketFactory.getDefault());
        one.start();
        zero.start();
        assertThat(zero.rounds().tryAcquire(10, TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }
}
