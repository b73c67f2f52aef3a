package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** PRG: matching pairs complete, whatever the program does meanwhile, and nobody starves. */
class ProgressTest {

    private static final int CREDIT_BYTES = 128 * 1024;
    /** What a message costs in addition to its payload; see docs/wire.md. */
    private static final int OVERHEAD_BYTES = 352;

    private static final int LONG_BYTES = 4 * 1024 * 1024;

    @OnEveryChannel
    @DisplayName("PRG-1 long messages arrive while both application threads compute and never call the library")
    void progressWithoutCalls(Communicator world) {
        int messages = 5;
        AtomicInteger complete = new AtomicInteger();
        byte[][] rooms = new byte[messages][LONG_BYTES];
        for (int i = 0; i < messages; i++) {
            Mono<?> operation = world.rank() == 0
                    ? world.isend(Buffers.bytes(pattern(i, LONG_BYTES)), 1, TAG)
                    : world.irecv(Buffers.of(rooms[i]), 0, TAG);
            operation.subscribe(status -> complete.incrementAndGet());
        }

        long computed = 0;
        while (complete.get() < messages && !Thread.currentThread().isInterrupted()) {
            computed = computed * 31 + 7;
        }

        assertThat(complete).as("after %d", computed).hasValue(messages);
        for (int i = 0; world.rank() == 1 && i < messages; i++) {
            assertThat(rooms[i]).isEqualTo(pattern(i, LONG_BYTES));
        }
    }

    @OnEveryChannel
    @DisplayName(
            "PRG-1 of a send and its receive that have started, both complete though nothing else happens any more")
    void pairsComplete(Ranks ranks) {
        for (int length : Payloads.lengths(ranks)) {
            Mono.when(
                            ranks.world(0).issend(bytes(length), 1, TAG),
                            ranks.world(1).irecv(room(length), 0, TAG))
                    .block(TIMEOUT);
        }
    }

    @OnEveryChannel(settings = "eager-limit-bytes=0")
    @DisplayName("PRG-3 send and receive against receive and send completes without any buffering")
    void exchangeWithoutBuffering(Communicator world) {
        BlockingPointToPoint mine = world.blocking();
        int other = 1 - world.rank();
        for (int length : new int[] {0, 1, 100, 200_000}) {
            if (world.rank() == 0) {
                mine.send(bytes(length), other, TAG);
                mine.recv(room(length), other, TAG);
            } else {
                mine.recv(room(length), other, TAG);
                mine.send(bytes(length), other, TAG);
            }
        }
    }

    @OnEveryChannel
    @DisplayName("PRG-3 send and receive against receive and send completes with synchronous sends")
    void exchangeWithSynchronousSends(Communicator world) {
        BlockingPointToPoint mine = world.blocking();
        int other = 1 - world.rank();
        for (int length : new int[] {0, 1, 100, 200_000}) {
            if (world.rank() == 0) {
                mine.ssend(bytes(length), other, TAG);
                mine.recv(room(length), other, TAG);
            } else {
                mine.recv(room(length), other, TAG);
                mine.ssend(bytes(length), other, TAG);
            }
        }
    }

    @OnEveryChannel
    @DisplayName("PRG-6 long messages to one rank leave in turns: a short one of them doesn't wait for a very long one")
    void turnsOfLongMessages(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        int veryLong = 32 * 1024 * 1024;
        int length = 2 * 1024 * 1024;
        List<Integer> ends = Collections.synchronizedList(new ArrayList<>());
        Mono<Void> received = Flux.just(veryLong, length)
                .flatMap(bytes -> one.irecv(room(bytes), 0, bytes))
                .doOnNext(status -> ends.add(status.tag()))
                .then()
                .cache();
        received.subscribe();
        meet(ranks);
        // In one step of the engine, so that both are announced before the first byte of either leaves.
        Mono.when(zero.isend(bytes(veryLong), 1, veryLong), zero.isend(bytes(length), 1, length))
                .subscribeOn(zero.scheduler())
                .and(received)
                .block(TIMEOUT);
        assertThat(ends).containsExactly(length, veryLong);
    }

