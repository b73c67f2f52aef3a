package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Completion;
import org.reactivempi.GeneralizedRequest;
import org.reactivempi.InStatusException;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** MUL: tests of several real operations, and lists that are waited for again and again. */
class ManyRequestsTest {

    private static final int SIZE = 20;
    private static final int MILLION = 1_000_000;

    @OnEveryChannel
    @DisplayName(
            "MUL-2 MUL-3 MUL-6 MUL-7 without active requests waits end at once without a value, tests say UNDEFINED")
    void nothing(Ranks ranks) {
        PersistentRequest inactive = ranks.world(1).recvInit(room(4), 0, TAG);
        Request consumed = Request.start(ranks.world(1).irecv(room(4), Mpi.PROC_NULL, TAG));
        consumed.completion().block(TIMEOUT);
        for (List<Request> requests : List.of(List.<Request>of(), List.of(inactive, consumed))) {
            RequestList list = RequestList.of(requests);
            for (Mono<?> wait : List.of(
                    Requests.waitAny(requests),
                    Requests.waitSome(requests).next(),
                    list.waitAny(),
                    list.waitSome(),
                    list.completions().next())) {
                assertThat(wait.blockOptional(TIMEOUT)).isEmpty();
            }
            assertThat(Requests.testAny(requests).map(Completion::index)).contains(Mpi.UNDEFINED);
            assertThat(list.testAny().map(Completion::index)).contains(Mpi.UNDEFINED);
            assertThat(Requests.testSome(requests)).isEmpty();
            assertThat(list.testSome()).isEmpty();
            assertThat(Requests.testAll(requests))
                    .hasValueSatisfying(
                            all -> assertThat(all).hasSize(requests.size()).allMatch(Status.empty()::equals));
        }
    }

    @OnEveryChannel
    @DisplayName("MUL-3 testAny never waits, and finally takes the receive whose message has come")
    void testAny(Ranks ranks) {
        List<Request> receives = receives(ranks);
        assertThat(Requests.testAny(receives)).isEmpty();
        ranks.world(0).isend(ints(1), 1, 7).block(TIMEOUT);
        Completion expected = new Completion(7, Status.of(0, 7, 4), null);

        assertThat(until(() -> Requests.statusAny(receives).orElse(null))).isEqualTo(expected);
        assertThat(Requests.testAny(receives)).contains(expected);
        assertThat(Requests.testAny(receives)).isEmpty();
        assertThat(ranks.pending(1).block(TIMEOUT)).hasSize(SIZE - 1);
        receives.forEach(Request::cancel);
    }

    @OnEveryChannel
    @DisplayName("MUL-5 testAll takes nothing until all have ended, then all at once, REQ-4 statusAll only looks")
    void testAll(Ranks ranks) {
        List<Request> receives = receives(ranks);
        for (int tag = 1; tag < SIZE; tag++) {
            ranks.world(0).isend(bytes(tag % 5), 1, tag).block(TIMEOUT);
        }
        meet(ranks);
        assertThat(Requests.testAll(receives)).isEmpty();
        assertThat(receives.get(3).status()).contains(Status.of(0, 3, 3));
        ranks.world(0).isend(bytes(0), 1, 0).block(TIMEOUT);

        List<Status> expected = IntStream.range(0, SIZE)
                .mapToObj(tag -> Status.of(0, tag, tag % 5))
                .toList();
        assertThat(until(() -> Requests.statusAll(receives).orElse(null))).isEqualTo(expected);
        assertThat(Requests.testAll(receives)).contains(expected);
        assertThat(receives.get(3).test()).contains(Status.empty());
    }

    @OnEveryChannel
    @DisplayName("MUL-5 testAll tells of each when all have ended and one has failed")
    void testAllFails(Ranks ranks) {
        List<Request> receives = receives(ranks).subList(0, 3);
        for (int tag = 0; tag < SIZE; tag++) {
            ranks.world(0).isend(bytes(tag == 1 ? 5 : 4), 1, tag).block(TIMEOUT);
        }
        meet(ranks);

        assertThatThrownBy(() -> Requests.testAll(receives))
                .isInstanceOfSatisfying(
                        InStatusException.class,
                        failure -> assertThat(failure.completions())
                                .extracting(Completion::isSuccess)
                                .containsExactly(true, false, true));
    }

    @OnEveryChannel
    @DisplayName("MUL-7 testSome gives all that are complete, also none, each once; REQ-4 statusSome only looks")
    void testSome(Ranks ranks) {
        List<Request> receives = receives(ranks);
        assertThat(Requests.testSome(receives)).contains(List.of());
        List<Integer> seen = new ArrayList<>();
        Flux.range(0, SIZE)
                .concatMap(tag -> ranks.world(0).isend(ints(tag), 1, tag))
                .subscribe();

        while (seen.size() < SIZE) {
            List<Completion> looked = Requests.statusSome(receives).orElseThrow();
            List<Completion> some = Requests.testSome(receives).orElseThrow();
            assertThat(some).containsAll(looked);
            some.forEach(completion -> seen.add(completion.index()));
        }
        assertThat(seen).doesNotHaveDuplicates();
        assertThat(Requests.testSome(receives)).isEmpty();
    }

