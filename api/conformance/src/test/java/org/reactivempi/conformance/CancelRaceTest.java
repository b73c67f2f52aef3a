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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
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
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

/** PRB: cancellations that race with messages, at one {@link Moment} after the other. */
class CancelRaceTest {

    private static final List<Integer> LENGTHS = List.of(16, 200_000);
    private static final int AT_ONCE = 2;
    private static final Duration SHORTEST = Duration.ofNanos(500);
    private static final List<Object> CANCELLED = List.of("cancelled");

    /** The number of the next message. */
    private int next;

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
        start(operation, listener);
        return listener;
    }

    private static <T> void start(Mono<T> operation, Listener<T> listener) {
        operation.subscribe(listener);
        listener.request(1);
    }

    private static Buffer numbered(int number, int length) {
        byte[] data = new byte[length];
        ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).putInt(number);
        return Buffers.of(data);
    }

    /** Short ones and long ones in turn. */
    private static int length(int number) {
        return LENGTHS.get(number % 2);
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-4 RX-5 a receive that is cancelled while its message comes has the message, or ends as cancelled: one of them")
    void receives(Ranks ranks) throws Exception {
        for (int length : LENGTHS) {
            Moment.each(ranks, 1, moment -> assertReceives(ranks, moment, length));
        }
    }

    private void assertReceives(Ranks ranks, Moment moment, int length) throws InterruptedException {
        Communicator one = ranks.world(1);
        int number = next++;
        byte[] room = new byte[length];
        Listener<Status> receive = start(one.irecv(Buffers.of(room), 0, TAG));
        moment.run(() -> send(ranks, number, length), receive::cancel);

        boolean cancelled = receive.await().equals(CANCELLED);
        moment.check(cancelled);
        int got = cancelled
                ? value(one.receive(0, TAG).block(TIMEOUT))
                : ByteBuffer.wrap(room).order(ByteOrder.LITTLE_ENDIAN).getInt();
        assertThat(got).isEqualTo(number);
        if (!cancelled) {
            assertThat(receive.signals()).containsExactly(Status.of(0, TAG, length), "complete");
        }
    }

    private static void send(Ranks ranks, int number, int length) {
        ranks.world(0).isend(numbered(number, length), 1, TAG).subscribe();
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-5 RX-5 a send that is cancelled while it is received was received, or ends as cancelled: one of them")
    void sends(Ranks ranks) throws Exception {
        for (int length : LENGTHS) {
            Moment.each(ranks, 0, moment -> assertSends(ranks, moment, length));
        }
    }

    private void assertSends(Ranks ranks, Moment moment, int length) throws InterruptedException {
        int number = next++;
        Listener<Status> send = start(ranks.world(0).issend(numbered(number, length), 1, TAG));
        Listener<Message> receive = new Listener<>();
        moment.run(
                () -> {
                    if (moment.isFirst()) {
                        // The cancellation has to ask the receiver, and not to meet its receive.
                        assertThat(send.await()).isEqualTo(CANCELLED);
                    }
                    start(ranks.world(1).receive(0, TAG), receive);
                },
                send::cancel);

        boolean cancelled = send.await().equals(CANCELLED);
        moment.check(cancelled);
        if (cancelled) {
            receive.cancel();
            assertThat(receive.await()).isEqualTo(CANCELLED);
        } else {
            assertThat(send.signals()).containsExactly(Status.of(0, TAG, length), "complete");
            assertThat(value((Message) receive.await().get(0))).isEqualTo(number);
        }
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

    private void assertNothingIsLost(Ranks ranks, Function<Communicator, Mono<?>> operation) throws Exception {
        Moment.each(ranks, 1, moment -> {
            Communicator one = ranks.world(1);
            int first = next;
            next += AT_ONCE;
            Listener<?> listener = start(operation.apply(one));
            // Several are under way at once, so that one that were lost or late would change the order.
            moment.run(
                    () -> IntStream.range(first, next).forEach(number -> send(ranks, number, length(number))),
                    listener::cancel);
            List<Object> signals = listener.await();
            boolean cancelled = signals.equals(CANCELLED);
            moment.check(cancelled);
            List<Integer> received = new ArrayList<>();
            if (!cancelled) {
                assertThat(signals).hasSize(2).endsWith("complete");
                received.add(number(signals.get(0)));
            }
            while (received.size() < AT_ONCE) {
                received.add(value(one.receive(0, TAG).block(TIMEOUT)));
            }
            assertThat(received)
                    .containsExactlyElementsOf(
                            IntStream.range(first, next).boxed().toList());
        });
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
        assertInOrder(
                ranks, (receive, patience) -> ranks.world(1).within(SHORTEST.multipliedBy(1L << patience), receive));
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 takeUntilOther() on the communicator's scheduler, one receive after the other: every message, in order")
    void takeUntilOtherOnItsScheduler(Ranks ranks) {
        assertInOrder(ranks, (receive, patience) -> receive.takeUntilOther(Moment.after(ranks, 1 << patience)));
    }

    private interface Limit {

        /** Waits for twice as long with one more of {@code patience}. */
        Mono<Message> apply(Mono<Message> receive, int patience);
    }

    /** The limit is short for each message at first, and longer after each receive that it has ended. */
    private static void assertInOrder(Ranks ranks, Limit limit) {
        int messages = 50;
        Communicator one = ranks.world(1);
        AtomicInteger patience = new AtomicInteger();
        CompletableFuture<Void> isFirstOver = new CompletableFuture<>();
        Mono<Message> patient = Mono.defer(() -> limit.apply(one.receive(0, TAG), patience.getAndIncrement())
                .onErrorResume(TimeoutException.class, late -> Mono.empty())
                .doOnNext(message -> patience.set(0))
                .switchIfEmpty(Mono.fromRunnable(() -> isFirstOver.complete(null))));
        CompletableFuture<List<Integer>> received = patient.subscribeOn(one.scheduler())
                .repeat()
                .map(Traffic::value)
                .takeUntil(number -> number == messages)
                .collectList()
                .toFuture();
        // Nothing has been sent, so that the limit ends it.
        Mono.fromFuture(isFirstOver).block(TIMEOUT);
        Flux.range(0, messages + 1)
                .concatMap(i -> ranks.world(0).issend(numbered(i, length(i)), 1, TAG))
                .blockLast(TIMEOUT);

        assertThat(Mono.fromFuture(received).block(TIMEOUT))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(0, messages).boxed().toList());
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 dispose() from another thread: the message is delivered, dropped by Reactor's hook, or the next one's")
    void dispose(Ranks ranks) throws Exception {
        Moment.each(ranks, 1, moment -> {
            Drops drops = new Drops();
            Disposable receive =
                    ranks.world(1).receive(0, TAG).subscribe(drops::got, null, drops::ended, drops.context());
            assertIsSomewhere(ranks, moment, drops, receive::dispose);
        });
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 timeout() on another thread: the message is delivered, dropped by Reactor's hook, or the next one's")
    void timeoutElsewhere(Ranks ranks) throws Exception {
        Moment.each(ranks, 1, moment -> {
            Drops drops = new Drops();
            Sinks.Empty<Void> limit = Sinks.empty();
            ranks.world(1)
                    .receive(0, TAG)
                    .timeout(limit.asMono(), Mono.empty())
                    .subscribe(drops::got, null, drops::ended, drops.context());
            assertIsSomewhere(ranks, moment, drops, limit::tryEmitEmpty);
        });
    }

    /** What a receive has given to its subscriber, or to Reactor's hook. */
    private static final class Drops {

        private final List<Integer> got = Collections.synchronizedList(new ArrayList<>());
        private final CompletableFuture<Void> end = new CompletableFuture<>();

        void got(Message message) {
            got.add(value(message));
        }

        void ended() {
            end.complete(null);
        }

        Context context() {
            Consumer<Object> hook = dropped -> got((Message) dropped);
            return Context.of("reactor.onNextDropped.local", hook);
        }
    }

    private void assertIsSomewhere(Ranks ranks, Moment moment, Drops drops, Runnable end) throws InterruptedException {
        int number = next++;
        moment.run(() -> send(ranks, number, length(number)), end);
        moment.orUntil(Mono.fromFuture(drops.end, true));
        moment.check(isNext(ranks, drops.got, number));
    }

    /** Sends a last message, and checks where message {@code number} is; true if the next receive gets it. */
    private static boolean isNext(Ranks ranks, List<Integer> got, int number) {
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
