package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunsTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @DisplayName(
            "runs that are said to be equal have one length and lie at equal distances, from any byte of any type on")
    void equal(long seed) {
        Random random = new Random(seed);
        RandomTypes types = RandomTypes.withData(random);
        for (int i = 0; i < 300; i++) {
            Datatype type = types.next(random.nextInt(4));
            Runs runs = Runs.of(type, 1 + random.nextInt(5));
            for (int look = 0; look < 30; look++) {
                long position = (long) (random.nextDouble() * runs.lengthBytes());
                assertEqualRuns(runs, position, 1 + random.nextInt(400));
            }
        }
    }

    private static void assertEqualRuns(Runs runs, long position, long most) {
        long run = runs.run(position);
        long all = runs.equalRuns(position, most);
        assertThat(all % run).isZero();
        assertThat(all).isGreaterThanOrEqualTo(run);
        if (all == run) {
            return;
        }
        assertThat(all).isLessThanOrEqualTo(Math.min(most, runs.lengthBytes() - position));
        long first = runs.place(position);
        long stride = runs.place(position + run) - first;
        for (long at = 0; at < all; at++) {
            assertThat(runs.place(position + at)).isEqualTo(first + at / run * stride + at % run);
        }
    }

    @Test
    @DisplayName("all of a column are equal, whether its type or the extent of its elements says where they are")
    void columns() {
        Runs byType = Runs.of(Datatype.DOUBLE.vector(100, 1, 7), 1);
        Runs byExtent = Runs.of(Datatype.DOUBLE.resized(0, 56), 100);
        for (Runs column : new Runs[] {byType, byExtent}) {
            assertThat(column.equalRuns(0, 10_000)).isEqualTo(800);
            assertThat(column.equalRuns(0, 799)).isEqualTo(792);
            assertThat(column.equalRuns(16, 10_000)).isEqualTo(784);
            assertThat(column.equalRuns(792, 10_000)).isEqualTo(8);
            assertThat(column.equalRuns(3, 10_000)).as("from within a run").isEqualTo(5);
            assertThat(column.equalRuns(0, 7)).as("no room for one").isEqualTo(8);
        }
    }

    @Test
    @DisplayName(
            "blocks at places of their own are equal as far as their lengths and distances are, rows of blocks to the row's end")
    void others() {
        Runs blocks =
                Runs.of(Datatype.INT.indexed(new long[] {5, 5, 5, 1, 1, 1}, new long[] {0, 8, 16, 30, 28, 26}), 1);
        assertThat(blocks.equalRuns(0, 1000)).isEqualTo(60);
        assertThat(blocks.equalRuns(20, 1000)).isEqualTo(40);
        assertThat(blocks.equalRuns(40, 1000)).isEqualTo(20);
        assertThat(blocks.equalRuns(60, 1000)).isEqualTo(12);
        Runs dense = Runs.of(Datatype.INT, 10);
        assertThat(dense.equalRuns(0, 1000)).isEqualTo(40);
        assertThat(dense.equalRuns(0, 10)).isEqualTo(40);
        Runs plane = Runs.of(Datatype.BYTE.vector(4, 1, 3).hvector(5, 1, 100), 1);
        assertThat(plane.equalRuns(4, 1000)).isEqualTo(4);
        assertThat(plane.equalRuns(6, 1000)).isEqualTo(2);
    }
}
