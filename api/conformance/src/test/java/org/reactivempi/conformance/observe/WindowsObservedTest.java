package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Assertion;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.LockType;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Settings;
import org.reactivempi.Window;
import org.reactivempi.transport.observe.meters.MpiMeter;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** What watches a job sees of its windows. */
class WindowsObservedTest {

    private static final String KEY = "micrometer.observation";
    private static final List<String> OPERATIONS =
            List.of("put", "get", "accumulate", "getAccumulate", "fetchAndOp", "compareAndSwap");

    @TempDir
    Path directory;

    /** Each call once; all ranks access rank 1, or their own memory. */
    static Mono<Void> access(Communicator world) {
        return world.windows().allocate(8, Datatype.LONG).flatMap(window -> {
            window.setName("table");
            return access(window, world).then(window.free());
        });
    }

    private static Mono<Void> access(Window window, Communicator world) {
        int rank = world.rank();
        return window.fence(Assertion.NO_PRECEDE)
                .then(window.put(Buffers.longs(1, 2), 1, 4L * rank))
                .then(window.fence(Assertion.NO_SUCCEED))
                .then(window.lock(LockType.SHARED, 1))
                .then(window.get(Buffers.of(new long[3]), 1, 0))
                .then(window.accumulate(Buffers.longs(1), 1, 7, Op.SUM))
                .then(window.getAccumulate(Buffers.longs(1), Buffers.of(new long[1]), 1, 7, Op.SUM))
                .then(window.longs().fetchAndOp(1L, 1, 7, Op.SUM))
                .then(window.longs().compareAndSwap(1L, 2L, 1, 6))
                .then(window.flush(1))
                .then(window.flushLocal(1))
                .then(window.flushAll())
                .then(window.flushLocalAll())
                .then(window.unlock(1))
                .then(window.lockAll())
                .then(window.unlockAll())
                .then(window.post(world.group()))
                .then(window.start(world.group()))
                .then(window.complete())
                .then(window.waitFor());
    }

    @Test
    @DisplayName("each call of a window is counted by its kind, with its bytes; kinds that nobody calls have no meters")
    void meters() {
        MeterRegistry registry = new SimpleMeterRegistry();
        Settings settings = Settings.create().channel("tcp").attach(registry);
        ObservedJob.run(
                2,
                settings,
                world -> world.barrier()
                        .then(Mono.fromRunnable(() -> assertThat(registry.find(MpiMeter.WINDOW_BYTES.meterName())
                                        .meters())
                                .isEmpty()))
                        .then(world.barrier())
                        .then(access(world))
                        .then(Mono.<Void>fromRunnable(() -> assertMeters(registry, Integer.toString(world.rank()))))
                        .then(world.barrier()));
        assertThat(registry.getMeters()).isEmpty();
    }

    private static void assertMeters(MeterRegistry registry, String rank) {
        OPERATIONS.forEach(kind -> assertThat(count(registry, MpiMeter.OPERATIONS, rank, kind))
                .as(kind)
                .isEqualTo(1));
        List.of(
                        "lock",
                        "unlock",
                        "lockAll",
                        "unlockAll",
                        "flush",
                        "flushLocal",
                        "flushAll",
                        "flushLocalAll",
                        "post",
                        "start",
                        "complete",
                        "waitFor")
                .forEach(kind -> assertThat(count(registry, MpiMeter.OPERATIONS, rank, kind))
                        .as(kind)
                        .isEqualTo(1));
        assertThat(count(registry, MpiMeter.OPERATIONS, rank, "fence")).isEqualTo(2);
        assertThat(count(registry, MpiMeter.WINDOW_BYTES, rank, "put")).isEqualTo(16);
        assertThat(count(registry, MpiMeter.WINDOW_BYTES, rank, "get")).isEqualTo(24);
        assertThat(count(registry, MpiMeter.WINDOW_BYTES, rank, "compareAndSwap"))
                .isEqualTo(8);
        assertThat(registry.get(MpiMeter.OPERATION_DURATION.meterName())
                        .tags("rank", rank, "kind", "fence", "outcome", "done")
                        .timer()
                        .count())
                .isPositive();
    }

    private static double count(MeterRegistry registry, MpiMeter meter, String rank, String kind) {
        return registry.get(meter.meterName())
                .tags("rank", rank, "kind", kind)
                .functionCounter()
                .count();
    }

