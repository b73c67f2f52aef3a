package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.awaited;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.run;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.LockType;
import org.reactivempi.MpiException;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.conformance.Recorder;
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
}
