package org.reactivempi.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
                            10 + random.nextInt(5),
                            60 + random.nextInt(8)));
        }
        assertThat(Usage.Quantity.of(usage.grows())).isEmpty();
        assertThat(usage.most().residentBytes()).isEqualTo(215 * MIB);
    }

    @Test
    @DisplayName("what grows on and on is named")
    void growing() {
        for (int i = 0; i < 100; i++) {
            usage.add(i * SECOND, new Sample(i * MIB, 50 * MIB, 200 * MIB, 10 + i / 4, 60 + i / 4));
        }
        assertThat(Usage.Quantity.of(usage.grows()))
                .containsExactly(Usage.Quantity.HEAP, Usage.Quantity.THREADS, Usage.Quantity.DESCRIPTORS);
    }

    @Test
    @DisplayName(
            "resident memory that grows steadily, though slowly, is named with its growth; in a short run it is not yet judged")
    void slowGrowth() {
        Random random = new Random(1);
        Usage shorter = new Usage();
        for (int i = 0; i < 300; i++) {
            Sample sample = new Sample(0, 0, (200 + random.nextInt(10)) * MIB + i * MIB / 5, 10, 60);
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
            usage.add(i * SECOND, new Sample(0, 0, (200 + Math.min(i, 60)) * MIB + i * MIB / 60, 10, 60));
        }
        assertThat(usage.residentGrowth()).isBetween(MIB * 9 / 10, MIB * 11 / 10);
        assertThat(Usage.Quantity.of(usage.grows())).isEmpty();
    }

    @Test
    @DisplayName("a few samples say nothing")
    void few() {
        for (int i = 0; i < 9; i++) {
            usage.add(i * SECOND, new Sample(i * 100 * MIB, 0, 0, 0, 0));
        }
        assertThat(usage.grows()).isZero();
    }

    @Test
    @DisplayName("this JVM uses something")
    void now() {
        Sample sample = Sample.now();
        assertThat(sample.heapBytes()).isPositive();
        assertThat(sample.threads()).isPositive();
        assertThat(sample.descriptors() > 0).isEqualTo(Files.exists(Path.of("/proc/self/fd")));
    }

    @Test
    @DisplayName("a report travels as numbers; the sum of two has the most of each")
    void reports() {
        Report one = new Report(
                List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L),
                sample(9),
                sample(14),
                sample(19),
                sample(24),
                29,
                1,
                List.of(30L, 31L));
        assertThat(Report.of(one.toLongs())).isEqualTo(one);
        assertThat(one.toLongs()).hasSize(Report.length(2));
        Report other = new Report(
                List.of(1L, 1L, 1L, 1L, 0L, 0L, 0L, 0L),
                sample(20),
                sample(1),
                sample(19),
                sample(25),
                12,
                4,
                List.of(1L, 2L));
        assertThat(one.plus(other))
                .isEqualTo(new Report(
                        List.of(2L, 3L, 4L, 5L, 5L, 6L, 7L, 8L),
                        sample(20),
                        sample(14),
                        sample(19),
                        sample(25),
                        29,
                        5,
                        List.of(31L, 33L)));
    }

    /** Five numbers in a row. */
    private static Sample sample(long first) {
        return new Sample(first, first + 1, first + 2, first + 3, first + 4);
    }

    @Test
    @DisplayName("windows are told by their medians, which a few samples far away don't move")
    void medians() {
        for (int i = 0; i < 100; i++) {
            usage.add(i * SECOND, new Sample(i % 10 == 0 ? 900 * MIB : i < 60 ? 5 * MIB : 7 * MIB, 0, 0, 10, 60));
        }
        assertThat(usage.early().heapBytes()).isEqualTo(5 * MIB);
        assertThat(usage.late().heapBytes()).isEqualTo(7 * MIB);
        assertThat(Usage.Quantity.of(usage.grows())).isEmpty();
    }
}
