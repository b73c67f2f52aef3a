package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineSettings;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.Secret;
import org.reactivempi.transport.tck.traffic.PingPong;
import org.reactivempi.transport.tck.traffic.SkippedTime;
import reactor.core.publisher.Mono;

/** Two ranks exchange messages under TLS while others try to join them: each is counted, and disturbs nobody. */
class TlsGarbageTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** Only those are late that wait until this has been skipped. */
    private static final Duration LATE = Duration.ofMinutes(10);

    private static final Map<String, String> SETTINGS =
            Map.of("handshake-timeout", LATE.toMinutes() + "m", "heartbeat-interval", "1h");
    private static final Certificates AUTHORITY = Certificates.ofNewAuthority();
    private static final Certificates FOREIGN = Certificates.ofNewAuthority();

    @TempDir
    private Path directory;

    private final SkippedTime time = new SkippedTime();
    private final Engine[] engines = new Engine[2];
    private final PingPong[] sides = new PingPong[2];

    @BeforeEach
    void start() throws Exception {
        for (int rank = 0; rank < 2; rank++) {
            Path own = directory.resolve("rank-" + rank);
            Map<String, String> files = AUTHORITY.write(own, AUTHORITY.valid("rank " + rank));
            engines[rank] = Engine.start(
                            new Job("garbage", rank, 2, 2),
                            Secret.of("what both ranks know"),
                            EngineSettings.from(SETTINGS::get),
                            List.of(new TcpChannel(TcpSettings.from(TcpContext.of(rank, files)))),
                            peer -> Mono.fromSupplier(() -> engines[peer].addresses()),
                            List::of,
                            time,
                            List.of())
                    .block(TIMEOUT);
            sides[rank] = new PingPong(engines[rank], rank);
        }
        sides[1].start();
        sides[0].start();
        goesOn();
    }

    @AfterEach
    void end() throws Exception {
        goesOn();
        sides[0].stop();
        sides[0].stopped().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        sides[1].stopped().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        Mono.when(engines[0].close(), engines[1].close()).block(TIMEOUT);
    }

    private void goesOn() throws InterruptedException {
        for (PingPong side : sides) {
            side.rounds().drainPermits();
            assertThat(side.rounds().tryAcquire(100, TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(side.stopped()).isNotDone();
        }
    }

    private Socket connect(@Nullable X509Bundle certificate) throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(
                certificate == null ? null : certificate.toKeyManagerFactory().getKeyManagers(),
                InsecureTrustManagerFactory.INSTANCE.getTrustManagers(),
                null);
        return context.getSocketFactory().createSocket("127.0.0.1", port());
    }

    private int port() {
        String address = engines[0].addresses().get(0).address();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** Sends bytes, and waits for the end. */
    private static void isClosed(Socket socket, String text) {
        try (socket;
                InputStream in = socket.getInputStream()) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            assertThat(in.readAllBytes()).hasSizeLessThan(100);
        } catch (IOException refused) {
            // Whenever it notices.
        }
    }

    /** The stranger may hear of its end before the rank has counted it. */
    private void isCounted(Rejection rejection, long count) {
        while (engines[0].rejected(rejection) < count) {
            engines[0].pending().block(TIMEOUT);
        }
        assertThat(engines[0].rejected(rejection)).isEqualTo(count);
        assertThat(Stream.of(Rejection.values()).mapToLong(engines[0]::rejected).sum())
                .isEqualTo(count);
        assertThat(Stream.of(Rejection.values()).mapToLong(engines[1]::rejected).sum())
                .isZero();
    }

    @Test
    @DisplayName("a foreign certificate, an expired one, none, and no TLS")
    void wrongCertificates() throws Exception {
        isClosed(connect(FOREIGN.valid("rank 1")), "RMPA");
        isCounted(Rejection.TLS, 1);
        isClosed(connect(AUTHORITY.expired("rank 1")), "RMPA");
        isCounted(Rejection.TLS, 2);
        isClosed(connect(null), "RMPA");
        isCounted(Rejection.TLS, 3);
        isClosed(new Socket("127.0.0.1", port()), "GET / HTTP/1.1\r\n\r\n");
        isCounted(Rejection.TLS, 4);
    }

    @Test
    @DisplayName("the right certificate, and then something else than the proof")
    void garbageUnderTls() throws Exception {
        isClosed(connect(AUTHORITY.valid("rank 1")), "GET / HTTP/1.1\r\n\r\n");
        isCounted(Rejection.GARBAGE, 1);
    }

    @Test
    @DisplayName("one that says nothing, below TLS or above")
    void silence() throws Exception {
        try (Socket below = new Socket("127.0.0.1", port());
                Socket above = connect(AUTHORITY.valid("rank 1"))) {
            above.getOutputStream().write('R');
            time.skipUntil(LATE, () -> engines[0].rejected(Rejection.LATE) == 2, engines);
            above.setSoTimeout((int) TIMEOUT.toMillis());
            below.setSoTimeout((int) TIMEOUT.toMillis());
            GarbageTest.assertClosed(above);
            GarbageTest.assertClosed(below);
        }
        isCounted(Rejection.LATE, 2);
    }
}
