package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.AnswerException;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Status;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Questions, and their answers. */
final class Answers {

    private static final int KINDS = 4;
    private static final Duration LATE = Duration.ofNanos(30_000);

    private Answers() {}

    static List<Conversation> all() {
        return List.of(
                Conversation.basic("ASK-1, ASK-6, ASK-8 questions, and streams of answers", 3, Answers::questions),
                new Conversation(
                        "ASK-1, ASK-4, ASK-5, ASK-6 many questions at a time, some of which fail or have no answer",
                        3,
                        Answers::manyKinds),
                new Conversation(
                        "ASK-1, ASK-3 questions that are given up, before they are taken and afterwards",
                        3,
                        Answers::givenUp),
                new Conversation(
                        "ASK-8, ASK-10, ASK-11 streams that are asked by streams, cancelled, or fail",
                        3,
                        Answers::streamsByStreams));
    }

    private static List<Integer> numbers(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    private static Publisher<?> questions(Communicator world) {
        if (world.rank() == 0) {
            return Mono.when(
                    world.answer(Codecs.intValue(), Codecs.intValue(), 2, 2, question -> Mono.just(question * 2))
                            .take(6)
                            .then(),
                    world.answerStream(
                                    Codecs.intValue(),
                                    Codecs.intValue(),
                                    3,
                                    2,
                                    (question, status) -> Flux.range(question, 5))
                            .take(2)
                            .then());
        }
        return Flux.range(0, 3)
                .flatMap(i -> world.<Integer, Integer>ask(
                                10 * world.rank() + i, Codecs.intValue(), Codecs.intValue(), 0, 2)
                        .doOnNext(answer -> assertThat(answer).isEqualTo(2 * (10 * world.rank() + i))))
                .then(world.<Integer, Integer>askStream(world.rank(), Codecs.intValue(), Codecs.intValue(), 0, 3, 2)
                        .collectList()
                        .doOnNext(all -> assertThat(all).isEqualTo(numbers(world.rank(), 5))));
    }

    private static String text(int question) {
        return "answer to " + question + (question % KINDS == 0 ? ", at length".repeat(80) : "");
    }

    /** At once, later, not at all, or by an error. */
    private static Mono<String> answer(int question) {
        return switch (question % KINDS) {
            case 0 -> Mono.just(text(question));
            case 1 -> Mono.just(text(question)).delayElement(LATE);
            case 2 -> Mono.empty();
            default -> Mono.error(new IllegalArgumentException("nothing about " + question));
        };
    }

    /** What an asker should hear. */
    private static String expected(int question) {
        return switch (question % KINDS) {
            case 0, 1 -> text(question);
            case 2 -> "";
            default -> "nothing about " + question;
        };
    }

    /** Ranks ask each other, so each one is asker and handler. */
    private static Publisher<?> manyKinds(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        int count = 6;
        int[] next = new int[size];
        Flux<Status> handler = world.answer(Codecs.intValue(), Codecs.string(), 4, 3, (question, status) -> {
            int from = status.source();
            assertThat(question).as("in the order of rank %d", from).isEqualTo(100 * from + next[from]++);
            return answer(question);
        });
        Mono<Void> asking = Flux.range(100 * rank, count)
                .flatMap(question -> world.ask(question, Codecs.intValue(), Codecs.string(), (rank + 1) % size, 4)
                        .onErrorResume(AnswerException.class, failed -> Mono.just(failed.getMessage()))
                        .defaultIfEmpty("")
                        .doOnNext(heard -> assertThat(heard).isEqualTo(expected(question))))
                .then();
        return handler.takeUntilOther(asking.then(world.barrier()))
                .then(Mono.fromRunnable(
                        () -> assertThat(next[(rank + size - 1) % size]).isEqualTo(count)));
    }

    /** The rank that is asked again after that gives the answer to that question. */
    private static Publisher<?> givenUp(Communicator world) {
        int count = 5;
        if (world.rank() == 0) {
            int[] open = {0};
            return world.<Integer, Integer>answer(
                            Codecs.intValue(),
                            Codecs.intValue(),
                            4,
                            2,
                            question -> Mono.just(-question)
                                    .delayElement(LATE)
                                    .doOnSubscribe(asked -> open[0]++)
                                    .doFinally(end -> open[0]--))
                    .takeUntilOther(world.barrier())
                    .then(Mono.fromRunnable(() -> assertThat(open[0])
                            .as("questions that are still handled")
                            .isZero()));
        }
        return Flux.range(0, count)
                .flatMap(i -> ask(world, 10 * world.rank() + i).timeout(Duration.ofNanos(25_000L * i), Mono.just(-1)))
                .thenMany(Flux.range(5, 2))
                .concatMap(i -> ask(world, 10 * world.rank() + i))
                .then(world.barrier());
    }

    private static Mono<Integer> ask(Communicator world, int question) {
        return world.<Integer, Integer>ask(question, Codecs.intValue(), Codecs.intValue(), 0, 4)
                .doOnNext(answer -> assertThat(answer).isEqualTo(-question));
    }

    /** Squares; an asker that takes a few, one that fails, and a handler that does. */
    private static Publisher<?> streamsByStreams(Communicator world) {
        int handlerFails = 7;
        if (world.rank() == 0) {
            return world.<Integer, Integer>answerStreams(
                            Codecs.intValue(),
                            Codecs.intValue(),
                            4,
                            3,
                            (numbers, status) -> numbers.map(number -> {
                                if (number % 100 == handlerFails) {
                                    throw new IllegalStateException("no square of " + number);
                                }
                                return number * number;
                            }))
                    .takeUntilOther(world.barrier());
        }
        int first = 100 * world.rank();
        return Mono.when(
                        squares(world, Flux.range(first, 6), 6, ""),
                        squares(world, Flux.range(first + 10, 1_000).take(80), 3, "cancelled"),
                        squares(
                                world,
                                Flux.range(first, 1_000),
                                handlerFails,
                                "no square of " + (first + handlerFails)),
                        squares(
                                world,
                                Flux.range(first + 20, 4).concatWith(Mono.error(new IllegalStateException("own"))),
                                4,
                                "own"))
                .then(world.barrier());
    }

    /** @param end of it: nothing, by a cancellation, or by an error that says so */
    private static Mono<Void> squares(Communicator world, Flux<Integer> numbers, int most, String end) {
        List<Integer> got = new ArrayList<>();
        Flux<Integer> answers = world.askStreams(numbers, Codecs.intValue(), Codecs.intValue(), 0, 4, 2);
        return (end.equals("cancelled") ? answers.take(most) : answers)
                .doOnNext(got::add)
                .then(Mono.just(end.isEmpty() || end.equals("cancelled") ? end : "no error"))
                .onErrorResume(failed -> Mono.just(failed.getMessage()))
                .zipWith(numbers.take(most).map(number -> number * number).collectList())
                .doOnNext(both -> {
                    assertThat(both.getT1()).contains(end);
                    // An error of the asker's own may overtake answers.
                    assertThat(got).isEqualTo(both.getT2().subList(0, end.equals("own") ? got.size() : most));
                })
                .then();
    }
}
