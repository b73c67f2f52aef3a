package org.reactivempi.transport.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is told of a start that takes its time; the test turns the clock. */
class StartNewsTest {

    private final List<String> told = new ArrayList<>();
    private long seconds = 100;
    private final StartNews news = new StartNews(64, told::add, () -> TimeUnit.SECONDS.toNanos(seconds));

    private void lookAfter(long more, int absent) {
        seconds += more;
        news.look(absent);
    }

    @Test
    @DisplayName("a start that is over soon is no news, whatever comes later")
    void soonOver() {
        lookAfter(1, 60);
        lookAfter(1, 0);
        lookAfter(100, 0);
        assertThat(told).isEmpty();
    }

    @Test
    @DisplayName("one that takes long tells how many ranks are there, each time after twice as long, until all are")
    void takesLong() {
        lookAfter(2, 60);
        lookAfter(1, 50);
        lookAfter(2, 40);
        lookAfter(1, 30);
        lookAfter(5, 20);
        lookAfter(1, 10);
        lookAfter(100, 0);
        assertThat(told)
                .containsExactly(
                        "14 of 64 ranks have started after 3 s",
                        "34 of 64 ranks have started after 6 s",
                        "54 of 64 ranks have started after 12 s");
    }
}
