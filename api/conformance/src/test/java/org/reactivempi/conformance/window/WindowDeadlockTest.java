package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.window.Ends.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Notification;
import org.reactivempi.Op;
import org.reactivempi.Ring;
import org.reactivempi.Stall;
import org.reactivempi.Window;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Ranks that wait for each other in windows, for ever, are told so. The test's own thread waits without a time limit, since one that wakes up
 * by itself might do what the others wait for.
 */
class WindowDeadlockTest {

    private static final String SOON = "stall-after=60ms";
    private static final String BY_ITSELF = "deadlock=report";
    /** Several times as long as a rank has to be quiet. */
    private static final Duration LONGER = Duration.ofMillis(300);

    private final Disposable.Composite running = Disposables.composite();

    @AfterEach
    void giveUp() {
        running.dispose();
    }

    private static List<Window> made(Ranks ranks) {
        return Flux.fromIterable(worlds(ranks))
                .flatMapSequential(world -> world.windows().allocate(1, Datatype.LONG), ranks.size())
                .collectList()
                .block();
    }

    /** Goes on until the end of the test. */
    private void runs(Mono<?> operation) {
        running.add(operation.subscribe(value -> {}, error -> {}));
    }

    private static Stall proven(Ranks ranks) {
        return ranks.time().until(stalls(ranks).filter(Stall::proven).next()).orElseThrow();
    }

    private static Flux<Stall> stalls(Ranks ranks) {
        return Flux.range(0, ranks.size()).flatMap(rank -> ranks.session(rank).stalls());
    }

    private static List<String> pending(Ranks ranks, int rank) {
        return ranks.pending(rank).block();
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("WIN-51 two ranks that hold a lock each and want the other's are a proven deadlock, with its cycle")
    void locks(Ranks ranks) {
        List<Window> ends = made(ranks);
        ends.get(0).setName("table");
        ends.get(0).lock(EXCLUSIVE, 0).block();
        ends.get(1).lock(EXCLUSIVE, 1).block();
        runs(ends.get(0).lock(EXCLUSIVE, 1));
        runs(ends.get(1).lock(SHARED, 0));

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1);
        assertThat(stall.report())
                .startsWith("deadlock: ranks 0 and 1 wait for each other")
                .contains("rank 0 waits for lock(")
                .contains("rank 1 waits for lock(")
                .contains("table")
                .endsWith("cycle: rank 0 -> rank 1 -> rank 0");
        assertThat(pending(ranks, 0)).anySatisfy(line -> assertThat(line).contains("lock(", "1", "table"));
        assertThat(pending(ranks, 1)).anySatisfy(line -> assertThat(line).contains("lock(", "0"));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName(
            "WIN-51 so are three in a circle, over locks of a third rank's memory; the report has these ranks alone")
    void circle(Ranks ranks) {
        List<Window> first = made(ranks);
        List<Window> second = made(ranks);
        // Both locks are those of rank 2, which waits for nothing.
        first.get(0).lock(EXCLUSIVE, 2).block();
        second.get(1).lock(EXCLUSIVE, 2).block();
        runs(second.get(0).lock(EXCLUSIVE, 2));
        runs(first.get(1).lock(EXCLUSIVE, 2));

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1);
        assertThat(stall.report()).endsWith("cycle: rank 0 -> rank 1 -> rank 0");
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName(
            "WIN-51, WIN-53 two ranks that each want to be notified before they notify; one that asks for nothing waits for nothing")
    void notifications(Ranks ranks) {
        List<Window> ends = made(ranks);
        for (Window end : ends) {
            runs(end.notifications(5).next().then(end.notifyTarget(1 - end.rank(), 5)));
            running.add(end.notifications(6).subscribeWith(new Idle()));
        }

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1);
        assertThat(stall.report())
                .contains("rank 0 waits for notifications(tag 5")
                .endsWith("cycle: rank 0 -> rank 1 -> rank 0");
    }

