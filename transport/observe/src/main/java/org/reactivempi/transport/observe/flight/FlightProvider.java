package org.reactivempi.transport.observe.flight;

import java.util.Optional;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.Records;
import org.reactivempi.transport.engine.event.WatchedRank;

/** Makes events of the flight recorder for sessions that want it, in JVMs that have one. */
public final class FlightProvider implements EngineListenerProvider {

    /** For {@code ServiceLoader}. */
    public FlightProvider() {}

    @Override
    public Optional<EngineListener> listener(WatchedRank rank) {
        boolean wanted = hasFlightRecorder()
                && switch (Records.JFR.in(rank)) {
                    case AUTO -> FlightRecording.isWanted();
                    case ON -> true;
                    case OFF -> false;
                };
        return wanted ? Optional.of(FlightRecording.start(rank.rank())) : Optional.empty();
    }

    private static boolean hasFlightRecorder() {
        return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    }
}
