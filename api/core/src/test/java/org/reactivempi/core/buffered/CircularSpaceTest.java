package org.reactivempi.core.buffered;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.Mpi;

class CircularSpaceTest {

    private static final int OVERHEAD = Mpi.BSEND_OVERHEAD_BYTES;

    @Property(tries = 200)
    @Label("BUF-4 random programs: whatever fits by the model's arithmetic fits, and everything stays intact")
    void randomPrograms(
            @ForAll long seed,
            @ForAll @IntRange(max = 2000) int sizeBytes,
            @ForAll @IntRange(min = 1, max = 2100) int longestBytes,
            @ForAll @IntRange(min = 20, max = 80) int sendsInAHundred) {
        Random random = new Random(seed);
        SideBySide both = new SideBySide(sizeBytes);
        for (int step = 0; step < 200; step++) {
            if (random.nextInt(100) < sendsInAHundred) {
                both.send(random.nextInt(8) == 0 ? 0 : random.nextInt(longestBytes));
            } else if (both.size() > 0) {
                both.complete(random.nextInt(10) < 5 ? 0 : random.nextInt(both.size()));
            }
        }
        while (both.size() > 0) {
            both.complete(random.nextInt(both.size()));
        }
        both.send(Math.max(0, sizeBytes - OVERHEAD));
    }

    @Tag("long")
    @Test
    @DisplayName("BUF-4 all short programs with tiny buffers: ours takes what the model takes, and now and then more")
    void allShortPrograms() {
        int better = 0;
        for (int sizeBytes : new int[] {0, OVERHEAD, 3 * OVERHEAD + 8, 5 * OVERHEAD}) {
            better += runAll(sizeBytes, new int[6], 0);
        }
        assertThat(better).isPositive();
    }

    /** Runs each program that begins with the given steps. */
    private static int runAll(int sizeBytes, int[] program, int steps) {
        if (steps == program.length) {
            return run(sizeBytes, program);
        }
        int better = 0;
        for (int step = 0; step < 6; step++) {
            program[steps] = step;
            better += runAll(sizeBytes, program, steps + 1);
        }
        return better;
    }

    private static int run(int sizeBytes, int[] program) {
        SideBySide both = new SideBySide(sizeBytes);
        for (int step : program) {
            switch (step) {
                case 0 -> both.send(0);
                case 1 -> both.send(8);
                case 2 -> both.send(OVERHEAD + 1);
                default -> {
                    if (step - 3 < both.size()) {
                        both.complete(step - 3);
                    }
                }
            }
        }
        return both.better();
    }

    @Test
    @DisplayName("BUF-2 the oldest message's space is used again from the start, without moving the others")
    void circular() {
        CircularSpace space = new CircularSpace(new byte[3 * (10 + OVERHEAD)]);
        Space.Slot first = space.take(10);
        Space.Slot second = space.take(10);
        Space.Slot third = space.take(10);
        space.free(first);
        assertThat(space.take(10).offset).isEqualTo(first.offset).isZero();
        space.free(second);
        assertThat(space.take(10).offset).isEqualTo(second.offset);
        assertThat(third.offset).isEqualTo(2 * (10 + OVERHEAD));
    }

    @Test
    @DisplayName("BUF-4 messages that were sent before older ones leave their space, wherever it is")
    void holes() {
        int each = 10 + OVERHEAD;
        SideBySide both = new SideBySide(5 * each);
        for (int i = 0; i < 5; i++) {
            both.send(10);
        }
        both.complete(3);
        both.complete(1);
        both.send(10 + each);
        assertThat(both.better()).isOne();
        both.send(11 + each);
        assertThat(both.better()).isOne();
    }
}