    /** Asks for nothing. */
    private static final class Idle extends BaseSubscriber<Notification> {

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            // Without demand.
        }
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("WIN-51, WIN-54 streams around a circle, of which each waits for the next one's taker")
    void streams(Ranks ranks) {
        List<Window> ends = Flux.fromIterable(worlds(ranks))
                .flatMapSequential(world -> world.windows().allocate(64), 3)
                .collectList()
                .block();
        Ring ring = Ring.at(0).slots(2, 8);
        for (Window end : ends) {
            runs(end.putStream(Flux.just(Buffers.longs(1)), (end.rank() + 1) % 3, ring, 5)
                    .then(end.takeStream((end.rank() + 2) % 3, ring, 5).then()));
        }

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1, 2);
        assertThat(stall.report())
                .contains("rank 0 waits for putStream(target 1, tag 5")
                .contains("waits for takeStream");
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("WIN-51 a start whose target does not post, since it waits for a message of the origin")
    void unposted(Ranks ranks) {
        List<Window> ends = made(ranks);
        ends.get(0).start(group(ends.get(0), 1)).block();
        runs(ends.get(0).longs().fetchAndOp(1L, 1, 0, Op.SUM));
        runs(ends.get(0).complete());
        runs(ranks.world(1).receive(0, TAG));

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1);
        assertThat(stall.report())
                .contains("rank 1 waits for receive(source 0, tag 7, world)")
                .endsWith("cycle: rank 0 -> rank 1 -> rank 0");
        assertThat(pending(ranks, 0))
                .anySatisfy(line -> assertThat(line).contains("fetchAndOp(target 1", "not posted"));
        ends.get(1).post(group(ends.get(1), 0)).then(ends.get(1).waitFor()).block();
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("WIN-51 a post that nobody completes, since the origin waits for a message of the target")
    void uncompleted(Ranks ranks) {
        List<Window> ends = made(ranks);
        ends.get(1).post(group(ends.get(1), 0)).block();
        runs(ends.get(1).waitFor());
        runs(ranks.world(0).receive(1, TAG));

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1);
        assertThat(stall.report())
                .contains("rank 0 waits for receive(source 1, tag 7, world)")
                .contains("rank 1 waits for waitFor(")
                .endsWith("cycle: rank 0 -> rank 1 -> rank 0");
        ends.get(0).start(group(ends.get(0), 1)).then(ends.get(0).complete()).block();
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("WIN-51 a fence, and a free, to which a rank does not come that waits for the other")
    void fence(Ranks ranks) {
        List<Window> ends = made(ranks);
        Disposable receive = ranks.world(1).receive(0, TAG).subscribe();
        running.add(receive);
        runs(ends.get(0).fence());
        assertThat(proven(ranks).report()).contains("rank 0 waits for fence(");
        ends.get(1).fence().block();
        receive.dispose();

        running.add(ranks.world(1).receive(0, TAG + 1).subscribe());
        runs(ends.get(0).free());
        Stall stall = ranks.time()
                .until(stalls(ranks)
                        .filter(each -> each.proven() && each.report().contains("tag 8"))
                        .next())
                .orElseThrow();
        assertThat(stall.report()).contains("rank 0 waits for free(");
        ends.get(1).free().block();
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("WIN-51 a fence waits for those alone who have not come to it")
    void fenceWithoutOne(Ranks ranks) {
        List<Window> ends = made(ranks);
        runs(ranks.world(2).receive(0, TAG));
        runs(ends.get(0).fence());
        runs(ends.get(1).fence());

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).contains(0, 2);
        assertThat(stall.report())
                .contains("rank 0 waits for fence(")
                .contains("rank 2 waits for receive(source 0, tag 7, world)")
                .endsWith("cycle: rank 0 -> rank 2 -> rank 0");
        ends.get(2).fence().block();
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("WIN-51 an operation after a fence waits for its target, and that for who has not come to the fence")
    void afterAFence(Ranks ranks) {
        List<Window> ends = made(ranks);
        Disposable cancelled = ends.get(0).fence().subscribe();
        running.add(cancelled);
        runs(ends.get(0).longs().fetchAndOp(1L, 1, 0, Op.SUM));
        runs(ends.get(1).fence());
        assertThat(pending(ranks, 0))
                .anySatisfy(line -> assertThat(line).contains("fetchAndOp(target 1", "until the fence before is over"));
        cancelled.dispose();
        runs(ranks.world(2).receive(0, TAG));

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).contains(0, 2);
        assertThat(stall.report()).contains("rank 0 waits for fetchAndOp(target 1");
        ends.get(2).fence().block();
        ends.get(0).fence().and(ends.get(1).fence()).and(ends.get(2).fence()).block();
        assertThat(pending(ranks, 0)).isEmpty();
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("WIN-51 an operation under lockAll that waits for a lock of a rank that waits for the origin")
    void lockAll(Ranks ranks) {
        List<Window> ends = made(ranks);
        ends.get(1).lock(EXCLUSIVE, 1).block();
        ends.get(0).lockAll().block();
        runs(ends.get(0).longs().fetchAndOp(1L, 1, 0, Op.SUM));
        runs(ranks.world(1).receive(0, TAG));

        assertThat(proven(ranks).report()).endsWith("cycle: rank 0 -> rank 1 -> rank 0");
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName(
            "WIN-51 a lock that waits with a time limit is no deadlock, and neither is one whose holder waits for a timer")
    void timeLimit(Ranks ranks) {
        List<Window> ends = made(ranks);
        List<Stall> told = Collections.synchronizedList(new ArrayList<>());
        running.add(stalls(ranks).subscribe(told::add));
        ends.get(1).lock(EXCLUSIVE, 1).block();
        Mono<Void> limited = ends.get(0)
                .lock(EXCLUSIVE, 1)
                .timeout(LONGER, Mono.empty(), ranks.session(0).scheduler());
        ranks.time().until(limited);
        assertThat(told).isEmpty();

        Mono<Void> later = Mono.delay(LONGER, ranks.session(1).scheduler())
                .then(ends.get(1).unlock(1));
        ranks.time().until(Mono.when(later, ends.get(0).lock(EXCLUSIVE, 1)));
        assertThat(told).isEmpty();
        ends.get(0).unlock(1).block();
        onAll(ends, Window::free);
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName(
            "WIN-51 a lock that waits for several who share it is proven to wait in vain when all of them wait for it")
    void severalHolders(Ranks ranks) {
        List<Window> ends = made(ranks);
        ends.get(1).lock(SHARED, 0).block();
        ends.get(2).lock(SHARED, 0).block();
        runs(ends.get(0).lock(EXCLUSIVE, 0));
        runs(ranks.world(1).receive(0, TAG));
        runs(ranks.world(2).receive(0, TAG));

        Stall stall = proven(ranks);

        assertThat(stall.ranks()).containsExactly(0, 1, 2);
        assertThat(stall.report()).contains("rank 0 waits for lock(");
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("WIN-51 what an operation waits for ends, and nothing of it is pending any more")
    void nothingPending(Ranks ranks) {
        List<Window> ends = made(ranks);
        ends.get(0).lock(EXCLUSIVE, 1).block();
        ends.get(0).put(Buffers.longs(1), 1, 0).block();
        ends.get(0).unlock(1).block();
        assertThat(pending(ranks, 0)).isEmpty();
        assertThat(pending(ranks, 1)).isEmpty();
        onAll(ends, Window::free);
    }
}
