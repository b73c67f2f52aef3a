package org.reactivempi.benchmarks;

import java.util.List;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Operations that start each other, a fixed number of rounds through a list of them. */
final class Chain extends Rounds {

    private final List<Mono<Status>> round;
    private int left;
    private int next;

    /** So many rounds of these operations, in their order. */
    private Chain(int rounds, List<Mono<Status>> round) {
        this.round = round;
        this.left = rounds * round.size();
    }

    /**
     * Starts a chain.
     *
     * @param rounds how often
     * @param round the operations of a round, in their order
     */
    static Chain start(Scheduler progress, int rounds, List<Mono<Status>> round) {
        Chain chain = new Chain(rounds, round);
        chain.startOn(progress);
        return chain;
    }

    @Override
    void next() {
        if (left == 0) {
            end();
            return;
        }
        left--;
        Mono<Status> operation = round.get(next);
        next = next + 1 == round.size() ? 0 : next + 1;
        operation.subscribe(this);
    }

    @Override
    public void onComplete() {
        next();
    }
}
