package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Op;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reductions of one number of each rank. */
class ScalarsTest {

    /** What each rank gets, in the order of ranks; null where it gets nothing. */
    private static <T> List<List<T>> all(Ranks ranks, Function<Communicator, Mono<T>> operation) {
        return Flux.range(0, ranks.size())
                .flatMapSequential(
                        rank -> operation.apply(ranks.world(rank)).flux().collectList(), ranks.size())
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-17 numbers are reduced without arrays: for all, for the root, and for the ranks before")
    void reduced(Ranks ranks) {
        assertThat(all(ranks, world -> world.allreduce(world.rank() + 0.5, Op.SUM)))
                .containsOnly(List.of(4.5))
                .hasSize(3);
        assertThat(all(ranks, world -> world.allreduce(1L << 40 + world.rank(), Op.MAX)))
                .containsOnly(List.of(1L << 42));
        assertThat(all(ranks, world -> world.reduce(world.rank() + 1, Op.PROD, 1)))
                .containsExactly(List.of(), List.of(6L), List.of());
        assertThat(all(ranks, world -> world.reduce(-1.0 * world.rank(), Op.MIN, 2)))
                .containsExactly(List.of(), List.of(), List.of(-2.0));
        assertThat(all(ranks, world -> world.scan(world.rank() + 1, Op.SUM)))
                .containsExactly(List.of(1L), List.of(3L), List.of(6L));
        assertThat(all(ranks, world -> world.scan(world.rank() + 0.5, Op.SUM)))
                .containsExactly(List.of(0.5), List.of(2.0), List.of(4.5));
        assertThat(all(ranks, world -> world.exscan(world.rank() + 1, Op.SUM)))
                .containsExactly(List.of(), List.of(1L), List.of(3L));
        assertThat(all(ranks, world -> world.exscan(world.rank() + 0.5, Op.SUM)))
                .containsExactly(List.of(), List.of(0.5), List.of(2.0));
    }

    @OnEveryChannel
    @DisplayName("COL-1 each subscription is an operation of its own, which gives its own result")
    void cold(Ranks ranks) {
        List<Mono<Long>> sums =
                List.of(ranks.world(0).allreduce(1, Op.SUM), ranks.world(1).allreduce(2, Op.SUM));
        for (int turn = 0; turn < 3; turn++) {
            assertThat(Flux.merge(sums).collectList().block(TIMEOUT)).containsExactly(3L, 3L);
        }
    }

    @OnEveryChannel
    @DisplayName("an operation that has no meaning for the number's type fails with the class OP")
    void wrong(Ranks ranks) {
        assertFails(ranks.world(0).allreduce(1.0, Op.BAND), ErrorClass.OP);
    }
}
