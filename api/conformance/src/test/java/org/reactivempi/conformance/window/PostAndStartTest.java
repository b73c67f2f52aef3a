package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Assertion.NO_CHECK;
import static org.reactivempi.Assertion.NO_PUT;
import static org.reactivempi.Assertion.NO_STORE;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.assertComplete;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.group;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;
import static org.reactivempi.conformance.window.Ends.value;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Epochs of those that access memory, and of those whose memory it is. */
class PostAndStartTest extends NamedEnds {

    private static final int ROUNDS = 20;

    @OnEveryChannel
    @DisplayName(
            "WIN-25, WIN-28 post and start wait for nobody; an operation is applied when its target has posted, and not before")
    void startBeforePost(Ranks ranks) {
        long[][] memory = new long[2][2];
        List<Window> ends = Ends.over(ranks, memory);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        long[] before = new long[1];
        run(zero.start(group(zero, 1)));
        Recorder<Void> put = started(zero.put(Buffers.longs(1), 1, 0));
        Recorder<Void> fetched = started(zero.fetchAndOp(Buffers.longs(5), Buffers.of(before), 1, 1, Op.SUM));
        Recorder<Void> completed = started(zero.complete());
        settle(ranks);
        assertThat(memory[1]).containsExactly(0, 0);
        assertThat(fetched.signals()).isEmpty();
        assertThat(completed.signals()).isEmpty();

        memory[1][1] = 7;
        run(one.post(group(one, 0)));
        run(one.waitFor());
        assertComplete(put);
        assertComplete(fetched);
        assertComplete(completed);
        assertThat(memory[1]).containsExactly(1, 12);
        assertThat(before).containsExactly(7);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-25 post and start reach the ranks of their groups alone")
    void groups(Ranks ranks) {
        allocate(ranks, 1);
        // Rank 1 is in no epoch at all.
        run(two.post(group(two, 0)).then(zero.start(group(zero, 2))));
        assertFails(zero.put(Buffers.longs(1), 1, 0), ErrorClass.RMA_SYNC);
        assertFails(zero.put(Buffers.longs(1), 0, 0), ErrorClass.RMA_SYNC);
        run(zero.put(Buffers.longs(4), 2, 0).then(zero.complete()));
        run(two.waitFor());
        assertThat(longAt(two, 0)).isEqualTo(4);
        assertThat(longAt(ends.get(1), 0)).isZero();
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-26, WIN-27 complete is the origin's own; waitFor comes when all of the group have completed")
    void allOfTheGroup(Ranks ranks) {
        allocate(ranks, 2);
        run(two.post(group(two, 0, 1)));
        Recorder<Void> waited = started(two.waitFor());
        run(zero.start(group(zero, 2)).then(zero.put(Buffers.longs(1), 2, 0)).then(zero.complete()));
        settle(ranks);
        assertThat(waited.signals()).isEmpty();
        run(one.start(group(one, 2)).then(one.put(Buffers.longs(2), 2, 1)).then(one.complete()));
        assertComplete(waited);
        assertThat(longAt(two, 0)).isEqualTo(1);
        assertThat(longAt(two, 1)).isEqualTo(2);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-27 test says whether all have completed, and ends the epoch once they have")
    void tested(Ranks ranks) {
        allocate(ranks, 1);
        run(two.post(group(two, 0, 1)));
        assertThat(value(two.test())).isFalse();
        run(zero.start(group(zero, 2)).then(zero.complete()));
        settle(ranks);
        assertThat(value(two.test())).isFalse();
        run(one.start(group(one, 2)).then(one.put(Buffers.longs(9), 2, 0)).then(one.complete()));
        settle(ranks);
        assertThat(value(two.test())).isTrue();
        assertThat(longAt(two, 0)).isEqualTo(9);
        assertFails(two.test(), ErrorClass.RMA_SYNC);
        assertFails(two.waitFor(), ErrorClass.RMA_SYNC);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-26, WIN-27 the data of a long put is free when complete has come, and there when waitFor has")
    void longPut(Ranks ranks) {
        int length = 2 * 1024 * 1024 + 1;
        List<Window> ends = allocated(ranks, length, Datatype.BYTE);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        byte[] data = pattern(4, length);
        byte[] sent = data.clone();
        run(one.post(group(one, 0)).then(zero.start(group(zero, 1))));
        zero.put(Buffers.of(data), 1, 0).subscribe();
        run(zero.complete());
        Arrays.fill(data, (byte) 0);
        run(one.waitFor());
        byte[] found = new byte[length];
        memory(one).duplicate().get(found);
        assertThat(Arrays.mismatch(found, sent)).isEqualTo(-1);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-28 groups without ranks, and epochs without operations, come to their end")
    void empty(Ranks ranks) {
        allocate(ranks, 1);
        run(zero.start(Group.empty()).then(zero.complete()));
        run(zero.post(Group.empty()).then(zero.waitFor()));
        run(zero.post(Group.empty()));
        assertThat(value(zero.test())).isTrue();
        run(one.post(group(one, 0)).then(zero.start(group(zero, 1))).then(zero.complete()));
        run(one.waitFor());
        free(ends);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("WIN-28 ranks access and are exposed at a time, in a ring, in many rounds that follow at once")
    void ring(Ranks ranks) {
        List<Window> ends = allocated(ranks, 2, Datatype.LONG);
        onAll(ends, end -> {
            int right = (end.rank() + 1) % 4;
            int left = (end.rank() + 3) % 4;
            long[] read = new long[1];
            return Ends.inTurn(
                    ROUNDS,
                    round -> end.post(group(end, left))
                            .then(end.start(group(end, right)))
                            .then(end.put(Buffers.longs(100L * round + end.rank()), right, 0))
                            .then(end.get(Buffers.of(read), right, 1))
                            .then(end.complete())
                            .then(end.waitFor())
                            .then(Mono.fromRunnable(() -> {
                                assertThat(longAt(end, 0)).as("round %d", round).isEqualTo(100L * round + left);
                                assertThat(read[0]).isEqualTo(round == 0 ? 0 : 100L * (round - 1) + right);
                                memory(end).putLong(8, 100L * round + end.rank());
                            })));
        });
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-28, WIN-25 an origin that is a round ahead changes nothing before its target has posted again")
    void ahead(Ranks ranks) {
        allocate(ranks, 1);
        run(one.post(group(one, 0)));
        run(zero.start(group(zero, 1)).then(zero.put(Buffers.longs(1), 1, 0)).then(zero.complete()));
        run(zero.start(group(zero, 1)));
        Recorder<Void> second = started(zero.put(Buffers.longs(2), 1, 0).then(zero.complete()));
        settle(ranks);
        assertThat(longAt(one, 0)).isEqualTo(1);
        run(one.waitFor());
        settle(ranks);
        assertThat(longAt(one, 0)).isEqualTo(1);
        run(one.post(group(one, 0)).then(one.waitFor()));
        assertComplete(second);
        assertThat(longAt(one, 0)).isEqualTo(2);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-25, WIN-42 several origins of one exposure combine with it what they have")
    void severalOrigins(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        onAll(ends, end -> {
            Mono<Void> accessing = end.start(group(end, 0))
                    .then(Ends.inTurn(10, i -> end.accumulate(Buffers.longs(1 + end.rank()), 0, 0, Op.SUM)))
                    .then(end.complete());
            return end.rank() == 0
                    ? end.post(group(end, 0, 1, 2)).then(accessing).then(end.waitFor())
                    : accessing;
        });
        assertThat(longAt(ends.get(0), 0)).isEqualTo(60);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-37 promises about post and start that are kept change no result")
    void promises(Ranks ranks) {
        allocate(ranks, 1);
        run(one.post(group(one, 0), NO_CHECK, NO_STORE));
        settle(ranks);
        run(zero.start(group(zero, 1), NO_CHECK)
                .then(zero.put(Buffers.longs(3), 1, 0))
                .then(zero.complete()));
        run(one.waitFor());
        assertThat(longAt(one, 0)).isEqualTo(3);
        long[] room = new long[1];
        run(one.post(group(one, 0), NO_PUT));
        run(zero.start(group(zero, 1)).then(zero.get(Buffers.of(room), 1, 0)).then(zero.complete()));
        run(one.waitFor());
        assertThat(room).containsExactly(3);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-26, WIN-27 accessed and exposed end their epochs, also after an error")
    void chains(Ranks ranks) {
        allocate(ranks, 1);
        for (long round = 1; round <= 2; round++) {
            long number = round;
            Recorder<String> exposed = started(one.<String>exposed(group(one, 0), w -> Mono.just("exposed")));
            Mono<String> access = zero.accessed(
                    group(zero, 1),
                    w -> w.put(Buffers.longs(number), 1, 0)
                            .then(
                                    number == 1
                                            ? Mono.just("accessed")
                                            : Mono.error(new IllegalStateException("of the test"))));
            assertThat(value(access.onErrorResume(IllegalStateException.class, e -> Mono.just(e.getMessage()))))
                    .isEqualTo(round == 1 ? "accessed" : "of the test");
            assertThat(Ends.awaited(exposed)).startsWith("exposed");
            assertThat(longAt(one, 0)).isEqualTo(round);
        }
        run(Mono.when(one.exposed(group(one, 0), w -> Mono.empty()), zero.accessed(group(zero, 1), w -> Mono.empty())));
        free(ends);
    }
}
