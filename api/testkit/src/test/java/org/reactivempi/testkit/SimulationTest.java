package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Jobs in one thread. */
class SimulationTest {

    private static final int MESSAGES = 20;

    private static Mono<Void> pingPong(Communicator world) {
        int peer = 1 - world.rank();
        return Flux.range(0, MESSAGES / 2)
                .concatMap(i -> world.rank() == 0
                        ? world.isend(Buffers.ints(i), peer, 0)
                                .then(world.receive(peer, 0))
                                .then()
                        : world.receive(peer, 0)
                                .then(world.isend(Buffers.ints(i), peer, 0))
                                .then())
                .then();
    }

    @Test
    @DisplayName("SIM-3 SIM-6 the same seed gives the same run, another one another")
    void sameSeedSameRun() {
        Set<Long> hashes = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            Simulation simulation = Simulation.of(2).seed(seed);
            SimulatedRun one = simulation.run(SimulationTest::pingPong);
            SimulatedRun other = simulation.run(SimulationTest::pingPong);
            assertThat(other).isEqualTo(one);
            hashes.add(one.hash());
        }
        assertThat(hashes).hasSize(20);
    }

    @Test
    void explores() {
        System.out.println(Simulation.of(2).schedules(300).verify(SimulationTest::pingPong));
        long t = System.nanoTime();
        System.out.println(Simulation.of(2).schedules(3000).verify(SimulationTest::pingPong));
        System.out.println("PER SECOND " + 3000e9 / (System.nanoTime() - t));
        t = System.nanoTime();
        System.out.println(Simulation.of(2).schedules(500).verifyBlocking(world -> {
            int peer = 1 - world.rank();
            for (int i = 0; i < 10; i++) {
                if (world.rank() == 0) {
                    world.isend(Buffers.ints(i), peer, 0).block();
                    world.receive(peer, 0).then().block();
                } else {
                    world.receive(peer, 0).block();
                    world.isend(Buffers.ints(i), peer, 0).then().block();
                }
            }
        }));
        System.out.println("PER SECOND BLOCKING " + 500e9 / (System.nanoTime() - t));
    }

    @Test
    @DisplayName("SIM-14 n senders have n! outcomes")
    void allOrders() {
        for (int n = 2; n <= 5; n++) {
            int senders = n;
            Set<String> seen = new HashSet<>();
            Coverage all = Simulation.of(n + 1)
                    .schedules(400)
                    .verify(world -> world.rank() == 0
                            ? Flux.range(0, senders)
                                    .concatMap(i -> world.receive(Mpi.ANY_SOURCE, 0))
                                    .map(message -> message.status().source())
                                    .collectList()
                                    .doOnNext(order -> seen.add(order.toString()))
                            : world.isend(Buffers.ints(world.rank()), 0, 0));
            System.out.println(n + ": " + all + " " + all.infeasible() + " " + seen.size());
        }
    }

    @Test
    void deadlock() {
        assertThatThrownBy(() -> Simulation.of(2).verify(world -> world.receive(1 - world.rank(), 0)))
                .isInstanceOf(AssertionError.class)
                .satisfies(e -> System.out.println(e.getMessage()));
        assertThatThrownBy(() -> Simulation.of(2)
                        .verifyBlocking(
                                world -> world.receive(1 - world.rank(), 0).block()))
                .isInstanceOf(AssertionError.class)
                .satisfies(e -> System.out.println(e.getMessage()));
        assertThatThrownBy(() -> Simulation.of(3)
                        .verify(world -> world.rank() == 0
                                ? world.receive(Mpi.ANY_SOURCE, 0)
                                        .map(m -> {
                                            assertThat(m.status().source()).isEqualTo(1);
                                            return m;
                                        })
                                        .then(world.receive(Mpi.ANY_SOURCE, 0))
                                : world.isend(Buffers.ints(world.rank()), 0, 0)))
                .isInstanceOf(AssertionError.class)
                .satisfies(e -> System.out.println(e.getMessage()));
        assertThatThrownBy(() -> Simulation.of(2)
                        .faults("cut=0.1")
                        .verify(world -> world.rank() == 0
                                ? world.isend(Buffers.ints(1), 1, 0).delayElement(Duration.ofSeconds(3))
                                : Mono.empty()))
                .isInstanceOf(AssertionError.class)
                .satisfies(e -> System.out.println(e.getMessage()));
    }
}
