package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineSettings;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.Secret;
import org.reactivempi.transport.tck.traffic.PingPong;
import org.reactivempi.transport.tck.traffic.SkippedTime;
import reactor.core.publisher.Mono;

/** Two ranks exchange messages over TCP while somebody sends garbage to their ports. */
class GarbageTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** Only those are late that wait until this has been skipped. */
    private static final Duration LATE = Duration.ofMinutes(10);

    private static final EngineSettings SETTINGS =
            EngineSettings.from(Map.of(
                    "eager-credit-bytes",
                    "1048576",
                    "handshake-timeout",
                    LATE.toMinutes() + "m",
                    "heartbeat-interval",
                    "1h")::get);

    private static final int SILENT = 20;

    private final SkippedTime time = new SkippedTime();
    private final Engine[] engines = new Engine[2];
    private final PingPong[] sides = new PingPong[2];

    @BeforeEach
    void start() throws InterruptedException {
        for (int rank = 0; rank < 2; rank++) {
            TcpChannel channel = new TcpChannel(TcpSettings.from(TcpContext.of(rank, Map.of())));
            engines[rank] = Engine.start(
                            new Job("garbage", rank, 2, 2),
                            Secret.of("what both ranks know"),
                            SETTINGS,
                            List.of(channel),
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

    private Socket connect(int rank) throws IOException {
        String address = engines[rank].addresses().get(0).address();
        int colon = address.lastIndexOf(':');
        Socket socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    /** By the rank: the system resets the connection where the rank has not read all that came. */
    static void assertClosed(Socket socket) throws IOException {
        try (socket;
                InputStream in = socket.getInputStream()) {
            assertThat(in.read()).isEqualTo(-1);
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }

    private void sendsAndIsClosed(byte[] garbage) throws Exception {
        for (int rank = 0; rank < 2; rank++) {
            Socket socket = connect(rank);
            socket.getOutputStream().write(garbage);
            assertClosed(socket);
        }
        goesOn();
    }

    @Test
    @DisplayName("random bytes close their connection, and disturb nobody")
    void randomBytes() throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            byte[] garbage = new byte[16 + random.nextInt(1000)];
            random.nextBytes(garbage);
            sendsAndIsClosed(garbage);
        }
    }

    @Test
    @DisplayName("an HTTP request closes its connection, and disturbs nobody")
    void http() throws Exception {
        sendsAndIsClosed("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    @DisplayName("a huge length closes its connection, and disturbs nobody")
    void hugeLength() throws Exception {
        ByteBuffer header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        sendsAndIsClosed(header.putInt(4).putInt(0).putLong(Long.MAX_VALUE).array());
    }

    @Test
    @DisplayName("connections that say nothing are closed at the deadline, and disturb nobody")
    void silence() throws Exception {
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < SILENT; i++) {
            silent.add(connect(i % 2));
        }
        goesOn();
        time.skipUntil(LATE, this::areAllLate, engines);
        for (Socket socket : silent) {
            assertClosed(socket);
        }
    }

    private boolean areAllLate() {
        return Stream.of(engines)
                        .mapToLong(each -> each.rejected(Rejection.LATE))
                        .sum()
                == SILENT;
    }
}
