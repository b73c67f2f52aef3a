package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Ranks that send as fast as they can to one that receives nothing until all of them wait, in a JVM with little memory: all
 * ranks live in it.
 */
final class FloodProgram {

    private static final int UNDER_WAY = 256;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final List<CoreSession> sessions;
    private final int messages;
    private final long[] expected;
    private final long[] room = new long[1];

    private FloodProgram(List<CoreSession> sessions, int messages) {
        this.sessions = sessions;
        this.messages = messages;
        this.expected = new long[sessions.size()];
    }

    /** Takes the channel, how many ranks send, and how many messages each of them; prints how many have come. */
    public static void main(String[] arguments) {
        int senders = Integer.parseInt(arguments[1]);
        InJvmWorld job = InJvmWorld.of(1 + senders, Map.of());
        Settings settings = Settings.create().channel(arguments[0]);
        List<CoreSession> sessions = Flux.range(0, 1 + senders)
                .flatMapSequential(rank -> CoreSessionProvider.start(job.bootstrap(rank), settings))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        FloodProgram program = new FloodProgram(sessions, Integer.parseInt(arguments[2]));
        System.out.println(program.run(senders));
        System.exit(0);
    }

    private long run(int senders) {
        Mono<Void> sent = Flux.range(1, senders).flatMap(this::send, senders).then();
        Mono<Long> received = allWait(senders).then(receive((long) senders * messages));
        return Mono.zip(sent.thenReturn(0), received)
                .blockOptional(LONGEST)
                .orElseThrow()
                .getT2();
    }

    private Mono<Void> send(int rank) {
        Communicator world = sessions.get(rank).world();
        return Flux.range(0, messages)
                .flatMap(number -> world.isend(Buffers.longs(number), 0, TAG), UNDER_WAY)
                // All by one thread, or they would have no order.
                .subscribeOn(world.scheduler())
                .then();
    }

    /** Completes when no sender gets on. */
    private Mono<Void> allWait(int senders) {
        return Flux.range(1, senders)
                .concatMap(rank -> sessions.get(rank)
                        .pending()
                        .filter(pending -> pending.size() >= UNDER_WAY)
                        .repeatWhenEmpty(rounds -> rounds.delayElements(Duration.ofMillis(5))))
                .then();
    }

    private Mono<Long> receive(long total) {
        return sessions.get(0)
                .world()
                .irecv(Buffers.of(room), Mpi.ANY_SOURCE, TAG)
                .doOnNext(status -> check(status.source()))
                .repeat(total - 1)
                .count();
    }

    /** Messages of one sender come in order, so a missing one would be noticed at the next. */
    private void check(int source) {
        if (room[0] != expected[source]++) {
            throw new IllegalStateException("message " + room[0] + " of rank " + source + " is not the next");
        }
    }
}
