package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Map;
import java.util.function.IntFunction;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.Status;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Measures what an operation that waits keeps on the heap, in a JVM of its own. */
final class PendingProgram {

    private static final int OPERATIONS = 20_000;
    /** Enough for all of them. */
    private static final int CREDIT_BYTES = 256 << 20;

    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final Buffer EIGHT_BYTES = Buffers.of(new long[1]);
    private static final Buffer LONG = Buffers.of(new long[10_000]);

    private PendingProgram() {}

    /**
     * Prints the bytes for each receive, receive with a tag of its own, and synchronous send with its message; then for a
     * short message that waits alone, with a tag of its own, and for a long one with its send.
     */
    public static void main(String[] arguments) {
        InJvmWorld job = InJvmWorld.of(2, Map.of());
        Settings settings = Settings.create()
                .channel(arguments[0])
                .eagerCreditBytes(CREDIT_BYTES)
                .unexpectedLimitBytes(2 * CREDIT_BYTES);
        Communicator[] worlds = Flux.range(0, 2)
                .flatMapSequential(rank -> CoreSessionProvider.start(job.bootstrap(rank), settings))
                .map(CoreSession::world)
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow()
                .toArray(Communicator[]::new);
        Communicator zero = worlds[0];
        Communicator one = worlds[1];
        IntFunction<Mono<Status>> receive = i -> one.irecv(EIGHT_BYTES, 0, TAG);
        IntFunction<Mono<Status>> taggedReceive = i -> one.irecv(EIGHT_BYTES, 0, TAG + 1 + i);
        IntFunction<Mono<Status>> synchronousSend = i -> one.issend(EIGHT_BYTES, 0, TAG);
        IntFunction<Mono<Status>> message = i -> one.isend(EIGHT_BYTES, 0, TAG);
        IntFunction<Mono<Status>> taggedMessage = i -> one.isend(EIGHT_BYTES, 0, TAG + 1 + i);
        IntFunction<Mono<Status>> longMessage = i -> one.isend(LONG, 0, TAG);
        // The first round loads classes and lets tables grow.
        bytesForEach(worlds, receive);
        System.out.println(bytesForEach(worlds, receive) + " " + bytesForEach(worlds, taggedReceive) + " "
                + bytesForEach(worlds, synchronousSend) + " " + bytesForEach(worlds, message) + " "
                + bytesForEach(worlds, taggedMessage) + " " + bytesForEach(worlds, longMessage));
        System.exit(0);
    }

    private static long bytesForEach(Communicator[] worlds, IntFunction<Mono<Status>> operation) {
        long before = usedBytes(worlds);
        for (int i = 0; i < OPERATIONS; i++) {
            operation.apply(i).subscribe();
        }
        return (usedBytes(worlds) - before) / OPERATIONS;
    }

    /** After all that was started has come where it waits. */
    private static long usedBytes(Communicator[] worlds) {
        Mono.when(worlds[0].barrier(), worlds[1].barrier()).block(TIMEOUT);
        System.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
