package org.reactivempi.benchmarks.soak.side;

import java.time.Duration;
import reactor.core.publisher.Mono;

/** The thread of a lane: does its work again and again, at a pace, until it is closed. */
abstract class Worker implements SideLane {

    private final String name;
    private final Duration first;
    private final Duration every;
    private boolean isClosed;
    private long count;

    Worker(String name, Duration first, Duration every) {
        this.name = name;
        this.first = first;
        this.every = every;
    }

    /** Before the first time. */
    void begin() throws Exception {}

    /** Once; returns early if this is closed meanwhile. */
    abstract void once(long number) throws Exception;

    @Override
    public final Mono<Void> run() {
        return Mono.create(sink -> {
            Thread thread = new Thread(
                    () -> {
                        try {
                            work();
                        } catch (InterruptedException closed) {
                            close();
                        } catch (Exception e) {
                            if (!isClosed()) {
                                sink.error(e);
                            }
                        } finally {
                            close();
                        }
                    },
                    "soak-" + name);
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void work() throws Exception {
        begin();
        pause(first);
        for (long number = 0; !isClosed(); number++) {
            long started = System.nanoTime();
            once(number);
            pause(every.minusNanos(System.nanoTime() - started));
        }
    }

    /** Ends early when this is closed. */
    private synchronized void pause(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = end - System.nanoTime(); left > 0 && !isClosed; left = end - System.nanoTime()) {
            wait(left / 1_000_000 + 1);
        }
    }

    final synchronized void done() {
        count++;
    }

    @Override
    public final synchronized long count() {
        return count;
    }

    final synchronized boolean isClosed() {
        return isClosed;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }
}
