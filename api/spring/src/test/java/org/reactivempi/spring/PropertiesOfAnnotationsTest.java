package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.spring.autoconfigure.MpiClientAutoConfiguration;
import org.reactivempi.spring.client.MpiAsk;
import org.reactivempi.spring.client.MpiClient;
import org.reactivempi.spring.client.MpiClients;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import reactor.core.publisher.Mono;

/** Properties with a wrong value: the error names what has it, the value, and what is allowed. */
class PropertiesOfAnnotationsTest {

    static Stream<Arguments> listeners() {
        return Stream.of(
                Arguments.of(
                        new Object() {
                            @MpiListener(from = "${x}", tag = 1)
                            void from(int number) {}
                        },
                        "abc",
                        "from(int) is for messages from \"${x}\": it is \"abc\", allowed is the number of a rank, 0 or more"),
                Arguments.of(
                        new Object() {
                            @MpiListener(from = "${x}", tag = 1)
                            void from(int number) {}
                        },
                        "-1",
                        "it is \"-1\", allowed is the number of a rank, 0 or more"),
                Arguments.of(
                        new Object() {
                            @MpiListener(from = "${x}", tag = 1)
                            void from(int number) {}
                        },
                        "7",
                        "from has source 7, allowed is a rank from 0 to 0, or ANY_SOURCE"),
                Arguments.of(
                        new Object() {
                            @MpiListener("${x}")
                            void tag(int number) {}
                        },
                        "99999999999",
                        "tag(int) has the tag \"${x}\": it is \"99999999999\", allowed is a number from 0 to 2147483647, or a name"),
                Arguments.of(
                        new Object() {
                            @MpiListener("${x}")
                            void tag(int number) {}
                        },
                        "-5",
                        "tag(int) has the tag \"${x}\": it is \"-5\", allowed is a number from 0 to 2147483647, or a name"),
                Arguments.of(
                        new Object() {
                            @MpiListener("${x}")
                            void tag(int number) {}
                        },
                        " ",
                        "tag(int) has the tag \"${x}\": it is empty"),
                Arguments.of(
                        new Object() {
                            @MpiListener("${y}")
                            void tag(int number) {}
                        },
                        "1",
                        "tag(int) has the tag \"${y}\": there is no property for ${y}"));
    }

    @ParameterizedTest(name = "{1}: {2}")
    @MethodSource
    @DisplayName("of a listener")
    void listeners(Object bean, String value, String message) {
        Application.alone()
                .withPropertyValues("x=" + value)
                .withBean("listener", Object.class, () -> bean)
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining(message));
    }

    @MpiClient(to = "${x}")
    interface To {

        @MpiAsk(tag = 1)
        Mono<Integer> ask(int number);
    }

    @MpiClient(rank = 0)
    interface Tag {

        @MpiAsk("${x}")
        Mono<Integer> ask(int number);
    }

    static Stream<Arguments> clients() {
        return Stream.of(
                Arguments.of(
                        To.class, "abc", "is of a client to \"${x}\": it is \"abc\", allowed is the number of a rank"),
                Arguments.of(Tag.class, "-5", "has the tag \"${x}\": it is \"-5\", allowed is a number from 0 to"));
    }

    @ParameterizedTest(name = "{1}: {2}")
    @MethodSource
    @DisplayName("of a client")
    void clients(Class<?> client, String value, String message) {
        Application.alone()
                .withConfiguration(AutoConfigurations.of(MpiClientAutoConfiguration.class))
                .withPropertyValues("x=" + value)
                .run(context -> {
                    MpiClients clients = context.getBean(MpiClients.class);
                    assertThat(catchThrowable(() -> clients.create(client)))
                            .hasMessageContaining(client.getName())
                            .hasMessageContaining(message);
                });
    }

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "reactivempi.listener.concurrency | many | reactivempi.listener.concurrency",
                "reactivempi.listener.concurrency | 5000 | reactivempi.listener.concurrency is 5000, allowed is 1 to 1024",
                "reactivempi.listener.prefetch | -1 | reactivempi.listener.prefetch is -1, allowed is 0 to 2147483647",
                "reactivempi.session.web-rank | abc | reactivempi.session.web-rank is abc, allowed is the number of a rank",
                "reactivempi.eager-limit-bytes | abc | reactivempi.eager-limit-bytes is abc, allowed is 0 to 16777216",
            })
    @DisplayName("of the starter")
    void properties(String name, String value, String message) {
        Application.alone()
                .withPropertyValues(name + "=" + value)
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining(message));
    }
}
