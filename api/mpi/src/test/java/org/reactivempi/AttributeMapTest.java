package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AttributeMapTest {

    private static final int ROUNDS = 400;
    private static final int STEPS = 60;
    private static final int KEYS = 2;

    private final Collection<Object> deleted = new ConcurrentLinkedQueue<>();
    private final AttributeMap attributes = new AttributeMap();

    private AttributeKey<Object> noted(String name) {
        return AttributeKey.of(name).delete(deleted::add);
    }

    /** What one thread does: it sets values of its own, deletes those of any thread, and looks at them. */
    private static final class Player {

        private final long seed;
        private final Random random;
        private final Attributes attributes;
        private final List<AttributeKey<Object>> keys;
        private final List<Object> set = new ArrayList<>();
        private int refused;
        private int deletions;

        Player(long seed, Attributes attributes, List<AttributeKey<Object>> keys) {
            this.seed = seed;
            this.random = new Random(seed);
            this.attributes = attributes;
            this.keys = keys;
        }

        void play() {
            for (int step = 0; step < STEPS; step++) {
                AttributeKey<Object> key = keys.get(random.nextInt(keys.size()));
                switch (random.nextInt(4)) {
                    case 0 -> deletions += attributes.delete(key) ? 1 : 0;
                    case 1 -> attributes.get(key);
                    default -> set(key);
                }
            }
        }

        private void set(AttributeKey<Object> key) {
            Object value = seed + "/" + (set.size() + refused);
            try {
                attributes.set(key, value);
                set.add(value);
            } catch (MpiException freed) {
                refused++;
            }
        }
    }

    private List<Player> players(int threads, int round) {
        List<AttributeKey<Object>> keys = IntStream.range(0, KEYS)
                .mapToObj(number -> noted("key " + number))
                .toList();
        return IntStream.range(0, threads)
                .mapToObj(thread -> new Player(31L * round + thread, attributes, keys))
                .toList();
    }

    private static void race(ExecutorService threads, List<Runnable> runners) throws Exception {
        CyclicBarrier start = new CyclicBarrier(runners.size());
        List<? extends Future<?>> ends = runners.stream()
                .map(runner -> threads.submit(() -> {
                    start.await();
                    runner.run();
                    return null;
                }))
                .toList();
        for (Future<?> end : ends) {
            end.get();
        }
    }

    private static List<Object> set(List<Player> players) {
        return players.stream().flatMap(player -> player.set.stream()).toList();
    }

    @Test
    @DisplayName("each value that was set is deleted exactly once, or still there, whatever threads set and delete")
    void exactlyOnce() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                deleted.clear();
                List<Player> players = players(2 + round % 3, round);

                race(
                        threads,
                        players.stream().map(player -> (Runnable) player::play).toList());

                assertThat(players.stream().mapToInt(player -> player.deletions).sum())
                        .as("values that deletions have found in round " + round)
                        .isLessThanOrEqualTo(deleted.size());
                attributes.deleteAll();
                assertThat(deleted).as("round " + round).containsExactlyInAnyOrderElementsOf(set(players));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @DisplayName("each value that is set while the communicator is freed is deleted with it, or refused")
    void setWhileFreed() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                AttributeMap freed = new AttributeMap();
                deleted.clear();
                List<AttributeKey<Object>> keys = List.of(noted("first"), noted("second"));
                List<Player> players = List.of(new Player(round, freed, keys), new Player(-1 - round, freed, keys));

                race(threads, List.of(players.get(0)::play, players.get(1)::play, freed::end));

                assertThat(deleted).as("round " + round).containsExactlyInAnyOrderElementsOf(set(players));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @DisplayName("a value that another thread sets while the earlier one is deleted goes before it is replaced")
    void setMeanwhile() {
        List<Object> gone = new ArrayList<>();
        AtomicReference<AttributeKey<String>> own = new AtomicReference<>();
        AttributeKey<String> key = AttributeKey.<String>of("key").delete(value -> {
            gone.add(value);
            if (value.equals("first")) {
                onAnotherThread(() -> attributes.set(own.get(), "meanwhile"));
            }
        });
        own.set(key);
        attributes.set(key, "first");

        attributes.set(key, "last");

        assertThat(gone).containsExactly("first", "meanwhile");
        assertThat(attributes.get(key)).contains("last");
    }

    private static void onAnotherThread(Runnable does) {
        Thread other = new Thread(does);
        other.start();
        try {
            other.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("a value whose delete function deletes it is deleted once")
    void deletedInside() {
        List<Object> gone = new ArrayList<>();
        AtomicReference<AttributeKey<String>> own = new AtomicReference<>();
        AttributeKey<String> key = AttributeKey.<String>of("key").delete(value -> {
            gone.add(value);
            assertThat(attributes.delete(own.get())).as("there is one").isFalse();
        });
        own.set(key);
        attributes.set(key, "value");

        assertThat(attributes.delete(key)).isTrue();
        assertThat(gone).containsExactly("value");
    }

    @Test
    @DisplayName("a value whose delete function throws stays, whether it was to be replaced, deleted, or freed")
    void refusedDeletion() {
        AttributeKey<String> key = AttributeKey.<String>of("key").delete(value -> {
            throw new IllegalStateException("not " + value);
        });
        attributes.set(key, "value");

        assertThatThrownBy(() -> attributes.set(key, "other")).hasMessage("not value");
        assertThat(attributes.get(key)).contains("value");
        assertThatThrownBy(() -> attributes.delete(key)).hasMessage("not value");
        assertThat(attributes.get(key)).contains("value");
        assertThatThrownBy(attributes::end).hasMessage("not value");
        assertThat(attributes.get(key)).contains("value");
    }

    @Test
    @DisplayName("a value whose delete function throws does not take the place of one that was set meanwhile")
    void refusedTooLate() {
        AtomicReference<AttributeKey<Object>> own = new AtomicReference<>();
        AttributeKey<Object> key = AttributeKey.of("key").delete(value -> {
            onAnotherThread(() -> attributes.set(own.get(), "meanwhile"));
            throw new IllegalStateException("not " + value);
        });
        own.set(key);
        attributes.set(key, "value");

        assertThatThrownBy(() -> attributes.delete(key)).hasMessage("not value");

        assertThat(attributes.get(key)).contains("meanwhile");
    }

    @Test
    @DisplayName("nothing can be set once the values are deleted with the communicator")
    void ended() {
        AttributeKey<Object> key = noted("key");
        attributes.end();

        assertThatThrownBy(() -> attributes.set(key, "value"))
                .isInstanceOfSatisfying(
                        MpiException.class,
                        failure -> assertThat(failure.errorClass()).isEqualTo(ErrorClass.COMM));
        assertThat(attributes.get(key)).isEmpty();
    }

    @Test
    @DisplayName("all copies of a duplication that fails are deleted, also where the deletion of one throws")
    void discarded() {
        AttributeKey<Object> first = noted("first").copy(Optional::of);
        AttributeKey<Object> second = AttributeKey.of("second")
                .copy(Optional::of)
                .delete(value -> {
                    throw new IllegalStateException("not " + value);
                });
        AttributeKey<Object> third = AttributeKey.of("third").copy(value -> {
            throw new IllegalArgumentException("no copy");
        });
        attributes.set(first, 1);
        attributes.set(second, 2);
        attributes.set(third, 3);

        assertThatThrownBy(attributes::copies)
                .hasMessage("no copy")
                .satisfies(failed -> assertThat(failed.getSuppressed())
                        .singleElement()
                        .satisfies(kept -> assertThat(kept).hasMessage("not 2")));
        assertThat(deleted).containsExactly(1);
    }
}
