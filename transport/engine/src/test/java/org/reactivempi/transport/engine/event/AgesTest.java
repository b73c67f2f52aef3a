package org.reactivempi.transport.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How old a number is. */
class AgesTest {

    private static final Duration TICK = Duration.ofMillis(100);

    private final Ages ages = new Ages(TICK);

    @Test
    @DisplayName("a number is as old as the first tick that has seen it")
    void ofOrder() {
        ages.note(1, 0);
        ages.note(2, 5);
        ages.note(3, 5);
        ages.note(4, 9);
        ages.note(5, 9);

        assertThat(ages.ofOrder(4)).isEqualTo(TICK.multipliedBy(3));
        assertThat(ages.ofOrder(5)).isEqualTo(TICK);
        assertThat(ages.ofOrder(9)).isZero();
    }

    @Test
    @DisplayName("however many ticks there were, ages stay in order, never too high, and precise for what is young")
    void many() {
        int last = 10_000;
        for (int tick = 1; tick <= last; tick++) {
            ages.note(tick, tick * 10L);
        }

        Duration before = Duration.ofDays(1);
        for (long order = 0; order < last * 10L; order += 7) {
            Duration age = ages.ofOrder(order);
            assertThat(age).isLessThanOrEqualTo(before).isLessThanOrEqualTo(TICK.multipliedBy(last - order / 10 - 1));
            before = age;
        }
        assertThat(ages.ofOrder(last * 10L - 995)).isEqualTo(TICK.multipliedBy(99));
    }
}
