package org.reactivempi.transport.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeNetwork;

/** All that live agree on the same, whichever rank dies, and whenever. */
class AgreementTest {

    private static final Duration LONGER_THAN_ALL_LIMITS = Duration.ofMinutes(5);
    private static final int AGREEMENTS = 3;

    private final List<Mortal> ranks = new ArrayList<>();
    private FakeNetwork network = new FakeNetwork();

    private void start(int size) {
        end();
        network = new FakeNetwork();
        IntStream.range(0, size).forEach(rank -> ranks.add(new Mortal(network, rank, size)));
    }

    @AfterEach
    void end() {
        living().forEach(Mortal::die);
        ranks.clear();
        network.run();
    }

    private List<Mortal> living() {
        return ranks.stream().filter(rank -> !rank.isDead()).toList();
    }

    @Test
    @DisplayName("LIF-4 ranks agree on the AND of their values")
    void value() {
        start(4);
        ranks.forEach(rank -> rank.agree(~(1 << rank.rank())));
        network.run();

        assertThat(ranks).allSatisfy(rank -> {
            assertThat(rank.decisions()).hasSize(1);
            assertThat(rank.decisions().get(0).flag()).isEqualTo(~0b1111);
            assertThat(rank.decisions().get(0).failed().isEmpty()).isTrue();
        });
    }

    @ParameterizedTest(name = "of {0} ranks")
    @ValueSource(ints = {2, 3, 4, 8})
    @DisplayName(
            "LIF-4 whichever rank dies at whichever step: all that live decide the same, and what the dead had decided, too")
    void everyStep(int size) {
        for (int victim = 0; victim < size; victim++) {
            int step = 0;
            while (killedAt(size, victim, step)) {
                step++;
            }
            assertThat(step).as("steps that were tried").isGreaterThan(3);
        }
    }

    /** False if all was over before. */
    private boolean killedAt(int size, int victim, int step) {
        start(size);
        ranks.forEach(rank -> rank.agree(~(1 << rank.rank())));
        boolean more = true;
        for (int i = 0; i < step && more; i++) {
            more = network.step(choices -> 0);
        }
        ranks.get(victim).dieAtOnce();
        settle(choices -> 0);
        assertAgreed("rank " + victim + " of " + size + " dies at step " + step);
        return more;
    }

    @Test
    @DisplayName(
            "LIF-4 whichever two ranks die at whichever steps: all that live decide the same, and what the dead had decided, too")
    void everyTwoSteps() {
        for (int first = 0; first < 8; first++) {
            for (int second = 0; second < 8; second++) {
                for (long seed = 0; seed < 40 && first != second; seed++) {
                    killedBoth(first, second, new Random(seed));
                }
            }
        }
    }

    private void killedBoth(int first, int second, Random random) {
        start(8);
        ranks.forEach(rank -> rank.agree(~(1 << rank.rank())));
        for (int victim : new int[] {first, second}) {
            for (int steps = random.nextInt(150); steps > 0; steps--) {
                network.step(random::nextInt);
            }
            ranks.get(victim).dieAtOnce();
        }
        settle(random::nextInt);
        assertAgreed("ranks " + first + " and " + second + " die, " + random);
    }

    @ParameterizedTest(name = "of {0} ranks")
    @ValueSource(ints = {2, 7, 16, 64, 200})
    @DisplayName(
            "SIM-24 the packets and the peers of each rank grow as log N, also where the lowest rank and others have died")
    void fewPackets(int size) {
        start(size);
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        ranks.forEach(rank -> rank.agree(1));
        network.run();
        assertThat(ranks).allSatisfy(rank -> {
            assertThat(rank.decisions()).hasSize(1);
            assertThat(rank.peers()).isBetween(1, bits);
            // Two of each peer, and one that says that this rank waits.
            assertThat(rank.packets()).isBetween(2L, 2L * bits + 1);
        });

        if (size > 4) {
            ranks.get(0).die();
            ranks.get(size / 2).die();
            network.run();
            living().forEach(rank -> rank.agree(1));
            settle(choices -> 0);
            assertAgreed("rank 0 has died");
            // The coordinator has what was below the two that have died, and their next agreement is the dearest.
            assertThat(living()).allSatisfy(rank -> {
                assertThat(rank.decisions()).hasSize(2);
                assertThat(rank.peers()).isBetween(1, 3 * bits);
                assertThat(rank.packets()).isBetween(2L, 12L * bits);
            });
        }
    }

