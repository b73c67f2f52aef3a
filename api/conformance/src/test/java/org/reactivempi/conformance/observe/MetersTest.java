package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffer.bytes;
import static org.reactivempi.conformance.observe.ObservedJob.LONG;
import static org.reactivempi.conformance.observe.ObservedJob.traffic;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.transport.observe.meters.MpiMeter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class MetersTest {

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
        return world.irecv(bytes(new byte[1000]), 0, 0)
                .then(world.probe(0, 0))
                .publishOn(Schedulers.boundedElastic())
                .doOnNext(waiting -> await(() -> value(MpiMeter.UNEXPECTED_LENGTH, 1) == 99))
                .thenMany(Flux.range(1, 99).concatMap(i -> world.irecv(bytes(new byte[1000]), 0, 0)))
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
    @DisplayName("there is each meter that the page names")
    void names() {
        ObservedJob.run(
                2,
                settings(),
                world -> traffic(world)
                        .then(Mono.fromRunnable(() -> Arrays.stream(MpiMeter.values())
                                .forEach(meter -> assertThat(
                                                registry.find(meter.meterName()).meters())
                                        .as(meter.meterName())
                                        .isNotEmpty())))
                        .then(world.barrier()));
    }
}
