package org.reactivempi.conformance.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Ranks;

/**
 * Operations of all kinds on windows over memory of every kind, in random layouts of random lengths on both sides, in epochs of all kinds,
 * compared byte by byte with a model, gaps and surroundings included. A seed is a job of 2 to 4 ranks.
 */
@Timeout(value = 12, unit = TimeUnit.HOURS)
class RandomWindowsTest {

    private static final int JOBS = 2;
    private static final int MORE_JOBS = 20;
    /** With others than those of every build. */
    private static final int MORE_SEEDS = 1000;

    private static final int WINDOWS = 8;
    private static final int EPOCHS = 4;

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName(
            "WIN-2, WIN-12, WIN-15, WIN-16, WIN-17, WIN-18, WIN-19 random operations leave, and give, what a model says, in memory of every kind")
    void few(String channel) throws Exception {
        Seeds.each(JOBS, channel, seed -> job(seed, channel));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("WIN-2, WIN-12, WIN-15, WIN-16, WIN-17, WIN-18, WIN-19 so do more")
    void many(String channel) throws Exception {
        Seeds.each(MORE_JOBS, channel, seed -> job(MORE_SEEDS + seed, channel));
    }

    private static void job(long seed, String channel) throws Exception {
        Random random = new Random(seed);
        int size = 2 + random.nextInt(3);
        Settings settings = Settings.create()
                .channel(channel)
                // Sixty seconds without an end are a failure; until then others may have the machine.
                .with("stall-after", "60s");
        try (Ranks ranks = Ranks.start(size, settings)) {
            List<Communicator> worlds =
                    IntStream.range(0, size).mapToObj(ranks::world).toList();
            for (int i = 0; i < WINDOWS; i++) {
                WindowCase window = WindowCase.any(worlds, mostBytes(size, random), random);
                for (int epoch = 0; epoch < EPOCHS; epoch++) {
                    assertThat(window.epoch())
                            .as("epoch %d of window %d, %s", epoch, i, window)
                            .isEmpty();
                }
                window.free();
            }
        }
    }

    /** For each rank in each memory: seldom so much that an operation may have more than a mebibyte. */
    private static int mostBytes(int size, Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 100;
            case 1, 2 -> 4_000;
            case 3 -> size > 3 ? 200_000 : 1_500_000;
            default -> 200_000;
        };
    }
}
