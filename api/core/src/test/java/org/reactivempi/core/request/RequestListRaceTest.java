package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Threads that end, wait, test, cancel waits, start again and replace, at random, on one list. The model is a bag: each run
 * of each request is given exactly once, and a list that always has an active request never says that it has none.
 */
class RequestListRaceTest {

    private static final int ROUNDS = 300;
    private static final int STEPS = 60;
    private static final int THREADS = 4;

    @Test
    @DisplayName("MUL-10 MUL-11 each end is given exactly once by waits and tests, whichever are cancelled meanwhile")
    void exactlyOnce() throws Exception {
        play(false, false);
    }

    @Test
    @DisplayName("MUL-2 MUL-3 a list that always has an active request never says that it has none")
    void neverIdle() throws Exception {
        play(true, false);
    }

    @Test
    @DisplayName("MUL-9 requests that are replaced at any moment are given once, by the list or by their own test")
    void replaced() throws Exception {
        play(true, true);
    }

    private static void play(boolean hasKeeper, boolean isReplacing) throws Exception {
        try (Race race = new Race()) {
            for (int round = 0; round < ROUNDS; round++) {
                int seed = round;
                BusyList list = new BusyList(1 + seed % 7, hasKeeper);

                race.run(IntStream.range(0, THREADS)
                        .mapToObj(thread ->
                                (Runnable) () -> list.play(new Random(31L * seed + thread), STEPS, isReplacing))
                        .toArray(Runnable[]::new));

                list.endAll();
                assertThat(list.falseIdles()).as("round " + seed).isZero();
                assertThat(list.failedStarts()).as("round " + seed).isEmpty();
                assertThat(list.given()).as("round " + seed).containsExactlyInAnyOrderElementsOf(list.ended());
                assertThat(list.openWaits()).as("round " + seed).isEmpty();
            }
        }
    }
}
