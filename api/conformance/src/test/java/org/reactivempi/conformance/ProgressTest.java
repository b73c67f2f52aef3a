package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.room;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.BlockingCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** PRG: matching pairs complete, whatever the program does meanwhile, and nobody starves. */
class ProgressTest {

    private static final int LONG_BYTES = 4 * 1024 * 1024;

    @OnEveryChannel
    @DisplayName("PRG-1 long messages arrive while both application threads compute and never call the library")
    void progressWithoutCalls(Communicator world) {
        int messages = 5;
        AtomicInteger complete = new AtomicInteger();
        byte[][] rooms = new byte[messages][LONG_BYTES];
        for (int i = 0; i < messages; i++) {
            Mono<?> operation = world.rank() == 0
                    ? world.isend(Buffer.bytes(pattern(i, LONG_BYTES)), 1, TAG)
                    : world.irecv(Buffer.bytes(rooms[i]), 0, TAG);
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
        BlockingCommunicator mine = world.blocking();
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
        BlockingCommunicator mine = world.blocking();
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

    @OnEveryChannel(ranks = 3)
    @DisplayName("PRG-6 a flood of short messages does not starve the ping-pong of another rank")
    void floodOfShortMessages(Ranks ranks) {
        assertPingPongSurvives(ranks, 8, 64);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("PRG-6 a flood of long messages does not starve the ping-pong of another rank")
    void floodOfLongMessages(Ranks ranks) {
        assertPingPongSurvives(ranks, 1024 * 1024, 4);
    }

    /** Rank 1 floods rank 0 until ranks 0 and 2 have played, however long that takes. */
    private static void assertPingPongSurvives(Ranks ranks, int length, int window) {
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
