package org.reactivempi.conformance.launcher;

import java.util.concurrent.locks.LockSupport;
import org.reactivempi.Buffers;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import reactor.core.publisher.Mono;

/** One of its ranks ends its process without a word: before its start, in it, or when it finalizes. */
public final class HaltProgram {

    static final int CODE = 9;

    /** The property that says which rank it is, before anything else does. */
    static final String RANK = "harm.rank";

    private HaltProgram() {}

    /** Takes when that is to happen, how many microseconds later, and which rank it is. */
    public static void main(String[] arguments) {
        String when = arguments[0];
        long micros = Long.parseLong(arguments[1]);
        boolean isVictim = Integer.getInteger(RANK) == Integer.parseInt(arguments[2]);
        if (isVictim && when.equals("start")) {
            haltAfter(micros);
        }
        int[] sum = new int[1];
        Mpi.run(
                arguments,
                world -> world.allreduce(Buffers.ints(1), Buffers.of(sum), Op.SUM)
                        .then(isVictim ? end(when, micros) : Mono.empty()));
    }

    /** Of the rank that dies: never, where it dies in its start, or a while after. */
    private static Mono<Void> end(String when, long micros) {
        return when.equals("start") ? Mono.never() : Mono.fromRunnable(() -> haltAfter(micros));
    }

    private static void haltAfter(long micros) {
        new Thread(() -> {
                    LockSupport.parkNanos(1000 * micros);
                    Runtime.getRuntime().halt(CODE);
                })
                .start();
    }
}
