package org.reactivempi.transport.observe.context;

import io.micrometer.observation.Observation;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Outcome;

/** How observations end. */
final class Ends {

    private Ends() {}

    static void end(Observation observation, Outcome outcome, @Nullable Throwable failure) {
        observation.lowCardinalityKeyValue("outcome", outcome.name().toLowerCase(Locale.ROOT));
        if (failure != null) {
            observation.error(failure);
        }
        observation.stop();
    }
}
