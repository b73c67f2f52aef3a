package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.MpiException;
import org.reactivempi.SendBuffer;
import org.reactivempi.Settings;
import org.reactivempi.Values;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Broadcasts of a value that fits in the heap once, and of short ones after it, to ranks that all live in that heap. */
final class ValuesMemoryProgram {

    private static final int RANKS = 3;

    /** Reads how many bytes there are, and writes as many from memory outside of the heap. */
    private static final Codec<Integer> ZEROS = new Codec<>() {
        @Override
        public SendBuffer encode(Integer bytes) {
            return Buffers.of(ByteBuffer.allocateDirect(bytes));
        }

        @Override
        public Integer decode(ByteBuffer payload) {
            return payload.remaining();
        }
    };

    private ValuesMemoryProgram() {}

    /** Takes the channel, and the lengths of the values in bytes; prints for each what each rank has got. */
    public static void main(String[] arguments) {
        InJvmWorld job = InJvmWorld.of(RANKS, Map.of());
        Settings settings = Settings.create().channel(arguments[0]);
        List<Values<Integer>> values = Flux.range(0, RANKS)
                .flatMapSequential(rank -> CoreSessionProvider.start(job.bootstrap(rank), settings))
                .map(CoreSession::world)
                .map(world -> world.values(ZEROS))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        for (String length : List.of(arguments).subList(1, arguments.length)) {
            System.out.println(Flux.range(0, RANKS)
                    .flatMapSequential(
                            rank -> got(values.get(rank).bcast(rank == 0 ? Integer.valueOf(length) : null, 0)))
                    .collectList()
                    .blockOptional(TIMEOUT)
                    .orElseThrow());
        }
        System.exit(0);
    }

    private static Mono<String> got(Mono<Integer> value) {
        return value.map(String::valueOf)
                .onErrorResume(
                        MpiException.class, failed -> Mono.just(failed.errorClass() + ": " + failed.getMessage()));
    }
}
