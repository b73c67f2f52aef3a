package org.reactivempi.transport.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.util.concurrent.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.observe.meters.MetersProvider;
import org.reactivempi.transport.observe.stats.StatsProvider;

/** Meters and statistics of a rank read one count. */
class SharedCountsTest {

    private static final int MESSAGES = ContextId.of(ContextId.WORLD, ContextId.Purpose.MESSAGES);
    private static final int ELEMENTS = ContextId.of(ContextId.WORLD, ContextId.Purpose.STREAM_ELEMENTS);

    @TempDir
    Path directory;

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    @DisplayName(
            "each event counts once, for the channel that leads to its peer then, and for the peer over all channels")
    void once() throws IOException {
        Path file = directory.resolve("stats");
        WatchedRank rank = new Rank(0, registry, file.toString(), new HashMap<>());
        List<EngineListener> listeners = Stream.of(new StatsProvider(), new MetersProvider())
                .flatMap(provider -> provider.listener(rank).stream())
                .toList();
        Events events = new Events(listeners, rank.ticker());

        for (int i = 0; i < 3; i++) {
            events.arrived(Protocol.EAGER, MESSAGES, 1, 0, 100, i, false);
        }
        events.connected(1, "shm", false);
        for (int i = 0; i < 20; i++) {
            events.arrived(Protocol.EAGER, i < 10 ? MESSAGES : ELEMENTS, 1, 0, 1, i, i == 0);
        }
        events.stalled(1);
        events.connected(1, "tcp", true);
        events.resumed(1);
        events.arrived(Protocol.RENDEZVOUS, MESSAGES, 1, 0, 1000, 23, false);
        events.connected(1, "shm", true);
        events.arrived(Protocol.EAGER, MESSAGES, 1, 0, 7, 24, true);

        assertThat(messages("shm", "eager")).isEqualTo(24);
        assertThat(messages("tcp", "rendezvous")).isEqualTo(1);
        assertThat(messages("tcp", "eager")).isZero();
        assertThat(registry.get("reactivempi.bytes")
                        .tags("channel", "shm", "direction", "received", "protocol", "eager")
                        .functionCounter()
                        .count())
                .isEqualTo(327);
        assertThat(registry.get("reactivempi.unexpected").functionCounter().count())
                .isEqualTo(23);
        assertThat(registry.get("reactivempi.reconnects").functionCounter().count())
                .isEqualTo(2);
        assertThat(registry.get("reactivempi.credit.stalls").functionTimer().count())
                .isEqualTo(1);
        events.closed();
        new StatsProvider()
                .listener(new Rank(1, registry, file.toString(), new HashMap<>()))
                .orElseThrow()
                .closed();
        assertThat(Files.readAllLines(file))
                .contains(
                        "  rank 0: 12 eager messages from rank 1 (of 25 in all) were unexpected: post receives earlier");
    }

    private double messages(String channel, String protocol) {
        return registry.get("reactivempi.messages")
                .tags("channel", channel, "direction", "received", "protocol", protocol)
                .functionCounter()
                .count();
    }

    private record Rank(int rank, MeterRegistry registry, String stats, Map<Class<?>, Object> shared)
            implements WatchedRank {

        @Override
        public String jobId() {
            return "job";
        }

        @Override
        public int size() {
            return 2;
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
        public <T> T shared(Class<T> type, Supplier<T> make) {
            return type.cast(shared.computeIfAbsent(type, unused -> make.get()));
        }

        @Override
        public <T> Optional<T> attached(Class<T> type) {
            return Optional.of(registry).filter(type::isInstance).map(type::cast);
        }

        @Override
        public @Nullable String setting(String name) {
            return name.equals("stats") ? stats : null;
        }
    }
}