    @Test
    @DisplayName("a call of a window that fails ends as failed")
    void failed() {
        MeterRegistry registry = new SimpleMeterRegistry();
        ObservedJob.run(
                1,
                Settings.create().attach(registry),
                world -> world.windows()
                        .allocate(8)
                        .flatMap(window -> window.put(Buffers.bytes(new byte[1]), 0, 0)
                                .onErrorResume(MpiException.class, noEpoch -> Mono.empty())
                                .then(Mono.<Void>fromRunnable(
                                        () -> assertThat(registry.get(MpiMeter.OPERATION_DURATION.meterName())
                                                        .tags("kind", "put", "outcome", "failed")
                                                        .timer()
                                                        .count())
                                                .isEqualTo(1)))
                                .then(window.free())));
    }

    @Test
    @DisplayName("a trace has each call of a window, with its target, its bytes and the window's name")
    void trace() {
        Path file = directory.resolve("trace.json");
        ObservedJob.run(
                2,
                Settings.create().channel("tcp").trace(file.toString()),
                world -> access(world).then(ObservedJob.traffic(world)));
        TraceFile trace = TraceFile.check(file);
        assertThat(trace.receives()).isPositive();
        for (String call : OPERATIONS) {
            assertThat(trace.names(0)).contains(call + " at 1");
        }
        assertThat(trace.names(1))
                .contains(
                        "fence",
                        "lock at 1",
                        "unlock at 1",
                        "flush at 1",
                        "flushAll",
                        "lockAll",
                        "complete",
                        "waitFor");
        assertThat(trace.arguments(0, "put at 1")).singleElement().satisfies(put -> {
            assertThat(put.get("window").asString()).isEqualTo("window \"table\"");
            assertThat(put.get("bytes").asLong()).isEqualTo(16);
        });
        assertThat(trace.arguments(0, "lock at 1"))
                .singleElement()
                .satisfies(lock -> assertThat(lock.has("bytes")).isFalse());
    }

    @Test
    @DisplayName("the flight recorder has calls of windows as operations, with the window's name")
    void flight() throws IOException {
        Path file = directory.resolve("flight.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.reactivempi.Operation").withThreshold(Duration.ZERO);
            recording.start();
            ObservedJob.run(2, Settings.create().channel("tcp").with("jfr", "auto"), WindowsObservedTest::access);
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("org.reactivempi.Operation"))
                .filter(event -> !event.getString("window").isEmpty())
                .toList();
        assertThat(events)
                .anySatisfy(event -> {
                    assertThat(event.getString("kind")).isEqualTo("put");
                    assertThat(event.getInt("peer")).isEqualTo(1);
                    assertThat(event.getLong("lengthBytes")).isEqualTo(16);
                    assertThat(event.getString("window")).isEqualTo("window \"table\"");
                    assertThat(event.getString("outcome")).isEqualTo("DONE");
                })
                .anyMatch(event -> event.getString("kind").equals("fence"));
    }

    /** Keeps the observations of windows. */
    private record Seen(Queue<String> all) implements ObservationHandler<Observation.Context> {

        @Override
        public boolean supportsContext(Observation.Context context) {
            return "reactivempi.window".equals(context.getName());
        }

        @Override
        public void onStop(Observation.Context context) {
            all.add(context.getContextualName() + " of "
                    + context.getHighCardinalityKeyValue("window").getValue() + " "
                    + context.getLowCardinalityKeyValue("outcome").getValue());
        }
    }

    @Test
    @DisplayName("RX-10 a call of a window is a part of its subscriber's trace, and its signal is in that trace")
    void context() {
        ConcurrentHashMap<Integer, ObservationRegistry> registries = new ConcurrentHashMap<>();
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Queue<String> current = new ConcurrentLinkedQueue<>();
        ObservedJob.run(
                2,
                rank -> {
                    ObservationRegistry registry = ObservationRegistry.create();
                    registry.observationConfig()
                            .observationHandler(new TestTracer())
                            .observationHandler(new Seen(seen));
                    registries.put(rank, registry);
                    return Settings.create().channel("tcp").attach(registry);
                },
                world -> world.windows().allocate(8, Datatype.LONG).flatMap(window -> {
                    ObservationRegistry registry = registries.get(world.rank());
                    Observation order = Observation.start("order-" + world.rank(), registry);
                    window.setName("table");
                    Mono<Void> traced = window.lock(LockType.SHARED, 1)
                            .then(window.accumulate(Buffers.longs(1), 1, 0, Op.SUM))
                            .doOnSuccess(none -> current.add(TestTracer.traceOf(registry.getCurrentObservation())))
                            .then(window.unlock(1))
                            .contextWrite(Context.of(KEY, order))
                            .doFinally(end -> order.stop());
                    return traced.then(window.free());
                }));
        assertThat(current).containsExactlyInAnyOrder("order-0", "order-1");
        assertThat(seen)
                .hasSize(6)
                .contains(
                        "lock at 1 of window \"table\" done",
                        "accumulate at 1 of window \"table\" done",
                        "unlock at 1 of window \"table\" done");
    }
}
