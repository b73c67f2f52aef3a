package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.Completion;
import org.reactivempi.InStatusException;
import org.reactivempi.Mpi;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** REQ and MUL: requests of real operations, and waits for several of them. */
@AlsoWithFaults
class CompletionTest {

    private static final int SIZE = 20;

    @OnEveryChannel
    @DisplayName("REQ-1 a request that was waited for is inactive, and gives an empty status from then on")
    void inactive(Ranks ranks) {
        Request request = Request.start(ranks.world(1).irecv(room(4), 0, TAG));
        ranks.world(0).isend(ints(1), 1, TAG).block(TIMEOUT);

        assertThat(request.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
        assertThat(request.completion().block(TIMEOUT)).isEqualTo(Status.of(Mpi.ANY_SOURCE, Mpi.ANY_TAG, 0));
        assertThat(request.test()).contains(Status.empty());
    }

    @OnEveryChannel
    @DisplayName("REQ-2 repeated tests of a matched receive finally succeed, REQ-4 looking does not consume")
    void tests(Ranks ranks) {
        Request request = Request.start(ranks.world(1).irecv(room(4), 0, TAG));
        assertThat(request.test()).isEmpty();
        assertThat(request.status()).isEmpty();
        ranks.world(0).issend(ints(1), 1, TAG).block(TIMEOUT);
        while (request.status().isEmpty()) {
            Thread.onSpinWait();
        }

        assertThat(request.status()).contains(Status.of(0, TAG, 4));
        assertThat(request.test()).contains(Status.of(0, TAG, 4));
        assertThat(request.test()).contains(Status.empty());
    }

    @OnEveryChannel
    @DisplayName("MUL-1 waitAny gives the receive whose message has come, and leaves the others active")
    void waitAny(Ranks ranks) {
        List<Request> receives = receives(ranks);
        for (int index : new int[] {7, 0, SIZE - 1}) {
            ranks.world(0).isend(ints(index), 1, index).block(TIMEOUT);
            assertThat(Requests.waitAny(receives).block(TIMEOUT))
                    .isEqualTo(new Completion(index, Status.of(0, index, 4), null));
        }
        assertThat(ranks.pending(1).block(TIMEOUT)).hasSize(SIZE - 3);
        receives.forEach(Request::cancel);
    }

    @OnEveryChannel
    @DisplayName("MUL-4 waitAll gives all statuses in list order, whatever the order of the messages")
    void waitAll(Ranks ranks) {
        List<Request> receives = receives(ranks);
        for (int tag = SIZE - 1; tag >= 0; tag--) {
            ranks.world(0).isend(bytes(tag % 5), 1, tag).block(TIMEOUT);
        }

        assertThat(Requests.waitAll(receives).block(TIMEOUT))
                .isEqualTo(IntStream.range(0, SIZE)
                        .mapToObj(tag -> Status.of(0, tag, tag % 5))
                        .toList());
    }

    @OnEveryChannel
    @DisplayName("MUL-4 waitAll reports the receive that failed, and leaves those that are pending active")
    void waitAllFails(Ranks ranks) {
        List<Request> receives = receives(ranks);
        ranks.world(0).isend(ints(1), 1, 2).block(TIMEOUT);
        ranks.world(0).isend(bytes(100), 1, 5).block(TIMEOUT);
        meet(ranks);

        StepVerifier.create(Requests.waitAll(receives))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(InStatusException.class, failure -> {
                            assertThat(failure.completions()).hasSize(SIZE);
                            assertThat(failure.completions().get(2).isSuccess()).isTrue();
                            assertThat(failure.completions().get(5).isSuccess()).isFalse();
                        })
                        .hasMessageContaining("request 5 of " + SIZE))
                .verify(TIMEOUT);
        assertThat(ranks.pending(1).block(TIMEOUT)).hasSize(SIZE - 2);
        receives.forEach(Request::cancel);
    }

