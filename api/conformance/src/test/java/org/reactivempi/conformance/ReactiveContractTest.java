package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.onThreads;
import static org.reactivempi.conformance.Traffic.value;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.util.retry.Retry;

/** RX: operations keep the rules of Reactor and of Reactive Streams. */
class ReactiveContractTest {

    @OnEveryChannel
    @DisplayName("RX-1 operations that are assembled and not subscribed neither send nor receive")
    void assemblyHasNoEffect(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        int[] untouched = {0};
        zero.isend(ints(1), 1, TAG);
        zero.issend(ints(1), 1, TAG);
        zero.isend(Buffers.bytes(new byte[ranks.eagerLimitBytes() + 1]), 1, TAG);
        zero.barrier();
        one.irecv(ints(untouched), 0, TAG);
        one.receive(0, TAG);

        meet(ranks);
        assertThat(ranks.pending(0).block()).isEmpty();
        assertThat(ranks.pending(1).block()).isEmpty();
        assertThat(exchange(zero, one, 2)).isEqualTo(2);
        assertThat(untouched).containsExactly(0);
    }

    @OnEveryChannel
    @DisplayName("RX-2 a send starts with the first request, and further requests start nothing")
    void sendStartsWithItsFirstRequest(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        for (Mono<Status> send : List.of(zero.isend(ints(1), 1, TAG), zero.issend(ints(1), 1, TAG))) {
            Recorder<Status> sent = new Recorder<>();
            send.subscribe(sent);
            assertThat(exchange(zero, one, 2)).isEqualTo(2);

            sent.request(1);
            sent.request(5);
            assertThat(value(one.receive(0, TAG).block(TIMEOUT))).isEqualTo(1);
            assertThat(sent.await()).hasSize(2);
            sent.request(1);
            assertThat(exchange(zero, one, 3)).isEqualTo(3);
            assertThat(sent.signals()).hasSize(2);
        }
    }

    @OnEveryChannel
    @DisplayName("RX-2 a receive is posted with the first request, and further requests post nothing")
    void receiveStartsWithItsFirstRequest(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        int[] room = {0};
        Recorder<Status> received = new Recorder<>();
        one.irecv(ints(room), 0, TAG).subscribe(received);
        assertThat(exchange(zero, one, 1)).isEqualTo(1);
        assertThat(ranks.pending(1).block()).isEmpty();

        received.request(1);
        received.request(Long.MAX_VALUE);
        assertThat(ranks.pending(1).block()).hasSize(1);
        zero.isend(ints(2), 1, TAG).block(TIMEOUT);
        assertThat(received.await()).hasSize(2);
        assertThat(room).containsExactly(2);
        assertThat(exchange(zero, one, 3)).isEqualTo(3);
    }

