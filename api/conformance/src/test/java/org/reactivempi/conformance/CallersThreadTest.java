package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.exchange;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.SendBuffer;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What a thread of the program that blocks sees of the code of others, though it moves its rank's messages: nothing. */
class CallersThreadTest {

    private static final Codec<Integer> INT = Codecs.intValue();
    private static final int CALLS = 300;
    private static final int OTHERS = 200;

    /** What a framework keeps with a thread: a security context, a transaction, a logging context. */
    private static final ThreadLocal<String> IDENTITY = new ThreadLocal<>();

    /** Code of the program that a caller does not wait for. */
    private static final class Others {

        private final Object lock = new Object();
        private final Queue<String> seen = new ConcurrentLinkedQueue<>();
        private final AtomicInteger ran = new AtomicInteger();

        /** Notes where it runs. */
        void run(String what) {
            ran.incrementAndGet();
            if (IDENTITY.get() != null || Thread.holdsLock(lock)) {
                seen.add(what + " on " + Thread.currentThread().getName() + ", as " + IDENTITY.get());
            }
        }

        /** Runs calls as a thread of an application does: with an identity, and in a lock. */
        void caller(Runnable call) {
            IDENTITY.set("somebody's");
            try {
                for (int i = 0; i < CALLS; i++) {
                    synchronized (lock) {
                        call.run();
                    }
                }
            } finally {
                IDENTITY.remove();
            }
        }

        void assertApart(int least) {
            assertThat(seen).isEmpty();
            assertThat(ran).hasValueGreaterThanOrEqualTo(least);
        }
    }

    /** Answers one message after the other with another one, until it is disposed. */
    private static Disposable echo(Communicator at, int peer) {
        return at.receive(peer, TAG)
                .flatMap(message -> at.isend(ints(Traffic.value(message)), peer, TAG))
                .repeat()
                .subscribe(status -> {}, ended -> {});
    }

    private static void call(Communicator from, int peer) {
        from.blocking().send(ints(1), peer, TAG);
        from.blocking().recv(Buffers.of(new int[1]), peer, TAG);
    }

