package org.reactivempi.examples.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.ExitException;
import org.reactivempi.Port;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class ServiceTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String SECRET = "of these tests alone: 2f1c77e0a94b";

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, UTF_8);

    private static Ranks job(String channel, int size) {
        return Ranks.start(
                size,
                Settings.create().channel(channel).with("tcp-host", "127.0.0.1").portSecret(SECRET));
    }

    private static ServiceOptions service(String... arguments) {
        ServiceOptions options = new ServiceOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        return options;
    }

    private static ClientOptions client(String... arguments) {
        ClientOptions options = new ClientOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        return options;
    }

    private Mono<Void> clients(Ranks ranks, ClientOptions options) {
        return Mono.when(IntStream.range(0, ranks.size())
                .mapToObj(rank -> new Client(ranks.world(rank), options, out).run())
                .toList());
    }

    private List<String> lines(String begin) {
        return printed.toString(UTF_8)
                .lines()
                .filter(line -> line.startsWith(begin))
                .toList();
    }

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(strings = {"local", "tcp"})
    @DisplayName("two clients at the same time are served by all ranks, and then the service ends")
    void served(String channel) {
        ServiceOptions options = service("--clients", "2");
        try (Ranks service = job(channel, 2);
                Ranks one = job(channel, 3);
                Ranks other = job(channel, 1)) {
            Port port = service.session(0).ports().open().blockOptional(TIMEOUT).orElseThrow();
            ClientOptions asked = client("--port", port.name(), "--up-to", "10000");
            Mono<Void> serving = Mono.when(IntStream.range(0, service.size())
                    .mapToObj(rank -> new Service(service.world(rank), options, out).serve(rank == 0 ? port : null))
                    .toList());
            StepVerifier.create(Mono.when(serving, clients(one, asked), clients(other, asked)))
                    .expectComplete()
                    .verify(TIMEOUT);
        }
        assertThat(lines("client: 1229 primes up to 10000"))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains("by 2 ranks for 3 ranks, all of them checked"))
                .anySatisfy(line -> assertThat(line).contains("by 2 ranks for 1 ranks, all of them checked"));
        assertThat(lines("client: rank")).hasSize(4);
        assertThat(lines("service: "))
                .hasSize(4)
                .filteredOn(line -> line.endsWith("has been served"))
                .hasSize(2);
    }

    @Test
    @DisplayName("a name that nobody publishes is looked up again, told of once, and given up with one line")
    void unknownName() {
        try (Ranks ranks = job("local", 1)) {
            StepVerifier.create(clients(ranks, client("--name", "nobody", "--tries", "3")))
                    .verifyErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(ExitException.class)
                            .hasMessageStartingWith(
                                    "client: no port is published as \"nobody\"; is the service there"));
        }
        assertThat(lines("client: ")).containsExactly("client: no port is published as \"nobody\"; asks again");
    }

    @Test
    @DisplayName("wrong arguments end with one line")
    void wrongArguments() {
        assertMistake(() -> service("--clients", "0"), "0 is not a number");
        assertMistake(() -> service("--name", ""), "a name has 1 to 255 characters");
        assertMistake(() -> client("--name", "a\nb"), "a name has 1 to 255 characters");
        assertMistake(() -> client("--name", "x".repeat(256)), "a name has 1 to 255 characters");
        assertMistake(() -> client("--name", "a", "--port", "b"), "mutually exclusive");
        assertMistake(() -> client("--up-to", "1000000001"), "1000000001 is not a number");
        for (String place : List.of("nonsense", "a:0", "a:65536", "a:1,b:2", "a{0..1}:7000", ":7000")) {
            assertMistake(
                    () -> new CommandLine(new NamesOptions()).parseArgs("--listen", place),
                    place + " is not HOST:PORT");
        }
        NamesOptions names = new NamesOptions();
        new CommandLine(names).parseArgs("--listen", "[::1]:7000");
        assertThat(names.listen).isEqualTo("[::1]:7000");
    }

    private static void assertMistake(Runnable parsed, String words) {
        assertThat(catchThrowableOfType(ParameterException.class, parsed::run)).hasMessageContaining(words);
    }
}