    @OnEveryChannel
    @DisplayName("RX-3 each subscription sends again, what the buffer holds then")
    void sendsRepeat(Ranks ranks) {
        int[] data = {0};
        Flux<Status> sent = ranks.world(0)
                .issend(ints(data), 1, TAG)
                .doFirst(() -> data[0]++)
                .repeat(4);
        Flux<Integer> received =
                ranks.world(1).receive(0, TAG).map(Traffic::value).repeat(4);

        StepVerifier.create(received.mergeWith(sent.thenMany(Flux.empty())))
                .expectNext(1, 2, 3, 4, 5)
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("RX-3 a receive that failed can be retried, and gets the next message")
    void receivesRetry(Ranks ranks) {
        Communicator zero = ranks.world(0);
        int[] room = {0};
        Mono<Void> sent = zero.isend(ints(1, 2), 1, TAG)
                .then(zero.isend(ints(3, 4), 1, TAG))
                .then(zero.isend(ints(5), 1, TAG))
                .then();

        StepVerifier.create(ranks.world(1)
                        .irecv(ints(room), 0, TAG)
                        .retryWhen(Retry.max(2).filter(TruncationException.class::isInstance))
                        .mergeWith(sent.then(Mono.empty())))
                .expectNext(Status.of(0, TAG, Integer.BYTES))
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(room).containsExactly(5);
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64")
    @DisplayName("RX-4 what one thread starts keeps its order, on both sides, whatever the others do")
    void oneThreadsOrder(Ranks ranks) throws Exception {
        int threads = 4;
        int messages = 500;
        AtomicIntegerArray received = new AtomicIntegerArray(threads * messages);
        CountDownLatch done = new CountDownLatch(threads * messages);

        onThreads(threads, tag -> {
            for (int i = 0; i < messages; i++) {
                int number = i;
                ranks.world(1).receive(0, tag).subscribe(message -> {
                    received.set(tag * messages + number, value(message));
                    done.countDown();
                });
            }
        });
        onThreads(threads, tag -> {
            for (int i = 0; i < messages; i++) {
                int[] data = new int[i % 3 == 0 ? 100 : 1];
                data[0] = i;
                ranks.world(0).isend(ints(data), 1, tag).subscribe();
            }
        });

        assertThat(done.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < threads * messages; i++) {
            assertThat(received.get(i)).isEqualTo(i % messages);
        }
    }

    @OnEveryChannel
    @DisplayName("RX-5 a value and completion, or one error, and nothing after")
    void signals(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        List<Mono<?>> successes = List.of(
                zero.isend(ints(1), 1, TAG),
                one.irecv(room(4), 0, TAG),
                zero.issend(ints(1), 1, TAG),
                one.receive(0, TAG),
                zero.isend(Buffers.bytes(new byte[ranks.eagerLimitBytes() + 1]), 1, TAG),
                one.receive(0, TAG),
                zero.isend(ints(1), Mpi.PROC_NULL, TAG),
                one.receive(Mpi.PROC_NULL, TAG),
                zero.isend(ints(1), 1, TAG));
        List<Recorder<Object>> good = started(successes);
        List<Recorder<Object>> bad = started(List.of(one.irecv(room(0), 0, TAG), one.irecv(room(0), 9, TAG)));
        List<Recorder<Object>> empty = started(List.of(zero.barrier(), one.barrier()));

        for (Recorder<Object> recorder : good) {
            assertThat(recorder.await()).hasSize(2).last().isEqualTo("complete");
        }
        for (Recorder<Object> recorder : bad) {
            assertThat(recorder.await()).singleElement().isInstanceOf(Throwable.class);
        }
        for (Recorder<Object> recorder : empty) {
            assertThat(recorder.await()).containsExactly("complete");
        }
        meet(ranks);
        assertThat(good).allSatisfy(recorder -> assertThat(recorder.signals()).hasSize(2));
        assertThat(bad).allSatisfy(recorder -> assertThat(recorder.signals()).hasSize(1));
    }

    @OnEveryChannel
    @DisplayName("RX-5 no signal after a cancellation")
    void noSignalAfterCancellation(Ranks ranks) throws Exception {
        Communicator one = ranks.world(1);
        List<Recorder<Object>> cancelled = started(List.of(one.receive(0, TAG), one.irecv(room(4), 0, TAG)));
        List<Recorder<Object>> sends = started(List.of(
                ranks.world(0).issend(ints(1), 1, TAG + 1),
                ranks.world(0).isend(Buffers.bytes(new byte[ranks.eagerLimitBytes() + 1]), 1, TAG + 1)));

        cancelled.forEach(Recorder::cancel);
        sends.forEach(Recorder::cancel);
        assertThat(exchange(ranks.world(0), one, 2)).isEqualTo(2);
        meet(ranks);

        assertThat(cancelled)
                .allSatisfy(recorder -> assertThat(recorder.signals()).isEmpty());
        assertThat(sends).allSatisfy(recorder -> assertThat(recorder.signals()).isEmpty());
    }

    @OnEveryChannel
    @DisplayName(
            "RX-6 every signal arrives on the rank's progress thread, where block() and blocking calls fail at once")
    void signalsArriveOnTheProgressThread(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        int large = ranks.eagerLimitBytes() + 1;
        Flux<String> onZero = Flux.concat(
                        zero.isend(ints(1), 1, TAG),
                        zero.issend(ints(1), 1, TAG),
                        zero.isend(Buffers.bytes(new byte[large]), 1, TAG),
                        zero.isend(ints(1), Mpi.PROC_NULL, TAG),
                        zero.isend(ints(1), 1, TAG))
                .map(status -> Thread.currentThread().getName());
        Flux<String> onOne = Flux.concat(
                        one.irecv(room(large), 0, TAG),
                        one.receive(0, TAG),
                        one.irecv(room(large), 0, TAG),
                        one.irecv(room(0), Mpi.PROC_NULL, TAG),
                        one.irecv(room(0), 0, TAG).onErrorResume(tooShort -> Mono.just(Status.empty())))
                .map(status -> Thread.currentThread().getName());

        StepVerifier.create(Flux.zip(onZero, onOne))
                .thenConsumeWhile(
                        names -> true,
                        names -> assertThat(names.toList()).containsExactly("reactive-mpi-0", "reactive-mpi-1"))
                .expectComplete()
                .verify(TIMEOUT);
        StepVerifier.create(Mono.when(zero.barrier().doOnTerminate(() -> assertBlockingFails(zero)), one.barrier()))
                .expectComplete()
                .verify(TIMEOUT);
    }

    private static void assertBlockingFails(Communicator communicator) {
        assertThat(Schedulers.isInNonBlockingThread()).isTrue();
        assertThatThrownBy(() -> Mono.never().block())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("block()/blockFirst()/blockLast() are blocking");
        assertThatThrownBy(() -> communicator.blocking().recv(room(1), 1, TAG))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> communicator.barrier().block()).isInstanceOf(IllegalStateException.class);
    }

    @OnEveryChannel
    @DisplayName("RX-7 operations start from several threads at once, and from inside the signals of others")
    void startsFromAnyThread(Ranks ranks) throws Exception {
        int threads = 8;
        int rounds = 200;
        AtomicInteger sum = new AtomicInteger();

        onThreads(2 * threads, number -> {
            int tag = number / 2;
            Communicator me = ranks.world(number % 2);
            int other = 1 - me.rank();
            Mono<Integer> round = me.rank() == 0
                    ? me.isend(ints(1), other, tag).then(me.receive(other, tag)).map(Traffic::value)
                    : me.receive(other, tag)
                            .flatMap(message -> me.issend(ints(value(message)), other, tag))
                            .thenReturn(1);
            round.repeat(rounds - 1).doOnNext(sum::addAndGet).blockLast(TIMEOUT);
        });

        assertThat(sum).hasValue(2 * threads * rounds);
    }

    private static List<Recorder<Object>> started(List<? extends Mono<?>> operations) {
        List<Recorder<Object>> recorders = new ArrayList<>();
        for (Mono<?> operation : operations) {
            Recorder<Object> recorder = new Recorder<>();
            operation.cast(Object.class).subscribe(recorder);
            recorder.request(1);
            recorders.add(recorder);
        }
        return recorders;
    }
}
