package org.reactivempi.examples.clientserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.ExitException;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.channel.ChannelProvider;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class ClientServerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int SIZE = 5;
    private static final int REQUESTS = 100;

    /** The channels that a build without a profile tries. */
    private static final List<String> FIRST_CHANNELS = List.of("local", "tcp");

    private static Stream<Arguments> formsAndChannels() {
        return forms(FIRST_CHANNELS::contains);
    }

    /** All others that are on the class path. */
    private static Stream<Arguments> formsAndOtherChannels() {
        return forms(channel -> !FIRST_CHANNELS.contains(channel));
    }

    private static Stream<Arguments> forms(Predicate<String> wanted) {
        List<String> channels = ServiceLoader.load(ChannelProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> !provider.forTests())
                .map(ChannelProvider::name)
                .filter(wanted)
                .sorted()
                .toList();
        return Arrays.stream(Form.values())
                .flatMap(form -> channels.stream().map(channel -> Arguments.of(form, channel)));
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("formsAndChannels")
    @DisplayName("MUL-8 of clients whose requests all wait, none is served twice before the others are served once")
    void evenly(Form form, String channel) {
        try (Ranks ranks = start(channel)) {
            meet(ranks);
            // All of it fits into what may be under way, so it has arrived when the ranks meet.
            clients(ranks).block(TIMEOUT);
            meet(ranks);

            Desk desk = new Desk(ranks.world(Desk.SERVER));
            form.serve(desk).subscribeOn(ranks.world(Desk.SERVER).scheduler()).block(TIMEOUT);
            assertThat(desk.tally().total()).isEqualTo(REQUESTS * (SIZE - 1));
            assertThat(desk.tally().smallest()).isGreaterThanOrEqualTo(REQUESTS - 1);
            assertThat(desk.tally().largest()).isEqualTo(REQUESTS);
        }
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("formsAndChannels")
    @DisplayName("MUL-8 every request of clients that send all the time is served, and every rank comes to its end")
    void program(Form form, String channel) {
        ClientServerOptions options = options("--form", form.name(), "--requests", "500");
        try (Ranks ranks = start(channel)) {
            Desk desk = new Desk(ranks.world(Desk.SERVER));
            StepVerifier.create(Mono.when(
                            form.serve(desk)
                                    .subscribeOn(ranks.world(Desk.SERVER).scheduler()),
                            Flux.range(1, SIZE - 1)
                                    .flatMap(rank -> ClientServer.play(ranks.world(rank), options), SIZE),
                            ranks.world(Desk.SERVER).barrier()))
                    .expectComplete()
                    .verify(TIMEOUT);
            assertThat(desk.tally().total()).isEqualTo(500 * (SIZE - 1));
        }
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("formsAndOtherChannels")
    @DisplayName("MUL-8 both hold over the other channels")
    void otherChannels(Form form, String channel) {
        evenly(form, channel);
        program(form, channel);
    }

    @Test
    @DisplayName("the report tells each client's share, of what was served before the first client was done")
    void report() {
        Tally tally = new Tally(2);
        IntStream.of(0, 0, 0, 1).forEach(tally::served);
        tally.done();
        tally.served(1);

        assertThat(tally.report().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "client 1: served 3 times, 75.0 %",
                        "client 2: served 1 times, 25.0 %",
                        "smallest share 25.0 %, largest 75.0 %, until the first client was done; 5 requests in all");
    }

    @Test
    @DisplayName("a single rank, and wrong options, end with one line")
    void wrongArguments() {
        try (Ranks ranks = Ranks.start(1, Settings.create())) {
            StepVerifier.create(ClientServer.play(ranks.world(0), options()))
                    .verifyErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(ExitException.class)
                            .hasMessageContaining("needed are 2 or more"));
        }
        assertMistake("'never'", "--form", "never");
        assertMistake("mutually exclusive", "--seconds", "1", "--requests", "1");
        assertMistake("0 is not a number", "--requests", "0");
    }

    private static void assertMistake(String words, String... arguments) {
        assertThat(catchThrowableOfType(ParameterException.class, () -> options(arguments)))
                .hasMessageContaining(words);
    }

    private static ClientServerOptions options(String... arguments) {
        ClientServerOptions options = new ClientServerOptions();
        new CommandLine(options)
                .setSeparator(" ")
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        return options;
    }

    private static Ranks start(String channel) {
        return Ranks.start(SIZE, Settings.create().channel(channel));
    }

    private static Mono<Void> clients(Ranks ranks) {
        ClientServerOptions options = options("--requests", Integer.toString(REQUESTS));
        return Flux.range(1, SIZE - 1)
                .flatMap(rank -> new Client(ranks.world(rank)).send(options.length.begin()), SIZE)
                .then();
    }

    /** Returns when all ranks have met, twice: what was sent before is there, since links keep order. */
    private static void meet(Ranks ranks) {
        Mono.when(IntStream.range(0, SIZE)
                        .mapToObj(rank -> ranks.world(rank).barrier().repeat(1))
                        .toList())
                .block(TIMEOUT);
    }
}
