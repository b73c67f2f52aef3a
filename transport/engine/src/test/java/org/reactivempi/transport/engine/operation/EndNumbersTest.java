package org.reactivempi.transport.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.port.EndNumbers;

/** Numbers of ends against the order in which the ends came. */
class EndNumbersTest {

    private static final int NONE = 3;

    /** Numbers that a rank takes, or nobody's. */
    record Taking(int rank, int count) {}

    private final EndNumbers[] ranks = {new EndNumbers(), new EndNumbers(), new EndNumbers()};

    private long take(int rank, int count) {
        return rank == NONE ? EndNumbers.takeOfNone(count) : ranks[rank].take(count);
    }

    @Provide
    Arbitrary<List<Taking>> takings() {
        Arbitrary<Integer> counts = Arbitraries.oneOf(
                Arbitraries.just(1),
                Arbitraries.integers().between(1, 100),
                Arbitraries.integers().between(60_000, 70_000),
                Arbitraries.integers().greaterOrEqual(1));
        return Combinators.combine(Arbitraries.integers().between(0, NONE), counts)
                .as(Taking::new)
                .list()
                .ofMaxSize(40);
    }

    @Property(tries = 500)
    void theyRiseForEachRankAndForThoseOfNone(@ForAll("takings") List<Taking> takings) {
        // The last number of each rank, of no rank, and of all.
        long[] last = new long[NONE + 1];
        Arrays.fill(last, Long.MIN_VALUE);
        long largest = Long.MIN_VALUE;
        for (Taking taking : takings) {
            long first = take(taking.rank(), taking.count());

            assertThat(first)
                    .isGreaterThan(taking.rank() == NONE ? largest : Math.max(last[taking.rank()], last[NONE]));
            last[taking.rank()] = first + taking.count() - 1;
            largest = Math.max(largest, last[taking.rank()]);
        }
    }

    @Test
    @DisplayName("MUL-8 two ranks share nothing that is written, as long as nothing ends that is of no rank")
    void ranksApart() {
        long before = EndNumbers.takeOfNone(1);

        assertThat(Stream.generate(() -> ranks[0].take(1)).limit(3))
                .containsExactly(before + 1, before + 2, before + 3);
        assertThat(Stream.generate(() -> ranks[1].take(1)).limit(2)).containsExactly(before + 1, before + 2);
    }

    @Test
    @DisplayName("MUL-8 a rank that ends more operations than there are numbers between two of no rank goes on")
    void manyEnds() {
        long last = 0;
        for (int i = 0; i < 200_000; i++) {
            long number = ranks[0].take(1);
            assertThat(number).isGreaterThan(last);
            last = number;
        }

        assertThat(EndNumbers.takeOfNone(1)).isGreaterThan(last);
    }
}
