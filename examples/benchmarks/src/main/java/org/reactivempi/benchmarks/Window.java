package org.reactivempi.benchmarks;

import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/** Rounds of as many receives and as many sends, all started at once; the next round begins when the last has ended. */
final class Window extends Rounds {

    private final Mono<Status> receive;
    private final Mono<Status> send;
    private final int length;
    private int rounds;
    private int running;

    Window(int rounds, int length, Mono<Status> receive, Mono<Status> send) {
        this.rounds = rounds;
        this.length = length;
        this.receive = receive;
        this.send = send;
    }

    @Override
    void next() {
        if (rounds == 0) {
            end();
            return;
        }
        rounds--;
        running = 2 * length;
        for (int i = 0; i < length; i++) {
            receive.subscribe(this);
        }
        for (int i = 0; i < length; i++) {
            send.subscribe(this);
        }
    }

    @Override
    public void onComplete() {
        running--;
        if (running == 0) {
            next();
        }
    }
}
