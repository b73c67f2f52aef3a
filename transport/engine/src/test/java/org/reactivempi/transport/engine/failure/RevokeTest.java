package org.reactivempi.transport.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.FakeNetwork;

/** A revocation reaches all that live, if it has reached one of them. */
class RevokeTest {

    private static List<Mortal> start(FakeNetwork network, int size) {
        List<Mortal> ranks = new ArrayList<>();
        IntStream.range(0, size).forEach(rank -> ranks.add(new Mortal(network, rank, size)));
        return ranks;
    }

    @Test
    @DisplayName("LIF-4 one rank revokes, all hear of it")
    void everybody() {
        FakeNetwork network = new FakeNetwork();
        List<Mortal> ranks = start(network, 5);
        ranks.get(2).step(() -> ranks.get(2).world().revoke());
        network.run();

        assertThat(ranks).allMatch(rank -> rank.world().isRevoked());
    }

    @Test
    @DisplayName("LIF-4 the rank that revokes may die at any step: all that live hear of it, or none")
    void allOrNone() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            FakeNetwork network = new FakeNetwork();
            List<Mortal> ranks = start(network, 2 + random.nextInt(4));
            Mortal first = ranks.get(random.nextInt(ranks.size()));
            first.step(() -> first.world().revoke());
            for (int steps = random.nextInt(30); steps > 0; steps--) {
                network.step(random::nextInt);
            }
            first.dieAtOnce();
            network.run(random::nextInt);

            assertThat(ranks.stream()
                            .filter(rank -> rank != first)
                            .map(rank -> rank.world().isRevoked())
                            .distinct())
                    .as("seed %d", seed)
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("LIF-4 any ranks may die while they pass on that it is revoked: all that live hear of it, or none")
    void anyDies() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            FakeNetwork network = new FakeNetwork();
            List<Mortal> ranks = start(network, 2 + random.nextInt(20));
            Mortal first = ranks.get(random.nextInt(ranks.size()));
            first.step(() -> first.world().revoke());
            for (int deaths = random.nextInt(ranks.size()); deaths > 0; deaths--) {
                for (int steps = random.nextInt(60); steps > 0; steps--) {
                    network.step(random::nextInt);
                }
                Mortal victim = ranks.get(random.nextInt(ranks.size()));
                if (!victim.isDead()) {
                    victim.dieAtOnce();
                }
            }
            for (int i = 0; i < 3; i++) {
                network.run(random::nextInt);
                ranks.stream().filter(Mortal::isDead).forEach(Mortal::stayDead);
                ranks.stream().filter(rank -> !rank.isDead()).forEach(rank -> rank.advance(Duration.ofMinutes(5)));
            }
            network.run(random::nextInt);

            assertThat(ranks.stream()
                            .filter(rank -> !rank.isDead())
                            .map(rank -> rank.world().isRevoked())
                            .distinct())
                    .as("seed %d", seed)
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest(name = "of {0} ranks")
    @ValueSource(ints = {2, 5, 16, 64, 200})
    @DisplayName("SIM-24 the packets by which all hear of it grow as log N on each rank")
    void fewPackets(int size) {
        FakeNetwork network = new FakeNetwork();
        List<Mortal> ranks = start(network, size);
        ranks.get(size / 3).step(() -> ranks.get(size / 3).world().revoke());
        network.run();

        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        assertThat(ranks).allSatisfy(rank -> {
            assertThat(rank.world().isRevoked()).isTrue();
            assertThat(rank.packets()).isLessThanOrEqualTo(2L * bits);
        });
    }

    @Test
    @DisplayName(
            "LIF-4 a communicator that is revoked before a rank has it is revoked from its start, and others hear of it")
    void beforeItIsHere() {
        FakeNetwork network = new FakeNetwork();
        List<Mortal> ranks = start(network, 3);
        CommunicatorState here = ranks.get(0).add(7, 0, 1);
        ranks.get(0).step(here::revoke);
        network.run();

        assertThat(ranks.get(1).add(7, 0, 1).isRevoked()).isTrue();
        assertThat(ranks.get(1).world().isRevoked()).isFalse();
        assertThat(ranks.get(1).add(8, 0, 1).isRevoked()).isFalse();
    }
}
