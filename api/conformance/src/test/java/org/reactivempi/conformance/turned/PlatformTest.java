package org.reactivempi.conformance.turned;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Op;
import org.reactivempi.Request;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

@Tag("once")
class PlatformTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    @DisplayName("SIM-1 a session, a barrier and a finalize run on a time that the test turns, in the test's thread")
    void byHand() {
        Set<Thread> before = threads();
        TurnedWorld world = TurnedWorld.of(3, 1);
        List<Integer> met = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            int me = rank;
            world.world(rank).barrier().subscribe(done -> {}, error -> {}, () -> met.add(me));
        }
        assertThat(met).as("before any turn").isEmpty();
        world.rest();
        assertThat(met).containsExactlyInAnyOrder(0, 1, 2);

        Duration start = world.now();
        List<Long> due = new ArrayList<>();
        Mono.delay(HOUR, world.session(1).scheduler())
                .subscribe(tick -> due.add(world.now().minus(start).toMinutes()));
        world.rest();
        world.advance(HOUR.minusSeconds(1));
        assertThat(due).isEmpty();
        world.advance(Duration.ofSeconds(1));
        assertThat(due).containsExactly(60L);

        int[] sum = new int[3];
        for (int rank = 0; rank < 3; rank++) {
            int me = rank;
            int[] mine = {-1};
            world.world(rank)
                    .allreduce(Buffers.ints(rank + 1), Buffers.of(mine), Op.SUM)
                    .subscribe(done -> {}, error -> {}, () -> sum[me] = mine[0]);
        }
        world.rest();
        assertThat(sum).containsOnly(6);
        world.close();
        assertThat(threads()).as("threads of the library").isEqualTo(before);
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("reactive-mpi-"))
                .collect(Collectors.toSet());
    }

    @Test
    @DisplayName("SIM-1 a blocking call turns the ranks until it has ended")
    void blocking() {
        try (TurnedWorld world = TurnedWorld.of(2, 7)) {
            int[] room = new int[1];
            world.world(1).isend(Buffers.ints(42), 0, 3).subscribe();
            world.world(0).blocking().recv(Buffers.of(room), 1, 3);
            assertThat(room).containsExactly(42);
        }
    }

    @Test
    @DisplayName(
            "SIM-1 a blocking call with a limit that nobody ends gives up when its time is over, and hears what became of it")
    void limit() {
        try (TurnedWorld world = TurnedWorld.of(2, 7)) {
            Duration start = world.now();
            assertThatThrownBy(() -> world.world(0).receive(1, 3).block(HOUR))
                    .hasMessage("no end within PT1H; the operation is cancelled");
            assertThat(world.now().minus(start)).isEqualTo(HOUR);

            Request request = Request.start(world.world(0).irecv(Buffers.of(new int[1]), 1, 3));
            assertThatThrownBy(() -> request.completion().block(HOUR))
                    .hasMessage("no end within PT1H; the requests go on");
            world.world(1).isend(Buffers.ints(42), 0, 3).block(HOUR);
            assertThat(request.completion().block(HOUR)).isEqualTo(Status.of(1, 3, 4));
        }
    }

    @Test
    @DisplayName("SIM-1 the same order of turns gives the same run, whatever the machine does meanwhile")
    void again() {
        List<List<String>> runs =
                IntStream.range(0, 20).mapToObj(seed -> run(seed)).toList();
        assertThat(IntStream.range(0, 20).mapToObj(seed -> run(seed)).toList()).isEqualTo(runs);
        assertThat(Set.copyOf(runs)).hasSize(20);
    }

    private static List<String> run(long seed) {
        TurnedWorld world = TurnedWorld.of(3, seed);
        for (int round = 0; round < 3; round++) {
            for (int rank = 0; rank < 3; rank++) {
                world.world(rank)
                        .isend(Buffers.ints(round), (rank + 1) % 3, round)
                        .subscribe();
                world.world(rank)
                        .irecv(Buffers.of(new int[1]), (rank + 2) % 3, round)
                        .subscribe();
            }
            IntStream.range(0, 3).forEach(rank -> world.world(rank).barrier().subscribe());
            world.rest();
        }
        world.close();
        return world.trace();
    }
}
