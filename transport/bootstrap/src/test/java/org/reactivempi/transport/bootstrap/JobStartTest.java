package org.reactivempi.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JobStartTest {

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private long nanos = 17;
    private final JobStart start = new JobStart(4, () -> nanos);

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    @DisplayName("a start is late by who has not joined, and by who has joined and not come to a barrier")
    void late() {
        pass(LIMIT.multipliedBy(2));
        assertThat(start.late(LIMIT)).as("no rank has come").isEmpty();

        start.arrived(2);
        pass(LIMIT.minusNanos(1));
        start.joined(1);
        assertThat(start.late(LIMIT)).isEmpty();
        pass(Duration.ofNanos(1));
        assertThat(start.late(LIMIT)).hasValue(new JobStart.Late(List.of(0, 3), List.of(1)));
    }

    @Test
    @DisplayName("a start is over when each rank has come to a barrier, however long the job takes")
    void over() {
        for (int rank = 0; rank < 4; rank++) {
            start.arrived(rank);
        }
        start.joined(0);
        pass(LIMIT);
        assertThat(start.late(LIMIT)).isEmpty();
        JobStart alone = new JobStart(1, () -> nanos);
        alone.joined(0);
        pass(LIMIT);
        assertThat(alone.late(LIMIT)).as("waits for nobody").isEmpty();
    }

    @Test
    @DisplayName("who waits for a start hears of its end, or of who is late")
    void await() throws Exception {
        CompletableFuture<Object> end = new CompletableFuture<>();
        JobStart real = new JobStart(2);
        Thread waits = new Thread(() -> {
            try {
                end.complete(real.await(LIMIT));
            } catch (InterruptedException e) {
                end.completeExceptionally(e);
            }
        });
        waits.start();
        real.arrived(1);
        assertThat(real.await(Duration.ofMillis(1))).hasValue(new JobStart.Late(List.of(0), List.of()));
        real.arrived(0);
        assertThat(end.get(60, TimeUnit.SECONDS)).isEqualTo(Optional.empty());
        waits.join();
    }
}
