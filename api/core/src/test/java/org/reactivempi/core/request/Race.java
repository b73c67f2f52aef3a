package org.reactivempi.core.request;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs things at the same time. */
final class Race implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Starts all together, and returns when all have returned; throws what one has thrown. */
    void run(Runnable... runners) throws Exception {
        CyclicBarrier start = new CyclicBarrier(runners.length);
        List<? extends Future<?>> ends = Arrays.stream(runners)
                .map(runner -> threads.submit(() -> {
                    start.await();
                    runner.run();
                    return null;
                }))
                .toList();
        for (Future<?> end : ends) {
            end.get();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
