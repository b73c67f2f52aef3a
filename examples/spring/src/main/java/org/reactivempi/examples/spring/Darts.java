package org.reactivempi.examples.spring;

import java.util.SplittableRandom;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** Throws darts, a batch for each that is asked for. */
final class Darts {

    private static final int UNITS = 1000;

    private final int rank;
    private final Request request;
    private final SplittableRandom random;

    Darts(int rank, Request request) {
        this.rank = rank;
        this.request = request;
        this.random = new SplittableRandom(31L * request.seed() + rank);
    }

    /** Computes on the scheduler, so that the progress thread has time for messages. */
    Flux<Batch> batches(Scheduler scheduler) {
        return Flux.<Batch, Long>generate(() -> 0L, (number, sink) -> {
                    if (number == request.batches()) {
                        sink.complete();
                    } else {
                        sink.next(batch(number));
                    }
                    return number + 1;
                })
                .subscribeOn(scheduler);
    }

    private Batch batch(long number) {
        int[] points = new int[2 * Math.min(request.points(), request.darts())];
        long inside = 0;
        for (int i = 0; i < request.darts(); i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            inside += x * x + y * y < 1 ? 1 : 0;
            if (2 * i < points.length) {
                points[2 * i] = (int) (UNITS * x);
                points[2 * i + 1] = (int) (UNITS * y);
            }
        }
        return new Batch(rank, number, inside, request.darts(), points);
    }
}