    @Test
    @DisplayName("SIM-24 ranks that come to their end one after the other make nobody tell others what was decided")
    void nothingAtTheEnd() {
        start(64);
        ranks.forEach(rank -> rank.agree(1));
        network.run();
        List<Integer> peers = ranks.stream().map(Mortal::peers).toList();
        List<Long> packets = ranks.stream().map(Mortal::packets).toList();
        for (Mortal rank : ranks) {
            rank.die();
            network.run();
        }
        assertThat(ranks.stream().map(Mortal::peers)).containsExactlyElementsOf(peers);
        assertThat(ranks.stream().map(Mortal::packets)).containsExactlyElementsOf(packets);
    }

    @Test
    @DisplayName("LIF-4 the rank above knows who has not called; one that waits for others itself has called")
    void absent() {
        start(8);
        List.of(0, 1, 2, 4, 5, 6).forEach(rank -> ranks.get(rank).agree(1));
        network.run();

        assertThat(ranks.stream().map(AgreementTest::absentSeenBy))
                .containsExactly("", "", "{3}", "", "", "", "{7}", "");
    }

    private static String absentSeenBy(Mortal rank) {
        StringBuilder seen = new StringBuilder();
        rank.step(() -> rank.world().forEachAbsence((call, absent, revocable) -> seen.append(absent)));
        return seen.toString();
    }

    @Test
    @DisplayName("LIF-4 many agreements in a row, in which any number of ranks die at any moment")
    void random() {
        for (long seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            start(2 + random.nextInt(12));
            play(random);
            settle(random::nextInt);
            assertAgreed("seed " + seed);
        }
    }

    private void play(Random random) {
        int deadly = random.nextInt(60);
        for (int i = 0; i < 400; i++) {
            int what = random.nextInt(1000);
            Mortal rank = living().get(random.nextInt(living().size()));
            if (what < deadly && living().size() > 1) {
                kill(rank, random);
            } else if (what < 150) {
                next(rank, random);
            } else {
                network.step(random::nextInt);
            }
        }
        living().forEach(rank -> finish(rank, random));
    }

    private void kill(Mortal rank, Random random) {
        if (random.nextBoolean()) {
            rank.die();
        } else {
            rank.dieAtOnce();
        }
    }

    /** Mostly after the one before, as programs do; also before. */
    private void next(Mortal rank, Random random) {
        if (rank.flags().size() < AGREEMENTS && (rank.isIdle() || random.nextInt(8) == 0)) {
            rank.agree(~(1 << random.nextInt(8)));
        }
    }

    private void finish(Mortal rank, Random random) {
        while (rank.flags().size() < AGREEMENTS) {
            rank.agree(~(1 << random.nextInt(8)));
        }
    }

    private void settle(IntUnaryOperator choose) {
        network.run(choose);
        for (int i = 0; i < 3 && !living().stream().allMatch(Mortal::isIdle); i++) {
            ranks.stream().filter(Mortal::isDead).forEach(Mortal::stayDead);
            network.run(choose);
            living().forEach(rank -> rank.advance(LONGER_THAN_ALL_LIMITS));
            network.run(choose);
        }
    }

    private void assertAgreed(String when) {
        assertThat(living()).as("%s: %s", when, ranks).allMatch(Mortal::isIdle);
        for (int number = 0; number < AGREEMENTS; number++) {
            assertAgreed(when, number);
        }
    }

