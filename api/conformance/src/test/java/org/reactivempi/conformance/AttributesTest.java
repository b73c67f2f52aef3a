package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AttributeKey;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;
import org.reactivempi.RevokedException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** What libraries attach to communicators, and what becomes of it when these are duplicated and freed. */
class AttributesTest {

    private static final int RANKS = 3;
    private static final int ROUNDS = 60;

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
    @DisplayName("a duplicate has copies, which are deleted when it is freed; the values of the communicator stay")
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
    @DisplayName("a dup copies when it is requested, not when it is subscribed: cancelled before, it copies nothing")
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
    @DisplayName("copies that a duplicate has got stay where its subscriber cancels afterwards")
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
    @DisplayName("the copies of a dup that fails are deleted once")
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
    @DisplayName("a dup whose copy function throws fails with that, and other ranks hear nothing of it")
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
    @DisplayName("each subscription of a dup copies for itself")
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
    @DisplayName("a communicator is not freed where the deletion of a value throws: it works, and keeps what is left")
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
    @DisplayName("a free that is cancelled before its request deletes and frees nothing")
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
}
