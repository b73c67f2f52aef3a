package org.reactivempi.conformance.observe;

import static org.reactivempi.Buffers.bytes;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ranks in this JVM, which do something and end. */
final class ObservedJob {

    static final Duration TIMEOUT = Duration.ofSeconds(50);
    static final int LONG = 200_000;

    private ObservedJob() {}

    static void run(int ranks, Settings settings, Function<Communicator, Mono<Void>> program) {
        run(ranks, rank -> settings, program);
    }

    static void run(int ranks, IntFunction<Settings> settings, Function<Communicator, Mono<Void>> program) {
        InJvmWorld world = InJvmWorld.of(ranks, Map.of());
        List<CoreSession> sessions = Flux.range(0, ranks)
                .flatMapSequential(rank -> CoreSessionProvider.start(world.bootstrap(rank), settings.apply(rank)))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        Mono.when(sessions.stream()
                        .map(session -> program.apply(session.world()).then(session.close()))
                        .toList())
                .block(TIMEOUT);
    }

    /** Messages of all kinds to the next rank, from any and from the one before; some come before they are expected. */
    static Mono<Void> traffic(Communicator world) {
        int next = (world.rank() + 1) % world.size();
        int previous = (world.rank() + world.size() - 1) % world.size();
        Mono<?> early = Mono.when(
                world.isend(bytes(new byte[8]), next, 1),
                world.isend(bytes(new byte[16]), next, 2),
                world.isend(bytes(new byte[LONG]), next, 3));
        Mono<?> late = world.barrier()
                .then(Mono.when(
                        world.irecv(Buffers.of(new byte[LONG]), Mpi.ANY_SOURCE, 3),
                        world.irecv(Buffers.of(new byte[16]), previous, Mpi.ANY_TAG),
                        world.irecv(Buffers.of(new byte[16]), previous, 2)));
        Mono<?> both = Mono.when(
                world.irecv(Buffers.of(new byte[100]), previous, 4), world.issend(bytes(new byte[100]), next, 4));
        Mono<?> probed = Mono.when(
                world.issend(bytes(new byte[5]), next, 5),
                world.mprobe(previous, 5).flatMap(message -> message.receive(Buffers.of(new byte[5]))));
        Mono<?> own = Mono.when(
                world.irecv(Buffers.of(new byte[1]), world.rank(), 6),
                world.isend(bytes(new byte[1]), world.rank(), 6));
        // It has begun when the rank comes to the task.
        Mono<?> cancelled = Mono.firstWithSignal(
                world.irecv(Buffers.of(new byte[1]), previous, 99), Mono.empty().subscribeOn(world.scheduler()));
        return Mono.when(early, late)
                .then(both)
                .then(probed)
                .then(own)
                .then(cancelled)
                .then(world.barrier());
    }
}
