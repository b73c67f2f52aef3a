package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import reactor.core.publisher.Mono;

/**
 * Measures what one start and completion of a persistent request allocates, in a JVM of its own: the tests' own watches over
 * buffers allocate more than what is measured.
 */
final class AllocationProgram {

    private static final int ROUNDS = 20;
    private static final int CYCLES = 5_000;
    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long[] threads;
    private final PersistentRequest send;
    private final PersistentRequest[] receives;

    private AllocationProgram(Communicator zero, Communicator one, boolean isDerived) {
        threads = new long[] {
            PlainRanks.threadOf(zero),
            PlainRanks.threadOf(one),
            Thread.currentThread().getId()
        };
        send = zero.sendInit(isDerived ? derived() : Buffers.longs(5), 1, TAG);
        receives = new PersistentRequest[] {receive(one, isDerived), receive(one, isDerived)};
    }

    private static PersistentRequest receive(Communicator one, boolean isDerived) {
        return one.recvInit(isDerived ? derived() : Buffers.of(new long[1]), 0, TAG);
    }

    /** Blocks of one and of many elements at irregular places, and several elements of the type. */
    private static Buffer derived() {
        Datatype type = Datatype.LONG.indexed(new long[] {1, 20, 3}, new long[] {30, 5, 0});
        return Buffers.of(new long[100]).as(type, 3);
    }

    /**
     * Prints the bytes per cycle of the sender's progress thread, the receiver's, and the thread that starts both; measured again until
     * they are below what the second and third argument say, for a progress thread and for the one that starts.
     */
    public static void main(String[] arguments) {
        List<CoreSession> sessions = PlainRanks.start(2, Settings.create().channel(arguments[0]));
        long below = Long.parseLong(arguments[1]);
        long[] least = new AllocationProgram(
                        sessions.get(0).world(), sessions.get(1).world(), arguments.length > 3)
                .measure(new long[] {below, below, Long.parseLong(arguments[2])});
        Mono.when(sessions.stream().map(Session::close).toList()).block(TIMEOUT);
        System.out.println(least[0] + " " + least[1] + " " + least[2]);
    }

    private long[] measure(long[] below) {
        long[] least = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
        receives[0].start();
        boolean enough = false;
        for (int round = 0; round < ROUNDS && !enough; round++) {
            long[] before = MEMORY.getThreadAllocatedBytes(threads);
            for (int i = 0; i < CYCLES; i++) {
                // A cycle ahead of its message, so that it waits for it, and nobody has to keep the message.
                receives[(i + 1) % 2].start();
                send.start();
                PlainRanks.take(send);
                PlainRanks.take(receives[i % 2]);
            }
            long[] after = MEMORY.getThreadAllocatedBytes(threads);
            enough = true;
            for (int i = 0; i < least.length; i++) {
                least[i] = Math.min(least[i], (after[i] - before[i]) / CYCLES);
                enough &= least[i] < below[i];
            }
        }
        receives[0].cancel();
        return least;
    }
}
