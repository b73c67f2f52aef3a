package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Status;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * PRB: cancellations that race with messages. Each race aims at its own middle: the side that has won gets less time in the next
 * round, so that both outcomes come, and what lies between them.
 */
class CancelRaceTest {

    private static final int ROUNDS = 150;
    private static final List<Object> CANCELLED = List.of("cancelled");

    /** Told of the answer to its cancellation. */
    private static final class Listener<T> extends Recorder<T> implements CancelListener {

        @Override
        public void onCancelled() {
            signals().add("cancelled");
            onEnd();
        }
    }

    private static <T> Listener<T> start(Mono<T> operation) {
        Listener<T> listener = new Listener<>();
        operation.subscribe(listener);
        listener.request(1);
        return listener;
    }

    private static Buffer numbered(int number, int length) {
        byte[] data = new byte[length];
        ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).putInt(number);
        return Buffer.bytes(data);
    }

    /** Short ones and long ones in turn. */
    private static int length(int number) {
        return number % 2 == 0 ? 16 : 200_000;
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-4 RX-5 a receive that is cancelled while its message comes has the message, or ends as cancelled: one of them")
    void receives(Ranks ranks) throws Exception {
        Communicator one = ranks.world(1);
        Aim aim = new Aim(1);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] room = new byte[length(i)];
            Listener<Status> receive = start(one.irecv(Buffer.bytes(room), 0, TAG));
            // By another thread: this one would have sent it before it could cancel, and so often too late.
            Mono<Status> send = ranks.world(0).isend(numbered(i, length(i)), 1, TAG);
            Schedulers.boundedElastic().schedule(send::subscribe);
            aim.await();
            receive.cancel();

            boolean cancelled = receive.await().equals(CANCELLED);
            aim.note(cancelled);
            int got = cancelled
                    ? value(one.receive(0, TAG).block(TIMEOUT))
                    : ByteBuffer.wrap(room).order(ByteOrder.LITTLE_ENDIAN).getInt();
            assertThat(got).isEqualTo(i);
            if (!cancelled) {
                assertThat(receive.signals()).containsExactly(Status.of(0, TAG, length(i)), "complete");
            }
        }
        aim.assertBoth();
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-5 RX-5 a send that is cancelled while it is received was received, or ends as cancelled: one of them")
    void sends(Ranks ranks) throws Exception {
        Communicator one = ranks.world(1);
        Aim aim = new Aim(2);
        for (int i = 0; i < ROUNDS; i++) {
            Listener<Status> send = start(ranks.world(0).issend(numbered(i, length(i)), 1, TAG));
            // Later, and by another thread: a cancellation has to ask the receiver, and would come too late nearly
            // always.
            CompletableFuture<Listener<Message>> receiving = new CompletableFuture<>();
            Schedulers.boundedElastic()
                    .schedule(() -> receiving.complete(start(one.receive(0, TAG))), 300, TimeUnit.MICROSECONDS);
            aim.await();
            send.cancel();

            boolean cancelled = send.await().equals(CANCELLED);
            aim.note(cancelled);
            Listener<Message> receive = receiving.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            if (cancelled) {
                receive.cancel();
                assertThat(receive.await()).isEqualTo(CANCELLED);
            } else {
                assertThat(send.signals()).containsExactly(Status.of(0, TAG, length(i)), "complete");
                assertThat(value((Message) receive.await().get(0))).isEqualTo(i);
            }
        }
        aim.assertBoth();
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 receives into memory of their own, cancelled at any moment, one after the other: no message is lost")
    void ownedReceives(Ranks ranks) throws Exception {
        assertNothingIsLost(ranks, one -> one.receive(0, TAG));
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName("PRB-6 PRB-3 matched probes, cancelled at any moment, one after the other: no message is lost")
    void matchedProbes(Ranks ranks) throws Exception {
        assertNothingIsLost(ranks, one -> one.mprobe(0, TAG));
    }

    private static void assertNothingIsLost(Ranks ranks, Function<Communicator, Mono<?>> operation) throws Exception {
        Aim aim = new Aim(3);
        List<Integer> received = new ArrayList<>();
        for (int sent = 0; received.size() < ROUNDS; ) {
            // Two are under way at once, so that one that were lost or late would change the order.
            while (sent < received.size() + 2) {
                ranks.world(0).isend(numbered(sent, length(sent)), 1, TAG).subscribe();
                sent++;
            }
            Listener<?> listener = start(operation.apply(ranks.world(1)));
            aim.await();
            listener.cancel();
            List<Object> signals = listener.await();
            aim.note(signals.equals(CANCELLED));
            if (!signals.equals(CANCELLED)) {
                assertThat(signals).hasSize(2).endsWith("complete");
                received.add(number(signals.get(0)));
            }
        }
        assertThat(received)
                .containsExactlyElementsOf(IntStream.range(0, ROUNDS).boxed().toList());
        aim.assertBoth();
        assertThat(value(ranks.world(1).receive(0, TAG).block(TIMEOUT))).isEqualTo(ROUNDS);
    }

    private static int number(Object result) {
        return value(message(result).block(TIMEOUT));
    }

    private static Mono<Message> message(Object result) {
        return result instanceof MatchedMessage taken ? taken.receive() : Mono.just((Message) result);
    }

    @OnEveryChannel
    @DisplayName("PRB-6 PRB-3 an operation that is cancelled by a signal when its own message has come loses none")
    void cancelledByASignal(Ranks ranks) throws Exception {
        for (Communicator to : List.of(ranks.world(1), ranks.world(0))) {
            for (Mono<?> operation : List.of(to.receive(0, TAG), to.mprobe(0, TAG))) {
                Listener<Object> second = new Listener<>();
                Mono<Message> first = operation
                        .doOnNext(result -> second.cancel())
                        .flatMap(CancelRaceTest::message)
                        .cache();
                first.subscribe();
                operation.subscribe(second);
                second.request(1);
                // In one step, so that both messages are there before the first signal.
                Runnable sends = () -> {
                    ranks.world(0).isend(ints(1), to.rank(), TAG).subscribe();
                    ranks.world(0).isend(ints(2), to.rank(), TAG).subscribe();
                };
                Mono.fromRunnable(sends).subscribeOn(ranks.world(0).scheduler()).block(TIMEOUT);

                assertThat(second.await()).isEqualTo(CANCELLED);
                assertThat(value(first.block(TIMEOUT))).isEqualTo(1);
                assertThat(value(to.receive(0, TAG).block(TIMEOUT))).isEqualTo(2);
            }
        }
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName("PRB-6 within a limit of time, one receive after the other: every message, in order")
    void timeoutOnItsScheduler(Ranks ranks) {
        assertInOrder(ranks, (receive, time) -> ranks.world(1).within(time, receive));
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 takeUntilOther() on the communicator's scheduler, one receive after the other: every message, in order")
    void takeUntilOtherOnItsScheduler(Ranks ranks) {
        assertInOrder(
                ranks,
                (receive, time) ->
                        receive.takeUntilOther(Mono.delay(time, ranks.world(1).scheduler())));
    }

    private interface Limit {

        Mono<Message> apply(Mono<Message> receive, Duration time);
    }

    private static void assertInOrder(Ranks ranks, Limit limit) {
        Communicator one = ranks.world(1);
        Random random = new Random(4);
        AtomicInteger empty = new AtomicInteger();
        Mono<Message> patient =
                Mono.defer(() -> limit.apply(one.receive(0, TAG), Duration.ofNanos(random.nextInt(200_000)))
                        .onErrorResume(TimeoutException.class, late -> Mono.empty())
                        .switchIfEmpty(Mono.fromRunnable(empty::incrementAndGet)));
        Mono<List<Integer>> received = patient.subscribeOn(one.scheduler())
                .repeat()
                .map(Traffic::value)
                .takeUntil(number -> number == ROUNDS)
                .collectList()
                .cache();
        received.subscribe();
        Flux.range(0, ROUNDS + 1)
                .concatMap(i -> ranks.world(0).issend(numbered(i, length(i)), 1, TAG))
                .blockLast(TIMEOUT);

        assertThat(received.block(TIMEOUT))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(0, ROUNDS).boxed().toList());
        assertThat(empty).hasPositiveValue();
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 dispose() from another thread: the message is delivered, dropped by Reactor's hook, or the next one's")
    void dispose(Ranks ranks) {
        Aim aim = new Aim(5);
        for (int i = 0; i < ROUNDS; i++) {
            List<Integer> got = Collections.synchronizedList(new ArrayList<>());
            Disposable receive = ranks.world(1)
                    .receive(0, TAG)
                    .subscribe(message -> got.add(value(message)), null, null, dropsInto(got));
            ranks.world(0).isend(numbered(i, length(i)), 1, TAG).subscribe();
            aim.await();
            receive.dispose();
            aim.note(receivedIt(ranks, got, i));
        }
        aim.assertBoth();
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 timeout() on another thread: the message is delivered, dropped by Reactor's hook, or the next one's")
    void timeoutElsewhere(Ranks ranks) {
        Random random = new Random(6);
        for (int i = 0; i < ROUNDS; i++) {
            List<Integer> got = Collections.synchronizedList(new ArrayList<>());
            Mono<Message> receive = ranks.world(1)
                    .receive(0, TAG)
                    .timeout(Duration.ofNanos(random.nextInt(300_000)), Mono.empty(), Schedulers.parallel())
                    .doOnNext(message -> got.add(value(message)))
                    .contextWrite(dropsInto(got));
            ranks.world(0).isend(numbered(i, length(i)), 1, TAG).subscribe();
            receive.block(TIMEOUT);
            receivedIt(ranks, got, i);
        }
    }

    private static Context dropsInto(List<Integer> got) {
        Consumer<Object> hook = dropped -> got.add(value((Message) dropped));
        return Context.of("reactor.onNextDropped.local", hook);
    }

    /** Sends a last message, and checks where message {@code number} is; true if the last receive gets it. */
    private static boolean receivedIt(Ranks ranks, List<Integer> got, int number) {
        ranks.world(0).isend(ints(-1), 1, TAG).subscribe();
        int next = value(ranks.world(1).receive(0, TAG).block(TIMEOUT));
        if (next == -1) {
            assertThat(got).containsExactly(number);
            return false;
        }
        assertThat(next).isEqualTo(number);
        assertThat(got).isEmpty();
        assertThat(value(ranks.world(1).receive(0, TAG).block(TIMEOUT))).isEqualTo(-1);
        return true;
    }
}
