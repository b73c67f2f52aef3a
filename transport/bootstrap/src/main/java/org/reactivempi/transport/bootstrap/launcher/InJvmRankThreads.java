package org.reactivempi.transport.bootstrap.launcher;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.RankExit;
import org.reactivempi.transport.bootstrap.RankThreadGroup;

/** The threads of a rank that runs in the launcher's JVM. */
final class InJvmRankThreads extends RankThreadGroup {

    private final IntConsumer whenExited;

    /** Tells {@code whenExited} the code when a thread that is not the rank's main one exits the rank. */
    InJvmRankThreads(Bootstrap bootstrap, IntConsumer whenExited) {
        super(bootstrap);
        this.whenExited = whenExited;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        if (error instanceof RankExit) {
            whenExited.accept(((RankExit) error).code());
        } else {
            super.uncaughtException(thread, error);
        }
    }

    /** Waits, as a JVM does after {@code main}, for all threads that are no daemons. */
    void awaitOthers() throws InterruptedException {
        for (Optional<Thread> other = anyOther(); other.isPresent(); other = anyOther()) {
            other.get().join();
        }
    }

    private Optional<Thread> anyOther() {
        Thread[] threads = new Thread[activeCount() + 16];
        enumerate(threads);
        return Arrays.stream(threads)
                .filter(Objects::nonNull)
                .filter(thread -> thread != Thread.currentThread() && !thread.isDaemon() && thread.isAlive())
                .findAny();
    }
}