    @OnEveryChannel
    @DisplayName("REQ-3 a freed receive goes on to its end: it takes its message, and nobody is told")
    void freed(Ranks ranks) {
        int[] value = new int[1];
        Request request = Request.start(ranks.world(1).irecv(ints(value), 0, TAG));
        request.free();
        assertThat(ranks.pending(1).block(TIMEOUT)).hasSize(1);

        ranks.world(0).issend(ints(42), 1, TAG).block(TIMEOUT);
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);

        assertThat(value).containsExactly(42);
        assertThatThrownBy(request::test).hasMessage("the request was freed");
        assertThat(Requests.waitAny(List.of(request)).block(TIMEOUT).error()).hasMessage("the request was freed");
        assertThat(ranks.pending(1).block(TIMEOUT)).isEmpty();
    }

    @OnEveryChannel
    @DisplayName("REQ-3 a freed request keeps its memory until its operation has ended, and gives it back then")
    void freedMemory(Ranks ranks) {
        for (int length : new int[] {16, ranks.eagerLimitBytes() + 1}) {
            WeakReference<byte[]> room = freed(memory -> ranks.world(1).irecv(memory, 0, TAG + 1), length);
            WeakReference<byte[]> data = freed(memory -> ranks.world(1).issend(memory, 0, TAG + 1), length);
            meet(ranks);
            System.gc();
            assertThat(room.get()).isNotNull();
            assertThat(data.get()).isNotNull();

            ranks.world(0).issend(bytes(length), 1, TAG + 1).block(TIMEOUT);
            ranks.world(0).receive(1, TAG + 1).block(TIMEOUT);
            assertGivenBack(ranks, room);
            assertGivenBack(ranks, data);
        }
    }

    /** In a method of its own, whose variables are gone then. */
    private static WeakReference<byte[]> freed(Function<Buffer, Mono<Status>> operation, int length) {
        byte[] memory = new byte[length];
        Request.start(operation.apply(Buffers.of(memory))).free();
        return new WeakReference<>(memory);
    }

    private static void assertGivenBack(Ranks ranks, WeakReference<byte[]> memory) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (memory.get() != null) {
            assertThat(System.nanoTime()).isLessThan(end);
            // What was written is kept until the peer has acknowledged it.
            meet(ranks);
            System.gc();
        }
    }

    @OnEveryChannel
    @DisplayName(
            "PRB-4 a receive that is cancelled when its message has matched has it or gives it back, as its request says")
    void cancelledTooLate(Ranks ranks) {
        for (int i = 0; i < 100; i++) {
            Request receive = Request.start(ranks.world(1).irecv(room(4), 0, TAG));
            Request send = Request.start(ranks.world(0).issend(ints(i), 1, TAG));
            receive.cancel();
            Status received = receive.completion().block(TIMEOUT);
            if (received.isCancelled()) {
                ranks.world(1).irecv(room(4), 0, TAG).block(TIMEOUT);
            } else {
                assertThat(received).isEqualTo(Status.of(0, TAG, 4));
            }
            assertThat(send.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
        }
    }

    @OnEveryChannel
    @DisplayName("MUL-9 RX-9 100 000 receives in one list are taken one by one with constant stack")
    void longList(Ranks ranks) {
        // All sends start in one signal.
        ranks.without(Check.BLOCKED_PROGRESS);
        int size = 100_000;
        Communicator one = ranks.world(1);
        int tags = Math.min(size, one.tagUpperBound());
        RequestList list = RequestList.of(IntStream.range(0, size)
                .mapToObj(i -> Request.start(one.irecv(room(4), 0, i % tags)))
                .toList());
        Mono<Void> sends = Flux.range(0, size)
                .concatMap(i -> ranks.world(0).isend(ints(i), 1, (size - 1 - i) % tags))
                .then();
        BitSet seen = new BitSet(size);

        sends.subscribe();
        list.waitAny()
                .doOnNext(completion -> seen.set(completion.index()))
                .repeat()
                .take(size)
                .blockLast(Duration.ofSeconds(50));

        assertThat(seen.cardinality()).isEqualTo(size);
        assertThat(list.testAny().map(Completion::index)).contains(Mpi.UNDEFINED);
    }

    @Tag("long")
    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-9 a million receives, each started by the end of the one before, through a list")
    void chained(Ranks ranks) {
        PersistentRequest receive = ranks.world(1).recvInit(room(4), 0, TAG);
        RequestList list = RequestList.of(List.of(receive));
        AtomicInteger received = new AtomicInteger();
        receive.start();
        Mono<Void> sends =
                ranks.world(0).isend(ints(1), 1, TAG).repeat(MILLION - 1).then();

        Mono<Void> receives = list.completions()
                .doOnNext(completion -> {
                    if (received.incrementAndGet() < MILLION) {
                        receive.start();
                    }
                })
                .then();
        Mono.when(receives, sends).block();

        assertThat(received).hasValue(MILLION);
    }

    @OnEveryChannel
    @DisplayName("MUL-9 RX-9 new receives that are put into a list, each when the one before is given")
    void putIn(Ranks ranks) {
        int count = 20_000;
        Communicator one = ranks.world(1);
        RequestList list = RequestList.of(List.of(Request.start(one.irecv(room(4), 0, TAG))));
        Mono<Void> sends =
                ranks.world(0).isend(ints(1), 1, TAG).repeat(count - 1).then();

        Mono<Void> receives = list.waitAny()
                .doOnNext(completion -> list.set(0, Request.start(one.irecv(room(4), 0, TAG))))
                .repeat(count - 1)
                .then();
        Mono.when(receives, sends).block(TIMEOUT);

        assertThat(list.testAny()).isEmpty();
        list.get(0).cancel();
    }

    @OnEveryChannel
    @DisplayName("REQ-5 a generalized request completes among receives, through the same waits and tests")
    void generalized(Ranks ranks) {
        AtomicInteger frees = new AtomicInteger();
        Status mine = Status.of(0, 99, 12);
        List<GeneralizedRequest> both = List.of(generalized(mine, frees), generalized(mine, frees));
        Request receive = Request.start(ranks.world(1).irecv(room(4), 0, TAG));
        List<Request> requests = List.of(both.get(0), receive, both.get(1));
        RequestList list = RequestList.of(requests);
        Mono<Completion> first = list.waitAny().cache();
        first.subscribe();

        // The answer to a message completes it, on the progress thread.
        ranks.world(0).receive(1, TAG).subscribe(message -> both.get(0).complete());
        ranks.world(1).isend(ints(1), 0, TAG).block(TIMEOUT);
        assertThat(first.block(TIMEOUT)).isEqualTo(new Completion(0, mine, null));
        assertThat(frees).hasValue(1);

        ranks.world(0).isend(ints(1), 1, TAG).block(TIMEOUT);
        both.get(1).complete();
        assertThat(Requests.waitAll(requests).block(TIMEOUT))
                .containsExactly(Status.empty(), Status.of(0, TAG, 4), mine);
        assertThat(frees).hasValue(2);
        assertThat(list.testAny().map(Completion::index)).contains(Mpi.UNDEFINED);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("MUL-8 a server with a list of persistent receives serves every client, and each in turn")
    void server(Ranks ranks) {
        int rounds = 12;
        Communicator server = ranks.world(0);
        List<PersistentRequest> receives = IntStream.range(1, 4)
                .mapToObj(client -> server.recvInit(room(4), client, TAG))
                .toList();
        RequestList list = RequestList.of(receives);
        // More than are served, so that no client is served for want of others.
        Flux.range(1, 3)
                .flatMap(client ->
                        ranks.world(client).isend(ints(client), 0, TAG).repeat(3 * rounds - 1))
                .blockLast(TIMEOUT);
        meet(ranks);
        Requests.startAll(receives);
        int[] served = new int[3];

        for (int i = 0; i < 3 * rounds; i++) {
            receives.forEach(receive -> until(() -> receive.isComplete() ? receive : null));
            int client = list.waitAny().map(Completion::index).block(TIMEOUT);
            served[client]++;
            receives.get(client).start();
        }

        assertThat(served).containsOnly(rounds);
        receives.forEach(receive -> receive.completion().block(TIMEOUT));
        assertThat(list.waitAny().blockOptional(TIMEOUT)).isEmpty();
        Flux.range(1, 3)
                .concatMap(client -> server.receive(client, TAG).repeat(2 * rounds - 2))
                .blockLast(TIMEOUT);
    }

    private static GeneralizedRequest generalized(Status status, AtomicInteger frees) {
        return GeneralizedRequest.start(new GeneralizedRequest.Callbacks() {
            @Override
            public Status query() {
                return status;
            }

            @Override
            public void free() {
                frees.incrementAndGet();
            }
        });
    }

    private static List<Request> receives(Ranks ranks) {
        return IntStream.range(0, SIZE)
                .mapToObj(tag -> Request.start(ranks.world(1).irecv(room(4), 0, tag)))
                .toList();
    }

    /** What comes is only a matter of time. */
    private static <T> T until(Supplier<T> test) {
        T result = test.get();
        while (result == null) {
            Thread.onSpinWait();
            result = test.get();
        }
        return result;
    }
}
