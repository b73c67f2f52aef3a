package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.assertComplete;
import static org.reactivempi.conformance.window.Ends.awaited;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.Notification;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Who hears what an origin has done, and when. */
class NotificationTest {

    private static final int TAG = 7;
    private static final int OTHER_TAG = 8;
    private static final int MOST = 256;
    private static final int LENGTH = 300_000;

    private static Recorder<Notification> asking(Window end, int tag, long demand) {
        Recorder<Notification> recorder = new Recorder<>();
        end.notifications(tag).subscribe(recorder);
        if (demand > 0) {
            recorder.request(demand);
        }
        return recorder;
    }

    private static List<Object> from(int origin, int tag, int count) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(i -> new Notification(origin, tag))
                .toList());
    }

    private static Notification next(Window end, int tag) {
        return end.notifications(tag).next().blockOptional(TIMEOUT).orElseThrow();
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-53 all that its origin has done to the target before is there when a notification comes: long puts, short ones, accumulates")
    void afterPuts(Ranks ranks) {
        List<Window> ends = allocated(ranks, LENGTH + 16, Datatype.BYTE);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        run(zero.lock(SHARED, 1));
        for (int round = 0; round < 6; round++) {
            int length = round % 2 == 0 ? LENGTH : 40;
            byte[] data = pattern(round, length);
            zero.put(Buffers.of(data), 1, 0).subscribe();
            zero.accumulate(Buffers.of(new byte[] {1}), 1, LENGTH, Op.SUM).subscribe();
            zero.notifyTarget(1, TAG).subscribe();
            byte[] found = new byte[length];
            Notification told = one.notifications(TAG)
                    .next()
                    .doOnNext(never -> memory(one).get(0, found))
                    .blockOptional(TIMEOUT)
                    .orElseThrow();
            assertThat(told).isEqualTo(new Notification(0, TAG));
            assertThat(Arrays.mismatch(found, data)).as("round %d", round).isEqualTo(-1);
            assertThat(memory(one).get(LENGTH)).isEqualTo((byte) (round + 1));
        }
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-53 what an origin reads before, it has read before the target hears of the notification")
    void afterGets(Ranks ranks) {
        List<Window> ends = allocated(ranks, LENGTH, Datatype.BYTE);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        byte[] there = pattern(3, LENGTH);
        memory(one).put(0, there);
        byte[] room = new byte[LENGTH];
        run(zero.lock(SHARED, 1));
        Recorder<Void> got = started(zero.get(Buffers.of(room), 1, 0));
        Recorder<Void> told = started(zero.notifyTarget(1, TAG));
        one.notifications(TAG)
                .next()
                .doOnNext(never -> memory(one).put(0, new byte[LENGTH]))
                .block(TIMEOUT);
        assertComplete(got);
        assertComplete(told);
        assertThat(Arrays.mismatch(room, there)).isEqualTo(-1);
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-53 they come in no epoch as well as in one, wait with the operations for a lock, and pass no put")
    void withALockThatWaits(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        run(zero.notifyTarget(1, TAG));
        assertThat(next(one, TAG)).isEqualTo(new Notification(0, TAG));
        run(one.lock(EXCLUSIVE, 1));
        Recorder<Void> locked = started(zero.lock(EXCLUSIVE, 1));
        settle(ranks);
        Recorder<Void> told = started(zero.notifyTarget(1, TAG));
        Recorder<Notification> heard = asking(one, TAG, 1);
        settle(ranks);
        assertThat(told.signals()).isEmpty();
        assertThat(heard.signals()).isEmpty();
        assertThat(ranks.pending(0).block(TIMEOUT)).anyMatch(line -> line.contains("notifyTarget(1, tag 7"));
        run(one.unlock(1));
        assertComplete(locked);
        assertComplete(told);
        run(zero.unlock(1));
        settle(ranks);
        assertThat(heard.signals()).containsExactly(new Notification(0, TAG));
        heard.cancel();
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-53 each comes once, in its origin's order, and only with demand")
    void demand(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Recorder<Notification> heard = asking(ends.get(1), TAG, 0);
        for (int i = 0; i < 5; i++) {
            run(zero.notifyTarget(1, TAG));
        }
        settle(ranks);
        assertThat(heard.signals()).isEmpty();
        heard.request(2);
        settle(ranks);
        assertThat(heard.signals()).isEqualTo(from(0, TAG, 2));
        heard.request(Long.MAX_VALUE);
        settle(ranks);
        assertThat(heard.signals()).isEqualTo(from(0, TAG, 5));
        heard.cancel();
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-53, WIN-48 without demand the 257th waits at its origin, named, and holds nothing up; one that is taken lets one go")
    void mostHeld(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        for (int i = 0; i < MOST; i++) {
            run(zero.notifyTarget(1, i % 2 == 0 ? TAG : OTHER_TAG));
        }
        Recorder<Void> waiting = started(zero.notifyTarget(1, TAG));
        Recorder<Void> withdrawn = started(zero.notifyTarget(1, OTHER_TAG));
        Recorder<Void> last = started(zero.notifyTarget(1, OTHER_TAG));
        settle(ranks);
        assertThat(waiting.signals()).isEmpty();
        assertThat(ranks.pending(0).block(TIMEOUT))
                .anyMatch(line -> line.contains("notifyTarget(1, tag 7") && line.endsWith(", 256 not taken"));
        // Neither operations nor notifications of the other direction wait with it.
        run(zero.locked(EXCLUSIVE, 1, w -> w.put(Buffers.longs(5), 1, 0).then(w.flush(1))));
        assertThat(memory(one).getLong(0)).isEqualTo(5);
        run(one.notifyTarget(0, TAG));
        assertThat(next(zero, TAG)).isEqualTo(new Notification(1, TAG));

        withdrawn.cancel();
        assertThat(next(one, OTHER_TAG)).isEqualTo(new Notification(0, OTHER_TAG));
        assertComplete(waiting);
        settle(ranks);
        assertThat(last.signals()).isEmpty();
        Recorder<Notification> rest = asking(one, TAG, Long.MAX_VALUE);
        assertComplete(last);
        Recorder<Notification> others = asking(one, OTHER_TAG, Long.MAX_VALUE);
        settle(ranks);
        assertThat(rest.signals()).isEqualTo(from(0, TAG, MOST / 2 + 1));
        assertThat(others.signals()).isEqualTo(from(0, OTHER_TAG, MOST / 2));
        assertThat(withdrawn.signals()).isEmpty();
        rest.cancel();
        others.cancel();
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-53 several subscribers of one tag share what comes: the first with demand gets it; other tags are kept apart")
    void severalSubscribers(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window two = ends.get(2);
        Recorder<Notification> first = asking(two, TAG, 1);
        Recorder<Notification> second = asking(two, TAG, 2);
        Recorder<Notification> other = asking(two, OTHER_TAG, 9);
        run(ends.get(0).notifyTarget(2, TAG));
        settle(ranks);
        run(ends.get(1).notifyTarget(2, TAG));
        settle(ranks);
        run(ends.get(1).notifyTarget(2, OTHER_TAG));
        run(ends.get(0).notifyTarget(2, TAG));
        settle(ranks);
        run(ends.get(0).notifyTarget(2, TAG));
        settle(ranks);
        assertThat(first.signals()).isEqualTo(from(0, TAG, 1));
        assertThat(second.signals()).containsExactly(new Notification(1, TAG), new Notification(0, TAG));
        assertThat(other.signals()).isEqualTo(from(1, OTHER_TAG, 1));
        // What a subscriber that has cancelled has not got stays for others.
        second.cancel();
        first.cancel();
        assertThat(next(two, TAG)).isEqualTo(new Notification(0, TAG));
        other.cancel();
        free(ends);
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("WIN-53, WIN-14, WIN-13 a rank may notify itself, with the same bound, and no process")
    void itself(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window end = ends.get(0);
        run(end.notifyTarget(Mpi.PROC_NULL, TAG));
        for (int i = 0; i < MOST; i++) {
            run(end.notifyTarget(0, TAG));
        }
        Recorder<Void> waiting = started(end.notifyTarget(0, TAG));
        assertThat(ranks.pending(0).block(TIMEOUT)).hasSize(1);
        StepVerifier.create(end.notifications(TAG), MOST + 1)
                .expectNextCount(MOST + 1)
                .thenCancel()
                .verify(TIMEOUT);
        assertComplete(waiting);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-53, WIN-41 wrong targets and tags are told with what is allowed, and send nothing")
    void wrong(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        assertFails(zero.notifyTarget(2, TAG), ErrorClass.RANK, "target 2 is outside 0..1");
        assertFails(zero.notifyTarget(-7, TAG), ErrorClass.RANK);
        assertFails(zero.notifyTarget(1, -1), ErrorClass.TAG, "tag -1 is outside 0..");
        assertFails(zero.notifications(-1).next(), ErrorClass.TAG);
        run(zero.notifyTarget(1, Integer.MAX_VALUE));
        assertThat(next(ends.get(1), Integer.MAX_VALUE)).isEqualTo(new Notification(0, Integer.MAX_VALUE));
        Recorder<Notification> nothing = asking(zero, TAG, 0);
        nothing.request(0);
        assertThat(awaited(nothing)).singleElement().isInstanceOf(IllegalArgumentException.class);
        free(ends);
        assertFails(zero.notifyTarget(1, TAG), ErrorClass.WIN);
        assertFails(zero.notifications(TAG).next(), ErrorClass.WIN);
    }

    @OnEveryChannel
    @DisplayName("WIN-53, WIN-9 freeing the window completes notifications, and fails what waits for room")
    void freed(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Recorder<Notification> heard = asking(zero, TAG, 3);
        for (int i = 0; i < MOST; i++) {
            run(zero.notifyTarget(1, TAG));
        }
        Recorder<Void> waiting = started(zero.notifyTarget(1, TAG));
        free(ends);
        assertThat(awaited(heard)).containsExactly("complete");
        assertThat(awaited(waiting)).singleElement().isInstanceOf(Throwable.class);
    }

    @OnEveryChannel
    @DisplayName("WIN-53, WIN-50 revoking the communicator fails notifications, and what waits for room")
    void revoked(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Recorder<Notification> heard = asking(zero, TAG, 3);
        for (int i = 0; i < MOST; i++) {
            run(zero.notifyTarget(1, TAG));
        }
        Recorder<Void> waiting = started(zero.notifyTarget(1, TAG));
        run(ranks.world(1).failures().revoke());
        assertThat(awaited(heard)).singleElement().isInstanceOf(RevokedException.class);
        assertThat(awaited(waiting)).singleElement().isInstanceOf(RevokedException.class);
        ends.forEach(end -> run(end.free()));
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("WIN-53 random tags from both ranks at a time: all come, once, each tag in order")
    void crossing(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        int count = 700;
        List<Recorder<Notification>> heard = new ArrayList<>();
        for (Window end : ends) {
            for (int tag = 0; tag < 3; tag++) {
                heard.add(asking(end, tag, Long.MAX_VALUE));
            }
        }
        List<Recorder<Void>> sent = ends.stream()
                .map(end -> started(Flux.range(0, count)
                        .flatMap(i -> end.notifyTarget(1 - end.rank(), i % 3))
                        .then()))
                .toList();
        sent.forEach(Ends::assertComplete);
        settle(ranks);
        for (int i = 0; i < heard.size(); i++) {
            int tag = i % 3;
            assertThat(heard.get(i).signals()).isEqualTo(from(1 - i / 3, tag, (count - tag + 2) / 3));
            heard.get(i).cancel();
        }
        free(ends);
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {WindowFailureTest.SOON, WindowFailureTest.NO_STALLS, WindowFailureTest.NO_CHECK})
    @DisplayName(
            "WIN-53, WIN-50 the loss of a rank fails notifications that wait, and what waits for its room; the next subscription goes on")
    void lost(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        Recorder<Notification> heard = asking(one, TAG, 2);
        run(ends.get(2).notifyTarget(1, TAG));
        run(ends.get(2).notifyTarget(1, OTHER_TAG));
        for (int i = 0; i < MOST; i++) {
            run(zero.notifyTarget(2, TAG));
        }
        Recorder<Void> waiting = started(zero.notifyTarget(2, TAG));
        settle(ranks);
        WindowFailureTest.kill(ranks, 2);
        assertThat(awaited(heard)).hasSize(2).first().isEqualTo(new Notification(2, TAG));
        assertThat(heard.signals()).last().isInstanceOf(ProcessFailedException.class);
        assertThat(awaited(waiting)).singleElement().isInstanceOf(ProcessFailedException.class);
        assertFails(zero.notifyTarget(2, TAG), ErrorClass.PROC_FAILED);
        // What has come before is kept, and others notify as before.
        assertThat(next(one, OTHER_TAG)).isEqualTo(new Notification(2, OTHER_TAG));
        run(zero.notifyTarget(1, TAG));
        assertThat(next(one, TAG)).isEqualTo(new Notification(0, TAG));
    }
}
