package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.bytes;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.NotReadyException;
import org.reactivempi.Settings;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

class ContextTest {

    private static final int RANKS = 3;
    private static final String KEY = "micrometer.observation";
    private static final Codec<Integer> INT = Codecs.intValue();

    private final Map<Integer, ObservationRegistry> registries = new ConcurrentHashMap<>();
    private final Queue<String> traces = new ConcurrentLinkedQueue<>();

    private Settings settings(int rank, String channel) {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new TestTracer());
        registries.put(rank, registry);
        return Settings.create().channel(channel).attach(registry);
    }

    /** The trace that the caller is in. */
    private void note(int rank) {
        Observation current = registries.get(rank).getCurrentObservation();
        traces.add(rank + ": " + (current == null ? "none" : TestTracer.traceOf(current)));
    }

    /** A message that goes on from rank to rank. */
    private Mono<Void> relay(Communicator world, int length) {
        int rank = world.rank();
        Mono<?> send = world.isend(bytes(new byte[length]), (rank + 1) % RANKS, 0);
        Mono<?> receive = world.irecv(Buffers.of(new byte[length]), (rank + RANKS - 1) % RANKS, 0)
                .doOnNext(status -> note(rank));
        if (rank > 0) {
            return receive.then(send).then(world.barrier());
        }
        Observation order = Observation.start("order-17", registries.get(0));
        Mono<Void> all = Mono.when(receive, send.contextWrite(Context.of(KEY, order)));
        return all.doFinally(end -> order.stop()).then(world.barrier());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, ObservedJob.LONG})
    @DisplayName(
            "RX-10 the observation in the Reactor context of a send is the trace of all ranks that its message reaches")
    void throughAllRanks(int length) {
        ObservedJob.run(RANKS, rank -> settings(rank, "tcp"), world -> relay(world, length));
        assertThat(traces).containsExactly("1: order-17", "2: order-17", "0: order-17");
    }

    @Test
    @DisplayName(
            "RX-10 messages that wait for their receive, to oneself and to others, keep their trace; others have none")
    void unexpected() {
        ObservedJob.run(2, rank -> settings(rank, "local"), world -> {
            Observation order = Observation.start("order-" + world.rank(), registries.get(world.rank()));
            Mono<?> sends = Mono.when(
                            world.isend(bytes(new byte[1]), 1 - world.rank(), 1),
                            world.isend(bytes(new byte[1]), world.rank(), 2))
                    .contextWrite(Context.of(KEY, order));
            Mono<?> plain = world.isend(bytes(new byte[1]), 1 - world.rank(), 3);
            return plain.then(sends)
                    .then(world.barrier())
                    .publishOn(Schedulers.single())
                    .then(receive(world, 1 - world.rank(), 1))
                    .then(receive(world, world.rank(), 2))
                    .then(receive(world, 1 - world.rank(), 3))
                    .then(world.barrier())
                    .doFinally(end -> order.stop());
        });
        assertThat(traces)
                .containsExactlyInAnyOrder(
                        "0: order-1", "0: order-0", "0: none", "1: order-0", "1: order-1", "1: none");
    }

    /** Keeps how the observations of sends have ended. */
    private record Failures(Queue<String> all) implements ObservationHandler<SenderContext<?>> {

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof SenderContext<?>;
        }

        @Override
        public void onStop(SenderContext<?> context) {
            all.add(String.valueOf(context.getError()));
        }
    }

    @Test
    @DisplayName("RX-10 the observation of a send that fails has its error")
    void failure() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new Failures(traces));
        ObservedJob.run(1, rank -> Settings.create().channel("local").attach(registry), world -> {
            Observation order = Observation.start("order-17", registry);
            return world.irsend(bytes(new byte[1]), 0, 7)
                    .then(Mono.<Void>error(new AssertionError("nobody was ready")))
                    .onErrorComplete(NotReadyException.class)
                    .contextWrite(Context.of(KEY, order))
                    .doFinally(end -> order.stop());
        });
        assertThat(traces).singleElement().asString().contains("rank 0 declined the message: NOT_READY");
    }

    /** A stream whose first value opens the next one. */
    private Mono<Void> relayStream(Communicator world) {
        int rank = world.rank();
        if (rank == 0) {
            Observation order = Observation.start("order-17", registries.get(0));
            return world.sendStream(Flux.range(1, 3), INT, 1, 4)
                    .contextWrite(Context.of(KEY, order))
                    .doFinally(end -> order.stop())
                    .then(world.barrier());
        }
        Flux<Integer> values = world.receiveStream(INT, rank - 1, 4)
                .doOnNext(value -> note(rank))
                .doOnComplete(() -> note(rank));
        Flux<Integer> all = rank == RANKS - 1
                ? values
                : values.switchOnFirst((first, whole) ->
                        world.sendStream(whole, INT, rank + 1, 4).thenMany(Flux.empty()));
        return all.then(world.barrier());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "local"})
    @DisplayName(
            "RX-10 the trace of a stream's opening is current at all of its signals, and is that of what these open")
    void streams(String channel) {
        ObservedJob.run(RANKS, rank -> settings(rank, channel), this::relayStream);
        assertThat(traces)
                .hasSize(8)
                .containsOnly("1: order-17", "2: order-17")
                .satisfies(
                        all -> assertThat(all).filteredOn("1: order-17"::equals).hasSize(4));
    }

    @Test
    @DisplayName("RX-10 a stream without a trace is in that of its receiver, and gives none to others")
    void streamWithoutTrace() {
        ObservedJob.run(2, rank -> settings(rank, "local"), world -> {
            int other = 1 - world.rank();
            Observation own = Observation.start("own-" + world.rank(), registries.get(world.rank()));
            Flux<Integer> mine = world.receiveStream(INT, other, 4).doOnNext(value -> note(world.rank()));
            Flux<Integer> nobodys = world.receiveStream(INT, other, 5).doOnNext(value -> note(world.rank()));
            return Mono.when(
                            world.sendStream(Flux.just(1), INT, other, 4),
                            world.sendStream(Flux.just(1), INT, other, 5),
                            mine.then().contextWrite(Context.of(KEY, own)),
                            nobodys.then())
                    .then(world.barrier())
                    .doFinally(end -> own.stop());
        });
        assertThat(traces).containsExactlyInAnyOrder("0: own-0", "0: none", "1: own-1", "1: none");
    }

    private Mono<?> receive(Communicator world, int source, int tag) {
        return world.irecv(Buffers.of(new byte[1]), source, tag)
                .doOnNext(status -> note(world.rank()))
                // What comes after that is no part of the message's trace.
                .publishOn(Schedulers.single());
    }
}
