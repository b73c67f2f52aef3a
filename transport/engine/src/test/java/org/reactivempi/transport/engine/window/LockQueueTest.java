package org.reactivempi.transport.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockQueueTest {

    private final LockQueue queue = new LockQueue();
    private final List<String> news = new ArrayList<>();

    private void request(int rank, boolean exclusive) {
        queue.request(rank, exclusive, new LockQueue.Wanting() {
            @Override
            public void granted() {
                news.add("granted " + rank);
            }

            @Override
            public void abandonedBy(int lost) {
                news.add(rank + " after " + lost);
            }

            @Override
            public void heldBy(int count, int lowest) {
                news.add(rank + " waits for " + count + " from " + lowest);
            }

            @Override
            public void refused() {
                news.add("refused " + rank);
            }
        });
    }

    @Test
    @DisplayName("shared ones that follow each other hold it together, and none overtakes one that waits")
    void order() {
        request(1, false);
        request(2, false);
        request(3, true);
        request(4, false);
        request(5, false);
        assertThat(news)
                .containsExactly(
                        "granted 1",
                        "granted 2",
                        "3 waits for 2 from 1",
                        "4 waits for 2 from 1",
                        "5 waits for 2 from 1");
        news.clear();
        queue.release(1);
        assertThat(news).containsExactly("3 waits for 1 from 2", "4 waits for 1 from 2", "5 waits for 1 from 2");
        news.clear();
        queue.release(2);
        assertThat(news).containsExactly("granted 3", "4 waits for 1 from 3", "5 waits for 1 from 3");
        news.clear();
        queue.release(3);
        assertThat(news).containsExactly("granted 4", "granted 5");
        assertThat(queue.holders()).containsExactlyInAnyOrder(4, 5);
    }

    @Test
    @DisplayName("one that waits leaves the queue, and lets those go on that it has held up")
    void withdrawn() {
        request(1, false);
        request(2, true);
        request(3, false);
        queue.release(2);
        assertThat(queue.holders()).containsExactlyInAnyOrder(1, 3);
        assertThat(queue.has(2)).isFalse();
        queue.release(7);
        assertThat(queue.holders()).containsExactlyInAnyOrder(1, 3);
    }

    @Test
    @DisplayName("the next holder hears who was lost with an exclusive lock, and those after it don't")
    void abandoned() {
        request(1, true);
        request(2, true);
        request(3, true);
        news.clear();
        queue.lose(1);
        assertThat(news).containsExactly("2 after 1", "granted 2", "3 waits for 1 from 2");
        news.clear();
        queue.lose(2);
        assertThat(news).containsExactly("3 after 2", "granted 3");
        queue.release(3);
        news.clear();
        request(4, false);
        queue.lose(4);
        request(5, true);
        assertThat(news).containsExactly("granted 4", "granted 5");
    }

    @Test
    @DisplayName(
            "one that asks later hears of the loss as well, and all who share the lock, until one of them gives it back")
    void abandonedToSeveral() {
        request(1, true);
        queue.lose(1);
        news.clear();
        request(2, false);
        request(3, false);
        assertThat(news).containsExactly("2 after 1", "granted 2", "3 after 1", "granted 3");
        news.clear();
        queue.lose(2);
        request(4, false);
        assertThat(news).containsExactly("4 after 1", "granted 4");
        news.clear();
        queue.release(3);
        request(5, false);
        queue.release(4);
        queue.release(5);
        request(6, true);
        assertThat(news).containsExactly("granted 5", "granted 6");
    }

    @Test
    @DisplayName("one that is lost while it waits, or with a lock that it shares, leaves nothing to tell")
    void lostWithout() {
        request(1, false);
        request(2, true);
        queue.lose(2);
        queue.lose(1);
        news.clear();
        request(3, true);
        assertThat(news).containsExactly("granted 3");
    }

    @Test
    @DisplayName("at the window's end those who wait hear that they get nothing")
    void end() {
        request(1, true);
        request(2, false);
        news.clear();
        queue.end();
        assertThat(news).containsExactly("refused 2");
        assertThat(queue.has(1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName(
            "in random order: nobody else holds it beside an exclusive one, each is granted once, in order of coming")
    void random(long seed) {
        Random random = new Random(seed);
        Set<Integer> exclusive = new HashSet<>();
        List<Integer> wanted = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < 2000; i++) {
            if (random.nextBoolean()) {
                boolean alone = random.nextInt(3) == 0;
                if (alone) {
                    exclusive.add(next);
                }
                wanted.add(next);
                request(next++, alone);
            } else if (!queue.holders().isEmpty()) {
                List<Integer> holders = List.copyOf(queue.holders());
                queue.release(holders.get(random.nextInt(holders.size())));
            }
            if (queue.holders().stream().anyMatch(exclusive::contains)) {
                assertThat(queue.holders()).hasSize(1);
            }
        }
        while (!queue.holders().isEmpty()) {
            queue.release(queue.holders().iterator().next());
        }
        assertThat(news.stream()
                        .filter(line -> line.startsWith("granted "))
                        .map(line -> Integer.valueOf(line.substring(8))))
                .containsExactlyElementsOf(wanted);
    }
}
