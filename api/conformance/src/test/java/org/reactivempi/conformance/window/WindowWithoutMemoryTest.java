package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.awaited;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.run;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.LockType;
import org.reactivempi.MpiException;
import org.reactivempi.SharedWindow;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** A rank that has no memory for its part of a window. */
class WindowWithoutMemoryTest {

    /**
     * The most that a window may have. A JVM without a limit of its own gives as much direct memory as it has heap, which is 1 GiB in tests: so it
     * refuses this before it asks the system for anything, and takes nothing from other tests.
     */
    private static final long MOST_BYTES = Integer.MAX_VALUE - 2L * WindowHints.MOST_ALIGNMENT;

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-1, WIN-41 where one rank has no memory, all ranks hear which, none has a window, and the next one is made")
    void oneRank(Ranks ranks) {
        for (int without = 0; without < 3; without += 2) {
            long most = without;
            List<Recorder<Window>> made = worlds(ranks).stream()
                    .map(world -> started(world.windows()
                            // Memory in common would be taken of the system.
                            .with(WindowHints.create().sharedMemory(world.rank() != most))
                            .allocate(world.rank() == most ? MOST_BYTES : 8)))
                    .toList();
            for (Recorder<Window> each : made) {
                assertThat(awaited(each)).singleElement().isInstanceOfSatisfying(MpiException.class, failure -> {
                    assertThat(failure.errorClass()).isEqualTo(ErrorClass.NO_MEM);
                    assertThat(failure.getMessage()).contains("rank " + most + " has no memory");
                });
            }
        }
        // The communicator that each of them had for itself is freed, or this would be told what the test has left.
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        run(ends.get(0).locked(LockType.EXCLUSIVE, 2, w -> w.put(Buffers.longs(3), 2, 0)));
        assertThat(longAt(ends.get(2), 0)).isEqualTo(3);
        free(ends);
    }

    /** More than this JVM gives, so nothing is taken of the system. */
    private static final long TOO_MANY_BYTES = 900L << 20;

    /** What ranks say in their logs of memory that they don't reach, whichever thread writes it. */
    private static final class Reasons extends Handler implements AutoCloseable {

        private final Logger logger = Logger.getLogger("org.reactivempi.core.window.SegmentSharing");
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        Reasons() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }

    @MpiTest(ranks = 2)
    @DisplayName(
            "WIN-41 a rank that can't reach the memory of its host says why, and so does its log; the others hear which")
    void why(Ranks ranks) throws Exception {
        // Before the JDK says that there is no memory, it waits for the collector, on the thread that wants some.
        ranks.without(Check.BLOCKED_PROGRESS);
        try (Reasons reasons = new Reasons()) {
            List<Recorder<SharedWindow>> made = worlds(ranks).stream()
                    .map(world -> started(world.windows().allocateShared(TOO_MANY_BYTES)))
                    .toList();
            for (int rank = 0; rank < 2; rank++) {
                String words = "rank 0 can't reach the memory of its host";
                String wanted = rank == 0 ? words + ": .+" : words;
                assertThat(awaited(made.get(rank)))
                        .singleElement()
                        .isInstanceOfSatisfying(MpiException.class, failure -> {
                            assertThat(failure.errorClass()).isEqualTo(ErrorClass.NO_MEM);
                            assertThat(failure.getMessage()).matches(wanted);
                        });
            }
            Set<String> begins = new HashSet<>();
            while (begins.size() < 2) {
                String line = reasons.lines.poll(60, TimeUnit.SECONDS);
                assertThat(line).matches("WARNING rank [01] makes a window fail on all of its ranks: .+");
                begins.add(line.substring(0, "WARNING rank 0".length()));
            }
        }
    }
}
