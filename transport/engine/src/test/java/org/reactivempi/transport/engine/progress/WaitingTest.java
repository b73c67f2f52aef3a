package org.reactivempi.transport.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WaitingTest {

    /** A time like another one, told by the test alone. */
    private static final long BEGIN = 1_000_000_007L;

    private static final Duration SPIN = Duration.ofSeconds(10);

    private static Waiting waiting(Waiting.Mode mode) {
        return new Waiting(mode, SPIN, false, BEGIN);
    }

    @Test
    @DisplayName("the two extremes don't care for traffic")
    void extremes() {
        Waiting spin = waiting(Waiting.Mode.SPIN);
        Waiting sleep = waiting(Waiting.Mode.SLEEP);
        spin.traffic();
        sleep.traffic();
        assertThat(spin.polls(BEGIN)).isTrue();
        assertThat(spin.polls(BEGIN + 2 * SPIN.toNanos())).isTrue();
        assertThat(sleep.polls(BEGIN)).isFalse();
    }

    @Test
    @DisplayName("adaptive waiting polls after traffic, ends by itself, and begins again with the next")
    void adaptive() {
        Waiting waiting = waiting(Waiting.Mode.ADAPTIVE);
        long now = BEGIN;
        for (int i = 0; i < 3; i++) {
            waiting.traffic();
            assertThat(waiting.polls(now)).isTrue();
            assertThat(waiting.polls(now + SPIN.toNanos() - 1)).isTrue();
            assertThat(waiting.polls(now + SPIN.toNanos())).isFalse();
            now += 2 * SPIN.toNanos();
            assertThat(waiting.polls(now)).isFalse();
        }
    }

    @Test
    @DisplayName("who was woken soon after falling asleep polls for longer the next time, who slept long does not")
    void longer() {
        Waiting waiting = waiting(Waiting.Mode.ADAPTIVE);
        long now = BEGIN;
        long afterSpin = now + Duration.ofSeconds(11).toNanos();
        waiting.traffic(now);
        assertThat(waiting.polls(afterSpin)).isFalse();

        waiting.sleeps();
        waiting.traffic(afterSpin);
        assertThat(waiting.polls(afterSpin + Duration.ofSeconds(11).toNanos())).isTrue();

        long muchLater = afterSpin + Duration.ofSeconds(60).toNanos();
        waiting.sleeps();
        waiting.traffic(muchLater);
        assertThat(waiting.polls(muchLater + Duration.ofSeconds(11).toNanos())).isFalse();
    }

    @Test
    @DisplayName(
            "a peer that answers only when it gets the core shares it: polls look at the clock more often, until it answers by itself")
    void sharedCore() {
        Waiting waiting = waiting(Waiting.Mode.ADAPTIVE);
        int seldom = waiting.pollsPerLook();
        long now = BEGIN;
        waiting.found();
        waiting.answered(now);
        for (int answer = 0; answer < 2; answer++) {
            assertThat(waiting.pollsPerLook()).isEqualTo(seldom);
            now += 30_000;
            assertThat(waiting.polls(now)).isTrue();
            waiting.found();
            waiting.answered(now);
        }
        assertThat(waiting.pollsPerLook()).isLessThan(seldom);

        // Polls between two looks yield as well now, so that an answer after them has come by a yield.
        assertThat(waiting.polls(now)).isTrue();
        waiting.foundNothing();
        waiting.foundNothing();
        waiting.found();
        waiting.answered(now);
        assertThat(waiting.pollsPerLook()).isLessThan(seldom);

        waiting.found();
        waiting.answered(now);
        assertThat(waiting.pollsPerLook()).isEqualTo(seldom);
    }

    @Test
    @DisplayName("an answer that comes some polls behind a yield has not come by it")
    void laterThanYield() {
        Waiting waiting = waiting(Waiting.Mode.ADAPTIVE);
        int seldom = waiting.pollsPerLook();
        long now = BEGIN;
        waiting.answered(now);
        for (int answer = 0; answer < 2; answer++) {
            now += 30_000;
            assertThat(waiting.polls(now)).isTrue();
            waiting.foundNothing();
            waiting.found();
            waiting.answered(now);
        }
        assertThat(waiting.pollsPerLook()).isEqualTo(seldom);
    }

    @Test
    @DisplayName("where ranks outnumber cores, polls look at the clock often from the first on, and not each of them")
    void crowded() {
        Waiting waiting = new Waiting(Waiting.Mode.ADAPTIVE, SPIN, true, BEGIN);
        assertThat(waiting.pollsPerLook()).isGreaterThan(1).isLessThan(32);
    }
}
