package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.bytes;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.transport.fixtures.TracedRanks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

/** Traces of a real tracer, OpenTelemetry's, under Micrometer's observations: ids, parents and ends of spans on three ranks. */
class BridgeTest {

    private static final int RANKS = 3;
    private static final int TAG = 7;
    private static final Codec<Integer> INT = Codecs.intValue();

    private final TracedRanks tracers = new TracedRanks();
    private final Map<Integer, ObservationRegistry> registries = new ConcurrentHashMap<>();
    private final Queue<String> current = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        tracers.close();
    }

    private Settings settings(int rank) {
        ObservationRegistry registry = tracers.registry(rank);
        registries.put(rank, registry);
        return Settings.create().channel("tcp").attach(registry);
    }

    /** Rank 0 does something inside of an observation. */
    private Mono<Void> ordered(Mono<?> work) {
        Observation order = Observation.start("order", registries.get(0));
        return work.contextWrite(Context.of("micrometer.observation", order))
                .then()
                .doFinally(end -> order.stop());
    }

    private void run(Function<Communicator, Mono<?>> program) {
        ObservedJob.run(RANKS, this::settings, world -> program.apply(world).then(world.barrier()));
    }

    @Test
    @DisplayName(
            "RX-10 one trace over two hops of a message: each receive is the child of its send, each send of its receive")
    void messages() {
        run(world -> {
            int rank = world.rank();
            Mono<?> send = Mono.defer(() -> world.isend(bytes(new byte[100]), rank + 1, TAG));
            Mono<?> receive = Mono.defer(() -> world.irecv(Buffers.of(new byte[100]), rank - 1, TAG));
            return rank == 0 ? ordered(send) : rank == RANKS - 1 ? receive : receive.then(send);
        });
        assertThat(tracers.chain()).containsExactly("0: order", "0: isend", "1: irecv", "1: isend", "2: irecv");
        assertOneTrace(5);
        assertThat(tracers.ended())
                .filteredOn(span -> "done".equals(span.outcome()))
                .hasSize(4);
    }

    @Test
    @DisplayName(
            "RX-10 one trace over two hops of a stream: a span for each end, none for its elements, current at each")
    void streams() {
        run(world -> {
            int rank = world.rank();
            if (rank == 0) {
                return ordered(world.sendStream(Flux.range(0, 100), INT, 1, TAG));
            }
            Flux<Integer> values =
                    world.receiveStream(INT, rank - 1, TAG).doOnNext(value -> current.add(TracedRanks.current()));
            return rank == RANKS - 1
                    ? values.then()
                    : values.switchOnFirst((first, whole) ->
                                    world.sendStream(whole, INT, rank + 1, TAG).thenMany(Flux.empty()))
                            .then();
        });
        assertThat(tracers.chain())
                .containsExactly("0: order", "0: sendStream", "1: receiveStream", "1: sendStream", "2: receiveStream");
        assertOneTrace(5);
        assertThat(current)
                .hasSize(200)
                .containsOnly(tracers.ended().stream()
                        .filter(span -> span.what().equals("receiveStream"))
                        .map(TracedRanks.Ended::id)
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, ObservedJob.LONG})
    @DisplayName("RX-10 one trace from an asker through a handler, and what that asks, back to the asker's signal")
    void questions(int length) {
        Codec<int[]> ints = Codecs.ints();
        run(world -> switch (world.rank()) {
            case 0 ->
                ordered(world.ask(new int[length], ints, ints, 1, TAG)
                        .doOnNext(answer -> current.add(TracedRanks.current())));
            case 1 ->
                world.answer(ints, ints, TAG, question -> world.ask(question, ints, ints, 2, TAG))
                        .take(1)
                        .then();
            default -> world.answer(ints, ints, TAG, Mono::just).take(1).then();
        });
        assertThat(tracers.chain()).containsExactly("0: order", "0: ask", "1: answer", "1: ask", "2: answer");
        assertOneTrace(5);
        assertThat(current).containsExactly(idOf("order"));
        assertThat(tracers.ended())
                .filteredOn(span -> "done".equals(span.outcome()))
                .hasSize(4);
    }

    @Test
    @DisplayName("RX-10 the spans of a question end as it does: with the handler's error, or cancelled by its asker")
    void endsOfQuestions() {
        run(world -> switch (world.rank()) {
            case 0 ->
                ordered(world.ask(1, INT, INT, 1, TAG)
                        .onErrorComplete()
                        .then(Mono.firstWithSignal(
                                world.ask(2, INT, INT, 2, TAG).then(),
                                world.receive(2, TAG).then())));
            case 1 ->
                world.answer(INT, INT, TAG, question -> Mono.error(new IllegalStateException("broken")))
                        .take(1)
                        .then();
            default -> cancelledByItsAsker(world);
        });
        assertThat(tracers.ended())
                .extracting(span -> span.rank() + ": " + span.what() + ", " + span.outcome() + ", " + span.failed())
                .contains(
                        "0: ask, failed, true",
                        "1: answer, failed, true",
                        "0: ask, cancelled, false",
                        "2: answer, cancelled, false");
    }

    /** Handles a question until its asker gives it up, for which it asks by a message. */
    private static Mono<?> cancelledByItsAsker(Communicator world) {
        Sinks.Empty<Void> cancelled = Sinks.empty();
        Mono<Integer> never = world.isend(bytes(new byte[1]), 0, TAG)
                .then(Mono.<Integer>never())
                .doOnCancel(cancelled::tryEmitEmpty);
        return world.answer(INT, INT, TAG, question -> never)
                .takeUntilOther(cancelled.asMono())
                .then();
    }

    private String idOf(String what) {
        return tracers.ended().stream()
                .filter(span -> span.what().equals(what))
                .map(TracedRanks.Ended::id)
                .findFirst()
                .orElseThrow();
    }

    private void assertOneTrace(int spans) {
        assertThat(tracers.ended()).hasSize(spans);
        assertThat(tracers.ended())
                .extracting(TracedRanks.Ended::trace)
                .containsOnly(tracers.ended().get(0).trace());
    }

    @Test
    @DisplayName("RX-10 the spans of a stream end as it does: with its error, or cancelled by its receiver")
    void ends() {
        run(world -> switch (world.rank()) {
            case 0 ->
                ordered(world.sendStream(
                                Flux.range(0, 3).concatWith(Flux.error(new IllegalStateException("broken"))),
                                INT,
                                1,
                                TAG)
                        .onErrorComplete()
                        .then(world.sendStream(Flux.range(0, 1000), INT, 2, TAG)));
            case 1 -> world.receiveStream(INT, 0, TAG).then().onErrorComplete();
            default -> world.receiveStream(INT, 0, TAG).take(3).then();
        });
        assertThat(tracers.ended())
                .extracting(span -> span.rank() + ": " + span.what() + ", " + span.outcome() + ", " + span.failed())
                .containsExactlyInAnyOrder(
                        "0: order, null, false",
                        "0: sendStream, failed, true",
                        "1: receiveStream, failed, true",
                        "0: sendStream, done, false",
                        "2: receiveStream, cancelled, false");
        assertOneTrace(5);
    }
}
