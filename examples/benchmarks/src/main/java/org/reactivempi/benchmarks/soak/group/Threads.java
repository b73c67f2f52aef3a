package org.reactivempi.benchmarks.soak.group;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Threads of a program, each for one piece of work that blocks, and gone with it. */
final class Threads {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Scheduler EACH_ITS_OWN = Schedulers.fromExecutor(work -> {
        Thread thread = new Thread(work, "soak-" + NUMBER.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
    });

    private Threads() {}

    /** Runs this on a thread of its own. */
    static Mono<Void> run(Runnable work) {
        return Mono.<Void>fromRunnable(work).subscribeOn(EACH_ITS_OWN);
    }

    /** All at the same time. */
    static Mono<Void> runAll(List<Runnable> all) {
        List<Mono<Void>> running = new ArrayList<>();
        all.forEach(work -> running.add(run(work)));
        return Mono.when(running);
    }
}
