package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.bytes;
import static org.reactivempi.conformance.observe.ObservedJob.LONG;
import static org.reactivempi.conformance.observe.ObservedJob.traffic;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.MpiException;
import org.reactivempi.SendBuffer;
import org.reactivempi.Settings;
import org.reactivempi.transport.observe.meters.MpiMeter;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

class MetersTest {

    private static final int TAG = 5;

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private double value(MpiMeter meter, int rank, String... tags) {
        Meter found = registry.get(meter.meterName())
                .tag("rank", Integer.toString(rank))
                .tags(tags)
                .meter();
        return StreamSupport.stream(found.measure().spliterator(), false)
                .filter(measurement -> measurement.getStatistic() != Statistic.TOTAL_TIME)
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private Settings settings() {
        return Settings.create().channel("tcp").attach(registry);
    }

    @Test
    @DisplayName("messages, bytes and operations are counted, the first ones as well; nothing is left behind a session")
    void traffics() {
        ObservedJob.run(
                2,
                settings(),
                world -> traffic(world)
                        .then(Mono.fromRunnable(() -> assertCounts(world.rank())))
                        .then(world.barrier()));
        assertThat(registry.getMeters()).isEmpty();
    }

    private void assertCounts(int rank) {
        String[] eager = {"direction", "sent", "channel", "tcp", "protocol", "eager"};
        String[] announced = {"direction", "received", "channel", "tcp", "protocol", "rendezvous"};
        String[] own = {"direction", "received", "channel", "own", "protocol", "own"};
        assertThat(value(MpiMeter.MESSAGES, rank, eager)).isGreaterThanOrEqualTo(4);
        assertThat(value(MpiMeter.BYTES, rank, eager)).isGreaterThanOrEqualTo(8 + 16 + 100 + 5);
        assertThat(value(MpiMeter.MESSAGES, rank, announced)).isEqualTo(1);
        assertThat(value(MpiMeter.BYTES, rank, announced)).isEqualTo(LONG);
        assertThat(value(MpiMeter.MESSAGES, rank, own)).isEqualTo(1);
        assertThat(value(MpiMeter.OPERATIONS, rank, "kind", "issend")).isGreaterThanOrEqualTo(2);
        assertThat(value(MpiMeter.UNEXPECTED, rank)).isPositive();
        assertThat(value(MpiMeter.OPERATION_DURATION, rank, "kind", "irecv", "outcome", "done"))
                .isPositive();
        assertThat(value(MpiMeter.UNEXPECTED_LENGTH, rank)).isNotNegative();
    }

    @Test
    @DisplayName("messages that nobody has asked for, and a sender that is held back")
    void queues() {
        ObservedJob.run(
                2, settings().eagerCreditBytes(16384), world -> world.rank() == 0 ? flood(world) : drain(world));
    }

    private Mono<Void> flood(Communicator world) {
        return Flux.range(0, 100)
                .flatMap(i -> world.isend(bytes(new byte[1000]), 1, 0), 100)
                .then(Mono.fromRunnable(
                        () -> assertThat(value(MpiMeter.STALLS, 0)).isEqualTo(1)));
    }

    private Mono<Void> drain(Communicator world) {
        return world.irecv(Buffers.of(new byte[1000]), 0, 0)
                .then(world.probe(0, 0))
                .publishOn(Schedulers.boundedElastic())
                .doOnNext(waiting -> await(() -> value(MpiMeter.UNEXPECTED_LENGTH, 1) == 99))
                .thenMany(Flux.range(1, 99).concatMap(i -> world.irecv(Buffers.of(new byte[1000]), 0, 0)))
                .publishOn(Schedulers.boundedElastic())
                .doOnComplete(() -> await(() -> value(MpiMeter.UNEXPECTED_LENGTH, 1) == 0))
                .doOnComplete(
                        () -> assertThat(value(MpiMeter.UNEXPECTED_BYTES, 1)).isZero())
                .then();
    }

    /** The numbers are those of the last turn of the loop. */
    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + ObservedJob.TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("ASK-2 the answer to a question that was given up meanwhile is counted where it is dropped")
    void droppedAnswers() {
        Sinks.One<Integer> value = Sinks.one();
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        ObservedJob.run(2, settings(), world -> {
            if (world.rank() == 1) {
                return world.answer(
                                Codecs.intValue(),
                                Codecs.intValue(),
                                TAG,
                                question -> value.asMono().doOnSubscribe(now -> taken.countDown()))
                        .take(1)
                        .doOnNext(status -> answered.countDown())
                        .then(world.barrier());
            }
            Mono<Void> giveUp = Mono.<Void>fromRunnable(() -> {
                        Disposable caller = world.ask(1, Codecs.intValue(), Codecs.intValue(), 1, TAG)
                                .subscribe();
                        await(() -> taken.getCount() == 0);
                        // This rank hears nothing while its thread is here: the answer has left before the recall does.
                        Mono.<Void>fromRunnable(() -> {
                                    caller.dispose();
                                    value.tryEmitValue(2).orThrow();
                                    await(() -> answered.getCount() == 0);
                                })
                                .subscribeOn(world.scheduler())
                                .block(ObservedJob.TIMEOUT);
                        await(() -> value(MpiMeter.ANSWERS_DROPPED, 0) == 1);
                        assertThat(value(MpiMeter.ANSWERS_DROPPED, 1)).isZero();
                    })
                    .subscribeOn(Schedulers.boundedElastic());
            return giveUp.then(world.barrier());
        });
    }

    @Test
    @DisplayName(
            "ASK-4 questions and answers that are too long or of another type are counted by reason, each where it came")
    void refusedQuestions() {
        Codec<byte[]> few = Codecs.limited(Codecs.bytes(), 10);
        ObservedJob.run(2, settings(), world -> {
            if (world.rank() == 1) {
                return Mono.when(
                                world.answer(few, Codecs.bytes(), TAG, Mono::just)
                                        .take(2)
                                        .then(),
                                world.answer(Codecs.intValue(), Codecs.intValue(), TAG + 1, Mono::just)
                                        .take(2)
                                        .then())
                        .then(Mono.<Void>fromRunnable(() -> {
                            assertThat(refused(1, "question_too_long")).isEqualTo(1);
                            assertThat(refused(1, "question_unreadable")).isEqualTo(1);
                            assertThat(refused(1, "answer_too_long")).isZero();
                        }))
                        .then(world.barrier());
            }
            return fails(world.ask(new byte[11], Codecs.bytes(), Codecs.bytes(), 1, TAG))
                    .then(fails(world.ask(new byte[10], Codecs.bytes(), Codecs.limited(Codecs.bytes(), 9), 1, TAG)))
                    .then(fails(world.ask(new byte[3], Codecs.bytes(), Codecs.intValue(), 1, TAG + 1)))
                    .then(fails(world.ask(5, Codecs.intValue(), new Unreadable(), 1, TAG + 1)))
                    .then(Mono.<Void>fromRunnable(() -> {
                        assertThat(refused(0, "answer_too_long")).isEqualTo(1);
                        assertThat(refused(0, "answer_unreadable")).isEqualTo(1);
                        assertThat(refused(0, "question_too_long")).isZero();
                    }))
                    .then(world.barrier());
        });
    }

    private double refused(int rank, String reason) {
        return value(MpiMeter.ASKS_REFUSED, rank, "reason", reason);
    }

    private static Mono<Void> fails(Mono<?> asked) {
        return asked.then(Mono.<Void>error(new AssertionError("answered")))
                .onErrorResume(MpiException.class, refused -> Mono.empty());
    }

    /** Expects another type than what it gets. */
    private static final class Unreadable implements Codec<String> {

        @Override
        public SendBuffer encode(String value) {
            throw new UnsupportedOperationException("nothing is sent with it");
        }

        @Override
        public String decode(ByteBuffer payload) {
            throw new IllegalArgumentException("not a text");
        }
    }

    @Test
    @DisplayName("there is each meter that the page names")
    void names() {
        ObservedJob.run(
                2,
                settings(),
                world -> traffic(world)
                        .then(WindowsObservedTest.access(world))
                        .then(Mono.fromRunnable(() -> Arrays.stream(MpiMeter.values())
                                .forEach(meter -> assertThat(
                                                registry.find(meter.meterName()).meters())
                                        .as(meter.meterName())
                                        .isNotEmpty())))
                        .then(world.barrier()));
    }
}
