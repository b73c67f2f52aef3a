package org.reactivempi.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the system has taken from a socket and not yet given to another one of the same host: mostly nothing, since it does both in one
 * call, but on a busy machine it leaves the rest to a thread of its own, which waits for a processor as all others do.
 */
final class SystemQueues {

    /** Linux's, a line of hexadecimal numbers for each processor. */
    private static final Path STATISTICS = Path.of("/proc/net/softnet_stat");

    /** Which of them is the length of the processor's queue; older systems don't tell it. */
    private static final int LENGTH = 11;

    private static final int LENGTH_BASE = 16;

    private SystemQueues() {}

    /** Whether all that was sent has come, as far as the system says. */
    static boolean areEmpty() {
        List<String> processors;
        try {
            processors = Files.readAllLines(STATISTICS);
        } catch (IOException elsewhere) {
            return true;
        }
        return processors.stream().map(line -> line.split(" ", -1)).allMatch(SystemQueues::isEmpty);
    }

    private static boolean isEmpty(String[] numbers) {
        return numbers.length <= LENGTH || Integer.parseUnsignedInt(numbers[LENGTH], LENGTH_BASE) == 0;
    }
}