    @OnEveryChannel
    @DisplayName("PRG-6 operations that each start the next, without end, don't keep a rank from its peers")
    void endlessOperations(Ranks ranks) {
        // They end in the middle.
        ranks.without(Check.UNRECEIVED_MESSAGES);
        Communicator zero = ranks.world(0);
        AtomicBoolean over = new AtomicBoolean();
        Mono<Void> endless = Mono.when(
                        zero.isend(Buffer.empty(), 0, TAG).repeat(() -> !over.get()),
                        zero.irecv(Buffer.empty(), 0, TAG).repeat(() -> !over.get()))
                .cache();
        endless.subscribe();
        try {
            for (int i = 0; i < 30; i++) {
                assertThat(exchange(ranks.world(1), zero, i)).isEqualTo(i);
            }
        } finally {
            over.set(true);
        }
        endless.block(TIMEOUT);
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("PRG-6 a flood of short messages does not starve others: no more than its credit comes in a turn")
    void floodOfShortMessages(String channel) {
        int length = 8;
        int window = 64;
        // The last of the flood are empty. After those for which there is credit one of each tag is announced, and
        // waits; and after
        // the first that is cleared in the turn, which is not kept for its end, comes one more.
        assertPingPongSurvives(channel, length, window, CREDIT_BYTES / OVERHEAD_BYTES + window + 1);
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("PRG-6 a flood of long messages does not starve others: no more than were cleared come in a turn")
    void floodOfLongMessages(String channel) {
        int window = 4;
        // After the first that is cleared in the turn, which is not kept for its end, the next may come.
        assertPingPongSurvives(channel, 1024 * 1024, window, window + 1);
    }

    private static void assertPingPongSurvives(String channel, int length, int window, int mostInATurn) {
        Turns turns = new Turns(3);
        Settings settings =
                Settings.create().channel(channel).with("eager-credit-bytes", Integer.toString(CREDIT_BYTES));
        try (Ranks ranks = Ranks.start(3, settings.attach(turns))) {
            flood(ranks, length, window);
        }
        // Of the others it is counted as well, so that it is clear that something is.
        assertThat(turns.most(2)).isBetween(1, 10);
        assertThat(turns.most(1)).isBetween(1, mostInATurn);
    }

    /** Rank 1 floods rank 0 until ranks 0 and 2 have played, however long that takes. */
    private static void flood(Ranks ranks, int length, int window) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Communicator two = ranks.world(2);
        AtomicBoolean played = new AtomicBoolean();
        AtomicInteger flooded = new AtomicInteger();
        Buffer data = bytes(length);
        List<Mono<Void>> flood = Flux.range(0, window)
                .map(tag -> Mono.when(
                        one.isend(data, 0, tag).repeat(() -> !played.get()).then(one.isend(Buffer.empty(), 0, tag)),
                        zero.irecv(room(length), 1, tag)
                                .doOnNext(status -> flooded.incrementAndGet())
                                .repeat()
                                .takeUntil(status -> status.lengthBytes() == 0)))
                .collectList()
                .block();

        Mono<Void> drained = Mono.when(flood).cache();
        Disposable running = drained.subscribe();
        while (flooded.get() < 2 * window) {
            Thread.onSpinWait();
        }
        int before = flooded.get();
        // As often as it takes for the flood to have its turn as well: the system may keep its thread waiting.
        do {
            Mono.when(
                            zero.isend(ints(1), 2, TAG)
                                    .then(zero.receive(2, TAG))
                                    .repeat(200),
                            two.receive(0, TAG).then(two.isend(ints(2), 0, TAG)).repeat(200))
                    .block(TIMEOUT);
        } while (flooded.get() == before);
        played.set(true);

        drained.block(TIMEOUT);
        assertThat(running.isDisposed()).isTrue();
    }
}
