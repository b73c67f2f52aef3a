package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TIMEOUT;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import reactor.core.publisher.Mono;

/**
 * Measures what one start of a persistent collective operation allocates on the ranks' progress threads, in a JVM of its own. Data goes
 * from rank 0 to rank 1, which is a start ahead, so that no message has to be kept for it.
 */
final class CollectiveAllocationProgram {

    private static final int ROUNDS = 10;
    private static final int STARTS = 5_000;
    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private CollectiveAllocationProgram() {}

    /**
     * Prints the bytes for each start on the thread of rank 0, and on that of rank 1; measured again until both are below what the third
     * argument says.
     */
    public static void main(String[] arguments) {
        List<CoreSession> sessions = PlainRanks.start(2, Settings.create().channel(arguments[0]));
        long[] least =
                measure(sessions.get(0).world(), sessions.get(1).world(), arguments[1], Long.parseLong(arguments[2]));
        Mono.when(sessions.stream().map(CoreSession::close).toList()).block(TIMEOUT);
        System.out.println(least[0] + " " + least[1]);
    }

    private static PersistentRequest[] two(Communicator me, String operation) {
        return Stream.generate(() -> PersistentRequest.of(one(me, operation)))
                .limit(2)
                .toArray(PersistentRequest[]::new);
    }

    private static Mono<Void> one(Communicator me, String operation) {
        Buffer data = Buffers.of(new double[] {me.rank()});
        return switch (operation) {
            case "bcast" -> me.bcast(data, 0);
            case "reduce" -> me.reduce(data, Buffers.of(new double[1]), Op.SUM, 1);
            default -> throw new IllegalArgumentException(operation);
        };
    }

    private static long[] measure(Communicator zero, Communicator one, String operation, long below) {
        long[] threads = {PlainRanks.threadOf(zero), PlainRanks.threadOf(one)};
        PersistentRequest[] sending = two(zero, operation);
        PersistentRequest[] receiving = two(one, operation);
        long[] least = {Long.MAX_VALUE, Long.MAX_VALUE};
        receiving[0].start();
        boolean enough = false;
        for (int round = 0; round < ROUNDS && !enough; round++) {
            long[] before = MEMORY.getThreadAllocatedBytes(threads);
            for (int i = 0; i < STARTS; i++) {
                receiving[(i + 1) % 2].start();
                sending[i % 2].start();
                PlainRanks.take(sending[i % 2]);
                PlainRanks.take(receiving[i % 2]);
            }
            long[] after = MEMORY.getThreadAllocatedBytes(threads);
            enough = true;
            for (int i = 0; i < least.length; i++) {
                least[i] = Math.min(least[i], (after[i] - before[i]) / STARTS);
                enough &= least[i] < below;
            }
        }
        // The one that is ahead gets its data, too.
        sending[0].start();
        PlainRanks.take(sending[0]);
        PlainRanks.take(receiving[0]);
        return least;
    }
}
