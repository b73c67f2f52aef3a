package org.reactivempi.conformance.launcher;

import java.util.concurrent.locks.LockSupport;
import org.reactivempi.Buffer;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import reactor.core.publisher.Mono;

/** A rank of which ends its process without a word: before its start, in it, or when it finalizes. */
public final class HaltProgram {

    static final int CODE = 9;

    private HaltProgram() {}

    /** Takes when that is to happen, how many microseconds later, and which rank it is. */
    public static void main(String[] arguments) {
        String when = arguments[0];
        long micros = Long.parseLong(arguments[1]);
        boolean isVictim = arguments[2].equals(System.getenv("PMI_RANK"));
        if (isVictim && when.equals("start")) {
            haltAfter(micros);
        }
        int[] sum = new int[1];
        Mpi.run(
                arguments,
                world -> world.allreduce(Buffer.ints(1), Buffer.ints(sum), Op.SUM)
                        .then(Mono.fromRunnable(() -> {
                            if (isVictim && when.equals("finalize")) {
                                haltAfter(micros);
                            }
                        })));
    }

    private static void haltAfter(long micros) {
        new Thread(() -> {
                    LockSupport.parkNanos(1000 * micros);
                    Runtime.getRuntime().halt(CODE);
                })
                .start();
    }
}
