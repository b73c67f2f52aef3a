package org.reactivempi.transport.rsocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.client.WebsocketClientTransport;
import io.rsocket.util.DefaultPayload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineSettings;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.Secret;
import org.reactivempi.transport.rsocket.frame.Frames;
import org.reactivempi.transport.rsocket.frame.Greeting;
import org.reactivempi.transport.tck.traffic.PingPong;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Two ranks exchange messages over RSocket while somebody sends garbage to their ports. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"tcp", "websocket"})
@Execution(ExecutionMode.CONCURRENT) // Each has ranks of its own, and waits most of the time.
@Tag("long")
class GarbageTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final EngineSettings SETTINGS = EngineSettings.from(
            Map.of("eager-credit-bytes", "1048576", "handshake-timeout", "3s", "heartbeat-interval", "5s")::get);
    private static final byte[] UPGRADE = ("GET /reactive-mpi HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n"
                    + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);

    private final boolean websocket;
    private final Engine[] engines = new Engine[2];
    private final PingPong[] sides = new PingPong[2];

    GarbageTest(String transport) {
        this.websocket = transport.equals("websocket");
    }

    @BeforeEach
    void start() throws InterruptedException {
        for (int rank = 0; rank < 2; rank++) {
            RSocketContext context =
                    RSocketContext.of(rank, Map.of("rsocket-transport", websocket ? "websocket" : "tcp"));
            engines[rank] = Engine.start(
                            new Job("garbage", rank, 2, 2),
                            Secret.of("what both ranks know"),
                            SETTINGS,
                            List.of(context.channel()),
                            peer -> Mono.fromSupplier(() -> engines[peer].addresses()))
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

    private URI address(int rank) {
        return URI.create(engines[rank].addresses().get(0).address());
    }

    private Socket connect(int rank) throws IOException {
        Socket socket = new Socket(address(rank).getHost(), address(rank).getPort());
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    /** Whatever the rank answers, it ends the connection. */
    private static void assertCloses(Socket socket) throws IOException {
        try (socket;
                InputStream in = socket.getInputStream()) {
            in.transferTo(new ByteArrayOutputStream());
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }

    private void sendsAndIsClosed(List<byte[]> garbage) throws Exception {
        List<Socket> sockets = new ArrayList<>();
        for (byte[] bytes : garbage) {
            Socket socket = connect(sockets.size() % 2);
            sockets.add(socket);
            try {
                socket.getOutputStream().write(bytes);
            } catch (SocketException closedAlready) {
                assertThat(closedAlready).isNotNull();
            }
        }
        for (Socket socket : sockets) {
            assertCloses(socket);
        }
        goesOn();
    }

    @Test
    @DisplayName("random bytes close their connection, and disturb nobody")
    void randomBytes() throws Exception {
        Random random = new Random(1);
        List<byte[]> garbage = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            byte[] bytes = new byte[16 + random.nextInt(1000)];
            random.nextBytes(bytes);
            garbage.add(bytes);
            garbage.add(ByteBufUtil.getBytes(Unpooled.wrappedBuffer(UPGRADE, bytes)));
        }
        sendsAndIsClosed(garbage);
    }

    @Test
    @DisplayName("frames of a link with wrong bytes in them close their connection, and disturb nobody")
    void wrongFrames() throws Exception {
        Random random = new Random(2);
        List<byte[]> garbage = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            String door = address(garbage.size() % 2).getFragment();
            garbage.add(ByteBufUtil.getBytes(link(door, random)));
        }
        sendsAndIsClosed(garbage);
    }

    private ByteBuf link(String door, Random random) {
        ByteBuf bytes = Unpooled.buffer();
        if (websocket) {
            bytes.writeBytes(UPGRADE);
        }
        frame(bytes, Frames.setup(20_000, false, "reactive-mpi/1 " + door), random.nextInt(4) == 0, random);
        frame(bytes, Frames.open(1, 32), random.nextBoolean(), random);
        for (int i = 0; i < 5; i++) {
            frame(bytes, Frames.payload(1, false), random.nextBoolean(), random);
        }
        return bytes;
    }

    private void frame(ByteBuf bytes, ByteBuf frame, boolean change, Random random) {
        ByteBuf sent = change ? Frames.changed(frame, random) : frame;
        if (websocket) {
            // Binary, final, masked with zeros.
            bytes.writeByte(0x82)
                    .writeByte(0x80 | 126)
                    .writeShort(sent.readableBytes())
                    .writeInt(0);
        } else {
            bytes.writeMedium(sent.readableBytes());
        }
        bytes.writeBytes(sent);
    }

    @Test
    @DisplayName("an HTTP request, and a huge length, close their connections, and disturb nobody")
    void otherProtocols() throws Exception {
        byte[] http = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        byte[] hugeFrame = {-1, -1, -1, 0, 0, 0, 0};
        byte[] hugeMessage = ByteBufUtil.getBytes(
                Unpooled.wrappedBuffer(UPGRADE, new byte[] {(byte) 0x82, (byte) 0xFF, 0, 0, 1, 0, 0, 0, 0, 0}));
        sendsAndIsClosed(List.of(http, http, hugeFrame, hugeFrame, hugeMessage, hugeMessage, UPGRADE, UPGRADE));
    }

    @Test
    @DisplayName("connections that say nothing are closed at the deadline, and disturb nobody")
    void silence() throws Exception {
        List<byte[]> nothing = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            nothing.add(new byte[0]);
        }
        sendsAndIsClosed(nothing);
    }

    private Mono<RSocket> client(String mimeType, String greeting) {
        URI uri = address(0);
        ClientTransport transport = websocket
                ? WebsocketClientTransport.create(uri)
                : TcpClientTransport.create(uri.getHost(), uri.getPort());
        return RSocketConnector.create()
                .dataMimeType(mimeType)
                .setupPayload(DefaultPayload.create(greeting))
                .connect(transport);
    }

    private void isRefused(String mimeType, String greeting) throws InterruptedException {
        fails(client(mimeType, greeting)
                .flatMapMany(peer -> peer.requestChannel(Mono.just(DefaultPayload.create("hello")))));
        fails(client(mimeType, greeting).flatMap(peer -> peer.requestResponse(DefaultPayload.create("hello"))));
        goesOn();
    }

    private static void fails(Publisher<Payload> asked) {
        StepVerifier.create(asked).expectError().verify(TIMEOUT);
    }

    @Test
    @DisplayName(
            "an RSocket client that is not of reactive-mpi, or wants something else, is refused, and disturbs nobody")
    void otherClients() throws Exception {
        isRefused("text/plain", "hello");
        isRefused(Greeting.MIME_TYPE, "hello");
        isRefused(Greeting.MIME_TYPE, "reactive-mpi/1 another-door");
        isRefused(Greeting.MIME_TYPE, "reactive-mpi/1 " + address(0).getFragment());
    }
}
