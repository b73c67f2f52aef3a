package org.reactivempi.testkit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.stream.LongStream;

/** What threads have done for some time: whoever is at work has not hung, however slow the machine is. */
final class Work {

    /** Threads that take less than this part of a processor's time have come to a stop: heartbeats, and looks for stalls, take some of it. */
    private static final double LEAST_SHARE = 0.01;

    private final long before = nanos();

    /** From now on. */
    Work() {}

    /** Whether some have been at work since then, so long ago. */
    boolean wasDone(Duration since) {
        return nanos() - before >= since.toNanos() * LEAST_SHARE;
    }

    /** How much time of processors the threads that are alive have taken. */
    private static long nanos() {
        ThreadMXBean all = ManagementFactory.getThreadMXBean();
        return LongStream.of(all.getAllThreadIds())
                .map(all::getThreadCpuTime)
                .filter(nanos -> nanos > 0)
                .sum();
    }
}
