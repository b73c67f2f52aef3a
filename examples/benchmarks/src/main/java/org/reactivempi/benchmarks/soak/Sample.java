package org.reactivempi.benchmarks.soak;

import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a JVM uses at a moment.
 *
 * @param heapBytes of the heap, after a collection of garbage
 * @param directBytes outside of it: of direct buffers, and of Netty's pools
 * @param residentBytes of the host's memory; 0 where the system does not say
 * @param threads how many
 * @param descriptors how many files, sockets and pipes are open; 0 where the system does not say
 */
record Sample(long heapBytes, long directBytes, long residentBytes, long threads, long descriptors) {

    static final int LENGTH = 5;
    static final Sample NONE = new Sample(0, 0, 0, 0, 0);

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final String RESIDENT = "VmRSS:";
    private static final int KIB = 1024;

    static Sample now() {
        System.gc();
        return new Sample(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                javaBuffers() + PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory(),
                resident(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                openFiles());
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

    private static long openFiles() {
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return open.count();
        } catch (IOException e) {
            return 0;
        }
    }

    static Sample of(long[] values, int from) {
        return new Sample(values[from], values[from + 1], values[from + 2], values[from + 3], values[from + 4]);
    }

    long[] toLongs() {
        return new long[] {heapBytes, directBytes, residentBytes, threads, descriptors};
    }

    /** The larger one of each. */
    Sample most(Sample other) {
        return new Sample(
                Math.max(heapBytes, other.heapBytes),
                Math.max(directBytes, other.directBytes),
                Math.max(residentBytes, other.residentBytes),
                Math.max(threads, other.threads),
                Math.max(descriptors, other.descriptors));
    }
}
