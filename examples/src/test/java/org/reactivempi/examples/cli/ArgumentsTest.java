package org.reactivempi.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class ArgumentsTest {

    private static final Duration QUIET = Duration.ofMillis(50);

    @MpiTest
    @DisplayName("all ranks read the same, without the settings of the library")
    void right(Ranks ranks) {
        for (int rank = 0; rank < ranks.size(); rank++) {
            StepVerifier.create(read(ranks.world(rank), "--reactivempi.channel=local", "--count", "7"))
                    .assertNext(options -> assertThat(options.count).isEqualTo(7))
                    .verifyComplete();
        }
    }

    @MpiTest
    @DisplayName("a mistake is told by rank 0 alone; the others wait for their end")
    void mistake(Ranks ranks) {
        StepVerifier.create(read(ranks.world(0), "--count", "0")).verifyErrorSatisfies(error -> {
            assertThat(error)
                    .isInstanceOf(ExitException.class)
                    .hasMessage("test: Invalid value for option '--count': 0 is not a number from 1 to 1000000000;"
                            + " --help shows all options");
            assertThat(((ExitException) error).code()).isEqualTo(2);
        });
        StepVerifier.create(read(ranks.world(1), "--count", "0"))
                .expectSubscription()
                .expectNoEvent(QUIET)
                .thenCancel()
                .verify();
    }

    @MpiTest
    @DisplayName("an option of the launcher in the wrong place is told as such")
    void misplaced(Ranks ranks) {
        StepVerifier.create(read(ranks.world(0), "--count", "3", "-n", "4"))
                .verifyErrorMessage(
                        "test: Unknown options: '-n', '4'; options of the launcher come before those of the program");
    }

    @MpiTest
    @DisplayName("an option that is nearly one, of the program or of the launcher, gets a suggestion")
    void suggestion(Ranks ranks) {
        StepVerifier.create(read(ranks.world(0), "--coun", "3"))
                .verifyErrorSatisfies(error -> assertThat(error)
                        .hasMessageStartingWith("test: Unknown options: '--coun', '3'; did you mean --count")
                        .hasMessageEndingWith("?; --help shows all options"));
        StepVerifier.create(read(ranks.world(0), "--chanel", "tcp"))
                .verifyErrorSatisfies(error -> assertThat(error).hasMessageContaining("--channel of the launcher"));
    }

    @MpiTest
    @DisplayName("after --help there is nothing to do, on any rank")
    void help(Ranks ranks) {
        StepVerifier.create(read(ranks.world(1), "--help")).verifyComplete();
    }

    private static Mono<Options> read(Communicator world, String... arguments) {
        return Arguments.read(world, arguments, new Options());
    }

    @Command(name = "test")
    private static final class Options {

        @Option(names = "--count", converter = Positive.class, defaultValue = "1")
        int count;

        @Option(names = "--help", usageHelp = true)
        boolean help;
    }
}
