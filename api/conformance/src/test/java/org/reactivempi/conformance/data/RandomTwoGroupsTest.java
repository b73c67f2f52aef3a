package org.reactivempi.conformance.data;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Every collective operation of two groups in every form, between memories of every kind, of random lengths, compared with the definition
 * byte by byte. A seed is a job of 2 to 17 ranks with settings of its own, each in one of two groups, and a dozen operations.
 */
@Timeout(value = 12, unit = TimeUnit.HOURS)
class RandomTwoGroupsTest {

    private static final int JOBS = 2;
    private static final int MORE_JOBS = 4;
    /** With others than those of every build. */
    private static final int MORE_SEEDS = 1000;

    private static final int MOST_RANKS = 17;
    private static final int GROUPS = 12;
    private static final int TAG = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName(
            "ICM-5, ICM-6 random collective operations of two groups give what the definition says, in memory of every kind")
    void few(String channel) throws Exception {
        Seeds.each(JOBS, channel, seed -> job(seed, channel));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("ICM-5, ICM-6 so do more")
    void many(String channel) throws Exception {
        Seeds.each(MORE_JOBS, channel, seed -> job(MORE_SEEDS + seed, channel));
    }

    private static void job(long seed, String channel) throws Exception {
        Random random = new Random(seed);
        int size = 2 + random.nextInt(MOST_RANKS - 1);
        try (Ranks ranks =
                Ranks.start(size, RandomDataTest.settings(size, random).channel(channel))) {
            List<Intercommunicator> ends = joined(ranks, random);
            for (int group = 0; group < GROUPS; group++) {
                RandomDataTest.atOnce(ranks, size, () -> new TwoGroupsCase(ends, random), random);
            }
        }
    }

    /** Each rank is in one of two groups, in any order there: the ends of one group, and then those of the other one. */
    private static List<Intercommunicator> joined(Ranks ranks, Random random) {
        int size = ranks.size();
        int first = random.nextInt(size);
        int second = (first + 1 + random.nextInt(size - 1)) % size;
        boolean[] isFirst = new boolean[size];
        IntStream.range(0, size).forEach(rank -> isFirst[rank] = random.nextBoolean());
        isFirst[first] = true;
        isFirst[second] = false;
        int[] keys = random.ints(size, 0, size).toArray();
        List<Communicator> worlds =
                IntStream.range(0, size).mapToObj(ranks::world).toList();
        List<Communicator> groups = onAll(worlds, end -> end.split(isFirst[end.rank()] ? 0 : 1, keys[end.rank()]));
        List<Intercommunicator> made = onAll(groups, end -> {
            int rank = groups.indexOf(end);
            return end.intercommunicator(
                    rankIn(end, isFirst[rank] ? first : second), worlds.get(rank), isFirst[rank] ? second : first, TAG);
        });
        List<Intercommunicator> inOrder = new ArrayList<>();
        for (boolean side : new boolean[] {true, false}) {
            IntStream.range(0, size)
                    .filter(rank -> isFirst[rank] == side)
                    .mapToObj(made::get)
                    .sorted((one, other) -> Integer.compare(one.rank(), other.rank()))
                    .forEach(inOrder::add);
        }
        return inOrder;
    }

    private static int rankIn(Communicator end, int worldRank) {
        return IntStream.range(0, end.size())
                .filter(rank -> end.group().worldRank(rank) == worldRank)
                .findFirst()
                .orElseThrow();
    }

    private static <C, T> List<T> onAll(List<C> ends, Function<C, Mono<T>> operation) {
        return Flux.fromIterable(ends)
                .flatMapSequential(operation, ends.size())
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }
}
