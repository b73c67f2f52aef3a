package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Message;
import org.reactivempi.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Listeners that cannot work fail the application's start, with words that name them. */
class UnusableListenerTest {

    static Stream<Arguments> unusable() {
        return Stream.of(
                Arguments.of(
                        new Object() {
                            @MpiListener
                            void nothing() {}
                        },
                        "nothing() takes 0 parameters"),
                Arguments.of(
                        new Object() {
                            @MpiListener
                            void two(String text, int number) {}
                        },
                        "two(java.lang.String,int) takes a int as its second parameter"),
                Arguments.of(
                        new Object() {
                            @MpiListener
                            void both(Message message, Status status) {}
                        },
                        "takes a Message and its Status"),
                Arguments.of(
                        new Object() {
                            @MpiListener
                            Mono<Void> statusOfStream(Flux<String> texts, Status status) {
                                return texts.then();
                            }
                        },
                        "takes a Status of a stream"),
                Arguments.of(
                        new Object() {
                            @MpiListener
                            void nobodySubscribes(Flux<String> texts) {}
                        },
                        "takes a Flux, to which somebody has to subscribe, and returns void instead of Mono<Void>"),
                Arguments.of(
                        new Object() {
                            @MpiListener
                            void mono(Mono<String> text) {}
                        },
                        "takes a Mono"),
                Arguments.of(
                        new Object() {
                            @MpiListener
                            CompletableFuture<String> future(String text) {
                                return CompletableFuture.completedFuture(text);
                            }
                        },
                        "returns CompletableFuture"),
                Arguments.of(
                        new Object() {
                            @MpiListener
                            @SuppressWarnings("rawtypes")
                            Mono raw(Flux texts) {
                                return Mono.empty();
                            }
                        },
                        "which doesn't say of what"),
                Arguments.of(
                        new Object() {
                            @MpiListener
                            Flux<String> whose(Flux<String> texts) {
                                return texts;
                            }
                        },
                        "replies to a stream from any source, which doesn't say whose it is"),
                Arguments.of(
                        new Object() {
                            @MpiListener
                            Flux<String> unaskable(String text) {
                                return Flux.just(text);
                            }
                        },
                        "returns a Flux, which needs a tag to be asked for"),
                Arguments.of(
                        new Object() {
                            @MpiListener(attempts = 0)
                            void never(String text) {}
                        },
                        "has attempts 0, allowed is 1 to 100"),
                Arguments.of(
                        new Object() {
                            @MpiListener(attempts = 2, backOff = "soon")
                            void soon(String text) {}
                        },
                        "has backOff \"soon\", allowed is a duration such as 100ms or 5s"),
                Arguments.of(
                        new Object() {
                            @MpiListener(from = "one")
                            void from(String text) {}
                        },
                        "allowed is the number of a rank, 0 or more"),
                Arguments.of(
                        new Object() {
                            @MpiListener(source = 1)
                            void far(String text) {}
                        },
                        "far has source 1, allowed is a rank from 0 to 0, or ANY_SOURCE"),
                Arguments.of(
                        new Object() {
                            @MpiListener(tag = -7)
                            void low(String text) {}
                        },
                        "low has tag -7, allowed is 0 to "),
                Arguments.of(
                        new Object() {
                            @MpiListener(concurrency = 5000)
                            void many(String text) {}
                        },
                        "many has concurrency 5000, allowed is 1 to 1024"),
                Arguments.of(
                        new Object() {
                            @MpiListener(codec = "none")
                            void codec(String text) {}
                        },
                        "codec has no codec: No bean named 'none'"),
                Arguments.of(
                        new Object() {
                            @MpiListener(communicator = "none")
                            void communicator(String text) {}
                        },
                        "communicator has no communicator: No bean named 'none'"),
                Arguments.of(
                        new Object() {
                            @MpiListener(tag = 7)
                            void one(String text) {}

                            @MpiListener(tag = 7, source = 0)
                            void other(int number) {}
                        },
                        "would both get messages from rank 0 with tag 7"),
                Arguments.of(
                        new Object() {
                            @MpiListener(tag = 7, source = 0)
                            Flux<String> many(String text) {
                                return Flux.just(text);
                            }

                            @MpiListener(tag = 7)
                            Flux<String> streams(Flux<String> texts) {
                                return texts;
                            }
                        },
                        "would answer questions with tag 7 in two ways"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("unusable")
    @DisplayName("the method is named, and what is wrong with it")
    void unusable(Object bean, String message) {
        Application.alone()
                .withBean("listener", Object.class, () -> bean)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining(message)
                        .hasStackTraceContaining(UnusableListenerTest.class.getName()));
    }

    @Test
    @DisplayName("a stream and messages under the same tag don't meet, so each may have its listener")
    void streamsAndMessages() {
        Object bean = new Object() {
            @MpiListener(tag = 7)
            void messages(String text) {}

            @MpiListener(tag = 7)
            Mono<Void> streams(Flux<String> texts) {
                return texts.then();
            }
        };
        Application.alone()
                .withBean("listener", Object.class, () -> bean)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    @DisplayName("a type without a codec is named, with what gives it one")
    void codec() {
        Object bean = new Object() {
            @MpiListener
            void object(ListenerTest.Point point) {}
        };
        Application.alone()
                .withClassLoader(new FilteredClassLoader("org.springframework.http"))
                .withBean("listener", Object.class, () -> bean)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining(
                                "object takes org.reactivempi.spring.ListenerTest$Point, and there is no codec"
                                        + " for org.reactivempi.spring.ListenerTest$Point: declare a bean of type Codec<Point>")
                        .hasStackTraceContaining("name one in @MpiListener(codec = \"...\")"));
    }
}
