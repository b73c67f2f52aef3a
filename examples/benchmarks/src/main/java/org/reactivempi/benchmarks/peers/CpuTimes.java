package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the cores have done since the system's start, in ticks, as Linux tells it.
 *
 * @param allTicks of all cores, busy or not
 * @param busyTicks of all programs, and what the host of a virtual machine took for others
 * @param ownTicks of this process, and of all that it started and saw the end of
 */
record CpuTimes(long allTicks, long busyTicks, long ownTicks) {

    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STOLEN = 7;
    /** After the name, which may have spaces in it, and the state: what it used, and what its children did, in two modes each. */
    private static final int OWN_FIRST = 10;

    private static final int OWN_COUNT = 4;

    /** Of the files {@code stat} and {@code self/stat} in this folder; nothing if there are none, or others than Linux has. */
    static Optional<CpuTimes> read(Path proc) {
        try {
            String all = text(proc.resolve("stat"));
            String self = text(proc.resolve("self/stat"));
            return Optional.of(parse(all, self));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static CpuTimes parse(String all, String self) {
        // "cpu", then user, nice, system, idle, waits for devices, interrupts, soft ones, stolen; others are in those.
        long[] cores = numbers(all.lines().findFirst().orElse(""), "cpu +", 0, STOLEN + 1);
        long total = Arrays.stream(cores).sum();
        long[] own = numbers(self.strip(), ".*\\) \\S ", OWN_FIRST, OWN_COUNT);
        return new CpuTimes(
                total, total - cores[IDLE] - cores[IO_WAIT], Arrays.stream(own).sum());
    }

    private static long[] numbers(String line, String before, int first, int count) {
        String[] words = line.replaceFirst(before, "").split(" ");
        return IntStream.range(first, first + count)
                .mapToLong(i -> Long.parseLong(words[i]))
                .toArray();
    }

    /** What part of all cores, 0 to 1, was taken by others than this process and its commands since {@code earlier}. */
    double othersShareSince(CpuTimes earlier) {
        long all = allTicks - earlier.allTicks;
        long others = busyTicks - earlier.busyTicks - (ownTicks - earlier.ownTicks);
        return all <= 0 ? 0 : Math.max(0, (double) others / all);
    }
}
