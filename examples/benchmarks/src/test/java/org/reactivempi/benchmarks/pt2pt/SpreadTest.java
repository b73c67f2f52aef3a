package org.reactivempi.benchmarks.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    @DisplayName("quantiles are times that were measured, in whatever order they came")
    void quantiles() {
        Spread spread = Spread.of(
                LongStream.rangeClosed(0, 1000).map(i -> 1000 * (1000 - i)).toArray());

        assertThat(spread.medianMicros()).isEqualTo(500);
        assertThat(spread.quantileMicros(0.99)).isEqualTo(990);
        assertThat(spread.quantileMicros(0.999)).isEqualTo(999);
        assertThat(spread.meanMicros()).isEqualTo(500);
    }

    @Test
    @DisplayName("one time is all of them, and one that is late moves the mean alone")
    void fewTimes() {
        assertThat(Spread.of(new long[] {2500}).quantileMicros(0.999)).isEqualTo(2.5);

        Spread spread = Spread.of(new long[] {9_000, 1000, 1000, 1000});
        assertThat(spread.medianMicros()).isEqualTo(1);
        assertThat(spread.meanMicros()).isEqualTo(3);
    }

    @Test
    @DisplayName("the measured times stay in their order")
    void original() {
        long[] nanos = {3, 1, 2};
        Spread.of(nanos);
        assertThat(nanos).containsExactly(3, 1, 2);
    }
}
