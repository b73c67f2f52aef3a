package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.AttributeKey;
import org.reactivempi.Attributes;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.RevokedException;
import org.reactivempi.SessionView;
import org.reactivempi.SplitType;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** What libraries attach to communicators, and what becomes of it when these are duplicated and freed. */
class AttributesTest {

    private static final int RANKS = 3;
    private static final int ROUNDS = 60;
    private static final int MOST_RANKS = 17;

    private final Queue<String> copied = new ConcurrentLinkedQueue<>();
    private final Queue<String> deleted = new ConcurrentLinkedQueue<>();

    private final AttributeKey<String> key = AttributeKey.<String>of("key")
            .copy(value -> {
                copied.add(value);
                return Optional.of("copy of " + value);
            })
            .delete(deleted::add);

    private List<Communicator> marked(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        ends.get(0).attributes().set(key, "value");
        return ends;
    }

    private static List<Recorder<Communicator>> others(List<Communicator> ends) {
        List<Recorder<Communicator>> others = new ArrayList<>();
        for (Communicator end : ends.subList(1, ends.size())) {
            others.add(started(end.dup()));
        }
        return others;
    }

    private static void assertMade(List<Recorder<Communicator>> others) throws Exception {
        for (Recorder<Communicator> other : others) {
            assertThat(other.await()).hasSize(2).endsWith("complete");
        }
    }

    /** Rank 0 has done its part, also for nobody. */
    private static void awaitIdle(Ranks ranks) {
        ranks.pending(0).repeat().takeUntil(List::isEmpty).then().block(TIMEOUT);
    }

