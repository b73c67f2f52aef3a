package org.reactivempi.transport.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.observe.meters.MetersProvider;

/** How long observers say that something has lasted. */
class StallTimeTest {

    private final MockTicker ticker = Ticker.newMockTicker();
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    @DisplayName("SIM-1 a stall lasts as long as the rank's time says")
    void byTheTimeOfTheRank() {
        EngineListener listener =
                new MetersProvider().listener(new Rank(registry, ticker)).orElseThrow();
        Events meters = new Events(List.of(listener), ticker);
        meters.stalled(1);
        ticker.advance(3, TimeUnit.SECONDS);
        meters.stalled(2);
        ticker.advance(1, TimeUnit.SECONDS);
        meters.resumed(2);
        meters.resumed(1);

        assertThat(registry.get("reactivempi.credit.stalls").functionTimer()).satisfies(stalls -> {
            assertThat(stalls.count()).isEqualTo(2);
            assertThat(stalls.totalTime(TimeUnit.SECONDS)).isEqualTo(5);
        });
        meters.closed();
    }

    private record Rank(MeterRegistry registry, Ticker ticker) implements WatchedRank {

        @Override
        public String jobId() {
            return "job";
        }

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 3;
        }

        @Override
        public InstantSource clock() {
            return InstantSource.fixed(Instant.EPOCH);
        }

        @Override
        public <T> Optional<T> attached(Class<T> type) {
            return Optional.of(registry).filter(type::isInstance).map(type::cast);
        }

        @Override
        public @Nullable String setting(String name) {
            return null;
        }
    }
}
