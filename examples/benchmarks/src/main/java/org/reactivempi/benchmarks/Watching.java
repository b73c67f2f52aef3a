package org.reactivempi.benchmarks;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.util.concurrent.Ticker;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.observe.meters.MetersProvider;

/** What watches the engine that is measured. */
public enum Watching {
    /** Nobody. */
    OFF,
    /** Meters of Micrometer. */
    METERS;

    List<EngineListener> listeners() {
        return this == OFF
                ? List.of()
                : new MetersProvider()
                        .listener(new Rank(new SimpleMeterRegistry())).stream().toList();
    }

    private record Rank(MeterRegistry registry) implements WatchedRank {

        @Override
        public String jobId() {
            return "mirror";
        }

        @Override
        public int rank() {
            return 0;
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
        public <T> Optional<T> attached(Class<T> type) {
            return type.isInstance(registry) ? Optional.of(type.cast(registry)) : Optional.empty();
        }

        @Override
        public @Nullable String setting(String name) {
            return null;
        }
    }
}