    /** What the dead have been told counts as well. */
    private void assertAgreed(String when, int number) {
        List<Proposal> told = ranks.stream()
                .filter(rank -> rank.decisions().containsKey(number))
                .map(rank -> rank.decisions().get(number))
                .toList();
        if (told.isEmpty()) {
            return;
        }
        Proposal decision = told.get(0);
        assertThat(told).as("%s, agreement %d: %s", when, number, ranks).allSatisfy(other -> {
            assertThat(other.flag()).isEqualTo(decision.flag());
            assertThat(other.offer()).isEqualTo(decision.offer());
            assertThat(other.failed()).isEqualTo(decision.failed());
            assertThat(other.acknowledged()).isEqualTo(decision.acknowledged());
        });
        int ofLiving = flags(living(), number);
        int ofAll = flags(ranks, number);
        assertThat(decision.flag() & ~ofLiving)
                .as("%s: no living rank is left out", when)
                .isZero();
        assertThat(ofAll & ~decision.flag())
                .as("%s: nobody else is counted", when)
                .isZero();
        assertThat(living()).as(when).noneMatch(rank -> decision.failed().get(rank.rank()));
    }

    private static int flags(List<Mortal> of, int number) {
        return of.stream()
                .filter(rank -> rank.flags().size() > number)
                .mapToInt(rank -> rank.flags().get(number))
                .reduce(-1, (one, other) -> one & other);
    }

    @Test
    @DisplayName("LIF-4 decisions are forgotten when nobody can ask for them any more")
    void forgets() {
        start(3);
        for (int i = 0; i < 100; i++) {
            ranks.forEach(rank -> rank.agree(1));
            network.run();
        }
        assertThat(ranks).allSatisfy(rank -> {
            assertThat(rank.decisions()).hasSize(100);
            assertThat(rank.world().keptAgreements()).isLessThanOrEqualTo(2);
        });
    }

    /** Three ranks, of which the last dies: each of the others asks about the ranks that it goes on without. */
    private List<List<String>> survivors() {
        start(3);
        ranks.forEach(rank -> rank.agree(1));
        network.run();
        List<List<String>> asked = List.of(new ArrayList<>(), new ArrayList<>());
        for (int rank = 0; rank < 2; rank++) {
            List<String> own = asked.get(rank);
            ranks.get(rank)
                    .communicators()
                    .use(
                            (failed, goesOn) -> {
                                own.add("without " + failed);
                                answers.add(goesOn);
                            },
                            own::add);
        }
        ranks.get(2).die();
        network.run();
        living().forEach(rank -> rank.agree(1));
        network.run();
        return asked;
    }

    private final List<Consumer<Boolean>> answers = new ArrayList<>();

    @Test
    @DisplayName(
            "LIF-4 a rank that knows of a failure goes on without that rank when it is decided that it may; it asks once")
    void decidedElsewhere() {
        List<List<String>> asked = survivors();
        assertThat(asked).containsExactly(List.of("without [2]"), List.of());
        assertThat(ranks.get(1).decisions()).as("has only heard of it").hasSize(2);
        assertThat(ranks.get(0).decisions()).hasSize(1);

        ranks.get(0).step(() -> answers.get(0).accept(true));
        assertThat(ranks.get(0).decisions()).hasSize(2);
        living().forEach(rank -> rank.agree(1));
        network.run();
        assertThat(living()).allMatch(Mortal::isIdle);
        assertThat(answers).hasSize(1);
    }

    @Test
    @DisplayName("LIF-4 a rank that was given up itself goes no further")
    void decidedOtherwise() {
        List<List<String>> asked = survivors();
        ranks.get(0).step(() -> answers.get(0).accept(false));
        network.run();

        assertThat(ranks.get(0).decisions()).hasSize(1);
        assertThat(asked.get(0))
                .containsExactly("without [2]", "the launcher goes on without it, as others have asked it to");
    }

    @Test
    @DisplayName("LIF-4 a failure is acknowledged when all have acknowledged it")
    void acknowledged() {
        start(3);
        ranks.forEach(rank -> rank.agree(1));
        network.run();
        ranks.get(1).die();
        network.run();
        ranks.get(0).world().acknowledge();
        living().forEach(rank -> rank.agree(1));
        network.run();
        assertThat(living())
                .allSatisfy(rank ->
                        assertThat(rank.decisions().get(1).unacknowledged()).containsExactly(1));

        ranks.get(2).world().acknowledge();
        living().forEach(rank -> rank.agree(1));
        network.run();
        assertThat(living())
                .allSatisfy(rank ->
                        assertThat(rank.decisions().get(2).unacknowledged()).isEmpty());
    }
}
