package org.reactivempi.transport.engine.event;

import java.util.Optional;

/** Makes listeners for sessions that want them; found by {@code ServiceLoader}. An SPI, as {@link EngineListener}. */
public interface EngineListenerProvider {

    /**
     * A listener for one rank, which is about to start.
     *
     * @param rank what is known of it
     * @return nothing where the session doesn't want one
     */
    Optional<EngineListener> listener(WatchedRank rank);
}
