package org.reactivempi.conformance.window;

import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Op;
import org.reactivempi.Settings;
import org.reactivempi.Window;
import org.reactivempi.conformance.Traffic;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A rank that writes as fast as it can to the memory of one that does nothing until the first one waits, in a JVM with little memory: both
 * live in it.
 */
final class WindowFloodProgram {

    private static final int UNDER_WAY = 2048;
    private static final int ELEMENTS = 128;
    private static final Duration LONGEST = Duration.ofSeconds(120);

    private WindowFloodProgram() {}

    /** Takes the channel, and how many operations; prints the sum that has come, which is as many. */
    public static void main(String[] arguments) {
        int operations = Integer.parseInt(arguments[1]);
        InJvmWorld job = InJvmWorld.of(2, Map.of());
        Settings settings = Settings.create().channel(arguments[0]).with("stall-after", "0s");
        List<CoreSession> sessions = Flux.range(0, 2)
                .flatMapSequential(rank -> CoreSessionProvider.start(job.bootstrap(rank), settings))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        List<Window> ends = Flux.fromIterable(sessions)
                .flatMapSequential(session -> session.world().windows().allocate(2 * ELEMENTS, Datatype.LONG))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        CountDownLatch goOn = new CountDownLatch(1);
        sessions.get(1).scheduler().schedule(() -> Traffic.hold(goOn));
        Window origin = ends.get(0);
        Mono<Void> flood = origin.lockAll()
                .thenMany(Flux.range(0, operations).flatMap(i -> operation(origin, i), UNDER_WAY))
                .then(origin.unlockAll())
                .subscribeOn(sessions.get(0).scheduler())
                .cache();
        flood.subscribe();
        waits(sessions.get(0)).block(LONGEST);
        goOn.countDown();
        flood.block(LONGEST);
        System.out.println(2 * Ends.longAt(ends.get(1), 0));
        System.exit(0);
    }

    private static Mono<Void> operation(Window origin, int number) {
        long[] ones = new long[ELEMENTS];
        Arrays.fill(ones, 1);
        Buffer data = Buffers.of(ones);
        return number % 2 == 0 ? origin.accumulate(data, 1, 0, Op.SUM) : origin.put(data, 1, ELEMENTS);
    }

    /** Completes when the rank does not get on. */
    private static Mono<Void> waits(CoreSession session) {
        return session.pending()
                .filter(pending -> pending.size() >= UNDER_WAY)
                .repeatWhenEmpty(rounds -> rounds.delayElements(Duration.ofMillis(5)))
                .then();
    }
}