    /** Rank 0 blocks again and again, while rank 1 gives it other things to do. */
    private static void beside(Ranks ranks, Others others, Mono<?> traffic) throws Exception {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        exchange(zero, one, 1);
        Disposable echo = echo(one, 0);
        AtomicBoolean ended = new AtomicBoolean();
        try {
            Mono<?> running = traffic.doFinally(signal -> ended.set(true)).cache();
            running.subscribe(value -> {}, error -> {});
            while (!ended.get()) {
                others.caller(() -> call(zero, 1));
            }
            running.toFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } finally {
            echo.dispose();
        }
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-6 handlers of questions never run on a thread that blocks for something else")
    void handlers(Ranks ranks) throws Exception {
        Others others = new Others();
        Disposable handler = ranks.world(0)
                .answer(INT, INT, TAG, question -> {
                    others.run("handler");
                    return Mono.just(question).doOnSuccess(value -> others.run("answer"));
                })
                .subscribe();
        Mono<?> questions = Flux.range(0, OTHERS)
                .concatMap(i -> ranks.world(1).ask(i, INT, INT, 0, TAG))
                .last();
        beside(ranks, others, questions);
        handler.dispose();
        others.assertApart(2 * OTHERS);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-6 receivers and senders of streams never run on a thread that blocks for something else")
    void streams(Ranks ranks) throws Exception {
        Others others = new Others();
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Flux<Integer> there = Flux.range(0, OTHERS).doOnNext(value -> others.run("sender"));
        Mono<?> traffic = Mono.when(
                zero.sendStream(there, INT, 1, TAG + 1),
                one.receiveStream(INT, 0, TAG + 1, 1).then(),
                one.sendStream(Flux.range(0, OTHERS), INT, 0, TAG + 2),
                zero.receiveStream(INT, 1, TAG + 2, 1)
                        .doOnNext(value -> others.run("receiver"))
                        .then());
        beside(ranks, others, traffic);
        others.assertApart(2 * OTHERS);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName(
            "RX-6 subscribers of other operations, probes among them, never run on a thread that blocks for something else")
    void operations(Ranks ranks) throws Exception {
        Others others = new Others();
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Mono<?> traffic = Flux.range(0, OTHERS)
                .concatMap(i -> Mono.when(
                        zero.probe(1, TAG + 1)
                                .doOnSuccess(status -> others.run("probe"))
                                .then(zero.receive(1, TAG + 1))
                                .doOnSuccess(message -> others.run("receive")),
                        one.isend(ints(i), 0, TAG + 1),
                        zero.issend(ints(i), 1, TAG + 2).doOnSuccess(status -> others.run("send")),
                        one.receive(0, TAG + 2)))
                .then();
        beside(ranks, others, traffic);
        others.assertApart(3 * OTHERS);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-6 tasks and timers of a rank's scheduler never run on a thread that blocks")
    void tasks(Ranks ranks) throws Exception {
        Others others = new Others();
        Communicator zero = ranks.world(0);
        Mono<?> traffic = Flux.range(0, OTHERS)
                .concatMap(i -> Mono.fromRunnable(() -> others.run("task"))
                        .subscribeOn(zero.scheduler())
                        .publishOn(Schedulers.boundedElastic())
                        .then(Mono.delay(Duration.ofNanos(1000), zero.scheduler()))
                        .doOnSuccess(tick -> others.run("timer"))
                        .publishOn(Schedulers.boundedElastic()))
                .then();
        beside(ranks, others, traffic);
        others.assertApart(2 * OTHERS);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-6 operations of one's own that reduce never run on a thread that blocks for something else")
    void reductions(Ranks ranks) throws Exception {
        Others others = new Others();
        Op sum = Op.ofInts((left, right) -> {
            others.run("operation");
            return left + right;
        });
        int[] result = new int[1];
        Mono<?> traffic = Flux.range(0, OTHERS)
                .concatMap(i -> Mono.when(
                        ranks.world(0).allreduce(ints(i), Buffers.of(result), sum),
                        ranks.world(1).allreduce(ints(i), Buffers.of(new int[1]), sum)))
                .then();
        beside(ranks, others, traffic);
        assertThat(result).containsExactly(2 * (OTHERS - 1));
        others.assertApart(OTHERS);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName(
            "RX-6 subscribers of requests, and of lists of them, never run on a thread that blocks for something else")
    void requests(Ranks ranks) throws Exception {
        Others others = new Others();
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Mono<?> traffic = Flux.range(0, OTHERS)
                .concatMap(i -> {
                    List<Request> requests = new ArrayList<>(IntStream.range(0, 3)
                            .mapToObj(k -> Request.start(zero.receive(1, TAG + 1 + k)))
                            .toList());
                    RequestList list = RequestList.of(
                            List.of(Request.start(zero.receive(1, TAG + 4)), Request.start(zero.receive(1, TAG + 4))));
                    Mono<?> waits = Mono.when(
                            requests.get(0).completion().doOnSuccess(status -> others.run("completion")),
                            Requests.waitAny(requests.subList(1, 2)).doOnSuccess(any -> others.run("any")),
                            Requests.waitAll(requests.subList(2, 3)).doOnSuccess(all -> others.run("all")),
                            list.completions()
                                    .doOnNext(each -> others.run("list"))
                                    .then());
                    Mono<?> sends = Flux.just(1, 2, 3, 4, 4)
                            .concatMap(k -> one.isend(ints(i), 0, TAG + k))
                            .then();
                    return Mono.when(waits, sends);
                })
                .then();
        beside(ranks, others, traffic);
        others.assertApart(5 * OTHERS);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-6 a subscriber of an operation that ends at once does not run on the thread that starts it")
    void startsOnly(Ranks ranks) throws Exception {
        Others others = new Others();
        Communicator zero = ranks.world(0);
        exchange(zero, ranks.world(1), 1);
        Queue<Mono<?>> started = new ConcurrentLinkedQueue<>();
        others.caller(() -> {
            // Leaves the loop free for the next one.
            zero.isend(ints(0), Mpi.PROC_NULL, TAG).block(TIMEOUT);
            Mono<?> send = zero.isend(ints(1), 0, TAG)
                    .doOnSuccess(status -> others.run("send"))
                    .then(zero.receive(0, TAG))
                    .doOnSuccess(message -> others.run("receive"))
                    .cache();
            send.subscribe();
            started.add(send);
        });
        for (Mono<?> each : started) {
            each.toFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        }
        others.assertApart(2 * CALLS);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-6 what a thread itself blocks for still ends on it, with all operators of that")
    void own(Ranks ranks) {
        Communicator one = ranks.world(1);
        Thread caller = Thread.currentThread();
        AtomicBoolean onCaller = new AtomicBoolean();
        Codec<Integer> noting = noting(() -> onCaller.set(Thread.currentThread() == caller));
        for (int round = 0; round < 10_000 && !onCaller.get(); round++) {
            send(ranks.world(0), round, TAG);
            assertThat(one.receive(noting, 0, TAG).block(TIMEOUT)).isEqualTo(round);
        }
        assertThat(onCaller).isTrue();
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("ORD-1 signals keep their order, whichever thread gives them")
    void order(Ranks ranks) {
        Communicator one = ranks.world(1);
        List<Integer> order = new ArrayList<>();
        for (int round = 0; round < CALLS; round++) {
            one.receive(0, TAG + 1).subscribe(message -> order.add(Traffic.value(message)));
            send(ranks.world(0), round, TAG + 1);
            send(ranks.world(0), round, TAG);
            assertThat(one.receive(INT, 0, TAG).block(TIMEOUT)).isEqualTo(round);
            assertThat(order).hasSize(round + 1);
        }
        assertThat(order).isSorted();
    }

    /** On another thread, so that this one moves the messages of one rank only. */
    private static void send(Communicator from, int value, int tag) {
        from.isend(ints(value), 1, tag).subscribeOn(Schedulers.boundedElastic()).block(TIMEOUT);
    }

    private static Codec<Integer> noting(Runnable decoding) {
        return new Codec<>() {

            @Override
            public SendBuffer encode(Integer value) {
                return INT.encode(value);
            }

            @Override
            public Integer decode(ByteBuffer payload) {
                decoding.run();
                return INT.decode(payload);
            }
        };
    }
}
