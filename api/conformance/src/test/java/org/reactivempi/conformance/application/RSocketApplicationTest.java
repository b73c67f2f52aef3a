package org.reactivempi.conformance.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import org.reactivempi.transport.rsocket.RSocketGate;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.messaging.rsocket.RSocketRequester;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One rank is in a Spring Boot application, and is reached through its RSocket server; the other is outside. */
@Tag("long")
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"tcp", "websocket"})
class RSocketApplicationTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int TAG = 0;

    private final String transport;
    private final ConfigurableApplicationContext application;
    private final int port;
    private final Session inside;
    private final Session outside;

    RSocketApplicationTest(String transport) throws Exception {
        this.transport = transport;
        this.application = RSocketApplication.start(transport);
        this.port = application.getBean(RSocketApplication.class).port();
        InJvmWorld world = InJvmWorld.of(2, Map.of("REACTIVEMPI_CHANNEL", "rsocket"));
        String scheme = transport.equals("tcp") ? "tcp://127.0.0.1:" + port : "ws://127.0.0.1:" + port + "/";
        RSocketGate gate = application.getBean(RSocketGate.class).at(scheme);
        FutureTask<Session> first = rank(world, 0, () -> start(Settings.create().attach(gate)));
        FutureTask<Session> second = rank(world, 1, () -> start(Settings.create()));
        this.inside = first.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        this.outside = second.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static Session start(Settings settings) {
        return Session.start(settings).block(TIMEOUT);
    }

    private static FutureTask<Session> rank(InJvmWorld world, int rank, Callable<Session> start) {
        FutureTask<Session> task = new FutureTask<>(start);
        new Thread(new RankThreadGroup(world.bootstrap(rank)), task).start();
        return task;
    }

    @AfterEach
    void end() {
        Mono.when(inside.close(), outside.close()).block(TIMEOUT);
        application.close();
    }

    private Mono<String> echo(int number) {
        RSocketRequester.Builder builder = RSocketRequester.builder();
        RSocketRequester requester = transport.equals("tcp")
                ? builder.tcp("127.0.0.1", port)
                : builder.websocket(URI.create("ws://127.0.0.1:" + port + "/"));
        return requester
                .route("echo")
                .data("number " + number)
                .retrieveMono(String.class)
                .doFinally(end -> requester.dispose());
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static Mono<byte[]> sends(Communicator from, Communicator to, int length) {
        return from.isend(Buffers.bytes(random(length)), to.rank(), TAG)
                .then(Mono.<byte[]>empty())
                .mergeWith(to.receive(from.rank(), TAG).map(Message::toByteArray))
                .single();
    }

    @Test
    @DisplayName(
            "messages of any length go through the application's server, both ways, and its own route still answers")
    void bothWork() {
        Communicator in = inside.world();
        Communicator out = outside.world();
        Flux<String> echoes = Flux.range(0, 20).flatMap(this::echo, 4);
        Flux<Integer> lengths = Flux.just(0, 1, 1000, 65_536, 70_000, 5_000_000);
        Mono<Void> toTheInside = lengths.concatMap(length ->
                        sends(out, in, length).doOnNext(got -> assertThat(got).isEqualTo(random(length))))
                .then();
        Mono<Void> toTheOutside = lengths.concatMap(length ->
                        sends(in, out, length).doOnNext(got -> assertThat(got).isEqualTo(random(length))))
                .then();

        Mono<Long> answered =
                echoes.filter(text -> text.startsWith("echo of number ")).count();
        Long count = Mono.when(toTheInside, toTheOutside)
                .then(Mono.just(0L))
                .zipWith(answered, (a, b) -> b)
                .block(TIMEOUT);

        assertThat(count).isEqualTo(20);
        assertThat(out.channel(0).block(TIMEOUT)).isEqualTo("rsocket");
        assertThat(in.channel(1).block(TIMEOUT)).isEqualTo("rsocket");
    }
}
