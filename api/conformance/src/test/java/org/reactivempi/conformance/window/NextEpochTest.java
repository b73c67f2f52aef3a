package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.free;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.LockType;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.Window;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** An epoch of a window that follows another one at once, also one that was cancelled. */
class NextEpochTest {

    private static final int ROUNDS = 20;

    @OnEveryChannel
    @DisplayName("WIN-52 a lock that was cancelled is wanted again at once, as by a time limit and retry")
    void againAfterCancel(Ranks ranks) {
        List<Window> windows = allocated(ranks, 4, Datatype.LONG);
        Window zero = windows.get(0);
        for (int round = 0; round < ROUNDS; round++) {
            Sinks.Empty<Void> done = Sinks.empty();
            Disposable held = zero.locked(
                            LockType.EXCLUSIVE,
                            1,
                            window -> window.put(Buffers.longs(1), 1, 0)
                                    .doOnSuccess(nothing -> done.tryEmitEmpty())
                                    .then(Mono.never()))
                    .subscribe();
            done.asMono().block(TIMEOUT);

            held.dispose();
            Long before = zero.locked(
                            LockType.EXCLUSIVE, 1, window -> window.longs().fetchAndOp(1L, 1, 0, Op.SUM))
                    .block(TIMEOUT);

            assertThat(before).isEqualTo(1);
        }
        free(windows);
    }

    @OnEveryChannel
    @DisplayName("WIN-31 a lock may follow an unlock that is not awaited")
    void againAfterUnlock(Ranks ranks) {
        List<Window> windows = allocated(ranks, 4, Datatype.LONG);
        Window zero = windows.get(0);
        zero.lock(LockType.EXCLUSIVE, 1).block(TIMEOUT);
        Mono<Void> unlocked = zero.unlock(1).cache();
        unlocked.subscribe(done -> {}, failed -> {});

        zero.lock(LockType.EXCLUSIVE, 1).block(TIMEOUT);

        zero.unlock(1).block(TIMEOUT);
        free(windows);
    }

    @OnEveryChannel
    @DisplayName("WIN-52 shared locks of all that were cancelled are wanted again at once")
    void againAfterCancelOfAll(Ranks ranks) {
        List<Window> windows = allocated(ranks, 4, Datatype.LONG);
        Window zero = windows.get(0);
        for (int round = 0; round < ROUNDS; round++) {
            Sinks.Empty<Void> done = Sinks.empty();
            Disposable held = zero.lockedAll(window -> window.put(Buffers.longs(1), 1, 0)
                            .doOnSuccess(nothing -> done.tryEmitEmpty())
                            .then(Mono.never()))
                    .subscribe();
            done.asMono().block(TIMEOUT);

            held.dispose();
            zero.lockedAll(window -> window.put(Buffers.longs(2), 1, 0)).block(TIMEOUT);
        }

        free(windows);
    }

    @OnEveryChannel
    @DisplayName("WIN-52 a lock that is cancelled while it waits leaves the queue, and nothing waits for it")
    void leavesTheQueue(Ranks ranks) {
        List<Window> windows = allocated(ranks, 4, Datatype.LONG);
        windows.get(0).lock(LockType.EXCLUSIVE, 1).block(TIMEOUT);
        Disposable waiting = windows.get(1)
                .locked(LockType.EXCLUSIVE, 1, window -> Mono.empty())
                .subscribe();

        waiting.dispose();
        windows.get(0).unlock(1).block(TIMEOUT);
        windows.get(0).locked(LockType.EXCLUSIVE, 1, window -> Mono.empty()).block(TIMEOUT);
        windows.get(1).locked(LockType.EXCLUSIVE, 1, window -> Mono.empty()).block(TIMEOUT);

        free(windows);
    }

    @OnEveryChannel
    @DisplayName("WIN-13 an accumulate of a type without elements does nothing")
    void nothing(Ranks ranks) {
        List<Window> windows = allocated(ranks, 4, Datatype.LONG);
        Datatype nothing = Datatype.INT.contiguous(0);

        windows.get(0)
                .lockedAll(window -> window.accumulate(
                        Buffers.of(new int[1]).as(nothing, 1), 1, Place.at(0).as(nothing, 1), Op.SUM))
                .block(TIMEOUT);

        free(windows);
    }
}
