package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.Map;
import org.reactivempi.Communicator;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

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

    /** The number of a rank's progress thread. */
    static long threadOf(Communicator me) {
        return Mono.fromCallable(() -> Thread.currentThread().getId())
                .subscribeOn(me.scheduler())
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    /** Waits for the end of a start, and does nothing for it meanwhile. */
    static void take(PersistentRequest request) {
        while (!request.isComplete()) {
            Thread.yield();
        }
        request.test();
    }
}
