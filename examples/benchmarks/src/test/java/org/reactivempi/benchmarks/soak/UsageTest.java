package org.reactivempi.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UsageTest {

    private static final long MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000;

    private final Usage usage = new Usage();

    @Test
    @DisplayName("what goes up and down, or grows at the beginning, does not grow")
    void steady() {
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            long warm = Math.min(i, 15);
            usage.add(
                    i * SECOND,
                    new Sample(
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
            usage.add(i * SECOND, new Sample(i * MIB, 50 * MIB, 200 * MIB, 10 + i / 4));
        }
        assertThat(Usage.Quantity.of(usage.grows())).containsExactly(Usage.Quantity.HEAP, Usage.Quantity.THREADS);
    }

    @Test
    @DisplayName(
            "resident memory that grows steadily, though slowly, is named with its growth; in a short run it is not yet judged")
    void slowGrowth() {
        Random random = new Random(1);
        Usage shorter = new Usage();
        for (int i = 0; i < 300; i++) {
            Sample sample = new Sample(0, 0, (200 + random.nextInt(10)) * MIB + i * MIB / 5, 10);
            usage.add(i * SECOND, sample);
            shorter.add(i * SECOND / 2, sample);
        }
        assertThat(usage.residentGrowth()).isBetween(11 * MIB, 13 * MIB);
        assertThat(Usage.Quantity.of(usage.grows())).containsExactly(Usage.Quantity.RESIDENT);
        assertThat(shorter.residentGrowth()).isBetween(22 * MIB, 26 * MIB);
        assertThat(Usage.Quantity.of(shorter.grows())).isEmpty();
    }

    @Test
    @DisplayName("resident memory that grew in the first half, and hardly in the second, does not grow")
    void endedGrowth() {
        for (int i = 0; i < 300; i++) {
            usage.add(i * SECOND, new Sample(0, 0, (200 + Math.min(i, 60)) * MIB + i * MIB / 60, 10));
        }
        assertThat(usage.residentGrowth()).isBetween(MIB * 9 / 10, MIB * 11 / 10);
        assertThat(Usage.Quantity.of(usage.grows())).isEmpty();
    }

    @Test
    @DisplayName("a few samples say nothing")
    void few() {
        for (int i = 0; i < 9; i++) {
            usage.add(i * SECOND, new Sample(i * 100 * MIB, 0, 0, 0));
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
        Report one = new Report(1, 2, 3, 4, 5, 6, 7, 8, new Sample(9, 10, 11, 12), 13, 1);
        assertThat(Report.of(one.toLongs())).isEqualTo(one);
        assertThat(one.toLongs()).hasSize(Report.LENGTH);
        assertThat(one.plus(new Report(1, 1, 1, 1, 0, 0, 0, 0, new Sample(1, 20, 1, 1), 12, 4)))
                .isEqualTo(new Report(2, 3, 4, 5, 5, 6, 7, 8, new Sample(9, 20, 11, 12), 13, 5));
    }
}