    @OnEveryChannel
    @DisplayName("MUL-6 waitSome gives all that are complete, each once")
    void waitSome(Ranks ranks) {
        List<Request> receives = receives(ranks);
        for (int tag = 0; tag < SIZE; tag++) {
            ranks.world(0).isend(ints(tag), 1, tag).subscribe();
        }
        List<List<Completion>> rounds =
                Requests.waitSome(receives).collectList().block(TIMEOUT);

        assertThat(rounds).noneMatch(List::isEmpty);
        assertThat(rounds.stream().flatMap(List::stream).map(Completion::index))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, SIZE).boxed().toList());
    }

    /** Example 3.15: a server with one request per client, and from each client more messages than the server takes. */
    @OnEveryChannel(ranks = 4)
    @DisplayName("MUL-8 a server whose clients have all sent serves each in turn, however it waits or tests")
    void fairness(Ranks ranks) {
        int rounds = 12;
        assertFair(ranks, rounds, requests -> List.of(Requests.waitAny(requests).block(TIMEOUT)));
        assertFair(ranks, rounds, requests -> Requests.waitSome(requests).next().block(TIMEOUT));
        assertFair(ranks, rounds, requests -> List.of(Requests.testAny(requests).orElseThrow()));
        assertFair(ranks, rounds, requests -> Requests.testSome(requests).orElseThrow());
        assertFair(
                ranks,
                rounds,
                requests -> List.of(RequestList.of(requests).waitAny().block(TIMEOUT)));
    }

    private static void assertFair(Ranks ranks, int rounds, Function<List<Request>, List<Completion>> next) {
        Communicator server = ranks.world(0);
        List<Mono<Status>> operations = IntStream.range(1, 4)
                .mapToObj(client -> server.irecv(room(4), client, TAG))
                .toList();
        Flux.range(1, 3)
                .flatMap(client -> ranks.world(client).isend(ints(1), 0, TAG).repeat(3 * rounds - 1))
                .blockLast(TIMEOUT);
        meet(ranks);
        List<Request> requests = new ArrayList<>();
        operations.forEach(operation -> requests.add(Request.start(operation)));
        int[] served = new int[3];

        while (IntStream.of(served).sum() < 3 * rounds) {
            // Of these, a wait that likes one better can choose that.
            requests.forEach(CompletionTest::awaitEnd);
            for (Completion completion : next.apply(requests)) {
                served[completion.index()]++;
                requests.set(completion.index(), Request.start(operations.get(completion.index())));
            }
        }

        assertThat(served).containsOnly(rounds);
        requests.forEach(request -> request.completion().block(TIMEOUT));
        Flux.fromIterable(operations)
                .concatMap(operation -> operation.repeat(2 * rounds - 2))
                .blockLast(TIMEOUT);
    }

    private static void awaitEnd(Request request) {
        while (!request.isComplete()) {
            Thread.onSpinWait();
        }
    }

    @OnEveryChannel
    @DisplayName("MUL-10 a request may stand in several waits; exactly one of them consumes it")
    void severalWaits(Ranks ranks) {
        List<Request> one = List.of(Request.start(ranks.world(1).irecv(room(4), 0, TAG)));
        Mono<List<Completion>> waits = Flux.merge(Requests.completions(one), Requests.completions(one))
                .collectList()
                .cache();
        waits.subscribe();
        ranks.world(0).isend(ints(1), 1, TAG).block(TIMEOUT);

        assertThat(waits.block(TIMEOUT)).hasSize(1);
    }

    @OnEveryChannel
    @DisplayName("MUL-11 a wait that is cancelled leaves the receives posted")
    void cancelledWait(Ranks ranks) {
        List<Request> receives = receives(ranks);
        Requests.waitAny(receives).subscribe().dispose();
        Requests.waitAll(receives).subscribe().dispose();
        Requests.waitSome(receives).subscribe().dispose();
        assertThat(ranks.pending(1).block(TIMEOUT)).hasSize(SIZE);

        receives.forEach(Request::cancel);
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }

    private static List<Request> receives(Ranks ranks) {
        return IntStream.range(0, SIZE)
                .mapToObj(tag -> Request.start(ranks.world(1).irecv(room(4), 0, tag)))
                .toList();
    }
}
