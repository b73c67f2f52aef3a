package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.Map;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;

/** The ranks of a job in this JVM as programs start them, without the test kit, whose watches cost time and memory. */
final class PlainRanks {

    private PlainRanks() {}

    static List<CoreSession> start(int size, Settings settings) {
        InJvmWorld world = InJvmWorld.of(size, Map.of());
        return Flux.range(0, size)
                .flatMapSequential(rank -> CoreSessionProvider.start(world.bootstrap(rank), settings))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }
}
