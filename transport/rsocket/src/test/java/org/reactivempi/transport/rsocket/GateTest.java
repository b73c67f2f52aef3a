package org.reactivempi.transport.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.client.WebsocketClientTransport;
import io.rsocket.util.DefaultPayload;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.rsocket.frame.Greeting;
import org.reactivempi.transport.tck.Recorder;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** An application and a rank behind one RSocket server. */
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"APPLICATION_TCP", "APPLICATION_WEBSOCKET"})
class GateTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Way.Open way;
    private final ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(Waiting.Mode.SLEEP), () -> {});
    private final Recorder acceptor = new Recorder();
    private final Endpoint endpoint;

    GateTest(Way way) {
        this.way = way.open();
        this.endpoint = this.way.context().channel().open(loop, () -> acceptor).block(TIMEOUT);
    }

    @AfterEach
    void end() {
        way.application().dispose();
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private Mono<RSocket> client(String mimeType, String greeting) {
        URI uri = URI.create(way.server());
        ClientTransport transport = uri.getScheme().equals("ws")
                ? WebsocketClientTransport.create(uri)
                : TcpClientTransport.create(uri.getHost(), uri.getPort());
        return RSocketConnector.create()
                .dataMimeType(mimeType)
                .setupPayload(DefaultPayload.create(greeting))
                .connect(transport);
    }

    private static Mono<String> ask(RSocket application) {
        return application
                .requestResponse(DefaultPayload.create("hello"))
                .map(Payload::getDataUtf8)
                .doFinally(end -> application.dispose());
    }

    @Test
    @DisplayName("the application's own clients reach it as before")
    void application() {
        StepVerifier.create(client("text/plain", "reactive-mpi/1 x").flatMap(GateTest::ask))
                .expectNext("echo of hello")
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a peer that knows the endpoint's name gets its link, and nothing of the application")
    void otherRequest() {
        String door = endpoint.address().substring(endpoint.address().indexOf('#') + 1);
        StepVerifier.create(client(Greeting.MIME_TYPE, "reactive-mpi/1 " + door).flatMap(GateTest::ask))
                .expectError()
                .verify(TIMEOUT);
        assertThat(acceptor.opened()).succeedsWithin(TIMEOUT);
        assertThat(acceptor.closed()).succeedsWithin(TIMEOUT);
    }

    @Test
    @DisplayName("a payload that the application's server takes, but no rank sends before it is known, ends the link")
    void longPayload() throws Exception {
        acceptor.trustsNobody();
        String door = endpoint.address().substring(endpoint.address().indexOf('#') + 1);
        StepVerifier.create(client(Greeting.MIME_TYPE, "reactive-mpi/1 " + door)
                        .flatMapMany(peer -> peer.requestChannel(Mono.just(DefaultPayload.create(new byte[50_000])))))
                .expectError()
                .verify(TIMEOUT);
        assertThat(acceptor.cause())
                .hasValueSatisfying(
                        cause -> assertThat(cause).hasMessageContaining("a payload of 50000 bytes, at most 1024"));
        assertThat(acceptor.received().availablePermits()).isZero();
    }

    @Test
    @DisplayName("a greeting that is malformed, of another version, or for an endpoint that is not here, is refused")
    void refused() {
        for (String greeting : new String[] {"", "x", "reactive-mpi/1", "reactive-mpi/2 x", "reactive-mpi/1 x"}) {
            StepVerifier.create(client(Greeting.MIME_TYPE, greeting).flatMap(GateTest::ask))
                    .expectError()
                    .verify(TIMEOUT);
        }
        assertThat(acceptor.opened()).isNotDone();
    }

    @Test
    @DisplayName("both ends know that a gate sees nothing of what protects the connection")
    void binding() throws Exception {
        Recorder connector = new Recorder();
        loop.execute(() -> endpoint.connect(endpoint.address(), connector));
        assertThat(connector.link().binding()).isEqualTo(Door.gateBinding());
        assertThat(acceptor.link().binding()).isEqualTo(Door.gateBinding());
        assertThat(endpoint.address()).contains("#gate-");
    }

    @Test
    @DisplayName("a gate needs an address, and a sound one")
    void address() {
        RSocketGate gate = RSocketGate.create();
        StepVerifier.create(RSocketContext.of(gate).channel().open(loop, Recorder::new))
                .expectErrorMessage(
                        "the attached RSocketGate has no address: attach gate.at(\"tcp://HOST:PORT\") instead")
                .verify(TIMEOUT);
        assertThatThrownBy(() -> gate.at("http://somewhere"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("malformed address http://somewhere");
    }
}
