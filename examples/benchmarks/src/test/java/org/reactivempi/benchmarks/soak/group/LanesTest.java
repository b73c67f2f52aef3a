package org.reactivempi.benchmarks.soak.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Lanes have something to check, and what is wrong is told with its place: one that overlooks it is worth nothing. */
@Tag("long")
class LanesTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final long SEED = 4;

    private final AtomicLong counted = new AtomicLong();

    private Check check(Ranks ranks, int rank) {
        return new Check("ask", SEED, 7, ranks.world(rank), counted);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("each lane does its part of a round on all ranks, and checks values")
    void everyLane(Ranks ranks) {
        for (GroupLane lane : GroupLanes.all()) {
            counted.set(0);
            List<Mono<Void>> turns = new ArrayList<>();
            for (int rank = 0; rank < ranks.size(); rank++) {
                Communicator world = ranks.world(rank);
                Check check = check(ranks, rank);
                turns.add(world.dup()
                        .flatMap(own -> own.buffers()
                                .attachAutomatic()
                                .then(Mono.defer(() -> lane.run(Turn.of(own, SEED, check))))
                                .then(own.free())));
            }
            Mono.when(turns).block(TIMEOUT);
            assertThat(counted.get()).as(lane.name()).isPositive();
        }
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "an element that is wrong, or one beside the elements, is told with lane, seed, round, rank, and both values")
    void wrongElement(Ranks ranks) {
        for (Block.Memory memory : Block.Memory.values()) {
            for (Element element : Element.values()) {
                Block block = guarded(memory, element).fill(i -> i);
                Check check = check(ranks, 1);
                counted.set(0);
                block.check(check, "bcast", i -> i);
                assertThat(counted).hasValue(100);
                block.set(99, 5);
                assertThatThrownBy(() -> block.check(check, "bcast", i -> i))
                        .isInstanceOf(ExitException.class)
                        .hasMessage("soak: seed 4, round 7, rank 1 of 2: lane ask, bcast, " + block
                                + "[99]: expected 99, came 5");
                block.set(99, 99);
                block.set(100, 0);
                assertThatThrownBy(() -> block.check(check, "bcast", i -> i))
                        .hasMessageEndingWith("expected what lay around it, came something else");
            }
        }
    }

    /** With as many bytes or elements around it as there can be, which one more element reaches into. */
    private static Block guarded(Block.Memory memory, Element element) {
        Random sevens = new Random() {
            @Override
            public int nextInt(int bound) {
                return bound - 1;
            }
        };
        return Block.of(
                sevens, memory, element == Element.LONG || element == Element.DOUBLE ? Element.SHORT : element, 100);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("what ends a lane in any other way is told with its place as well")
    void otherEnds(Ranks ranks) {
        assertThat(check(ranks, 0).placed(new IllegalStateException("of a test", new RuntimeException("inner"))))
                .isInstanceOf(ExitException.class)
                .hasMessage("soak: seed 4, round 7, rank 0 of 2: lane ask, its turn: expected its end, came"
                        + " java.lang.IllegalStateException: of a test, caused by java.lang.RuntimeException: inner");
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("a number that two arrays don't have in common is told, as are different lengths")
    void wrongNumber(Ranks ranks) {
        Check check = check(ranks, 0);
        assertThatThrownBy(() -> check.ints("message", new int[] {1, 2}, new int[] {1, 3}))
                .hasMessageEndingWith("lane ask, message[1] of 2: expected 2, came 3");
        assertThatThrownBy(() -> check.longs("message", new long[] {1, 2}, new long[] {1}))
                .hasMessageEndingWith("lane ask, message, length: expected 2, came 1");
    }
}
