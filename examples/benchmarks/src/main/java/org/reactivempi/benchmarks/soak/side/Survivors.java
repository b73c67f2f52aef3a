package org.reactivempi.benchmarks.soak.side;

import java.util.concurrent.atomic.AtomicLong;
import org.reactivempi.Communicator;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import reactor.core.publisher.Mono;

/**
 * Ranks that work until one of them, which all know from the seed, is lost; then the ranks that are left make a communicator without it, and
 * go on in that for a while.
 */
final class Survivors {

    private static final int STEPS_AFTERWARDS = 30;
    private static final int EARLIEST_MILLIS = 20;
    private static final int LATEST_MILLIS = 1200;

    private final Communicator world;
    private final long seed;
    private final AtomicLong values = new AtomicLong();

    Survivors(Communicator world, long seed) {
        this.world = world;
        this.seed = seed;
    }

    /** Which rank is lost. */
    static int victim(long seed, int size) {
        return (int) Math.floorMod(seed, (long) size);
    }

    /** After how much work. */
    static int millis(long seed) {
        return EARLIEST_MILLIS + (int) Math.floorMod(seed >>> 16, (long) (LATEST_MILLIS - EARLIEST_MILLIS));
    }

    /**
     * Works.
     *
     * @return cold; how many values were right, on a rank that is left
     */
    Mono<Long> run() {
        return counted(new Steps("kills", seed, world))
                .repeat()
                .then()
                .onErrorResume(Survivors::isLoss, loss -> world.failures().revoke())
                .then(world.failures().shrink())
                .flatMap(rest -> goOn(rest).then(rest.free()))
                .then(Mono.fromSupplier(values::get));
    }

    private Mono<Void> counted(Steps steps) {
        return steps.next().doOnNext(values::addAndGet).then();
    }

    static boolean isLoss(Throwable error) {
        return error instanceof ProcessFailedException || error instanceof RevokedException;
    }

    private Mono<Void> goOn(Communicator rest) {
        int victim = victim(seed, world.size());
        check(rest, "ranks that are left", world.size() - 1, rest.size());
        check(rest, "rank among them", world.rank() - (world.rank() > victim ? 1 : 0), rest.rank());
        return counted(new Steps("kills", seed, rest))
                .repeat(STEPS_AFTERWARDS - 1)
                .then();
    }

    private void check(Communicator rest, String what, int expected, int came) {
        if (expected != came) {
            throw Steps.failure("kills", seed, rest, what, expected, came);
        }
    }
}
