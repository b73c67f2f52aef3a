package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Programs that block, and what programs of simulated jobs must not do. */
class SimulatedProgramsTest {

    @Test
    @DisplayName("SIM-20 blocking calls of Reactor's operators let all ranks go on, and so do those of ours")
    void blocking() {
        Simulation.of(3).schedules(60).verifyBlocking(world -> {
            int next = (world.rank() + 1) % 3;
            Integer sum = world.receive((world.rank() + 2) % 3, 1)
                    .map(message -> message.payload().getInt())
                    .mergeWith(world.isend(Buffers.ints(world.rank()), next, 1).then(Mono.empty()))
                    .reduce(0, Integer::sum)
                    .block();
            assertThat(sum).isEqualTo((world.rank() + 2) % 3);
            assertThat(Flux.range(0, 3)
                            .concatMap(i -> world.barrier().thenReturn(i))
                            .blockLast())
                    .isEqualTo(2);
            assertThat(world.barrier().thenReturn(5).blockOptional()).contains(5);
            assertThat(Mono.delay(Duration.ofMinutes(5)).block()).isZero();
            world.barrier().block(Duration.ofMinutes(1));
        });
    }

    @Test
    @DisplayName("SIM-20 a program that blocks in a turn is refused at once")
    void blocksInTurn() {
        assertThatThrownBy(() -> Simulation.of(2).verify(world -> {
                    world.barrier().block();
                    return Mono.empty();
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("run 1 of 100, a rank fails: rank")
                .hasMessageContaining("a blocking call on simulation");
        assertThatThrownBy(() -> Simulation.of(2)
                        .verify(world -> Mono.fromCallable(
                                () -> Mono.delay(Duration.ofSeconds(1)).block())))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("blocking");
    }

    @Test
    @DisplayName("SIM-20 a program that sleeps or waits for what no rank brings is told with its stack")
    void sleeps() {
        assertThatThrownBy(() -> Simulation.of(2)
                        .verify(world -> Mono.fromCallable(() -> {
                            new CountDownLatch(1).await();
                            return 1;
                        })))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("thread simulation waits for something that no simulated job brings")
                .satisfies(error -> assertThat(error.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(SimulatedProgramsTest.class.getName())));
        assertThatThrownBy(() -> Simulation.of(2).verifyBlocking(world -> new CountDownLatch(1).await()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("thread simulated-rank-0 waits for something that no simulated job brings")
                .satisfies(error -> assertThat(error.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(SimulatedProgramsTest.class.getName())));
        // The next one has Reactor to itself again.
        Simulation.of(2).schedules(5).verify(world -> world.barrier());
    }

    @Test
    @DisplayName("SIM-4 a thread of the program's own that comes in is refused, and named")
    void foreignThread() {
        assertThatThrownBy(() -> Simulation.of(1).verifyBlocking(world -> {
                    AtomicReference<Throwable> thrown = new AtomicReference<>();
                    Thread own = new Thread(
                            () -> world.isend(Buffers.ints(1), 0, 0).subscribe(sent -> {}, thrown::set), "my-own");
                    own.start();
                    while (own.isAlive()) {
                        Thread.onSpinWait();
                    }
                    throw new IllegalStateException("it got " + thrown.get());
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("thread my-own has come into a simulated job");
    }

    @Test
    @DisplayName("SIM-22 a program that catches whatever it gets, and tries again and again, keeps no run from its end")
    void triesForEver() {
        assertThatThrownBy(() -> Simulation.of(2).verifyBlocking(world -> {
                    if (world.rank() == 1) {
                        throw new IllegalStateException("rank 1 gives up");
                    }
                    while (true) {
                        try {
                            world.receive(1, 0).block();
                        } catch (RuntimeException again) {
                            // Another time, perhaps.
                        }
                    }
                }))
                .isInstanceOf(AssertionError.class)
                .hasRootCauseMessage("rank 1 gives up");
    }

    @Test
    @DisplayName("SIM-22 who is interrupted while he waits for a simulation waits no longer, and it ends")
    void interrupted() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        CountDownLatch running = new CountDownLatch(1);
        Thread caller = new Thread(
                () -> {
                    try {
                        Simulation.of(2).schedules(Integer.MAX_VALUE).verify(world -> {
                            running.countDown();
                            return world.barrier();
                        });
                    } catch (Throwable end) {
                        thrown.set(end);
                    }
                },
                "simulates-for-ever");
        caller.start();
        running.await();
        caller.interrupt();
        caller.join();
        assertThat(thrown.get()).isInstanceOf(AssertionError.class).hasRootCauseInstanceOf(InterruptedException.class);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("simulation")) {
                thread.join();
            }
        }
        Simulation.of(2).schedules(5).verify(world -> world.barrier());
    }

    @Test
    @DisplayName("what a program throws is the cause, also where it is checked")
    void checked() {
        assertThatThrownBy(() -> Simulation.of(2).verifyBlocking(world -> {
                    throw new java.io.IOException("no file");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("rank 0 fails: java.io.IOException: no file")
                .hasCauseInstanceOf(java.io.IOException.class);
    }

    @Test
    @DisplayName("programs of ranks that are killed end, and those of others go on")
    void killed() {
        Simulation.of(3).kill(2, Duration.ofMillis(5)).schedules(20).verifyBlocking(world -> {
            if (world.rank() == 2) {
                Mono.delay(Duration.ofHours(1)).block();
                throw new AssertionError("it was killed");
            }
            Mono.delay(Duration.ofMillis(1)).block();
            int peer = 1 - world.rank();
            world.isendrecv(Buffers.ints(1), peer, 0, Buffers.of(new int[1]), peer, 0)
                    .block();
        });
    }
}
