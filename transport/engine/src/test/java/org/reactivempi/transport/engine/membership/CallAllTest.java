package org.reactivempi.transport.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.port.EngineCommunicator.Gathering;

/** Ranks that come together over links of which each has few. */
class CallAllTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Map<Integer, Gathering> outcomes = new TreeMap<>();
    private int offers;

    private void call(LooseRanks job) {
        outcomes.clear();
        job.livingRanks().stream().forEach(rank -> {
            LooseRank caller = job.rank(rank);
            caller.step(() -> caller.membership().callAll(() -> offers++, outcome -> outcomes.put(rank, outcome)));
        });
    }

    private void assertTogether(BitSet ranks) {
        assertThat(outcomes.keySet())
                .containsExactlyElementsOf(ranks.stream().boxed().toList());
        assertThat(outcomes.values()).allSatisfy(outcome -> {
            assertThat(outcome.members()).isEqualTo(ranks);
            assertThat(outcome.offer())
                    .isEqualTo(outcomes.get(ranks.nextSetBit(0)).offer());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64, 128})
    @DisplayName("SIM-24 ranks come together over the links that they have as neighbours, with log N packets each")
    void growth(int size) {
        try (LooseRanks job = new LooseRanks(size)) {
            IntStream.range(0, size).forEach(job::start);
            job.pass(SECOND.multipliedBy(2));
            int neighbours = new Neighbours(0, size).count();
            Map<Integer, Long> told = new TreeMap<>();
            IntStream.range(0, size)
                    .forEach(rank -> told.put(rank, job.rank(rank).told()));
            call(job);
            job.pass(SECOND);

            assertTogether(job.livingRanks());
            int log = 32 - Integer.numberOfLeadingZeros(size - 1);
            IntStream.range(0, size).forEach(rank -> {
                assertThat(job.rank(rank).connected().cardinality()).isEqualTo(neighbours);
                assertThat(job.rank(rank).told() - told.get(rank)).isLessThanOrEqualTo(2 * log + 3);
            });
        }
    }

    @Test
    @DisplayName(
            "MBR-4, SIM-24 when an inner rank of the tree is lost, those below it are with the next one, and few links are new")
    void innerRankLost() {
        int size = 64;
        try (LooseRanks job = new LooseRanks(size)) {
            IntStream.range(0, size).forEach(job::start);
            job.pass(SECOND.multipliedBy(2));
            job.rank(32).die();
            call(job);
            job.pass(SECOND);
            assertThat(outcomes).isEmpty();

            job.pass(FakeRank.RECONNECT_TIMEOUT.plus(SECOND));
            assertTogether(job.livingRanks());
            job.living()
                    .forEach(rank -> assertThat(rank.connected().cardinality())
                            .isLessThanOrEqualTo(new Neighbours(0, size).count() + 6));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 16})
    @DisplayName("MBR-4 a rank of 20 that dies at any step of a call leaves the others together, all that live or none")
    void diesAtAnyStep(int rank) {
        for (int steps = 0; steps < 200; steps += 9) {
            try (LooseRanks job = new LooseRanks(20)) {
                IntStream.range(0, 20).forEach(job::start);
                job.pass(SECOND.multipliedBy(2));
                call(job);
                for (int step = 0; step < steps; step++) {
                    job.network.step(choices -> (choices * 31) % 7 % choices);
                }
                job.rank(rank).die();
                job.pass(FakeRank.RECONNECT_TIMEOUT.multipliedBy(2));
                outcomes.remove(rank);
                assertThat(outcomes.keySet())
                        .as("after %d steps", steps)
                        .containsExactlyElementsOf(
                                job.livingRanks().stream().boxed().toList());
                assertThat(outcomes.values().stream().map(Gathering::members).distinct())
                        .hasSize(1);
                assertThat(outcomes.values().stream().map(Gathering::offer).distinct())
                        .hasSize(1);
            }
        }
    }
}