    /** The progress thread has taken note of the cancellation, and goes on for the others. */
    private static void awaitGivenUp(Ranks ranks) {
        assertThat(ranks.pending(0).block(TIMEOUT))
                .singleElement()
                .asString()
                .contains("which nobody waits for here any more");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "ENV-2 a duplicate has copies, which are deleted when it is freed; the values of the communicator stay")
    void copies(Ranks ranks) {
        List<Communicator> ends = marked(ranks);

        List<Communicator> duplicates = Family.dup(ends);

        assertThat(duplicates.get(0).attributes().get(key)).contains("copy of value");
        assertThat(duplicates.get(1).attributes().get(key)).isEmpty();
        assertThat(deleted).isEmpty();
        Family.free(duplicates);
        assertThat(deleted).containsExactly("copy of value");
        Family.free(ends);
        assertThat(deleted).containsExactly("copy of value", "value");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "ENV-2 a dup copies when it is requested, not when it is subscribed: cancelled before, it copies nothing")
    void cancelledBeforeItsStart(Ranks ranks) throws Exception {
        List<Communicator> ends = marked(ranks);
        Recorder<Communicator> recorder = new Recorder<>();
        ends.get(0).dup().subscribe(recorder);

        assertThat(copied).isEmpty();
        recorder.cancel();
        recorder.request(1);

        assertThat(copied).isEmpty();
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        assertThat(recorder.signals()).isEmpty();
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("COL-25 the copies of a dup that is cancelled under way are deleted once; it goes on for the others")
    void cancelledUnderWay(Ranks ranks) throws Exception {
        List<Communicator> ends = marked(ranks);
        Recorder<Communicator> recorder = started(ends.get(0).dup());
        assertThat(ranks.pending(0).block(TIMEOUT)).hasSize(1);
        assertThat(copied).containsExactly("value");
        assertThat(deleted).isEmpty();

        recorder.cancel();
        recorder.cancel();
        awaitGivenUp(ranks);

        assertThat(deleted).containsExactly("copy of value");
        assertMade(others(ends));
        awaitIdle(ranks);
        assertThat(deleted).containsExactly("copy of value");
        assertThat(recorder.signals()).isEmpty();
        assertThat(ends.get(0).attributes().get(key)).contains("value");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("COL-25 the copies of a duplicate with two groups are deleted as well where it is cancelled under way")
    void cancelledWithTwoGroups(Ranks ranks) throws Exception {
        List<Communicator> parts = onAll(worlds(ranks), end -> end.split(Math.min(1, end.rank()), 0));
        List<Intercommunicator> ends = onAll(
                worlds(ranks), end -> parts.get(end.rank()).intercommunicator(0, end, end.rank() == 0 ? 1 : 0, 3));
        ends.get(0).attributes().set(key, "value");
        Recorder<Intercommunicator> recorder = started(ends.get(0).dup());
        assertThat(ranks.pending(0).block(TIMEOUT)).hasSize(1);

        recorder.cancel();
        awaitGivenUp(ranks);

        assertThat(deleted).containsExactly("copy of value");
        onAll(ends.subList(1, RANKS), Intercommunicator::dup);
        awaitIdle(ranks);
        assertThat(copied).containsExactly("value");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ENV-2 copies that a duplicate has got stay where its subscriber cancels afterwards")
    void cancelledAfterwards(Ranks ranks) throws Exception {
        List<Communicator> ends = marked(ranks);
        Recorder<Communicator> recorder = started(ends.get(0).dup());
        assertMade(others(ends));
        Communicator duplicate = (Communicator) recorder.await().get(0);

        recorder.cancel();

        assertThat(deleted).isEmpty();
        assertThat(duplicate.attributes().get(key)).contains("copy of value");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ENV-2 the copies of a dup that fails are deleted once")
    void failed(Ranks ranks) throws Exception {
        List<Communicator> ends = marked(ranks);
        Recorder<Communicator> recorder = started(ends.get(0).dup());
        assertThat(ranks.pending(0).block(TIMEOUT)).hasSize(1);

        ends.get(1).failures().revoke().block(TIMEOUT);

        assertThat(recorder.await()).singleElement().isInstanceOf(RevokedException.class);
        recorder.cancel();
        assertThat(deleted).containsExactly("copy of value");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ENV-2 a dup whose copy function throws fails with that, and other ranks hear nothing of it")
    void copyFails(Ranks ranks) throws Exception {
        List<Communicator> ends = marked(ranks);
        AttributeKey<Integer> bad = AttributeKey.<Integer>of("bad").copy(value -> {
            throw new IllegalStateException("no copy of " + value);
        });
        ends.get(0).attributes().set(bad, 9);

        assertThat(started(ends.get(0).dup()).await())
                .singleElement()
                .satisfies(error -> assertThat((Throwable) error).hasMessage("no copy of 9"));

        assertThat(deleted).containsExactly("copy of value");
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        ends.get(0).attributes().delete(bad);
        Family.dup(ends);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("RX-5 a subscriber that cancels a dup hears nothing, also where the deletion of a copy throws then")
    void deletionFailsAfterCancellation(Ranks ranks) throws Exception {
        List<Communicator> ends = marked(ranks);
        AttributeKey<Integer> bad = AttributeKey.<Integer>of("bad")
                .copy(Optional::of)
                .delete(value -> {
                    throw new IllegalStateException("not " + value);
                });
        ends.get(0).attributes().set(bad, 9);
        Recorder<Communicator> recorder = started(ends.get(0).dup());

        recorder.cancel();
        awaitGivenUp(ranks);

        assertThat(recorder.signals()).isEmpty();
        assertThat(deleted).containsExactly("copy of value");
        assertMade(others(ends));
        awaitIdle(ranks);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ENV-2 each subscription of a dup copies for itself")
    void twice(Ranks ranks) {
        List<Communicator> ends = marked(ranks);
        List<Mono<Communicator>> dups = ends.stream().map(Communicator::dup).toList();

        List<Communicator> first = onAll(ends, end -> dups.get(end.rank()));
        List<Communicator> second = onAll(ends, end -> dups.get(end.rank()));

        assertThat(copied).containsExactly("value", "value");
        first.get(0).attributes().delete(key);
        assertThat(second.get(0).attributes().get(key)).contains("copy of value");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "ENV-2 a communicator is not freed where the deletion of a value throws: it works, and keeps what is left")
    void freeFails(Ranks ranks) throws Exception {
        List<Communicator> ends = marked(ranks);
        AtomicBoolean refuses = new AtomicBoolean(true);
        AttributeKey<Integer> bad = AttributeKey.<Integer>of("bad").delete(value -> {
            if (refuses.get()) {
                throw new IllegalStateException("not " + value);
            }
        });
        ends.get(0).attributes().set(bad, 9);

        assertThat(started(ends.get(0).free()).await())
                .singleElement()
                .satisfies(error -> assertThat((Throwable) error).hasMessage("not 9"));

        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        assertThat(ends.get(0).attributes().get(bad)).contains(9);
        assertThat(ends.get(0).attributes().get(key)).contains("value");
        assertThat(deleted).isEmpty();
        onAll(ends, Communicator::barrier);
        refuses.set(false);
        Family.free(ends);
        assertThat(deleted).containsExactly("value");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ENV-2 a free that is cancelled before its request deletes and frees nothing")
    void cancelledFree(Ranks ranks) {
        List<Communicator> ends = marked(ranks);
        Recorder<Void> recorder = new Recorder<>();
        ends.get(0).free().subscribe(recorder);

        recorder.cancel();
        recorder.request(1);

        assertThat(deleted).isEmpty();
        assertThat(ends.get(0).attributes().get(key)).contains("value");
        Family.free(ends);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("COL-25 a dup that is cancelled at any moment gives a duplicate with its copies, or deletes them")
    void cancelledAtAnyMoment(Ranks ranks) throws Exception {
        List<Communicator> ends = marked(ranks);
        for (int round = 0; round < ROUNDS; round++) {
            copied.clear();
            deleted.clear();
            Recorder<Communicator> recorder = started(ends.get(0).dup());
            List<Recorder<Communicator>> others = others(ends);
            for (int turn = 0; turn < 20 * (round % 10); turn++) {
                Thread.onSpinWait();
            }
            recorder.cancel();
            assertMade(others);
            awaitIdle(ranks);

            Optional<Communicator> given = recorder.signals().stream()
                    .filter(Communicator.class::isInstance)
                    .map(Communicator.class::cast)
                    .findFirst();
            assertThat(copied).as("round " + round).hasSize(1);
            assertThat(deleted).as("round " + round + ", given " + given).hasSize(given.isPresent() ? 0 : 1);
            given.ifPresent(
                    duplicate -> assertThat(duplicate.attributes().get(key)).contains("copy of value"));
        }
    }

    private static AttributeKey<String> noting(String name, Queue<String> deleted) {
        return AttributeKey.<String>of(name).delete(deleted::add);
    }

    @OnEveryChannel(ranks = MOST_RANKS, timeoutSeconds = 120)
    @DisplayName(
            "ENV-1, ENV-2 values are set, got, replaced, deleted and copied on each rank by itself, of 1 to 17 ranks")
    void eachRank(Ranks ranks) {
        for (int size = 1; size <= MOST_RANKS; size++) {
            int first = size;
            List<Communicator> ends = onAll(
                    worlds(ranks).subList(0, first),
                    end -> end.create(end.group().incl(IntStream.range(0, first).toArray()), TAG));
            ends.forEach(end -> end.attributes().set(key, "rank " + end.rank()));
            Family.dup(ends).forEach(duplicate -> {
                int rank = duplicate.rank();
                assertThat(duplicate.attributes().get(key)).contains("copy of rank " + rank);
                duplicate.attributes().set(key, "other " + rank);
                assertThat(ends.get(rank).attributes().get(key)).contains("rank " + rank);
            });
            assertThat(deleted).hasSize(first).allMatch(value -> value.startsWith("copy of rank "));
            deleted.clear();
            for (Communicator end : ends) {
                assertThat(end.attributes().delete(key)).isEqualTo(true);
                assertThat(end.attributes().delete(key)).isEqualTo(false);
                assertThat(end.attributes().get(key)).isEmpty();
            }
            assertThat(deleted).hasSize(first).allMatch(value -> value.startsWith("rank "));
            deleted.clear();
            Family.free(ends);
            assertThat(deleted).isEmpty();
        }
    }

    @OnEveryChannel
    @DisplayName("ENV-1 a communicator has what was set last under each key, at random, as a map has")
    void asAMap(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        Attributes attributes = ends.get(0).attributes();
        List<AttributeKey<String>> keys = IntStream.range(0, 5)
                .mapToObj(each -> noting("of one name", deleted))
                .toList();
        Map<Integer, String> model = new LinkedHashMap<>();
        List<String> gone = new ArrayList<>();
        Random random = new Random(3);
        for (int step = 0; step < 500; step++) {
            int number = random.nextInt(keys.size());
            if (random.nextInt(3) == 0) {
                assertThat(attributes.delete(keys.get(number))).isEqualTo(model.containsKey(number));
                Optional.ofNullable(model.remove(number)).ifPresent(gone::add);
            } else {
                attributes.set(keys.get(number), "value " + step);
                Optional.ofNullable(model.remove(number)).ifPresent(gone::add);
                model.put(number, "value " + step);
            }
            assertThat(attributes.get(keys.get(number))).isEqualTo(Optional.ofNullable(model.get(number)));
            assertThat(deleted).containsExactlyElementsOf(gone);
        }
        List<String> left = new ArrayList<>(model.values());
        Collections.reverse(left);
        deleted.clear();
        Family.free(ends);
        assertThat(deleted).containsExactlyElementsOf(left);
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-2 freeing deletes the last value that was set first, whichever order keys were made, set and deleted in")
    void reverseOrder(Ranks ranks) {
        AttributeKey<String> a = noting("a", deleted);
        AttributeKey<String> b = noting("b", deleted);
        AttributeKey<String> c = noting("c", deleted);
        for (List<AttributeKey<String>> order :
                List.of(List.of(a, b, c), List.of(a, c, b), List.of(b, a, c), List.of(b, c, a), List.of(c, b, a))) {
            List<Communicator> ends = Family.dup(worlds(ranks));
            Attributes attributes = ends.get(0).attributes();
            order.forEach(each -> attributes.set(each, each.toString()));
            attributes.delete(order.get(0));
            attributes.set(order.get(0), "again");
            deleted.clear();

            Family.free(ends);

            assertThat(deleted)
                    .containsExactly(
                            "again", order.get(2).toString(), order.get(1).toString());
        }
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ENV-2 a copy function may decline, and split, create and merge ask none; duplicates of each kind do")
    void whoCopies(Ranks ranks) {
        List<Communicator> ends = marked(ranks);
        AttributeKey<String> declines = AttributeKey.<String>of("declines").copy(value -> {
            copied.add("declined " + value);
            return Optional.empty();
        });
        ends.get(0).attributes().set(declines, "value");

        List<List<? extends Communicator>> others = List.of(
                onAll(ends, end -> end.split(0, 0)),
                onAll(ends, end -> end.splitType(SplitType.SHARED, 0)),
                onAll(ends, end -> end.create(end.group())),
                onAll(ends, end -> end.create(end.group(), TAG)));
        List<CartesianCommunicator> grid = onAll(ends, end -> end.cartesian(Cartesian.of(RANKS)));
        assertThat(copied).isEmpty();
        others.forEach(each -> assertThat(each.get(0).attributes().get(key)).isEmpty());
        assertThat(grid.get(0).attributes().get(key)).isEmpty();

        grid.get(0).attributes().set(key, "of a grid");
        List<Communicator> copy = onAll(grid, Communicator::dup);
        assertThat(copy.get(0).attributes().get(key)).contains("copy of of a grid");
        List<Communicator> plain = Family.dup(ends);
        assertThat(plain.get(0).attributes().get(declines)).isEmpty();
        assertThat(copied).containsExactlyInAnyOrder("of a grid", "value", "declined value");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "ENV-1, ENV-2 a communicator of two groups has attributes, which its duplicate copies and merging does not")
    void twoGroups(Ranks ranks) {
        List<Communicator> parts = onAll(worlds(ranks), end -> end.split(Math.min(1, end.rank()), 0));
        List<Intercommunicator> ends = onAll(
                worlds(ranks), end -> parts.get(end.rank()).intercommunicator(0, end, end.rank() == 0 ? 1 : 0, 3));
        ends.get(2).attributes().set(key, "value");

        List<Intercommunicator> copies = onAll(ends, Intercommunicator::dup);
        List<Communicator> merged = onAll(ends, end -> end.merge(false));

        assertThat(copies.get(2).attributes().get(key)).contains("copy of value");
        assertThat(copies.get(0).attributes().get(key)).isEmpty();
        assertThat(merged.get(2).attributes().get(key)).isEmpty();
        onAll(copies, Intercommunicator::free);
        assertThat(deleted).containsExactly("copy of value");
        onAll(ends, Intercommunicator::free);
        assertThat(deleted).containsExactly("copy of value", "value");
        assertThat(copied).containsExactly("value");
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-2 a deletion that throws leaves the value and the communicator as they were, also where it was to be replaced")
    void deletionFails(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        AtomicBoolean refuses = new AtomicBoolean(true);
        AttributeKey<Integer> bad = AttributeKey.<Integer>of("bad").delete(value -> {
            if (refuses.get()) {
                throw new IllegalStateException("not " + value);
            }
        });
        Attributes attributes = ends.get(0).attributes();
        attributes.set(bad, 9);

        assertThatThrownBy(() -> attributes.set(bad, 10)).hasMessage("not 9");
        assertThatThrownBy(() -> attributes.delete(bad)).hasMessage("not 9");
        assertThat(attributes.get(bad)).contains(9);
        assertThat(exchange(ends.get(0), ends.get(1), 5)).isEqualTo(5);
        refuses.set(false);
        assertThat(attributes.delete(bad)).isTrue();
        Family.free(ends);
        assertThatThrownBy(() -> attributes.get(bad)).satisfies(freed -> assertIs(freed, ErrorClass.COMM, "freed"));
        assertThatThrownBy(() -> attributes.set(bad, 1)).satisfies(freed -> assertIs(freed, ErrorClass.COMM, "freed"));
        assertThatThrownBy(() -> attributes.delete(bad)).satisfies(freed -> assertIs(freed, ErrorClass.COMM, "freed"));
    }

    /** Attaches a value under a key that nobody has any more when this returns. */
    private void setAndForget(Communicator end) {
        end.attributes()
                .set(AttributeKey.<String>of("gone").copy(Optional::of).delete(deleted::add), "of a key that is gone");
    }

    @OnEveryChannel
    @DisplayName(
            "ENV-3 a key that nobody has any more lives on where it is set: its value is copied, and deleted with the communicator")
    void forgottenKey(Ranks ranks) {
        List<Communicator> ends = Family.dup(worlds(ranks));
        setAndForget(ends.get(0));

        List<Communicator> duplicates = Family.dup(ends);
        Family.free(ends);
        assertThat(deleted).containsExactly("of a key that is gone");
        Family.free(duplicates);
        assertThat(deleted).containsExactly("of a key that is gone", "of a key that is gone");
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "ENV-4 the world, and each other communicator, has the predefined attributes, and gives them to nobody to change")
    void predefined(Ranks ranks) {
        List<Communicator> parts = onAll(worlds(ranks), end -> end.split(Math.min(1, end.rank()), 0));
        List<Intercommunicator> two = onAll(
                worlds(ranks), end -> parts.get(end.rank()).intercommunicator(0, end, end.rank() == 0 ? 1 : 0, 3));
        for (AnyCommunicator of : List.of(ranks.world(0), parts.get(1), two.get(2))) {
            Attributes attributes = of.attributes();
            assertThat(attributes.get(AttributeKey.TAG_UPPER_BOUND)).contains(of.tagUpperBound());
            assertThat(attributes.get(AttributeKey.HOST)).contains(Mpi.PROC_NULL);
            assertThat(attributes.get(AttributeKey.IO)).contains(Mpi.ANY_SOURCE);
            assertThat(attributes.get(AttributeKey.WTIME_IS_GLOBAL)).contains(false);
            assertThat(attributes.get(AttributeKey.UNIVERSE_SIZE)).contains(RANKS);
            assertThat(attributes.get(AttributeKey.APPNUM).orElse(0)).isZero();
            for (AttributeKey<Integer> fixed : List.of(
                    AttributeKey.TAG_UPPER_BOUND,
                    AttributeKey.HOST,
                    AttributeKey.IO,
                    AttributeKey.UNIVERSE_SIZE,
                    AttributeKey.APPNUM)) {
                assertThat(fixed.isPredefined()).isTrue();
                assertThatThrownBy(() -> attributes.set(fixed, 1))
                        .satisfies(wrong -> assertIs(wrong, ErrorClass.KEYVAL, fixed.toString(), "predefined"));
                assertThatThrownBy(() -> attributes.delete(fixed))
                        .satisfies(wrong -> assertIs(wrong, ErrorClass.KEYVAL, fixed.toString(), "predefined"));
            }
            assertThat(attributes.get(AttributeKey.UNIVERSE_SIZE)).contains(RANKS);
        }
        assertThat(key.isPredefined()).isFalse();
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel(virtualTime = true)
    @DisplayName("ENV-4 wtime is in seconds, goes with the rank's time and never backwards; wtick is how fine it is")
    void time(Ranks ranks) {
        SessionView session = ranks.world(0).session();
        assertThat(session.wtick()).isPositive().isLessThanOrEqualTo(1e-6);
        double begin = session.wtime();

        ranks.time().advance(Duration.ofMillis(2500));
        double later = session.wtime();
        ranks.time().advance(Duration.ofNanos(1000));

        assertThat(later - begin).isCloseTo(2.5, offset(1e-5));
        assertThat(session.wtime() - later).isCloseTo(1e-6, offset(1e-7));
    }
}
