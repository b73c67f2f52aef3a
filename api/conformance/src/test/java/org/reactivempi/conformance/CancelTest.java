package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.QUIET;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.lengths;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** PRB: operations that are taken back. */
class CancelTest {

    /** Within so many a short message has come, where nobody is slow. */
    private static final int MOST_PASSES = 8;

    @OnEveryChannel
    @DisplayName("PRB-4 a receive that is cancelled before a message comes gets none; the next receive gets it")
    void cancelledReceive(Ranks ranks) {
        Communicator one = ranks.world(1);
        int[] room = {0};
        Disposable cancelled = one.irecv(ints(room), 0, TAG).subscribe();
        Disposable wildcard = one.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG).subscribe();
        cancelled.dispose();
        wildcard.dispose();

        assertThat(exchange(ranks.world(0), one, 5)).isEqualTo(5);
        assertThat(room).containsExactly(0);
        assertThat(ranks.pending(1).block(TIMEOUT)).isEmpty();
    }

    @OnEveryChannel
    @DisplayName("PRB-4 a cancelled request ends as cancelled, and its receive is never matched")
    void cancelledRequest(Ranks ranks) {
        Request request = Request.start(ranks.world(1).irecv(room(4), 0, TAG));
        request.cancel();

        assertThat(request.completion().block(TIMEOUT).isCancelled()).isTrue();
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName("PRB-4 cancelling a receive from the middle of many leaves the order of the others alone")
    void cancelledAmongOthers(Ranks ranks) {
        Communicator one = ranks.world(1);
        List<Disposable> receives = new ArrayList<>();
        List<Integer> got = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 10; i++) {
            int number = i;
            receives.add(one.receive(i % 3 == 0 ? Mpi.ANY_SOURCE : 0, i % 2 == 0 ? Mpi.ANY_TAG : TAG)
                    .subscribe(message -> got.add(number * 100 + value(message))));
        }
        for (int i : new int[] {0, 3, 4, 9}) {
            receives.get(i).dispose();
        }
        for (int i = 0; i < 6; i++) {
            ranks.world(0).isend(ints(i), 1, TAG).block(TIMEOUT);
        }
        meet(ranks);

        assertThat(got).containsExactly(100, 201, 502, 603, 704, 805);
    }

    @OnEveryChannel
    @DisplayName("PRB-5 a send of any length that is cancelled before a receive matches it disappears")
    void cancelledSend(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (int destination = 0; destination < 2; destination++) {
            Communicator to = ranks.world(destination);
            for (int length : lengths(ranks)) {
                Disposable synchronous =
                        zero.issend(bytes(length), destination, TAG).subscribe();
                // The same, after the message is there for sure.
                Disposable arrived =
                        zero.issend(bytes(length), destination, TAG).subscribe();
                Disposable standard = length > ranks.eagerLimitBytes()
                        ? zero.isend(bytes(length), destination, TAG).subscribe()
                        : () -> {};
                synchronous.dispose();
                meet(ranks);
                arrived.dispose();
                standard.dispose();
                meet(ranks);

                assertThat(exchange(zero, to, length)).isEqualTo(length);
                assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
            }
        }
    }

    @OnEveryChannel
    @DisplayName("PRB-5 a send that is cancelled when its message has been received was delivered")
    void cancelledTooLate(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Request receive = Request.start(ranks.world(1).irecv(room(8), 0, TAG));
        Recorder<Status> send = new Recorder<>();
        zero.isend(bytes(8), 1, TAG).subscribe(send);
        send.request(1);
        assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 8));

        send.cancel();
        assertThat(exchange(zero, ranks.world(1), 5)).isEqualTo(5);
    }

    /** Sends are cancelled while receives take them; afterwards every message is either in a receive or nowhere. */
    @OnEveryChannel(settings = "eager-limit-bytes=64")
    @DisplayName(
            "PRB-5 sends that are cancelled while they are received: each arrives whole and once, or never; order stays")
    void cancelRacesWithReceives(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Random random = new Random(1);
        int messages = 400;
        List<Integer> completed = Collections.synchronizedList(new ArrayList<>());
        Mono<List<Integer>> received = ranks.world(1)
                .receive(0, TAG)
                .repeat()
                .map(message -> {
                    assertThat(message.toByteArray()[(int) message.lengthBytes() - 1])
                            .isEqualTo((byte) 9);
                    return value(message);
                })
                .takeUntil(number -> number == messages)
                .collectList()
                .cache();
        received.subscribe();

        for (int i = 0; i < messages; i++) {
            int number = i;
            Disposable send = zero.issend(numbered(i, random.nextBoolean() ? 16 : 200_000), 1, TAG)
                    .subscribe(status -> completed.add(number));
            if (random.nextInt(3) > 0) {
                Moment.after(ranks, random.nextInt(MOST_PASSES)).block(TIMEOUT);
                send.dispose();
            }
        }
        zero.issend(numbered(messages, 16), 1, TAG).block(TIMEOUT);

        List<Integer> arrived = received.block(TIMEOUT);
        assertThat(arrived).isSorted().doesNotHaveDuplicates().containsAll(completed);
        assertThat(arrived.size()).isBetween(completed.size() + 1, messages + 1);
    }

    /** A message and the cancellation of its receive meet; a second receive gets the message if the first one has not. */
    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName(
            "PRB-4 a receive that is cancelled while its message comes completes with it, or leaves it to the next")
    void cancelRacesWithMessages(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        CyclicBarrier start = new CyclicBarrier(2);
        CyclicBarrier sent = new CyclicBarrier(2);
        int rounds = 300;
        Thread sender = new Thread(() -> {
            for (int i = 1; i <= rounds; i++) {
                await(start);
                zero.isend(ints(i), 1, TAG).block(TIMEOUT);
                await(sent);
            }
        });
        sender.start();
        for (int i = 1; i <= rounds; i++) {
            int[] first = {0};
            int[] second = {0};
            Recorder<Status> receive = new Recorder<>();
            one.irecv(ints(first), 0, TAG).subscribe(receive);
            receive.request(1);
            await(start);
            Moment.after(ranks, i % MOST_PASSES).block(TIMEOUT);
            receive.cancel();
            Recorder<Status> next = new Recorder<>();
            one.irecv(ints(second), 0, TAG).subscribe(next);
            next.request(1);
            // Two threads send; only this makes one of their messages the first.
            await(sent);
            zero.isend(ints(-i), 1, TAG).block(TIMEOUT);
            meet(ranks);

            // Its memory alone does not tell: a message that was there before its signal may still have gone to the
            // next.
            boolean completed = !receive.signals().isEmpty();
            assertThat(second[0]).as("round %d", i).isEqualTo(completed ? -i : i);
            if (completed) {
                assertThat(first[0]).as("round %d", i).isEqualTo(i);
            } else {
                assertThat(value(one.receive(0, TAG).block(TIMEOUT))).isEqualTo(-i);
            }
            assertThat(next.await()).hasSize(2);
        }
        sender.join();
    }

    @OnEveryChannel(virtualTime = true)
    @DisplayName("PRB-6 timeout() ends a receive in time, and the message that comes later stays for another one")
    void timeoutOfReceive(Ranks ranks) {
        Communicator one = ranks.world(1);
        StepVerifier.create(one.irecv(room(4), 0, TAG).timeout(QUIET, one.scheduler()))
                .then(() -> ranks.time().advance(QUIET))
                .expectError(TimeoutException.class)
                .verify(TIMEOUT);

        assertThat(exchange(ranks.world(0), one, 5)).isEqualTo(5);
    }

    @OnEveryChannel(virtualTime = true)
    @DisplayName("PRB-6 timeout() ends a send in time, and its message never arrives")
    void timeoutOfSend(Ranks ranks) {
        Communicator zero = ranks.world(0);
        int large = ranks.eagerLimitBytes() + 1;
        for (Mono<Status> send : List.of(zero.issend(ints(1), 1, TAG), zero.isend(bytes(large), 1, TAG))) {
            StepVerifier.create(send.timeout(QUIET, zero.scheduler()))
                    .then(() -> ranks.time().advance(QUIET))
                    .expectError(TimeoutException.class)
                    .verify(TIMEOUT);
            // Not at once: a receive that is faster than the withdrawal gets the message.
            meet(ranks);
            assertThat(exchange(zero, ranks.world(1), 5)).isEqualTo(5);
        }
    }

    @OnEveryChannel
    @DisplayName("PRB-6 takeUntilOther() takes a receive back")
    void takeUntilOther(Ranks ranks) {
        Sinks.Empty<Void> enough = Sinks.empty();
        StepVerifier.create(ranks.world(1).receive(0, TAG).takeUntilOther(enough.asMono()))
                .expectSubscription()
                .then(enough::tryEmitEmpty)
                .expectComplete()
                .verify(TIMEOUT);

        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }

    private static Buffer numbered(int number, int length) {
        byte[] data = new byte[length];
        ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).putInt(number);
        data[length - 1] = 9;
        return Buffers.of(data);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
