package org.reactivempi.benchmarks.soak.side;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/**
 * A rank of {@link Returns}, found by a list: makes a communicator of all ranks, works in it until one of them is lost, and begins
 * again. Ends with the process that has started it.
 */
public final class ReturningRank {

    /** All are together. */
    static final String TOGETHER = "together";
    /** In front of how many values were right since the last such line. */
    static final String VALUES = "values ";

    private static final Duration AGAIN = Duration.ofMillis(100);
    private static final Duration BETWEEN_STEPS = Duration.ofMillis(5);
    private static final int STEPS_IN_A_LINE = 20;

    private final Communicator world;
    private final long seed;

    private ReturningRank(Communicator world, long seed) {
        this.world = world;
        this.seed = seed;
    }

    /**
     * Runs it.
     *
     * @param args the seed
     */
    public static void main(String[] args) {
        Thread parent = new Thread(ReturningRank::endWithParent, "soak-parent");
        parent.setDaemon(true);
        parent.start();
        Mpi.run(
                args,
                world -> new ReturningRank(world, Long.parseLong(Mpi.arguments(args)[0]))
                        .once()
                        .repeat());
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever written: this waits for the end.
            }
        } catch (IOException gone) {
            // The same.
        }
        Runtime.getRuntime().halt(0);
    }

    private Mono<Void> once() {
        return together().flatMap(all -> {
            System.out.println(TOGETHER);
            return work(all)
                    .onErrorResume(Survivors::isLoss, loss -> all.failures().revoke())
                    .then(all.free());
        });
    }

    private Mono<Communicator> together() {
        return world.failures()
                .shrink()
                .flatMap(some -> some.size() == world.size()
                        ? Mono.just(some)
                        : some.free().then(Mono.<Communicator>empty()))
                .repeatWhenEmpty(Integer.MAX_VALUE, again -> again.delayElements(AGAIN));
    }

    private Mono<Void> work(Communicator all) {
        Steps steps = new Steps("returns", seed, all);
        AtomicLong right = new AtomicLong();
        AtomicLong done = new AtomicLong();
        return steps.next()
                .doOnNext(values -> {
                    right.addAndGet(values);
                    if (done.incrementAndGet() % STEPS_IN_A_LINE == 0) {
                        System.out.println(VALUES + right.getAndSet(0));
                    }
                })
                .repeatWhen(again -> again.delayElements(BETWEEN_STEPS))
                .then();
    }
}
