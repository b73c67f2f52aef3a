package org.reactivempi.transport.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
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
