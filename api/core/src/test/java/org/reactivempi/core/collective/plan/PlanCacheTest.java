package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Task;

class PlanCacheTest {

    private final PlanCache<Task> plans = new PlanCache<>();
    private final AtomicInteger made = new AtomicInteger();

    private Plan get(int size, long bytes) {
        return plans.get(Task.of(Broadcasts.BCAST, new Member(0, size), 0, bytes, false), task -> {
            made.incrementAndGet();
            return Broadcasts.BCAST.plan(task);
        });
    }

    @Test
    @DisplayName("the plan of the last call is kept for the next one with the same arguments")
    void kept() {
        assertThat(get(4, 8)).isSameAs(get(4, 8));
        assertThat(made).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    @DisplayName(
            "RES-1 plans for ever new lengths push out the oldest, also those of one rank alone, which have no steps")
    void bounded(int size) {
        get(size, 0);
        for (int bytes = 1; bytes <= 10_000; bytes++) {
            get(size, bytes);
        }

        get(size, 10_000);
        assertThat(made).as("the last one is still there").hasValue(10_001);
        get(size, 0);
        assertThat(made).as("the first one has been pushed out").hasValue(10_002);
    }
}
