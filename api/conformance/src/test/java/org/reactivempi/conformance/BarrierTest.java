package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** What a barrier is. */
class BarrierTest {

    @OnEveryChannel(ranks = 5)
    @DisplayName("COL-5 a barrier completes on no rank before the last one has started it, whichever that is")
    void waitsForTheLast(Ranks ranks) throws Exception {
        List<Communicator> worlds = Family.worlds(ranks);
        for (Communicator last : worlds) {
            List<Recorder<Void>> others = worlds.stream()
                    .filter(world -> world != last)
                    .map(world -> Family.started(world.barrier()))
                    .toList();
            // Links keep order: by now every rank has heard what the others have said of the barrier so far, and has
            // answered.
            for (int round = 0; round < 3; round++) {
                everybodyTalks(worlds);
            }
            assertThat(others)
                    .allSatisfy(barrier -> assertThat(barrier.signals()).isEmpty());

            last.barrier().block(TIMEOUT);
            for (Recorder<Void> barrier : others) {
                assertThat(barrier.await()).containsExactly("complete");
            }
        }
    }

    private static void everybodyTalks(List<Communicator> worlds) {
        for (Communicator from : worlds) {
            for (Communicator to : worlds) {
                assertThat(Traffic.exchange(from, to, to.rank())).isEqualTo(to.rank());
            }
        }
    }
}
