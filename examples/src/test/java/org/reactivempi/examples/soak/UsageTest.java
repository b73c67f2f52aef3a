package org.reactivempi.examples.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UsageTest {

    private static final long MIB = 1 << 20;

    private final Usage usage = new Usage();

    @Test
    @DisplayName("what goes up and down, or grows at the beginning, does not grow")
    void steady() {
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            long warm = Math.min(i, 15);
            usage.add(new Sample(
                    (warm + random.nextInt(50)) * MIB,
                    (warm + random.nextInt(90)) * MIB,
                    (200 + warm) * MIB,
                    10 + random.nextInt(5)));
        }
        assertThat(Usage.Quantity.of(usage.grows())).isEmpty();
        assertThat(usage.most().residentBytes()).isEqualTo(215 * MIB);
    }

    @Test
    @DisplayName("what grows on and on is named")
    void growing() {
        for (int i = 0; i < 100; i++) {
            usage.add(new Sample(i * MIB, 50 * MIB, 200 * MIB, 10 + i / 4));
        }
        assertThat(Usage.Quantity.of(usage.grows())).containsExactly(Usage.Quantity.HEAP, Usage.Quantity.THREADS);
    }

    @Test
    @DisplayName("a few samples say nothing")
    void few() {
        for (int i = 0; i < 9; i++) {
            usage.add(new Sample(i * 100 * MIB, 0, 0, 0));
        }
        assertThat(usage.grows()).isZero();
    }

    @Test
    @DisplayName("this JVM uses something")
    void now() {
        Sample sample = Sample.now();
        assertThat(sample.heapBytes()).isPositive();
        assertThat(sample.threads()).isPositive();
    }

    @Test
    @DisplayName("a report travels as numbers; the sum of two has the most of each")
    void reports() {
        Report one = new Report(1, 2, 3, 4, 5, 6, 7, 8, new Sample(9, 10, 11, 12), 1);
        assertThat(Report.of(one.toLongs())).isEqualTo(one);
        assertThat(one.toLongs()).hasSize(Report.LENGTH);
        assertThat(one.plus(new Report(1, 1, 1, 1, 0, 0, 0, 0, new Sample(1, 20, 1, 1), 4)))
                .isEqualTo(new Report(2, 3, 4, 5, 5, 6, 7, 8, new Sample(9, 20, 11, 12), 5));
    }
}
