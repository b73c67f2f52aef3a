package org.reactivempi.transport.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.util.concurrent.Ticker;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.observe.flight.FlightProvider;
import org.reactivempi.transport.observe.meters.MetersProvider;
import org.reactivempi.transport.observe.stats.StatsProvider;
import org.reactivempi.transport.observe.trace.TraceProvider;

/** Observers keep memory for the peers that a rank deals with, and none for the rest of its job. */
class ObserverMemoryTest {

    private static final int LARGE_JOB = 1_000_000;
    private static final int SMALL_JOB = 100;
    private static final int PEERS = 20;
    private static final int MOST_BYTES_OF_A_PEER = 500;
    /** A byte for each rank of the large job would be fifty times as much. */
    private static final int NOISE_BYTES = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path directory;

    static Stream<EngineListenerProvider> providers() {
        return Stream.of(new StatsProvider(), new MetersProvider(), new TraceProvider(), new FlightProvider());
    }

    @ParameterizedTest
    @MethodSource("providers")
    @DisplayName("an observer's memory grows with a rank's peers, and not with its job")
    void grows(EngineListenerProvider provider) {
        allocatedBytes(provider, SMALL_JOB, PEERS);

        long small = allocatedBytes(provider, SMALL_JOB, PEERS);
        long large = allocatedBytes(provider, LARGE_JOB, PEERS);
        long fewer = allocatedBytes(provider, LARGE_JOB, 0);

        assertThat(large).isLessThan(small + NOISE_BYTES);
        assertThat(large - fewer).isLessThan((long) PEERS * MOST_BYTES_OF_A_PEER + NOISE_BYTES);
    }

    /** What an observer of rank 0 takes until it has seen a message to and from each of its peers, and a stall of each. */
    private long allocatedBytes(EngineListenerProvider provider, int size, int peers) {
        WatchedRank rank = new Rank(size, Map.of("trace", file("trace"), "stats", file("stats"), "jfr", "on"));
        long before = threads.getCurrentThreadAllocatedBytes();
        EngineListener observer = provider.listener(rank).orElseThrow();
        for (EngineListener read : observer.reads()) {
            tell(read, size, peers);
        }
        tell(observer, size, peers);
        long after = threads.getCurrentThreadAllocatedBytes();
        observer.closed();
        return after - before;
    }

    private static void tell(EngineListener listener, int size, int peers) {
        for (int peer = size - peers; peer < size; peer++) {
            listener.connected(peer, "tcp", false);
            listener.sent(Span.NONE, Protocol.EAGER, 0, peer, 0, 8);
            listener.arrived(Protocol.EAGER, 0, peer, 0, 8, 0, false);
            listener.credit(peer, 8);
            listener.stalled(peer);
            listener.resumed(peer);
        }
        listener.turnEnded(0, 0, 0, 0, 0);
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private record Rank(int size, Map<String, String> settings, MeterRegistry registry) implements WatchedRank {

        Rank(int size, Map<String, String> settings) {
            this(size, settings, new SimpleMeterRegistry());
        }

        @Override
        public String jobId() {
            return "job";
        }

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public Ticker ticker() {
            return Platform.system().ticker();
        }

        @Override
        public InstantSource clock() {
            return Platform.system().clock();
        }

        @Override
        public <T> Optional<T> attached(Class<T> type) {
            return Optional.of(registry).filter(type::isInstance).map(type::cast);
        }

        @Override
        public @Nullable String setting(String name) {
            return settings.get(name);
        }
    }
}
