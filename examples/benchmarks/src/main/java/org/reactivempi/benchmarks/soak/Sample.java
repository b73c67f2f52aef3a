package org.reactivempi.benchmarks.soak;

import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a JVM uses at a moment.
 *
 * @param heapBytes of the heap, after a collection of garbage
 * @param directBytes outside of it: of direct buffers, and of Netty's pools
 * @param residentBytes of the host's memory; 0 where the system does not say
 * @param threads how many
 */
record Sample(long heapBytes, long directBytes, long residentBytes, long threads) {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";
    private static final int KIB = 1024;

    static Sample now() {
        System.gc();
        return new Sample(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                javaBuffers() + PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory(),
                resident(),
                ManagementFactory.getThreadMXBean().getThreadCount());
    }

    private static long javaBuffers() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static long resident() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(RESIDENT))
                    .mapToLong(line -> KIB * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    /** The larger one of each. */
    Sample most(Sample other) {
        return new Sample(
                Math.max(heapBytes, other.heapBytes),
                Math.max(directBytes, other.directBytes),
                Math.max(residentBytes, other.residentBytes),
                Math.max(threads, other.threads));
    }

    /** The smaller one of each. */
    Sample least(Sample other) {
        return new Sample(
                Math.min(heapBytes, other.heapBytes),
                Math.min(directBytes, other.directBytes),
                Math.min(residentBytes, other.residentBytes),
                Math.min(threads, other.threads));
    }
}
