package org.reactivempi.benchmarks.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SlicesTest {

    @Test
    @DisplayName(
            "a program has its speed at the end of the first slice that is at most a tenth slower than the last ones")
    void speed() {
        Slices slices = slices(100, 40, 11.1, 11, 10, 10, 10, 10, 10);

        assertThat(slices.finalMicros()).isEqualTo(10);
        assertThat(slices.secondsToSpeed()).isEqualTo(4);
    }

    @Test
    @DisplayName("a slice at the end that was disturbed does not say what the final speed is")
    void disturbedEnd() {
        Slices slices = slices(100, 50, 10, 10, 10, 10, 90);

        assertThat(slices.finalMicros()).isEqualTo(10);
        assertThat(slices.secondsToSpeed()).isEqualTo(3);
    }

    @Test
    @DisplayName("a program that became no faster had its speed from the first slice on")
    void constant() {
        assertThat(slices(7).secondsToSpeed()).isEqualTo(1);
        assertThat(slices(7, 7, 7, 7, 7, 7, 7).secondsToSpeed()).isEqualTo(1);
    }

    /** Of a second each. */
    private static Slices slices(double... micros) {
        Slices slices = new Slices();
        for (int i = 0; i < micros.length; i++) {
            slices.add((i + 1) * 1_000_000_000L, Spread.of(new long[] {Math.round(micros[i] * 1000)}));
        }
        return slices;
    }
}
